package io.tributary.backend;

import io.tributary.backend.engine.ServerEngines;
import io.tributary.backend.ingest.IngestParts;
import io.tributary.backend.service.wait.EnginePool;
import io.tributary.backend.service.wait.EnginePools;
import io.tributary.backend.service.wait.ServerPools;
import io.tributary.contract.health.OwnerThreads;
import io.tributary.engine.port.TableEngine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every thread of a backend but those of its logs, by what waits for it: a kind of work that may take long or hang has
 * threads of its own, so that it is in nobody else's way. Each pool is named and bounded.
 */
final class BackendThreads {
    private static final Logger log = LoggerFactory.getLogger(BackendThreads.class);

    /** Tasks that wait for a thread of one pool; the log asks again later when its committers have no room. */
    private static final int QUEUE = 4096;

    private static final int HOUSEKEEPING_THREADS = 2;

    /** Commits that failed before are tried on here, apart from those of tables that have no trouble. */
    private static final int COMMIT_RETRY_THREADS = 2;

    /**
     * Threads for first attempts of a server's batches, and as many for later ones, where some wait for what others have locked
     * there: so many tables less {@code engine_commit_threads} hold up no other.
     */
    private static final int SERVER_COMMIT_THREADS_MAX = 12;

    /** How long a commit on a server takes that the next ones need not wait for. */
    private static final long SERVER_COMMIT_SLOW_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Each server may hang in every one of the chores that ask it, which are eight. */
    private static final int SERVER_THREADS = 9 * ServerEngines.SERVERS_MAX;

    /** Threads that wait for a server's answers, which compute nothing: less than its connections. */
    private static final int SERVER_QUERY_THREADS = 32;

    private static final int SERVER_CHANGE_THREADS = 16;
    private static final int SERVER_WRITE_THREADS = 16;

    /** A server's threads that have had nothing to do for so long end. */
    private static final long IDLE_MILLIS = 60_000;

    private final OwnerThreads owners;
    private final int commitThreads;
    private final long shutdownMillis;
    private final Committing committers;
    private final Map<TableEngine, Committing> serverCommitters = new ConcurrentHashMap<>();
    private final ExecutorService servers;
    private final ExecutorService txnIds;
    private final ExecutorService watch;
    private final ExecutorService leases;
    private final ExecutorService settling;
    private final ExecutorService reports;
    private final ExecutorService housekeeping;
    private final ExecutorService logRetention;
    private final ScheduledThreadPoolExecutor timer;
    private final EnginePools engine;
    /** Only while the server opens. */
    private final Map<ExecutorService, List<String>> chores = new HashMap<>();

    /** What commits the batches of one engine. */
    private record Committing(ExecutorService first, ExecutorService retries, long slowNanos) {
        IngestParts.Committers parts() {
            return new IngestParts.Committers(first, retries, slowNanos);
        }
    }

    /**
     * The engine's pools are the caller's to close: with the statements, before what those need.
     *
     * @param owners watches all of them
     */
    BackendThreads(BackendConfig config, OwnerThreads owners, CloseStack closing) {
        this.owners = owners;
        long shutdownMillis = config.limit(BackendLimit.SHUTDOWN_TIMEOUT_MS);
        commitThreads = (int) config.limit(BackendLimit.ENGINE_COMMIT_THREADS);
        this.shutdownMillis = shutdownMillis;
        timer = owners.timer("backend-timer");
        servers = new ThreadPoolExecutor(
                0,
                SERVER_THREADS,
                IDLE_MILLIS,
                TimeUnit.MILLISECONDS,
                new SynchronousQueue<>(),
                owners.named("backend-servers"));
        committers = new Committing(
                pool(commitThreads, "backend-committer"),
                pool(COMMIT_RETRY_THREADS, "backend-commit-retry"),
                Long.MAX_VALUE);
        closing.push("committers", () -> end(committers));
        closing.push("committers of servers", this::endCommittersOfServers);
        closing.push("servers", () -> end(servers, shutdownMillis));
        txnIds = pool(1, "backend-txn-ids");
        watch = pool(1, "backend-watch");
        leases = pool(1, "backend-leases");
        settling = pool(1, "backend-settling");
        reports = pool(1, "backend-reports");
        housekeeping = pool(HOUSEKEEPING_THREADS, "backend-housekeeping");
        logRetention = pool(1, "backend-log-retention");
        closing.push("transaction ids", () -> end(txnIds, shutdownMillis));
        closing.push("watch", () -> end(watch, shutdownMillis));
        closing.push("leases", () -> end(leases, shutdownMillis));
        closing.push("settling", () -> end(settling, shutdownMillis));
        closing.push("reports", () -> end(reports, shutdownMillis));
        closing.push("housekeeping", () -> end(housekeeping, shutdownMillis));
        closing.push("log retention", () -> end(logRetention, shutdownMillis));
        closing.push("timer", timer::shutdownNow);
        engine = new EnginePools(
                enginePool(config, config.limit(BackendLimit.ENGINE_QUERY_THREADS), "backend-query"),
                enginePool(config, config.limit(BackendLimit.ENGINE_CHANGE_THREADS), "backend-change"),
                enginePool(config, config.limit(BackendLimit.ENGINE_WRITE_THREADS), "backend-write"),
                enginePool(config, 1, "backend-ids"),
                new ServerPools(() -> new EnginePools(
                        enginePool(config, SERVER_QUERY_THREADS, "backend-server-query")
                                .endingIdle(IDLE_MILLIS),
                        enginePool(config, SERVER_CHANGE_THREADS, "backend-server-change")
                                .endingIdle(IDLE_MILLIS),
                        enginePool(config, SERVER_WRITE_THREADS, "backend-server-write")
                                .endingIdle(IDLE_MILLIS),
                        enginePool(config, 1, "backend-server-ids").endingIdle(IDLE_MILLIS))));
    }

