package io.tributary.backend.service.wait;

import io.tributary.backend.ingest.LogIngest;
import io.tributary.backend.ingest.LogIngest.Barrier;
import io.tributary.contract.calls.BatchInfo;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * What statements wait for of the log, each with an end: a log whose disk hangs answers nobody, and who waits holds one of
 * the engine's places. Any thread; a wait takes none.
 */
public final class LogWaits {
    /** How long the log may take to tell of its batches. */
    static final long BATCHES_MILLIS = 5_000;

    /** How long a statement waits until what was acknowledged of its table before is committed. */
    public static final long COMMIT_MILLIS = 300_000;

    private static final String NOT_COMMITTED =
            "Lock wait timeout exceeded; rows that were acknowledged before the statement, or statements that change"
                    + " the same table, are not committed after " + COMMIT_MILLIS
                    + " ms; nothing of them is lost, this statement did nothing;"
                    + " SHOW GROUP COMMIT and SHOW BACKENDS say what they wait for";

    private final LogIngest ingest;
    private final ScheduledExecutorService timer;
    private final Executor reports;

    /** @param reports on which whoever asked for the batches goes on, so that the log's own thread does not */
    public LogWaits(LogIngest ingest, ScheduledExecutorService timer, Executor reports) {
        this.ingest = ingest;
        this.timer = timer;
        this.reports = reports;
    }

    /** What a wait for {@link #COMMIT_MILLIS} ends with. */
    static TributaryException notCommitted() {
        return new TributaryException(ErrorCode.LIMIT_OR_LOCK_WAIT, NOT_COMMITTED);
    }

    /** Its batches that are not committed; fails with 1205 if it does not tell of them. Completes on {@code reports}. */
    public CompletableFuture<List<BatchInfo>> batches() {
        return ended(
                        ingest.batches(),
                        BATCHES_MILLIS,
                        "the write-ahead log has not told of its batches within " + BATCHES_MILLIS
                                + " ms: its disk hangs or is very slow, SHOW BACKENDS and /api/health say more")
                .thenApplyAsync(Function.identity(), reports);
    }

    /** Raises a barrier like {@link LogIngest#barrier}; fails with 1205 if it comes too late, and is nobody's then. */
    CompletableFuture<Barrier> barrier(long tableId) {
        // The log lowers what was given up, so it must be its own future that fails.
        return ended(ingest.barrier(tableId), COMMIT_MILLIS, NOT_COMMITTED);
    }

    /** Waits for one table, like {@link LogIngest#sync}; fails with 1205 if it is not over in time. */
    CompletableFuture<Void> sync(long tableId) {
        return ended(ingest.sync(List.of(tableId)), COMMIT_MILLIS, NOT_COMMITTED);
    }

    private <T> CompletableFuture<T> ended(CompletableFuture<T> waited, long millis, String error) {
        end(
                waited,
                timer,
                () -> waited.completeExceptionally(new TributaryException(ErrorCode.LIMIT_OR_LOCK_WAIT, error)),
                millis);
        return waited;
    }

    /** Runs {@code ending} on the timer's thread unless {@code waited} has ended by then. */
    static void end(CompletableFuture<?> waited, ScheduledExecutorService timer, Runnable ending, long millis) {
        if (waited.isDone()) {
            return;
        }
        try {
            ScheduledFuture<?> end = timer.schedule(ending, millis, TimeUnit.MILLISECONDS);
            var unused = waited.whenComplete((done, error) -> end.cancel(false));
        } catch (RejectedExecutionException e) {
            // The backend is closing: the log ends every wait itself when it ends.
        }
    }
}
