package io.tributary.backend.service;

import io.tributary.backend.ingest.LoadTask;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The loads of one append stream that one log's inbox has no room for, in their order. A load that found none in time is
 * refused, and after it every further one at once until there is room again. Guarded by its owner.
 */
final class InboxLine {
    private final ArrayDeque<LoadTask> waiting = new ArrayDeque<>();
    private boolean full;
    private long fullSinceNanos;
    /** Whether the log will tell when there is room. */
    private boolean awaited;

    void add(LoadTask task) {
        waiting.add(task);
    }

    /** The oldest, or null. */
    @Nullable
    LoadTask first() {
        return waiting.peek();
    }

    void taken() {
        full = false;
        waiting.remove();
    }

    void refused() {
        waiting.remove();
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    void clear() {
        waiting.clear();
    }

    /** Whether it has been full for so long that loads are refused. */
    boolean isOverdue(long nowNanos, long timeoutMillis) {
        return full && nowNanos - fullSinceNanos >= TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    }

    /** The inbox is full; true: only now. */
    boolean becomesFull(long nowNanos) {
        if (full) {
            return false;
        }
        full = true;
        fullSinceNanos = nowNanos;
        return true;
    }

    /** True: the log is to be asked to tell of room. */
    boolean beginsToAwait() {
        boolean begins = !awaited;
        awaited = true;
        return begins;
    }

    void told() {
        awaited = false;
    }
}
