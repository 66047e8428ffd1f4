package io.tributary.backend.service.wait;

import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.ingest.LogIngest;
import io.tributary.contract.calls.BatchInfo;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The wait until everything acknowledged of some tables is visible, which ends with an error that names the batches it
 * waits for. Any thread; takes none while it waits.
 */
public final class VisibilityWait {
    /** Batches that an error tells of. */
    private static final int BATCHES_NAMED_MAX = 3;

    /** The pause until a commit that has not got through is waited for again. */
    private static final long PAUSE_MILLIS = 100;

    /** How long the log may take to tell of them: one that hangs in its disk never does. */
    private static final long BATCHES_WAIT_MILLIS = 1_000;

    private final LogIngest ingest;
    private final TableLookup tables;
    private final List<Long> tableIds;
    private final long timeoutMillis;
    private final CompletableFuture<Void> visible;

    private VisibilityWait(
            LogIngest ingest,
            TableLookup tables,
            List<Long> tableIds,
            long timeoutMillis,
            CompletableFuture<Void> visible) {
        this.ingest = ingest;
        this.tables = tables;
        this.tableIds = List.copyOf(tableIds);
        this.timeoutMillis = timeoutMillis;
        this.visible = visible;
    }

    /** Asks for an early commit and waits for it. */
    public static CompletableFuture<Void> begin(
            LogIngest ingest,
            TableLookup tables,
            List<Long> tableIds,
            long timeoutMillis,
            ScheduledExecutorService timer) {
        return new VisibilityWait(ingest, tables, tableIds, timeoutMillis, ingest.sync(tableIds)).ended(timer);
    }

    /**
     * Waits for the rows of these tables that reads are bound to see, also over commits that do not get through at first. What
     * cannot get through any more is told as 1205, too.
     */
    static CompletableFuture<Void> retried(
            LogIngest ingest,
            TableLookup tables,
            List<Long> tableIds,
            long timeoutMillis,
            ScheduledExecutorService timer) {
        CompletableFuture<Void> visible = ingest.visible(tableIds);
        if (visible.isDone() && !visible.isCompletedExceptionally()) {
            return visible;
        }
        VisibilityWait wait = new VisibilityWait(ingest, tables, tableIds, timeoutMillis, new CompletableFuture<>());
        wait.follow(visible, timer);
        return wait.ended(timer);
    }

    private CompletableFuture<Void> ended(ScheduledExecutorService timer) {
        if (!visible.isDone()) {
            LogWaits.end(visible, timer, () -> giveUp(timer), timeoutMillis);
        }
        return visible;
    }

    private void follow(CompletableFuture<Void> commit, ScheduledExecutorService timer) {
        var unused = commit.whenComplete((done, error) -> {
            if (error == null) {
                visible.complete(null);
                return;
            }
            TributaryException reason = UnaryCalls.logged(error);
            if (reason.code() == ErrorCode.OUTCOME_UNKNOWN) {
                // The commit is tried on.
                again(timer, reason);
            } else {
                visible.completeExceptionally(notVisible(names(tables, tableIds), reason.why()));
            }
        });
    }

    private void again(ScheduledExecutorService timer, TributaryException reason) {
        try {
            ScheduledFuture<?> unused = timer.schedule(
                    () -> {
                        if (!visible.isDone()) {
                            follow(ingest.visible(tableIds), timer);
                        }
                    },
                    PAUSE_MILLIS,
                    TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            visible.completeExceptionally(reason);
        }
    }

    /** Returns the tables that have rows which are not visible yet; all of them, where none is known to. */
    static Collection<Long> waitedFor(LogIngest ingest, Collection<Long> tableIds) {
        List<Long> bound = tableIds.stream().filter(ingest::isBound).toList();
        return bound.isEmpty() ? tableIds : bound;
    }

    static Set<String> names(TableLookup tables, Collection<Long> tableIds) {
        Set<String> names = new LinkedHashSet<>();
        for (long tableId : tableIds) {
            TableSchema table = tables.table(tableId);
            if (table != null) {
                names.add(table.database() + "." + table.name());
            }
        }
        return names;
    }

    /** What a statement hears that is bound to see rows and cannot. */
    static TributaryException notVisible(Set<String> names, String why) {
        return new TributaryException(
                ErrorCode.LIMIT_OR_LOCK_WAIT,
                "Lock wait timeout exceeded; rows of " + String.join(", ", names)
                        + " that were acknowledged are not visible yet: " + why
                        + "; nothing of them is lost, try again later");
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
        Set<String> names = names(tables, waitedFor(ingest, tableIds));
        String waitedFor = batches.stream()
                .filter(batch -> names.contains(batch.database() + "." + batch.table()))
                .limit(BATCHES_NAMED_MAX)
                .map(VisibilityWait::text)
                .collect(Collectors.joining("; "));
        return new TributaryException(
                ErrorCode.LIMIT_OR_LOCK_WAIT,
                "Lock wait timeout exceeded; rows of " + String.join(", ", names)
                        + " that were acknowledged are not visible after insert_visible_timeout_ms " + timeoutMillis
                        + (waitedFor.isEmpty() ? "" : ", they wait for " + waitedFor)
                        + "; nothing of them is lost, try again later");
    }

    private static String text(BatchInfo batch) {
        return "batch " + batch.label() + " of " + batch.database() + "." + batch.table() + " (" + batch.state()
                + (batch.lastError().isEmpty() ? "" : ", last error: " + batch.lastError()) + ")";
    }
}
