package io.tributary.backend.ingest;

/**
 * A load that the agent took over and that is in no batch yet.
 *
 * @param deadlineNanos when it is refused, whatever it waits for: {@code group_commit_queue_timeout_ms} after it arrived
 * @param apart whether its bytes are not counted in the inbox just now
 */
record QueuedLoad(LoadTask task, long deadlineNanos, boolean apart) {
    QueuedLoad(LoadTask task, long deadlineNanos) {
        this(task, deadlineNanos, false);
    }

    boolean isExpired(long nowNanos) {
        return nowNanos - deadlineNanos >= 0;
    }
}
