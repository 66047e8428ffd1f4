package io.tributary.engine.duckdb.session;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/**
 * The names of the engine's files. The engine syncs what is in its files, but never the directory in which it makes,
 * renames and deletes them: it begins a new log after each checkpoint. By POSIX a commit in a file whose name is not synced
 * is lost with the power, though most file systems on Linux keep the name with the first fsync of the file. So whoever
 * commits looks whether the directory has changed since it was synced; a look costs some microseconds. Any thread.
 */
public final class DurableNames {
    /** File systems tell the time of a change by a clock that goes on in steps; this is more than one. */
    private static final long CLOCK_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Path directory;
    /** When the directory had changed last, in ns since 1970, as it was synced; another change has a later time. */
    private volatile long synced = Long.MIN_VALUE;

    private volatile boolean failed;

    /** @param directory that holds the engine's files and no others */
    public DurableNames(Path directory) {
        this.directory = directory;
    }

    /**
     * Returns when all names are durable that there are now.
     *
     * @throws TributaryException with {@code ENGINE_DOWN} if they cannot be synced, from then on each time
     */
    public void sync() {
        try {
            long now = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
            long changed = Files.getLastModifiedTime(directory).to(TimeUnit.NANOSECONDS);
            if (changed == synced && !failed) {
                return;
            }
            if (failed) {
                throw new IOException("an earlier fsync failed");
            }
            force(directory);
            if (changed < now - CLOCK_STEP_NANOS) {
                synced = changed;
            }
        } catch (IOException e) {
            failed = true;
            throw new TributaryException(
                    ErrorCode.ENGINE_DOWN,
                    "names of the engine's files in " + directory + " are not durable, nor is what was just committed: "
                            + e,
                    e);
        }
    }

    /** Makes the names in this directory durable, whether or not they have changed. */
    public static void force(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
