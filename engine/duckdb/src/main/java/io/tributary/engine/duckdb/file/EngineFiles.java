package io.tributary.engine.duckdb.file;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The files of one engine, and whether this process has them open. DuckDB locks its file against other processes only: a
 * second instance in the same process would open it, and write into it as if it were alone.
 */
public final class EngineFiles {
    private static final Path OPEN_FILES = Path.of("/proc/self/fd");

    /** Three pages, which are written when a file is made. Rows and definitions lie behind them, or in the log. */
    static final int HEAD_BYTES = FileHead.BYTES;

    static final String UNFINISHED = ".unfinished";

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Path file;
    private final File log;
    /** Takes what is committed while a checkpoint runs. */
    private final File logOfCheckpoint;

    private final Object lock = new Object();

    /**
     * Reads beside the engine. A process that closes any descriptor of a file gives up all its locks on it (fcntl(2)), DuckDB's
     * too: so this one stays open for as long as DuckDB has the file, and is no channel, which an interrupt would close.
     */
    @GuardedBy("lock")
    private @Nullable RandomAccessFile reading;

    public EngineFiles(Path file) {
        this.file = file;
        log = log(file).toFile();
        logOfCheckpoint = logOfCheckpoint(file).toFile();
    }

    static Path log(Path file) {
        return Path.of(file + ".wal");
    }

    static Path logOfCheckpoint(Path file) {
        return Path.of(log(file) + ".checkpoint");
    }

    static Path checkpointCopy(Path file) {
        return Path.of(file + ".checkpoint-copy");
    }

    Path checkpointCopy() {
        return checkpointCopy(file);
    }

    /** Bytes of the engine's own log. */
    public long logBytes() {
        return log.length() + logOfCheckpoint.length();
    }

    /** What its disk has left. */
    public long usableBytes() {
        long bytes = file.toFile().getUsableSpace();
        return bytes == 0 && !Files.exists(file) ? Long.MAX_VALUE : bytes;
    }

    /**
     * Renames what a first start has left that could not write all of the file's head: it holds nothing, and DuckDB takes it for
     * no database. Nobody may have it open.
     *
     * @return what it is called now; empty if there was no such file
     */
    public Optional<Path> setAsideUnfinished() throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                || Files.size(file) >= HEAD_BYTES
                || log.exists()
                || logOfCheckpoint.exists()) {
            return Optional.empty();
        }
        return Optional.of(Files.move(file, Path.of(file + UNFINISHED), StandardCopyOption.REPLACE_EXISTING));
    }

    /** @throws IOException if this process has it open */
    public void requireNotOpen() throws IOException {
        if (openings() > 0) {
            throw new IOException("this process has " + file + " open already");
        }
    }

    /** Reads bytes of the file, which the engine has open. */
    byte[] read(long position, int bytes) throws IOException {
        synchronized (lock) {
            if (reading == null) {
                reading = new RandomAccessFile(file.toFile(), "r");
            }
            byte[] read = new byte[bytes];
            reading.seek(position);
            reading.readFully(read);
            return read;
        }
    }

    /** Waits until this process has none of them open any more. @return whether that is so */
    public boolean awaitReleased(long waitMillis) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
        try {
            while (!release()) {
                if (System.nanoTime() - deadline >= 0) {
                    return false;
                }
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Closes what reads beside the engine when that has closed the file. @return whether it has */
    public boolean release() throws IOException {
        synchronized (lock) {
            if (openings() > (reading == null ? 0 : 1)) {
                return false;
            }
            if (reading != null) {
                reading.close();
                reading = null;
            }
            return true;
        }
    }

    /** How many descriptors this process has of them. Where the system does not tell, what was closed counts as closed. */
    private int openings() throws IOException {
        if (!Files.isDirectory(OPEN_FILES) || !Files.exists(file)) {
            return 0;
        }
        int openings = 0;
        Path real = file.toRealPath();
        try (DirectoryStream<Path> links = Files.newDirectoryStream(OPEN_FILES)) {
            for (Path link : links) {
                // One that was deleted while it is open has a word behind its name.
                if (target(link).startsWith(real.toString())) {
                    openings++;
                }
            }
        }
        return openings;
    }

    @Override
    public String toString() {
        return file.toString();
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return ""; // closed between the two looks
        }
    }
}
