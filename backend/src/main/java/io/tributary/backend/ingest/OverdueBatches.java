package io.tributary.backend.ingest;

import io.tributary.backend.batch.Batch;
import io.tributary.backend.ingest.answer.Answers;
import io.tributary.backend.record.RecoveredBatches;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Batches that do not get through in time: whoever waits for one is told so, and that its rows are safe, while the commit is tried
 * on. Ingest agent's thread.
 */
final class OverdueBatches {
    /** An attempt that takes so long counts as failed for those who wait for it; it goes on. */
    static final long HANGING_MILLIS = 60_000;

    private static final long HANGING_NANOS = TimeUnit.MILLISECONDS.toNanos(HANGING_MILLIS);

    private final LogState state;
    private final IngestOptions options;
    private final TableBatchers batchers;
    private final RecoveredBatches recovered;
    private final Answers answers;
    private final long logEpoch;

    /** Batches that have failed for too long, those who wait for them being told next. */
    private final Queue<Stuck> stuck = new ArrayDeque<>();

    private record Stuck(TableBatcher batcher, Batch batch, TributaryException error) {}

    OverdueBatches(LogState state) {
        this.state = state;
        options = state.options;
        batchers = state.batchers;
        recovered = state.recovered;
        answers = state.answers;
        logEpoch = state.wal.epoch();
    }

    /** An attempt at the batch has failed, and its table may have failed for too long. */
    void failed(TableBatcher batcher, Batch batch, TributaryException error, long nowNanos) {
        if (isFailingForLong(batcher, nowNanos)) {
            stuck.add(new Stuck(batcher, batch, error));
        }
    }

    private boolean isFailingForLong(TableBatcher batcher, long nowNanos) {
        return batcher.failingNanos(nowNanos) >= TimeUnit.MILLISECONDS.toNanos(options.commitReportMillis());
    }

    /** Whether somebody is to hear that his rows are safe in the log: a force must come before. */
    boolean isForceAwaited() {
        return !stuck.isEmpty();
    }

    /**
     * Tells those who wait for a batch that does not get through, although it is tried on: nobody hangs on it. Comes after a
     * force, or when the log has failed and only batches with a durable SEAL are left. Returns how many batches that is told
     * of.
     */
    int report() {
        int count = stuck.size();
        for (Stuck each = stuck.poll(); each != null; each = stuck.poll()) {
            report(each.batcher(), each.batch(), each.error());
        }
        return count;
    }

    private void report(TableBatcher batcher, Batch stuck, TributaryException error) {
        String state = "batch " + LoadResult.groupLabel(logEpoch, stuck.txnId()) + " of table "
                + stuck.table().database() + "." + stuck.table().name()
                + " is not committed yet; its rows are safe in the log, and the commit is tried on. ";
        TributaryException told = new TributaryException(
                ErrorCode.OUTCOME_UNKNOWN,
                state + "The outcome is unknown, SHOW TRANSACTION WHERE id = " + stuck.txnId() + " tells it: "
                        + error.why(),
                error);
        batcher.uncommitted().forEach(batch -> answers.abandoned(batch, told));
        batcher.drains()
                .fail(new TributaryException(
                        ErrorCode.LIMIT_OR_LOCK_WAIT, state + "What waits for it did nothing: " + error.why(), error));
    }

    /** Finds attempts that hang, and recoveries that take long, of which those who wait are told next; returns how many. */
    int find(long nowNanos) {
        int count = 0;
        TableBatcher failing = null;
        int failingTables = 0;
        for (TableBatcher batcher : batchers.active()) {
            if (isFailingForLong(batcher, nowNanos)) {
                failing = batcher;
                failingTables++;
            }
            if (batcher.takeHanging(HANGING_NANOS, nowNanos)) {
                TributaryException hangs = new TributaryException(
                        ErrorCode.ENGINE, "the engine has not answered for " + HANGING_MILLIS + " ms");
                stuck.add(new Stuck(batcher, batcher.uncommitted().get(0), hangs));
                count++;
            } else if (recovered.isRecovering(batcher.tableId())
                    && batcher.takeRecoveringLong(recoveryWaitNanos(), nowNanos)) {
                TributaryException takesLong = new TributaryException(
                        ErrorCode.LIMIT_OR_LOCK_WAIT,
                        "the table is being recovered from the log since the start, " + recovered.progress()
                                + "; recovery_wait_ms " + options.recoveryWaitMillis() + " are over");
                stuck.add(new Stuck(batcher, batcher.uncommitted().get(0), takesLong));
                count++;
            }
        }
        state.overdue = failing == null ? "" : words(failing, failingTables);
        return count;
    }

    /** An engine that is not well says so itself. */
    private String words(TableBatcher failing, int tables) {
        TableSchema table = failing.uncommitted().get(0).table();
        return state.parts.engine().of(table).refusal() != null
                ? ""
                : "acknowledged rows of " + table.database() + "." + table.name()
                        + (tables == 1 ? "" : " and " + (tables - 1) + " more tables")
                        + " are in the log and not committed, which is tried on: " + failing.lastError;
    }

    private long recoveryWaitNanos() {
        return TimeUnit.MILLISECONDS.toNanos(options.recoveryWaitMillis());
    }

    /** Returns the nanoseconds until somebody who waits for a batch of this table is to be told why it takes long. */
    long nanosUntilTold(TableBatcher batcher, long nowNanos) {
        long hanging = batcher.nanosUntilHanging(HANGING_NANOS, nowNanos);
        return recovered.isRecovering(batcher.tableId())
                ? Math.min(hanging, batcher.nanosUntilRecoveringLong(recoveryWaitNanos(), nowNanos))
                : hanging;
    }
}
