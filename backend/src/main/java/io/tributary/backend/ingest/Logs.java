package io.tributary.backend.ingest;

import io.tributary.backend.record.LogRegistry;
import io.tributary.backend.record.RecoveryProgress;
import io.tributary.contract.calls.BatchInfo;
import io.tributary.contract.error.TributaryException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The logs of a backend, one a directory with an agent of its own, as one way in. A table is bound to the log that takes
 * its first load, the one with most space then, for as long as the process lives: so all that is uncommitted of a table is
 * in one log, in one order. After a start a table may be bound to another one; but what is not committed, or is kept lest the
 * engine lose it, keeps its table where it is.
 */
public final class Logs implements LogIngest, AutoCloseable {
    /** A disk with so much less than the roomiest counts as equal to it: directories of one disk are looked at one by one. */
    private static final long SPACE_EQUAL_BYTES = 256L << 20;

    private static final long SPACE_EQUAL_PART = 50;

    private static final Logger log = LoggerFactory.getLogger(Logs.class);

    private final LogRegistry registry;
    private final List<IngestAgent> agents;
    private final CommitWitness witness;
    private final LogRetention retention;
    private final Map<Long, IngestAgent> bindings = new ConcurrentHashMap<>();

    /** @param agents opened, not started; closed with this */
    public Logs(LogRegistry registry, List<IngestAgent> agents) {
        this.registry = registry;
        this.agents = List.copyOf(agents);
        this.witness = new CommitWitness(agents);
        IngestParts parts = agents.get(0).parts();
        this.retention = new LogRetention(parts.engine(), parts.lanes().committedKeys()::makeWayForAll, agents);
        agents.forEach(agent -> agent.keptTables().forEach(table -> bindings.put(table, agent)));
        agents.forEach(agent -> agent.uncommittedTables().forEach(table -> bindings.put(table, agent)));
    }

    /**
     * Starts the agents.
     *
     * @throws io.tributary.contract.error.TributaryException if a log of the last run is missing, see {@link LogRegistry}
     */
    public void start() {
        registry.open(directories(agents));
        agents.forEach(IngestAgent::start);
    }

    /** Returns the logs' directories by epoch. */
    private static Map<Long, String> directories(List<IngestAgent> agents) {
        Map<Long, String> directories = new LinkedHashMap<>();
        agents.forEach(agent -> directories.put(agent.epoch(), agent.directory()));
        return directories;
    }

    /** Notes the engine's commits that are in no log; see {@link io.tributary.engine.port.UnloggedCommits#countFromNowOn}. */
    public void noteCommits() {
        witness.note();
    }

    /** What somebody should see to although loads are taken, or null. Any thread. */
    public @Nullable String warning() {
        return witness.warning();
    }

    /** Which tables' batches do not get through, and why, a line for each log. Any thread. */
    public List<String> overdue() {
        return agents.stream()
                .map(IngestAgent::overdue)
                .filter(words -> !words.isEmpty())
                .toList();
    }

    /**
     * Deletes segments that are in the engine's file, and asks for a checkpoint where there are too many that are not. To be
     * called once a second, by a thread of its own: blocks for as long as a checkpoint takes.
     */
    public void retain() {
        witness.noteMissing();
        retention.check(agents.get(0).parts().nanoClock().getAsLong());
    }

    /** Bytes of segments that are kept although everything in them is committed. Any thread. */
    public long keptBytes() {
        return agents.stream()
                .mapToLong(agent -> agent.extent().committed().bytes())
                .sum();
    }

    /** Tells how far the recovery has come, while there is one; to be called every few seconds. Any thread. */
    public void tellRecovery() {
        Set<Long> tables = recovering();
        if (!tables.isEmpty()) {
            RecoveryProgress progress = recovery();
            log.info(
                    "log is being recovered: bytes={} of={} tables_left={}",
                    progress.committedBytes(),
                    progress.bytes(),
                    tables.size());
        }
    }

    public List<IngestAgent> agents() {
        return agents;
    }

    /** Returns the figures of all logs together. */
    public IngestStats stats() {
        return agents.stream().map(IngestAgent::stats).reduce(IngestStats::plus).orElseThrow();
    }

    /** How many take nothing more until a restart. */
    public long failed() {
        return agents.stream().filter(agent -> agent.failure() != null).count();
    }

    private IngestAgent of(long tableId) {
        if (agents.size() == 1) {
            return agents.get(0);
        }
        IngestAgent bound = bindings.get(tableId);
        return bound != null ? bound : bind(tableId);
    }

