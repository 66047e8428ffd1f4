package io.tributary.backend.ingest;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The barriers of one table, one after another, and the loads that wait until the last is gone. Ingest agent's thread.
 */
final class TableBarriers {
    private final Deque<CompletableFuture<LogIngest.Barrier>> queue = new ArrayDeque<>();
    private final Deque<QueuedLoad> waiting = new ArrayDeque<>();

    /** Whether loads must wait. */
    boolean isUp() {
        return !queue.isEmpty();
    }

    /** True if it is the first, whose turn it is. */
    boolean add(CompletableFuture<LogIngest.Barrier> barrier) {
        queue.add(barrier);
        return queue.size() == 1;
    }

    /** Ends the barrier whose turn it is; false if this is not it (any more). */
    boolean remove(CompletableFuture<LogIngest.Barrier> barrier) {
        if (queue.peek() != barrier) {
            return false;
        }
        queue.remove();
        return true;
    }

    /** The barrier whose turn it is, or null. */
    @Nullable
    CompletableFuture<LogIngest.Barrier> first() {
        return queue.peek();
    }

    /** Takes the last barrier out, whether or not its turn came; or null. */
    @Nullable
    CompletableFuture<LogIngest.Barrier> pollLast() {
        return queue.pollLast();
    }

    void hold(QueuedLoad load) {
        waiting.add(load);
    }

    boolean hasWaiting() {
        return !waiting.isEmpty();
    }

    /** The newest load that waits, or null. */
    @Nullable
    QueuedLoad pollNewest() {
        return waiting.pollLast();
    }

    /** The oldest load that has waited too long, or null. */
    @Nullable
    QueuedLoad pollExpired(long nowNanos) {
        QueuedLoad oldest = waiting.peek();
        if (oldest == null || !oldest.isExpired(nowNanos)) {
            return null;
        }
        return waiting.remove();
    }

    /** Returns the nanoseconds until the oldest waiting load has waited too long; {@link Long#MAX_VALUE} if none waits. */
    long nanosUntilExpiry(long nowNanos) {
        QueuedLoad oldest = waiting.peek();
        return oldest == null ? Long.MAX_VALUE : Math.max(0, oldest.deadlineNanos() - nowNanos);
    }
}
