package io.tributary.backend;

import io.tributary.log.DurableDirectories;
import io.tributary.log.WalFileNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

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

    private final Path path;
    private final DirectoryLock lock;

    private DataDirectory(Path path, DirectoryLock lock) {
        this.path = path;
        this.lock = lock;
    }

    /** Takes the directory; makes it if it is missing. */
    static DataDirectory open(Path path) throws BackendStartException {
        DirectoryLock lock = DirectoryLock.take("data directory", path);
        try {
            DataDirectory directory = new DataDirectory(path, lock);
            deleteTree(directory.engineTemp());
            Files.createDirectories(directory.engineTemp());
            DurableDirectories.make(path.resolve(ENGINE));
            return directory;
        } catch (IOException e) {
            try {
                lock.close();
            } catch (IOException another) {
                e.addSuppressed(another);
            }
            throw DirectoryLock.cannotBeWritten("data directory", path, e);
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

    /** Whether nobody has ever stored anything here, as far as anything but the engine's file tells. */
    boolean isUnused(List<Path> logs) throws IOException {
        boolean isUnused = !holds(precommitted(), name -> true);
        for (Path log : logs) {
            isUnused &= !holds(log, WalFileNames::isSegment);
        }
        return isUnused;
    }

    private static boolean holds(Path directory, Predicate<String> names) throws IOException {
        if (!Files.exists(directory)) {
            return false;
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.anyMatch(file -> names.test(file.getFileName().toString()));
        }
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

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