    private synchronized IngestAgent bind(long tableId) {
        IngestAgent bound = bindings.get(tableId);
        if (bound == null) {
            bound = roomiest();
            bindings.put(tableId, bound);
            log.debug("table bound to a log: table={} log={}", tableId, bound.directory());
        }
        return bound;
    }

    /** Returns the log with the fewest tables of those with about as much space as the roomiest. */
    private IngestAgent roomiest() {
        List<IngestAgent> working =
                agents.stream().filter(agent -> agent.failure() == null).toList();
        List<IngestAgent> candidates = working.isEmpty() ? agents : working;
        long most = candidates.stream().mapToLong(IngestAgent::spaceBytes).max().orElseThrow();
        long enough = most - Math.max(SPACE_EQUAL_BYTES, most / SPACE_EQUAL_PART);
        return candidates.stream()
                .filter(agent -> agent.spaceBytes() >= enough)
                .min(Comparator.comparing(agent -> Collections.frequency(bindings.values(), agent)))
                .orElseThrow();
    }

    @Override
    public int logs() {
        return agents.size();
    }

    @Override
    public int logOf(long tableId) {
        return agents.size() == 1 ? 0 : agents.indexOf(of(tableId));
    }

    @Override
    public boolean offer(LoadTask task) {
        return of(task.tableId()).offer(task);
    }

    @Override
    public void onSpace(long tableId, Runnable wakeUp) {
        of(tableId).onSpace(tableId, wakeUp);
    }

    @Override
    public CompletableFuture<Void> sync(List<Long> tableIds) {
        if (agents.size() == 1) {
            return agents.get(0).sync(tableIds);
        }
        Map<IngestAgent, List<Long>> byLog = new LinkedHashMap<>();
        for (long tableId : tableIds) {
            IngestAgent bound = bindings.get(tableId);
            if (bound != null) {
                byLog.computeIfAbsent(bound, agent -> new ArrayList<>()).add(tableId);
            }
        }
        List<CompletableFuture<Void>> parts = new ArrayList<>();
        byLog.forEach((agent, ids) -> parts.add(agent.sync(ids)));
        return all(parts).thenApply(done -> null);
    }