    private Committing committingOnServer() {
        return new Committing(
                overtaking(commitThreads, "backend-committer-of-server"),
                overtaking(COMMIT_RETRY_THREADS, "backend-commit-retry-of-server"),
                SERVER_COMMIT_SLOW_NANOS);
    }

    private OvertakingThreads overtaking(int threads, String name) {
        int threadsMax = Math.max(threads, SERVER_COMMIT_THREADS_MAX);
        return new OvertakingThreads(
                new OvertakingThreads.Bounds(threads, threadsMax, SERVER_COMMIT_SLOW_NANOS, QUEUE),
                IDLE_MILLIS,
                timer,
                owners.named(name));
    }

    private void end(Committing committing) throws InterruptedException {
        end(committing.first, shutdownMillis);
        end(committing.retries, shutdownMillis);
    }

    private void endCommittersOfServers() throws InterruptedException {
        for (Committing each : serverCommitters.values()) {
            end(each);
        }
    }

    /** Runs the commits of the embedded engine's batches. */
    IngestParts.Committers committers() {
        return committers.parts();
    }

    /**
     * Runs those of a server's batches, which must not wait for another's, nor behind a table that somebody locks there. Their
     * threads end when they have nothing to do.
     */
    IngestParts.Committers committersOf(TableEngine server) {
        return serverCommitters
                .computeIfAbsent(server, engine -> committingOnServer())
                .parts();
    }

    /** Asks servers what they keep, see {@link #everyServer}. */
    ExecutorService servers() {
        return servers;
    }

    /** Reservations of transaction ids, without which no log opens a batch. */
    ExecutorService txnIds() {
        return txnIds;
    }

    /** What interrupts others: it never waits for the engine. */
    ExecutorService watch() {
        return watch;
    }

    /** Rolls back what was given up: it may wait for the engine. */
    ExecutorService leases() {
        return leases;
    }

    /** Asks what became of changes of tables: it may wait for one that hangs in the engine. */
    ExecutorService settling() {
        return settling;
    }

    /** Tells of the logs' batches. */
    ExecutorService reports() {
        return reports;
    }

    /** What nobody waits for. */
    ExecutorService housekeeping() {
        return housekeeping;
    }

    /** Lets go of what the logs keep; waits for checkpoints of the engine. */
    ExecutorService logRetention() {
        return logRetention;
    }

    /** Ends waits; its tasks are short. */
    ScheduledThreadPoolExecutor timer() {
        return timer;
    }

    EnginePools engine() {
        return engine;
    }

    /**
     * Work that may block: timed by the timer, run there, and left out while the last run has not ended.
     *
     * @param name for the log
     */
    void every(String name, long seconds, ExecutorService executor, Runnable task) {
        chores.computeIfAbsent(executor, any -> new ArrayList<>()).add(name);
        AtomicBoolean underWay = new AtomicBoolean();
        schedule(seconds, () -> unlessUnderWay(name, executor, underWay, task));
    }

    /**
     * The same for each server by itself: one that hangs keeps no other from being asked.
     *
     * @param home stands for the servers there are
     */
    void everyServer(String name, long seconds, TableEngine home, Consumer<TableEngine> task) {
        chores.computeIfAbsent(servers, any -> new ArrayList<>()).add(name);
        Map<TableEngine, AtomicBoolean> underWay = new ConcurrentHashMap<>();
        schedule(seconds, () -> {
            List<TableEngine> now = home.others();
            underWay.keySet().retainAll(now);
            for (TableEngine server : now) {
                AtomicBoolean ofServer = underWay.computeIfAbsent(server, any -> new AtomicBoolean());
                unlessUnderWay(name, servers, ofServer, () -> task.accept(server));
            }
        });
    }

    private void schedule(long seconds, Runnable task) {
        ScheduledFuture<?> unused = timer.scheduleWithFixedDelay(task, seconds, seconds, TimeUnit.SECONDS);
    }

    private static void unlessUnderWay(String name, ExecutorService executor, AtomicBoolean underWay, Runnable task) {
        if (!underWay.compareAndSet(false, true)) {
            return;
        }
        try {
            executor.execute(() -> {
                try {
                    task.run();
                } catch (RuntimeException e) {
                    log.warn("{} failed, tried again", name, e);
                } finally {
                    underWay.set(false);
                }
            });
        } catch (RejectedExecutionException e) {
            underWay.set(false);
            log.debug("{} skipped, its threads are busy", name);
        }
    }

    /** What is done there {@link #every} so many seconds. */
    List<String> chores(ExecutorService executor) {
        return chores.getOrDefault(executor, List.of());
    }

    private EnginePool enginePool(BackendConfig config, long threads, String name) {
        return new EnginePool((int) threads, (int) config.limit(BackendLimit.ENGINE_QUERY_QUEUE), owners.named(name));
    }

    private ThreadPoolExecutor pool(int count, String name) {
        return new ThreadPoolExecutor(
                count, count, 0, TimeUnit.MILLISECONDS, new ArrayBlockingQueue<>(QUEUE), owners.named(name));
    }

    private static void end(ExecutorService executor, long millis) throws InterruptedException {
        executor.shutdownNow();
        executor.awaitTermination(millis, TimeUnit.MILLISECONDS);
    }
}
