package io.tributary.rpc.client;

import io.tributary.contract.calls.LoadRequest;
import io.tributary.contract.calls.LoadResult;
import java.util.concurrent.CompletableFuture;

/** A load between {@code append} and its answer. */
final class PendingLoad {
    final LoadRequest request;
    final long bytes;
    final long deadlineNanos;
    final boolean parked;
    final CompletableFuture<LoadResult> answer = new CompletableFuture<>();

    /**
     * @param deadlineNanos on {@link System#nanoTime}'s clock: until then it must have been sent
     * @param parked came when the queue's bytes were taken: counted as a load, not by its bytes
     */
    PendingLoad(LoadRequest request, long bytes, long deadlineNanos, boolean parked) {
        this.request = request;
        this.bytes = bytes;
        this.deadlineNanos = deadlineNanos;
        this.parked = parked;
    }
}
