package io.tributary.backend.service.wait;

import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.ingest.LogIngest;
import io.tributary.backend.ingest.LogIngest.Hold;
import io.tributary.backend.txn.Snapshots;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineTransaction;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What statements wait for under {@code group_commit_policy = on_read}: the commit of rows that were acknowledged before they
 * began, of each table that they may read or write. First without a thread, a lane or anything else that others need; then,
 * where several tables are read, for the moment at which the snapshot is taken ({@link Snapshots}). Whatever fails or takes too
 * long, they hear 1205 with table and reason, and read nothing. Costs a look into a map where no such row is uncommitted.
 */
public final class BoundReads implements Snapshots {
    /** Statements that wait at a time, without a thread. */
    static final int WAITERS_MAX = 16_384;

    /** How long a read holds answers back at a time: then those are given, and it holds anew, while it has time left. */
    static final long HOLD_MILLIS_MAX = 5_000;

    private static final CompletableFuture<Void> NOTHING = CompletableFuture.completedFuture(null);

    private final LogIngest ingest;
    private final TableLookup tables;
    private final NamedTables names;
    private final Supplier<@Nullable TributaryException> engineRefusal;
    private final ScheduledExecutorService timer;
    private final long holdMillisMax;
    private final AtomicInteger waiters = new AtomicInteger();

    /** @param engineRefusal why the engine takes no statement, or null */
    public BoundReads(
            LogIngest ingest,
            TableLookup tables,
            NamedTables names,
            Supplier<@Nullable TributaryException> engineRefusal,
            ScheduledExecutorService timer) {
        this(ingest, tables, names, engineRefusal, timer, HOLD_MILLIS_MAX);
    }

    public BoundReads(
            LogIngest ingest,
            TableLookup tables,
            NamedTables names,
            Supplier<@Nullable TributaryException> engineRefusal,
            ScheduledExecutorService timer,
            long holdMillisMax) {
        this.ingest = ingest;
        this.tables = tables;
        this.names = names;
        this.engineRefusal = engineRefusal;
        this.timer = timer;
        this.holdMillisMax = holdMillisMax;
    }

    /**
     * Waits for rows of these tables, which a statement writes, and of those that it may read.
     *
     * @param texts that it reads by, or empty
     * @param millis after which it ends with 1205
     */
    CompletableFuture<Void> of(Collection<Long> tableIds, String texts, long millis) {
        Collection<Long> bound = ingest.bound();
        if (bound.isEmpty() && names.onRead().isEmpty()) {
            return NOTHING;
        }
        Set<Long> needed = new LinkedHashSet<>();
        tableIds.stream().filter(bound::contains).forEach(needed::add);
        if (!texts.isEmpty()) {
            names.in(texts).stream()
                    .map(TableSchema::tableId)
                    .filter(bound::contains)
                    .forEach(needed::add);
            // Nobody is to find out later, with a thread, that a log hangs.
            needed.addAll(held(texts));
        }
        return waitFor(needed, millis);
    }

    /** Waits for rows of all tables. */
    CompletableFuture<Void> ofAll(long millis) {
        return waitFor(all(), millis);
    }

    private Set<Long> all() {
        Set<Long> all = new LinkedHashSet<>(names.onRead());
        all.addAll(ingest.bound());
        all.removeAll(stranded());
        return all;
    }

    @Override
    public Set<Long> stranded() {
        return ingest.stranded();
    }

    private CompletableFuture<Void> waitFor(Collection<Long> tableIds, long millis) {
        if (tableIds.isEmpty()) {
            return NOTHING;
        }
        TributaryException refusal = engineRefusal.get();
        if (refusal != null) {
            return CompletableFuture.failedFuture(refusal);
        }
        List<Long> ids = List.copyOf(tableIds);
        if (waiters.incrementAndGet() > WAITERS_MAX) {
            waiters.decrementAndGet();
            return CompletableFuture.failedFuture(
                    notVisible(ids, WAITERS_MAX + " statements wait for rows to be committed already"));
        }
        CompletableFuture<Void> visible = VisibilityWait.retried(ingest, tables, ids, millis, timer);
        var unused = visible.whenComplete((done, error) -> waiters.decrementAndGet());
        return visible;
    }

    /** Whether these texts read several tables, of which some may have rows that a reader is bound to see. */
    public boolean needMoment(String texts) {
        return !held(texts).isEmpty();
    }

