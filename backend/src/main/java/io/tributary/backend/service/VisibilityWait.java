package io.tributary.backend.service;

import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.ingest.LogIngest;
import io.tributary.rpc.client.BatchInfo;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.schema.TableSchema;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Collectors;

/**
 * The wait until everything acknowledged of some tables is visible, which ends with an error that names the batches it
 * waits for. Any thread; takes none while it waits.
 */
final class VisibilityWait {
    /** Batches that an error tells of. */
    private static final int BATCHES_NAMED_MAX = 3;

    /** How long the log may take to tell of them: one that hangs in its disk never does. */
    private static final long BATCHES_WAIT_MILLIS = 1_000;

    private final LogIngest ingest;
    private final TableLookup tables;
    private final List<Long> tableIds;
    private final long timeoutMillis;
    private final CompletableFuture<Void> visible;

    private VisibilityWait(LogIngest ingest, TableLookup tables, List<Long> tableIds, long timeoutMillis) {
        this.ingest = ingest;
        this.tables = tables;
        this.tableIds = List.copyOf(tableIds);
        this.timeoutMillis = timeoutMillis;
        visible = ingest.sync(this.tableIds);
    }

    /** Asks for an early commit and waits for it. */
    static CompletableFuture<Void> begin(
            LogIngest ingest,
            TableLookup tables,
            List<Long> tableIds,
            long timeoutMillis,
            ScheduledExecutorService timer) {
        VisibilityWait wait = new VisibilityWait(ingest, tables, tableIds, timeoutMillis);
        if (!wait.visible.isDone()) {
            LogWaits.end(wait.visible, timer, () -> wait.giveUp(timer), timeoutMillis);
        }
        return wait.visible;
    }

    private void giveUp(ScheduledExecutorService timer) {
        var unused = ingest.batches().whenComplete((batches, error) -> {
            if (error == null) {
                visible.completeExceptionally(tooLong(batches));
            } else {
                visible.completeExceptionally(error);
            }
        });
        if (!visible.isDone()) {
            LogWaits.end(visible, timer, () -> visible.completeExceptionally(tooLong(List.of())), BATCHES_WAIT_MILLIS);
        }
    }

    private TributaryException tooLong(List<BatchInfo> batches) {
        Set<String> names = new HashSet<>();
        for (long tableId : tableIds) {
            TableSchema table = tables.table(tableId);
            if (table != null) {
                names.add(table.database() + "." + table.name());
            }
        }
        String waitedFor = batches.stream()
                .filter(batch -> names.contains(batch.database() + "." + batch.table()))
                .limit(BATCHES_NAMED_MAX)
                .map(VisibilityWait::text)
                .collect(Collectors.joining("; "));
        return new TributaryException(
                ErrorCode.LIMIT_OR_LOCK_WAIT,
                "Lock wait timeout exceeded; rows that were acknowledged are not visible after insert_visible_timeout_ms "
                        + timeoutMillis + (waitedFor.isEmpty() ? "" : ", they wait for " + waitedFor)
                        + "; nothing of them is lost, try again later");
    }

    private static String text(BatchInfo batch) {
        return "batch " + batch.label() + " of " + batch.database() + "." + batch.table() + " (" + batch.state()
                + (batch.lastError().isEmpty() ? "" : ", last error: " + batch.lastError()) + ")";
    }
}
