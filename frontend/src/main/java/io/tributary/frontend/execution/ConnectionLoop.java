package io.tributary.frontend.execution;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * One connection's event loop, as seen by code that waits for the backend: every continuation runs on it, so that a
 * session's state has one thread.
 *
 * @param loop the connection's event loop
 * @param planning a bounded pool for what would keep the loop too long; what it does not take, it refuses by its limit's name
 */
public record ConnectionLoop(Executor loop, Executor planning) {
    /** The longest text that is planned or encoded on the event loop: about half a millisecond of work. */
    public static final int BYTES_MAX = 256 << 10;

    /** The same result, completed on the loop. Call it on the loop. */
    public <T> CompletableFuture<T> resume(CompletableFuture<T> future) {
        if (future.isDone()) {
            return future;
        }
        return future.whenCompleteAsync((value, error) -> {}, loop);
    }

    /** Runs long work off the loop and completes on it; a full queue is answered with 1205. */
    public <T> CompletableFuture<T> offLoop(Supplier<T> work) {
        try {
            return resume(CompletableFuture.supplyAsync(work, planning));
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(new TributaryException(
                    ErrorCode.LIMIT_OR_LOCK_WAIT, e.getMessage() + "; try again, nothing was stored", e));
        }
    }

    /** The error itself as one that may be thrown from a step of a future. */
    public static RuntimeException unchecked(Throwable error) {
        Throwable cause = cause(error);
        return cause instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(cause);
    }

    /** The error itself, without what futures wrap around it. */
    public static Throwable cause(Throwable error) {
        Throwable cause = error;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