    @Override
    public void take(EngineTransaction transaction, String texts, long millis) {
        if (!held(texts).isEmpty()) {
            boolean unused = at(() -> held(texts), millis, () -> {
                transaction.takeSnapshot();
                return true;
            });
        }
    }

    @Override
    public boolean ofAll(long millis, BooleanSupplier taking) {
        return at(this::all, millis, taking);
    }

    /** The tables that are to be held for a snapshot; none where it is of a single table, whose rows are committed in order. */
    private Set<Long> held(String texts) {
        if (names.onRead().isEmpty() && ingest.bound().isEmpty()) {
            return Set.of();
        }
        List<TableSchema> named = names.in(texts);
        return named.size() < 2
                ? Set.of()
                : named.stream()
                        .filter(table -> table.properties().bindsReads() || ingest.isBound(table.tableId()))
                        .map(TableSchema::tableId)
                        .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /**
     * Runs this while these tables are held. Who holds waits for commits, so meanwhile others may have come to be among them
     * (CREATE TABLE, ALTER TABLE … SET): they are asked for again before it, and after it, when it is too late.
     */
    private boolean at(Supplier<Set<Long>> tableIds, long millis, BooleanSupplier taking) {
        long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        Set<Long> held = tableIds.get();
        for (long left = millis; left > 0; left = leftMillis(untilNanos)) {
            try (TimedHold hold = await(held, Math.min(left, holdMillisMax))) {
                Set<Long> now = tableIds.get();
                if (hold != null && held.containsAll(now)) {
                    boolean taken = taking.getAsBoolean();
                    requireHeld(hold, held, tableIds.get());
                    return taken;
                }
                held = now;
            }
        }
        throw notVisible(
                held,
                "they were not committed within " + millis + " ms (insert_visible_timeout_ms) while a read held them");
    }

    private static long leftMillis(long untilNanos) {
        return TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
    }

    /** The snapshot may lack rows of others, or of these. */
    private void requireHeld(TimedHold hold, Set<Long> held, Set<Long> now) {
        if (hold.isOver()) {
            throw notVisible(
                    held,
                    "the engine took more than " + holdMillisMax + " ms for a snapshot, with which nothing was read");
        }
        if (!held.containsAll(now)) {
            throw notVisible(
                    now, "their group_commit_policy was changed when the snapshot was taken; nothing was read");
        }
    }

    /** Null after that time, or if a commit does not get through: what was held is let go. */
    private @Nullable TimedHold await(Set<Long> tableIds, long millis) {
        if (tableIds.isEmpty()) {
            return new TimedHold(() -> {});
        }
        CompletableFuture<Hold> holding = ingest.hold(tableIds);
        try {
            return timed(holding.get(millis, TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            Hold.giveUp(holding, e);
            return null;
        } catch (InterruptedException e) {
            TributaryException shutdown =
                    new TributaryException(ErrorCode.SERVER_SHUTDOWN, "Server shutdown in progress", e);
            Hold.giveUp(holding, shutdown);
            Thread.currentThread().interrupt();
            throw shutdown;
        } catch (ExecutionException e) {
            TributaryException reason = UnaryCalls.logged(Objects.requireNonNullElse(e.getCause(), e));
            if (reason.code() == ErrorCode.LIMIT_OR_LOCK_WAIT) {
                // The commit is tried on.
                return null;
            }
            throw notVisible(tableIds, reason.why());
        }
    }

    private TimedHold timed(Hold hold) {
        TimedHold timed = new TimedHold(hold);
        try {
            timed.end = timer.schedule(timed::close, holdMillisMax, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            timed.close();
        }
        return timed;
    }

    /** A hold that ends by itself, should what is done with it hang. */
    private static final class TimedHold implements AutoCloseable {
        private final Hold hold;
        private volatile @Nullable Future<?> end;
        private volatile boolean over;

        TimedHold(Hold hold) {
            this.hold = hold;
        }

        boolean isOver() {
            return over;
        }

        @Override
        public void close() {
            over = true;
            Future<?> ending = end;
            if (ending != null) {
                ending.cancel(false);
            }
            hold.close();
        }
    }

    /** Returns the error that names those of them that have such rows, if any has. */
    private TributaryException notVisible(Collection<Long> tableIds, String why) {
        return VisibilityWait.notVisible(VisibilityWait.names(tables, VisibilityWait.waitedFor(ingest, tableIds)), why);
    }
}
