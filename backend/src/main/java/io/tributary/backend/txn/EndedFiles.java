package io.tributary.backend.txn;

import io.tributary.log.DurableDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gets the files of loads that have ended out of the way of those that wait for their second phase. Any thread. */
final class EndedFiles {
    /** Behind the name of a file that could not be deleted. */
    static final String SUFFIX = ".ended";

    private static final Logger log = LoggerFactory.getLogger(EndedFiles.class);

    /** Deletes a file if it is there; a test may refuse that. */
    @FunctionalInterface
    interface Deletion {
        void delete(Path file) throws IOException;
    }

    private final Path directory;
    private final Deletion deletion;

    /** @param directory that all of them are in */
    EndedFiles(Path directory, Deletion deletion) {
        this.directory = directory;
        this.deletion = deletion;
    }

    static boolean isEnded(Path file) {
        return file.toString().endsWith(SUFFIX);
    }

    /** False if the file may still have its name, now or after a loss of power: only then does it count at the next start. */
    boolean remove(Path file) {
        try {
            deletion.delete(file);
            DurableDirectories.sync(directory);
            return true;
        } catch (IOException e) {
            log.warn("file={} of a load that has ended could not be deleted: {}", file, e.toString());
        }
        Path aside = directory.resolve(file.getFileName() + SUFFIX);
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

    /** For one that does not count whether it is there or not. */
    void removeIfPossible(Path file) {
        try {
            deletion.delete(file);
        } catch (IOException e) {
            log.warn("file={}, which is no longer needed, could not be deleted: {}", file, e.toString());
        }
    }
}
