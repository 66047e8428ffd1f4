package io.tributary.columnar;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the bodies lie that are read as whole files, with a limit for all of them together. Files bear the number of the
 * process that made them: what a killed one has left is deleted by the next. Any thread; its methods wait for the disk.
 */
public final class SpoolDirectory {
    private static final Logger log = LoggerFactory.getLogger(SpoolDirectory.class);
    private static final Pattern NAME = Pattern.compile("load-(\\d{1,10})-\\d+\\.spool");

    /** Files that are read at a time. */
    static final int READERS_MAX = 4;

    private final ReaderTurns readers = new ReaderTurns(READERS_MAX);
    private final Path directory;
    private final long bytesMax;
    private final AtomicLong files = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();

    /**
     * Touches nothing on the disk yet.
     *
     * @param bytesMax {@code stream_load_spool_bytes_max}
     */
    public SpoolDirectory(Path directory, long bytesMax) {
        this.directory = directory;
        this.bytesMax = bytesMax;
    }

    /** Deletes what processes that are gone have left; before the first {@link #create}. */
    public void clean() {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (DirectoryStream<Path> left = Files.newDirectoryStream(directory)) {
            for (Path file : left) {
                if (isStale(file)) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            log.warn("event=spool_clean directory={} error={}", directory, e.toString());
        }
    }

    private static boolean isStale(Path file) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        if (!name.matches()) {
            return false;
        }
        long process = Long.parseLong(name.group(1));
        return process == ProcessHandle.current().pid()
                || ProcessHandle.of(process).isEmpty();
    }

    /** An empty file. */
    public SpoolFile create() {
        String name = "load-" + ProcessHandle.current().pid() + "-" + files.incrementAndGet() + ".spool";
        try {
            Files.createDirectories(directory);
            return new SpoolFile(directory.resolve(name), this);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot spool to " + directory, e);
        }
    }

    /** Asks for the turn to read a file. */
    public ReaderTurns.Turn reader() {
        return readers.take();
    }

    /** Bytes of all files. */
    public long bytes() {
        return bytes.get();
    }

    void reserve(long count) {
        if (bytes.addAndGet(count) > bytesMax) {
            bytes.addAndGet(-count);
            throw new TributaryException(
                    ErrorCode.LIMIT_OR_LOCK_WAIT,
                    "stream_load_spool_bytes_max " + bytesMax
                            + " is reached by the bodies that are being read; try again");
        }
    }

    void release(long count) {
        bytes.addAndGet(-count);
    }
}
