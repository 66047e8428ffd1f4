package io.tributary.log;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives segments their files and takes them back. A file that was written before costs a new segment one small write; a
 * file that must be filled with zeros first costs a hundred times as much, while all acknowledgements wait. So files come
 * from the last {@linkplain #prepare preparation} or from a spare, the file of a segment that is no longer needed, and
 * are made on the spot only if there is neither.
 *
 * <p>What a spare holds does not matter: a reader takes only records with the segment's id and salt. Therefore spares
 * survive a restart, which needs a segment at once. Ingest agent's thread.
 */
final class SegmentFiles implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SegmentFiles.class);

    private final WalDirectory directory;
    private final WalOptions options;
    private final Executor preparer;
    /** Names; the last is the one that was written last, and most likely still in the page cache. */
    private final ArrayDeque<String> spares = new ArrayDeque<>();

    private final AtomicLong bytesMade = new AtomicLong();
    private long lastNumber;
    private @Nullable SegmentPreparation preparation;

    /** There is no file for a segment, and none can be made; nothing has changed. */
    static final class NoFileException extends IOException {
        private static final long serialVersionUID = 1;

        private NoFileException(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }

    /** A file that is to become a segment, under a name that no reader takes for one. */
    private record Unnamed(String name, WalDirectory.File file) {}

    private SegmentFiles(WalDirectory directory, WalOptions options, Executor preparer) {
        this.directory = directory;
        this.options = options;
        this.preparer = preparer;
    }

    /** @param preparer runs one preparation at a time; the caller closes it after this */
    static SegmentFiles open(WalDirectory directory, WalOptions options, Executor preparer) throws IOException {
        SegmentFiles files = new SegmentFiles(directory, options, preparer);
        files.findSpares();
        return files;
    }

    /** Those that the settings have no use for are deleted. */
    private void findSpares() throws IOException {
        for (String name : directory.list().stream().sorted().toList()) {
            if (!WalFileNames.isSpare(name)) {
                continue;
            }
            lastNumber = WalFileNames.numberOfSpare(name);
            int most = Math.max(options.spareSegments(), options.recycledSegmentsMax());
            if (spares.size() < most && sizeOf(name) == options.segmentBytes()) {
                spares.addLast(name);
            } else {
                directory.delete(name);
            }
        }
        makeNamesDurable();
    }

    /**
     * The file of this new segment. It gets its name only when its header is durable, so a segment without one is damage.
     *
     * @throws NoFileException if its disk has no room for one
     */
    WalDirectory.File start(SegmentHeader header) throws IOException {
        Unnamed next = unnamed(header);
        try {
            next.file().write(header.encode(), 0);
            next.file().force();
            directory.rename(next.name(), header.fileName());
            directory.sync();
            return next.file();
        } catch (IOException e) {
            next.file().close();
            throw e;
        }
    }

    private Unnamed unnamed(SegmentHeader header) throws IOException {
        boolean standard = header.segmentBytes() == options.segmentBytes();
        Unnamed ready = standard ? prepared() : null;
        if (ready == null && standard) {
            ready = spare();
        }
        if (ready != null) {
            return ready;
        }
        String name = header.fileName() + WalFileNames.UNFINISHED;
        WalDirectory.File file;
        try {
            file = directory.create(name, header.segmentBytes());
        } catch (IOException e) {
            throw new NoFileException(e);
        }
        // Not before: who looks at the disk meanwhile would take its bytes for made and for free.
        bytesMade.addAndGet(header.segmentBytes());
        return new Unnamed(name, file);
    }

    private @Nullable Unnamed prepared() {
        SegmentPreparation last = preparation;
        if (last == null || last.isUnderWay()) {
            return null;
        }
        preparation = null;
        WalDirectory.File file = last.file();
        return file == null ? null : new Unnamed(last.name(), file);
    }

    private @Nullable Unnamed spare() {
        for (String name = spares.pollLast(); name != null; name = spares.pollLast()) {
            try {
                return new Unnamed(name, directory.open(name));
            } catch (IOException e) {
                log.warn("spare log segment cannot be used: file={}/{}", directory, name, e);
            }
        }
        return null;
    }

    /**
     * Keeps the files of these segments as spares or deletes them, in this order, each durably before the next: a file system
     * may keep a later change of its directory and lose an earlier one, and a gap between segments is damage.
     *
     * @param sparesMax how many spares there may be
     */
    void retire(List<SegmentHeader> segments, int sparesMax) throws IOException {
        for (SegmentHeader segment : segments) {
            int kept = spareCount() + (preparation == null ? 0 : 1);
            if (kept < sparesMax && isStandard(segment)) {
                String spare = WalFileNames.spare(++lastNumber);
                directory.rename(segment.fileName(), spare);
                makeNamesDurable();
                spares.addLast(spare);
            } else {
                directory.delete(segment.fileName());
                makeNamesDurable();
            }
        }
    }

    /** Makes names durable before a spare is written: else a crash could leave its next header under the old name. */
    private void makeNamesDurable() throws IOException {
        directory.sync();
    }

    /** Not so a segment that was cut, or made for one long record or under other settings. */
    private boolean isStandard(SegmentHeader segment) throws IOException {
        return segment.segmentBytes() == options.segmentBytes() && sizeOf(segment.fileName()) == options.segmentBytes();
    }

    private long sizeOf(String name) throws IOException {
        try (WalDirectory.File file = directory.open(name)) {
            return file.size();
        }
    }

    /** Has a file made in the background, unless there is one for the next segment already. A failure harms nothing. */
    void prepare() {
        SegmentPreparation last = preparation;
        boolean ready = !spares.isEmpty() || (last != null && (last.isUnderWay() || last.file() != null));
        if (options.spareSegments() == 0 || ready) {
            return;
        }
        String name = WalFileNames.spare(++lastNumber) + WalFileNames.UNFINISHED;
        SegmentPreparation next = new SegmentPreparation(directory, name, options.segmentBytes());
        bytesMade.addAndGet(options.segmentBytes());
        try {
            preparer.execute(next);
            preparation = next;
        } catch (RejectedExecutionException e) {
            log.warn("log segment not prepared, the log makes its own: file={}/{}", directory, name, e);
        }
    }

    /** Sizes of all files that were made, or are being made. Any thread. */
    long bytesMade() {
        return bytesMade.get();
    }

    /** Files of earlier segments that wait for their next use. */
    int spareCount() {
        return spares.size();
    }

    /** Files that the next segments take, the prepared one included. */
    int readyCount() {
        SegmentPreparation last = preparation;
        return spares.size() + (last != null && last.file() != null ? 1 : 0);
    }

    /** Discards what was prepared; spares stay for the next start. */
    @Override
    public void close() throws IOException {
        SegmentPreparation last = preparation;
        preparation = null;
        if (last != null) {
            last.discard();
        }
    }
}
