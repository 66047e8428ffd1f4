package io.tributary.frontend.load;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Durability;
import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.load.format.RejectedRows;
import io.tributary.frontend.write.SessionTransaction;
import io.tributary.planner.GroupCommitDecision;
import io.tributary.planner.plan.FallbackReason;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One Stream Load from the first byte of its body to its report. Event loop of the connection; the next piece may come when
 * the future of the one before is complete.
 */
public final class StreamLoad {
    private static final Logger log = LoggerFactory.getLogger(StreamLoad.class);

    private final StreamLoadRequest request;
    private final LoadDataRun run;
    private final SessionTransaction transaction;
    private final LoadInput rows;
    private final RejectedRows rejected;
    private final GroupCommitDecision decision;

    StreamLoad(
            StreamLoadRequest request,
            LoadDataRun run,
            SessionTransaction transaction,
            LoadInput rows,
            RejectedRows rejected,
            GroupCommitDecision decision) {
        this.request = request;
        this.run = run;
        this.transaction = transaction;
        this.rows = rows;
        this.rejected = rejected;
        this.decision = decision;
    }

    public StreamLoadRequest request() {
        return request;
    }

    /**
     * Takes a piece of the body; never fails, what is wrong is told at the end.
     *
     * @param piece owned from now on
     */
    public CompletableFuture<Void> add(byte[] piece) {
        return run.add(piece);
    }

    /** Ends the load by what is wrong with its body; never fails itself, the report tells. */
    public CompletableFuture<Void> fail(Throwable error) {
        return run.noted(error);
    }

    /** Whether the rest of the body is of no use. */
    public boolean hasFailed() {
        return run.hasFailed();
    }

    /** Whether the rows are all there, and on their way to be stored. */
    public boolean isStoring() {
        return run.isStoring();
    }

    /** The body has ended. Never fails: a load that does is a report, too. */
    public CompletableFuture<LoadReport> finish() {
        return run.finish().handle((done, error) -> report(done, error == null ? null : told(error)));
    }

    /** What nobody foresaw may have come behind the commit. */
    private Throwable told(Throwable error) {
        Throwable cause = ConnectionLoop.cause(error);
        if (!isStoring() || cause instanceof TributaryException) {
            return cause;
        }
        log.error(
                "label={} load failed while it was being stored",
                request.commit().label(),
                cause);
        return new TributaryException(
                ErrorCode.OUTCOME_UNKNOWN,
                "it was being committed, and may be stored or not: " + TributaryException.reason(cause),
                cause);
    }

    /** The connection is gone. */
    public void abandon() {
        run.abandon();
        transaction.close();
    }

    private LoadReport report(Answer.@Nullable Done done, @Nullable Throwable error) {
        Answer.Load load = done == null ? null : done.load();
        FallbackReason reason = reason(load);
        long total = rows.rowCount();
        long filtered = rejected.count();
        long unselected = rows.unselectedCount();
        return new LoadReport(
                error,
                load == null ? request.commit().label() : load.label(),
                load == null ? 0 : load.txnId(),
                reason == null ? decision.mode() : GroupCommitMode.OFF_MODE,
                reason,
                load == null ? Durability.FSYNC : load.durability(),
                load != null && load.repeated(),
                new LoadReport.Rows(total, areAllTold(error) ? total - filtered - unselected : 0, filtered, unselected),
                rejected.first(),
                rejected.text());
    }

    /** Whether every row was looked at: of a load that is stored, and of one that is not since too many of them are bad. */
    private static boolean areAllTold(@Nullable Throwable error) {
        return error == null
                || (error instanceof TributaryException refused && refused.code() == ErrorCode.TOO_MANY_FILTERED);
    }

    private @Nullable FallbackReason reason(Answer.@Nullable Load load) {
        if (decision.reason() != null) {
            return decision.reason();
        }
        if (load != null && load.fellBackBy() != null) {
            return load.fellBackBy();
        }
        // What does not fit in memory is no part of a batch of others.
        return run.hasMoved() ? FallbackReason.TOO_LARGE : null;
    }
}
