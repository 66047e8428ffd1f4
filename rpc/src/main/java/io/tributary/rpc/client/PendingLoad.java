package io.tributary.rpc.client;

import java.util.concurrent.CompletableFuture;

/** A load between {@code append} and its answer. */
final class PendingLoad {
    final LoadRequest request;
    final long bytes;
    final long deadlineNanos;
    final CompletableFuture<LoadResult> answer = new CompletableFuture<>();

    /** @param deadlineNanos on {@link System#nanoTime}'s clock: until then it must have been sent */
    PendingLoad(LoadRequest request, long bytes, long deadlineNanos) {
        this.request = request;
        this.bytes = bytes;
        this.deadlineNanos = deadlineNanos;
    }
}
