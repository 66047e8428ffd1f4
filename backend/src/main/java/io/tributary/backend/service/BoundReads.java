package io.tributary.backend.service;

import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.engine.EngineTransaction;
import io.tributary.backend.ingest.LogIngest;
import io.tributary.backend.ingest.LogIngest.Hold;
import io.tributary.backend.txn.Snapshots;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.schema.TableSchema;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
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

    /** For how long a read holds answers back at a time: those are given, and it holds anew, while it has time left. */
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

    BoundReads(
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
     * Of these tables, which a statement writes, and of those that it may read.
     *
     * @param texts that it reads by, or empty
     * @param millis after which it ends with 1205
     */
    CompletableFuture<Void> of(Collection<Long> tableIds, String texts, long millis) {
        Collection<Long> bound = ingest.bound();
        if (bound.isEmpty()) {
            return NOTHING;
        }
        Set<Long> needed = new LinkedHashSet<>();
        tableIds.stream().filter(bound::contains).forEach(needed::add);
        if (!texts.isEmpty()) {
            names.in(texts).stream()
                    .map(TableSchema::tableId)
                    .filter(bound::contains)
                    .forEach(needed::add);
        }
        return waitFor(needed, millis);
    }

    /** Of all tables. */
    CompletableFuture<Void> ofAll(long millis) {
        return waitFor(ingest.bound(), millis);
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
    boolean needMoment(String texts) {
        return !held(texts).isEmpty();
    }

    @Override
    public void take(EngineTransaction transaction, String texts, long millis) {
        Collection<Long> tableIds = held(texts);
        if (!tableIds.isEmpty()) {
            boolean unused = at(tableIds, millis, () -> {
                transaction.takeSnapshot();
                return true;
            });
        }
    }

    @Override
    public boolean ofAll(long millis, BooleanSupplier taking) {
        Set<Long> all = new LinkedHashSet<>(names.onRead());
        all.addAll(ingest.bound());
        return at(all, millis, taking);
    }

    /** The tables that are to be held for a snapshot; none where it is of a single table, whose rows are committed in order. */
    private Collection<Long> held(String texts) {
        if (names.onRead().isEmpty() && ingest.bound().isEmpty()) {
            return List.of();
        }
        List<TableSchema> named = names.in(texts);
        return named.size() < 2
                ? List.of()
                : named.stream()
                        .filter(table -> table.properties().bindsReads() || ingest.isBound(table.tableId()))
                        .map(TableSchema::tableId)
                        .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private boolean at(Collection<Long> tableIds, long millis, BooleanSupplier taking) {
        if (tableIds.isEmpty()) {
            return taking.getAsBoolean();
        }
        for (long left = millis; left > 0; left -= holdMillisMax) {
            try (Hold hold = await(ingest.hold(tableIds), tableIds, Math.min(left, holdMillisMax))) {
                if (hold != null) {
                    return taking.getAsBoolean();
                }
            }
        }
        throw notVisible(
                tableIds,
                "they were not committed within " + millis + " ms (insert_visible_timeout_ms) while a read held them");
    }

    /** Null after that time: what was held is let go. */
    private @Nullable Hold await(CompletableFuture<Hold> holding, Collection<Long> tableIds, long millis) {
        try {
            return holding.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return holding.completeExceptionally(e) ? null : holding.join();
        } catch (InterruptedException e) {
            TributaryException shutdown =
                    new TributaryException(ErrorCode.SERVER_SHUTDOWN, "Server shutdown in progress", e);
            holding.completeExceptionally(shutdown);
            Thread.currentThread().interrupt();
            throw shutdown;
        } catch (ExecutionException e) {
            throw notVisible(
                    tableIds,
                    String.valueOf(UnaryCalls.logged(Objects.requireNonNullElse(e.getCause(), e))
                            .getMessage()));
        }
    }

    private TributaryException notVisible(Collection<Long> tableIds, String why) {
        return VisibilityWait.notVisible(VisibilityWait.names(tables, tableIds), why);
    }
}
