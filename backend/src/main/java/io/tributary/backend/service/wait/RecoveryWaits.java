package io.tributary.backend.service.wait;

import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.ingest.LogIngest;
import io.tributary.backend.txn.TextNames;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The wait for tables of which the start found acknowledged rows in the log, until the engine has them: who would read such
 * a table would miss them, and who would write to it alone would come before them. It ends with 1205 after {@code
 * recovery_wait_ms}. Any thread; a wait takes neither one nor a place among the engine's statements, which other tables' need,
 * so it has a bound of its own: at most as many wait as {@code engine_query_queue} says, the next ones hear 1205 at once. It
 * costs nothing once everything is recovered.
 */
public final class RecoveryWaits {
    private static final CompletableFuture<Void> NOTHING = CompletableFuture.completedFuture(null);

    private final LogIngest ingest;
    private final TableLookup tables;
    private final ScheduledExecutorService timer;
    private final long timeoutMillis;
    private final int waitersMax;
    private final AtomicInteger waiters = new AtomicInteger();

    /** @param waitersMax statements that wait at a time */
    public RecoveryWaits(
            LogIngest ingest, TableLookup tables, ScheduledExecutorService timer, long timeoutMillis, int waitersMax) {
        this.ingest = ingest;
        this.tables = tables;
        this.timer = timer;
        this.timeoutMillis = timeoutMillis;
        this.waitersMax = waitersMax;
    }

    /** Completes when everything that the start found of these tables is committed. */
    CompletableFuture<Void> of(Collection<Long> tableIds) {
        return of(tableIds, StatementReads.NOTHING);
    }

    /** Completes when everything that the start found of all tables is committed. */
    public CompletableFuture<Void> ofAll() {
        return of(ingest.recovering());
    }

    /**
     * Waits for these tables and for those that the statement may read. Which these are only the engine knows for sure, so
     * each counts whose name stands in it, as whatever, and its database's too, unless that is the current one.
     */
    CompletableFuture<Void> of(Collection<Long> tableIds, StatementReads reads) {
        Set<Long> recovering = ingest.recovering();
        if (recovering.isEmpty()) {
            return NOTHING;
        }
        String texts = TextNames.withViews(reads.texts(), tables.views());
        List<Long> needed = new ArrayList<>();
        for (long tableId : recovering) {
            TableSchema table = tables.table(tableId);
            if (tableIds.contains(tableId)
                    || (!reads.texts().isEmpty()
                            && table != null
                            && TextNames.mayName(texts, reads.database(), table))) {
                needed.add(tableId);
            }
        }
        return needed.isEmpty() ? NOTHING : waitFor(needed);
    }

    private CompletableFuture<Void> waitFor(List<Long> tableIds) {
        for (long tableId : tableIds) {
            TableSchema table = tables.table(tableId);
            TributaryException hold = table == null ? null : tables.hold(table);
            if (hold != null) {
                // It does not end by itself.
                return CompletableFuture.failedFuture(hold);
            }
            TributaryException away = table == null ? null : tables.away(table);
            if (away != null) {
                // Nobody could read or write the table there either.
                return CompletableFuture.failedFuture(away);
            }
        }
        if (waiters.incrementAndGet() > waitersMax) {
            waiters.decrementAndGet();
            return CompletableFuture.failedFuture(refusal(
                    tableIds,
                    "engine_query_queue " + waitersMax + " statements wait for a recovery already; this one"));
        }
        List<CompletableFuture<Void>> parts =
                tableIds.stream().map(ingest::recovered).toList();
        CompletableFuture<Void> all = CompletableFuture.allOf(parts.toArray(CompletableFuture<?>[]::new));
        LogWaits.end(
                all,
                timer,
                () -> all.completeExceptionally(
                        refusal(tableIds, "the statement has waited for recovery_wait_ms " + timeoutMillis + " and")),
                timeoutMillis);
        var unused = all.whenComplete((done, error) -> {
            waiters.decrementAndGet();
            // Those that are not over: nobody waits for them any more.
            parts.forEach(part -> part.cancel(false));
        });
        return all;
    }

    private TributaryException refusal(List<Long> tableIds, String why) {
        List<Long> left =
                tableIds.stream().filter(ingest.recovering()::contains).toList();
        return new TributaryException(
                ErrorCode.LIMIT_OR_LOCK_WAIT,
                "Lock wait timeout exceeded; " + String.join(", ", VisibilityWait.names(tables, left))
                        + " is being recovered from the write-ahead log since the start, in all " + ingest.recovery()
                        + "; " + why + " did nothing, try again later");
    }
}