    @Override
    public boolean isBound(long tableId) {
        for (IngestAgent agent : agents) {
            if (agent.isBound(tableId)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Collection<Long> bound() {
        return agents.size() == 1
                ? agents.get(0).bound()
                : agents.stream().flatMap(agent -> agent.bound().stream()).toList();
    }

    @Override
    public CompletableFuture<Void> visible(Collection<Long> tableIds) {
        List<CompletableFuture<Void>> parts = new ArrayList<>();
        byLog(tableIds).forEach((agent, ids) -> parts.add(agent.visible(ids)));
        return all(parts).thenApply(done -> null);
    }

    @Override
    public Set<Long> stranded() {
        return agents.stream().flatMap(agent -> agent.stranded().stream()).collect(Collectors.toSet());
    }

    /**
     * Who may acknowledge loads of these tables, or has: the log that takes those, or any that works while none does yet. Another
     * one may hang.
     */
    private Map<IngestAgent, List<Long>> byLog(Collection<Long> tableIds) {
        Map<IngestAgent, List<Long>> byLog = new LinkedHashMap<>();
        for (IngestAgent agent : agents) {
            boolean works = agent.failure() == null;
            List<Long> ids = tableIds.stream()
                    .filter(tableId -> agent.isBound(tableId) || takes(agent, works, bindings.get(tableId)))
                    .toList();
            if (!ids.isEmpty()) {
                byLog.put(agent, ids);
            }
        }
        return byLog;
    }

    private boolean takes(IngestAgent agent, boolean works, @Nullable IngestAgent bound) {
        return agents.size() == 1 || (bound == null ? works : bound == agent);
    }

    @Override
    public CompletableFuture<Hold> hold(Collection<Long> tableIds) {
        List<CompletableFuture<Hold>> parts = byLog(tableIds).entrySet().stream()
                .map(part -> part.getKey().hold(part.getValue()))
                .toList();
        CompletableFuture<Hold> holding = new CompletableFuture<>();
        CompletableFuture<?> unused = all(parts).whenComplete((holds, error) -> {
            if (error == null) {
                holding.complete(() -> holds.forEach(Hold::close));
            } else {
                holding.completeExceptionally(error);
            }
        });
        CompletableFuture<?> unusedEnd = holding.whenComplete((hold, error) -> {
            if (error != null) {
                // However long another one takes.
                parts.forEach(part -> Hold.giveUp(part, error));
            }
        });
        return holding;
    }

    @Override
    public CompletableFuture<List<BatchInfo>> batches() {
        return all(agents.stream().map(IngestAgent::batches).toList())
                .thenApply(lists -> lists.stream().flatMap(List::stream).toList());
    }

    @Override
    public CompletableFuture<Barrier> barrier(long tableId) {
        return of(tableId).barrier(tableId);
    }

    @Override
    public CompletableFuture<Void> dropTable(long tableId) {
        return of(tableId).dropTable(tableId).thenRun(() -> bindings.remove(tableId));
    }

    @Override
    public RecoveryProgress recovery() {
        RecoveryProgress all = RecoveryProgress.NONE;
        for (IngestAgent agent : agents) {
            all = all.plus(agent.recovery());
        }
        return all;
    }

    @Override
    public Set<Long> recovering() {
        Set<Long> tables = Set.of();
        for (IngestAgent agent : agents) {
            Set<Long> more = agent.recovering();
            if (tables.isEmpty()) {
                tables = more;
            } else if (!more.isEmpty()) {
                tables = new HashSet<>(tables);
                tables.addAll(more);
            }
        }
        return tables;
    }

    @Override
    public CompletableFuture<Void> recovered(long tableId) {
        if (agents.size() == 1) {
            return agents.get(0).recovered(tableId);
        }
        List<CompletableFuture<Void>> parts =
                agents.stream().map(agent -> agent.recovered(tableId)).toList();
        CompletableFuture<Void> recovered = all(parts).thenApply(done -> null);
        CompletableFuture<?> unused =
                recovered.whenComplete((done, error) -> parts.forEach(part -> part.cancel(false)));
        return recovered;
    }

    @Override
    public AutoCloseable onAcknowledged(Runnable flush) {
        List<AutoCloseable> subscriptions =
                agents.stream().map(agent -> agent.onAcknowledged(flush)).toList();
        return () -> {
            for (AutoCloseable subscription : subscriptions) {
                subscription.close();
            }
        };
    }

    /** Refuses loads with this error from now on, and open batches are committed. Completes when that is so. */
    public CompletableFuture<Void> refuseLoads(TributaryException reason) {
        return all(agents.stream().map(agent -> agent.refuseLoads(reason)).toList())
                .thenApply(done -> null);
    }

    /** The end of {@link #refuseLoads}. */
    public void takeLoads() {
        agents.forEach(IngestAgent::takeLoads);
    }

    /** Whether every batch is committed, as far as the agents have told. */
    public boolean areEmpty() {
        IngestStats stats = stats();
        return stats.uncommittedBatches() == 0 && stats.inboxBytes() == 0;
    }

    /** Notes that the next start may do without these logs: nothing is to be logged from here on. */
    public void holdNothing() {
        registry.emptied(directories(agents));
    }

    /** The opposite of {@link #holdNothing}: before anything is logged again. */
    public void mayHoldRows() {
        registry.open(directories(agents));
    }

    /** Completes with all of them, or with the first error, as it is. */
    private static <T> CompletableFuture<List<T>> all(List<CompletableFuture<T>> parts) {
        CompletableFuture<List<T>> all = new CompletableFuture<>();
        AtomicInteger open = new AtomicInteger(parts.size());
        if (parts.isEmpty()) {
            all.complete(List.of());
        }
        for (CompletableFuture<T> part : parts) {
            CompletableFuture<?> unused = part.whenComplete((done, error) -> {
                if (error != null) {
                    all.completeExceptionally(error);
                } else if (open.decrementAndGet() == 0) {
                    all.complete(parts.stream().map(CompletableFuture::join).toList());
                }
            });
        }
        return all;
    }

    /** Refuses new loads, commits what is open, and ends the agents; see {@link IngestAgent#close}. */
    @Override
    public void close() {
        agents.forEach(IngestAgent::stopTaking);
        agents.forEach(IngestAgent::close);
        witness.close();
        Map<Long, String> emptied =
                directories(agents.stream().filter(IngestAgent::isEmptied).toList());
        try {
            registry.emptied(emptied);
        } catch (RuntimeException e) {
            log.warn("that the logs are empty was not noted; the next start needs their directories", e);
        }
    }
}
