package io.tributary.backend.service;

import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.ingest.LogIngest;
import io.tributary.backend.txn.TextNames;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.schema.TableSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;

/**
 * The wait for tables of which the start found acknowledged rows in the log, until the engine has them: who would read such
 * a table would miss them, and who would write to it alone would come before them. It ends with 1205 after {@code
 * recovery_wait_ms}. Any thread; a wait takes none, and costs nothing once everything is recovered.
 */
public final class RecoveryWaits {
    private static final CompletableFuture<Void> NOTHING = CompletableFuture.completedFuture(null);

    private final LogIngest ingest;
    private final TableLookup tables;
    private final ScheduledExecutorService timer;
    private final long timeoutMillis;

    public RecoveryWaits(LogIngest ingest, TableLookup tables, ScheduledExecutorService timer, long timeoutMillis) {
        this.ingest = ingest;
        this.tables = tables;
        this.timer = timer;
        this.timeoutMillis = timeoutMillis;
    }

    /** Completes when everything that the start found of these tables is committed. */
    CompletableFuture<Void> of(Collection<Long> tableIds) {
        Set<Long> recovering = ingest.recovering();
        return recovering.isEmpty()
                ? NOTHING
                : waitFor(tableIds.stream().filter(recovering::contains).toList());
    }

    /** Of all tables. */
    CompletableFuture<Void> ofAll() {
        return of(ingest.recovering());
    }

    /**
     * Of the tables that a statement may read. Which these are only the engine knows for sure, so each counts whose name
     * stands in it, as whatever.
     */
    CompletableFuture<Void> reading(String sql) {
        Set<Long> recovering = ingest.recovering();
        if (recovering.isEmpty()) {
            return NOTHING;
        }
        List<Long> named = new ArrayList<>();
        for (long tableId : recovering) {
            TableSchema table = tables.table(tableId);
            if (table != null && TextNames.mayName(sql, table.name())) {
                named.add(tableId);
            }
        }
        return waitFor(named);
    }

    private CompletableFuture<Void> waitFor(List<Long> tableIds) {
        if (tableIds.isEmpty()) {
            return NOTHING;
        }
        CompletableFuture<?>[] parts = tableIds.stream().map(ingest::recovered).toArray(CompletableFuture<?>[]::new);
        CompletableFuture<Void> all = CompletableFuture.allOf(parts);
        LogWaits.end(all, timer, () -> all.completeExceptionally(tooLong(tableIds)), timeoutMillis);
        return all;
    }

    private TributaryException tooLong(List<Long> tableIds) {
        List<String> names = new ArrayList<>();
        for (long tableId : tableIds) {
            TableSchema table = tables.table(tableId);
            if (table != null && ingest.recovering().contains(tableId)) {
                names.add(table.database() + "." + table.name());
            }
        }
        return new TributaryException(
                ErrorCode.LIMIT_OR_LOCK_WAIT,
                "Lock wait timeout exceeded; " + String.join(", ", names)
                        + " is being recovered from the write-ahead log since the start, in all " + ingest.recovery()
                        + "; the statement has waited for recovery_wait_ms " + timeoutMillis
                        + " and did nothing, try again later");
    }
}
