package io.tributary.backend;

import io.tributary.backend.wal.DurableDirectories;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The directory that one backend owns while it lives, by a lock of the operating system on {@code LOCK}, which is gone
 * when the process is.
 *
 * <pre>
 *   LOCK   duckdb/tributary.duckdb   tmp/duckdb/   precommitted/   (wal/ unless configured elsewhere)
 * </pre>
 */
final class DataDirectory implements AutoCloseable {
    private static final String ENGINE = "duckdb";
    private static final int HOLDER_BYTES_MAX = 200;

    private final Path path;
    private final FileChannel lockFile;

    private DataDirectory(Path path, FileChannel lockFile) {
        this.path = path;
        this.lockFile = lockFile;
    }

    /** Takes the directory; makes it if it is missing. */
    static DataDirectory open(Path path) throws BackendStartException {
        Path lockPath = path.resolve("LOCK");
        FileChannel lockFile;
        try {
            DurableDirectories.make(path);
            lockFile = FileChannel.open(
                    lockPath, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new BackendStartException("data directory " + path + " cannot be written: " + reason(e), e);
        }
        try {
            FileLock lock = tryLock(lockFile);
            if (lock == null) {
                throw new BackendStartException(
                        "data directory " + path + " is in use by another process: " + holder(lockFile), null);
            }
            writeHolder(lockFile);
            DataDirectory directory = new DataDirectory(path, lockFile);
            deleteTree(directory.engineTemp());
            Files.createDirectories(directory.engineTemp());
            DurableDirectories.make(path.resolve(ENGINE));
            return directory;
        } catch (IOException e) {
            close(lockFile, e);
            throw new BackendStartException("data directory " + path + " cannot be written: " + reason(e), e);
        } catch (BackendStartException e) {
            close(lockFile, e);
            throw e;
        }
    }

    Path engineFile() {
        return path.resolve(ENGINE).resolve("tributary.duckdb");
    }

    /** Where queries spill; emptied at start, since a killed process leaves its files behind. */
    Path engineTemp() {
        return path.resolve("tmp").resolve("duckdb");
    }

    /** Loads that wait for the second of two phases. */
    Path precommitted() {
        return path.resolve("precommitted");
    }

    private static @Nullable FileLock tryLock(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // this very process
        }
    }

    private static void writeHolder(FileChannel file) throws IOException {
        ByteBuffer text =
                ByteBuffer.wrap(("pid " + ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.UTF_8));
        file.truncate(0);
        file.write(text, 0);
    }

    private static String holder(FileChannel file) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(HOLDER_BYTES_MAX);
        file.read(text, 0);
        return new String(text.array(), 0, text.position(), StandardCharsets.UTF_8).strip();
    }

    private static void deleteTree(Path root) throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        List<Path> paths;
        try (Stream<Path> walk = Files.walk(root)) {
            paths = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : paths) {
            Files.deleteIfExists(each);
        }
    }

    /** The operating system's words where the exception is only a path. */
    static String reason(IOException e) {
        return e.getClass().getSimpleName() + ": " + e.getMessage();
    }

    private static void close(FileChannel file, Exception cause) {
        try {
            file.close();
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    @Override
    public void close() throws IOException {
        lockFile.close();
    }
}
