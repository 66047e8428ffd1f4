package io.tributary.backend;

import io.tributary.backend.ingest.IngestAgent;
import io.tributary.backend.ingest.IngestOptions;
import io.tributary.backend.ingest.IngestParts;
import io.tributary.backend.ingest.Logs;
import io.tributary.backend.record.LogRegistry;
import io.tributary.log.WalDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** The directories of a backend's logs ({@code group_commit_wal_path}), each locked, with a thread that prepares its files. */
final class LogDirectories implements AutoCloseable {
    private final CloseStack closing = new CloseStack();
    private final List<Path> paths;
    private final ThreadFactory preparing;
    private final Map<IngestAgent, ExecutorService> preparers = new LinkedHashMap<>();

    private LogDirectories(List<Path> paths, ThreadFactory preparing) {
        this.preparing = preparing;
        this.paths = List.copyOf(paths);
    }

    /**
     * Takes the directories; makes those that are missing.
     *
     * @param preparing threads that prepare files
     */
    static LogDirectories open(List<Path> paths, ThreadFactory preparing) throws BackendStartException {
        LogDirectories directories = new LogDirectories(paths, preparing);
        try {
            for (Path path : paths) {
                directories.closing.push("log directory", DirectoryLock.take("log directory", path));
            }
            return directories;
        } catch (BackendStartException e) {
            directories.close();
            throw e;
        }
    }

    /**
     * Opens and recovers the logs, one after the other. Blocks.
     *
     * @param parts made with what prepares the files of one log
     */
    Logs recover(LogRegistry registry, IngestOptions options, Function<Executor, IngestParts> parts)
            throws BackendStartException {
        List<IngestAgent> agents = new ArrayList<>();
        boolean isDone = false;
        try {
            for (Path path : paths) {
                ExecutorService preparer = preparer();
                closing.push("log preparer", preparer::shutdownNow);
                IngestAgent agent = IngestAgent.open(directory(path), options, parts.apply(preparer));
                agents.add(agent);
                preparers.put(agent, preparer);
            }
            Logs logs = new Logs(registry, agents);
            isDone = true;
            return logs;
        } finally {
            if (!isDone) {
                agents.forEach(IngestAgent::close);
            }
        }
    }

    /** The agents with the thread that may block for each. */
    void forEach(BiConsumer<IngestAgent, ExecutorService> action) {
        preparers.forEach(action);
    }

    private static WalDirectory directory(Path path) throws BackendStartException {
        try {
            return WalDirectory.open(path);
        } catch (IOException e) {
            throw DirectoryLock.cannotBeWritten("log directory", path, e);
        }
    }

    /** A log asks for one file at a time, and one look at its disk may wait beside. */
    private ExecutorService preparer() {
        return new ThreadPoolExecutor(1, 1, 0, TimeUnit.MILLISECONDS, new ArrayBlockingQueue<>(2), preparing);
    }

    @Override
    public void close() {
        closing.close();
    }
}
