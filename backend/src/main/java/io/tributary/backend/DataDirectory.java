package io.tributary.backend;

import io.tributary.engine.port.EngineFactory;
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
 *   LOCK   ENGINE/   tmp/ENGINE/   precommitted/   (wal/ unless configured elsewhere; ENGINE is the name of the engine)
 * </pre>
 */
final class DataDirectory implements AutoCloseable {
    private final Path path;
    private final String engine;
    private final DirectoryLock lock;

    private DataDirectory(Path path, String engine, DirectoryLock lock) {
        this.path = path;
        this.engine = engine;
        this.lock = lock;
    }

    /**
     * Takes the directory; makes it if it is missing.
     *
     * @param engine name of its engine
     * @throws BackendStartException if it is in use, or was made with another engine
     */
    static DataDirectory open(Path path, String engine) throws BackendStartException {
        DirectoryLock lock = DirectoryLock.take("data directory", path);
        try {
            DataDirectory directory = new DataDirectory(path, engine, lock);
            directory.requireNoOther();
            deleteTree(directory.engineTemp());
            Files.createDirectories(directory.engineTemp());
            DurableDirectories.make(directory.engine());
            return directory;
        } catch (IOException e) {
            closeAfter(lock, e);
            throw DirectoryLock.cannotBeWritten("data directory", path, e);
        } catch (BackendStartException e) {
            closeAfter(lock, e);
            throw e;
        }
    }

    private static void closeAfter(DirectoryLock lock, Exception cause) {
        try {
            lock.close();
        } catch (IOException another) {
            cause.addSuppressed(another);
        }
    }

    /** An engine that was set by mistake would show an empty server, and take the log's rows. */
    private void requireNoOther() throws BackendStartException {
        for (EngineFactory other : Engines.all()) {
            String name = other.traits().name();
            if (!name.equals(engine) && Files.exists(path.resolve(name))) {
                throw new BackendStartException(
                        "data directory " + path + " was made with engine = " + name + ", not " + engine
                                + ": set that, or choose another storage_root_path",
                        null);
            }
        }
    }

    /** Returns the directory of the engine's files. */
    Path engine() {
        return path.resolve(engine);
    }

    /** Where queries spill; emptied at start, since a killed process leaves its files behind. */
    Path engineTemp() {
        return path.resolve("tmp").resolve(engine);
    }

    /** Loads that wait for the second of two phases. */
    Path precommitted() {
        return path.resolve("precommitted");
    }

    /** Whether nobody has ever stored anything here, as far as anything but the engine's files tells. */
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
