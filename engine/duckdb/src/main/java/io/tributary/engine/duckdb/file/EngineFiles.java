package io.tributary.engine.duckdb.file;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The files of one engine, and whether this process has them open. DuckDB locks its file against other processes only: a
 * second instance in the same process would open it, and write into it as if it were alone.
 */
public final class EngineFiles {
    private static final Path OPEN_FILES = Path.of("/proc/self/fd");

    /** Three headers, which are written when a file is made. Rows and definitions lie behind them, or in the log. */
    static final int HEAD_BYTES = 3 * 4096;

    static final String UNFINISHED = ".unfinished";

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Path file;
    private final File log;
    /** Takes what is committed while a checkpoint runs. */
    private final File logOfCheckpoint;

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
        if (isOpen()) {
            throw new IOException("this process has " + file + " open already");
        }
    }

    /** Waits until this process has none of them open any more. @return whether that is so */
    public boolean awaitReleased(long waitMillis) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
        try {
            while (isOpen()) {
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

    /** Where the system does not tell, what was closed counts as closed. */
    private boolean isOpen() throws IOException {
        if (!Files.isDirectory(OPEN_FILES) || !Files.exists(file)) {
            return false;
        }
        Path real = file.toRealPath();
        try (DirectoryStream<Path> links = Files.newDirectoryStream(OPEN_FILES)) {
            for (Path link : links) {
                String target = target(link);
                // One that was deleted while it is open has a word behind its name.
                if (target.startsWith(real.toString())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return ""; // closed between the two looks
        }
    }
}
