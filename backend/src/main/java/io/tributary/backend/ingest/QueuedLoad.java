package io.tributary.backend.ingest;

/**
 * A load that the agent took over and that is in no batch yet.
 *
 * @param deadlineNanos when it is refused, whatever it waits for: {@code group_commit_queue_timeout_ms} after it arrived
 */
record QueuedLoad(LoadTask task, long deadlineNanos) {
    boolean isExpired(long nowNanos) {
        return nowNanos - deadlineNanos >= 0;
    }
}
