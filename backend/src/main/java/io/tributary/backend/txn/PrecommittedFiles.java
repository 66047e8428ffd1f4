package io.tributary.backend.txn;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.log.DurableDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of loads between their phases, each of one load; those of loads that have ended are got out of the way of those that
 * wait. Any thread.
 */
public final class PrecommittedFiles {
    /** What is put behind the name of a file that could not be deleted. */
    static final String ENDED = ".ended";

    private static final Logger log = LoggerFactory.getLogger(PrecommittedFiles.class);

    /** What a system says for ENOSPC and EDQUOT; Java has no other word for them. */
    private static final Pattern FULL = Pattern.compile("No space left on device|Disk quota exceeded");

    /** Deletes a file if it is there; a test may refuse that. */
    @FunctionalInterface
    interface Deletion {
        void delete(Path file) throws IOException;
    }

    private final Path directory;
    private final Deletion deletion;

    /** @param directory that all of them are in */
    public PrecommittedFiles(Path directory) {
        this(directory, Files::deleteIfExists);
    }

    PrecommittedFiles(Path directory, Deletion deletion) {
        this.directory = directory;
        this.deletion = deletion;
    }

    /** Returns where the file of this load is, or would be. */
    Path of(PrecommittedFile.Head head) {
        return PrecommittedFile.path(directory, head.txnId());
    }

    /** Finds the files from before a restart, the newest load first, and removes what is left of others. */
    List<PrecommittedFile.Head> recover() throws IOException {
        DurableDirectories.make(directory);
        List<Path> files;
        try (Stream<Path> list = Files.list(directory)) {
            files = list.toList();
        }
        List<PrecommittedFile.Head> heads = new ArrayList<>();
        for (Path file : files) {
            if (PrecommittedFile.isUnfinished(file) || isEnded(file)) {
                removeIfPossible(file);
                continue;
            }
            PrecommittedFile.Head head = PrecommittedFile.head(file);
            // A copy would pass for a load that has ended, and take the file of the one that waits with it.
            if (!file.equals(of(head))) {
                throw new IOException(file + " holds the pre-committed transaction " + head.txnId()
                        + " and should be named " + head.txnId() + PrecommittedFile.SUFFIX
                        + ": rename it, or move it elsewhere if there is a file of that name");
            }
            heads.add(head);
        }
        heads.sort(Comparator.comparingLong(PrecommittedFile.Head::txnId).reversed());
        return heads;
    }

    /**
     * Durable when it returns.
     *
     * @throws TributaryException {@code DISK_FULL} or {@code ENGINE}; something may be left of the file
     */
    void write(PrecommittedFile.Head head, List<RowBlock> blocks) {
        try {
            PrecommittedFile.write(directory, head, blocks);
        } catch (IOException e) {
            throw new TributaryException(
                    FULL.matcher(e.toString()).find() ? ErrorCode.DISK_FULL : ErrorCode.ENGINE,
                    "rows could not be written to " + directory + ": " + TributaryException.reason(e)
                            + "; nothing is stored",
                    e);
        }
    }

    List<RowBlock> blocks(PrecommittedFile.Head head) throws IOException {
        return PrecommittedFile.blocks(of(head));
    }

    /** What a write that failed may have left. */
    void removeUnfinished(PrecommittedFile.Head head) {
        removeIfPossible(PrecommittedFile.unfinished(directory, head.txnId()));
    }

    private static boolean isEnded(Path file) {
        return file.toString().endsWith(ENDED);
    }

    /** False if the file may still have its name, now or after a loss of power: only then does it count at the next start. */
    boolean remove(PrecommittedFile.Head head) {
        Path file = of(head);
        try {
            deletion.delete(file);
            DurableDirectories.sync(directory);
            return true;
        } catch (IOException e) {
            log.warn("file={} of a load that has ended could not be deleted: {}", file, e.toString());
        }
        Path aside = directory.resolve(file.getFileName() + ENDED);
        try {
            Files.move(file, aside, StandardCopyOption.ATOMIC_MOVE);
            DurableDirectories.sync(directory);
            log.warn("file={} was renamed to {} instead", file, aside);
            return true;
        } catch (IOException e) {
            log.warn("file={} could not be renamed either and stays: {}", file, e.toString());
            return false;
        }
    }

    /** Deletes a file if that succeeds; it does not count whether it is there or not. */
    private void removeIfPossible(Path file) {
        try {
            deletion.delete(file);
        } catch (IOException e) {
            log.warn("file={}, which is no longer needed, could not be deleted: {}", file, e.toString());
        }
    }
}
