package io.tributary.backend.batch;

import io.tributary.rpc.schema.GroupCommitPolicy;
import io.tributary.rpc.schema.TableProperties;
import java.util.concurrent.TimeUnit;

/**
 * When a batch is due: at so many bytes; so long after its first row; or, if adaptive, the moment the table's committer
 * is free while a sync writer waits. Taken from the table's properties when the batch is opened.
 */
public record CommitPolicy(long intervalNanos, long dataBytes, boolean adaptive) {
    public static CommitPolicy of(TableProperties properties) {
        return new CommitPolicy(
                TimeUnit.MILLISECONDS.toNanos(properties.groupCommitIntervalMillis()),
                properties.groupCommitDataBytes(),
                properties.groupCommitPolicy() == GroupCommitPolicy.ADAPTIVE);
    }

    /** Whether it has its bytes and must be sealed whatever the committer does. */
    public boolean isFull(Batch batch) {
        return batch.bytes() >= dataBytes;
    }

    /** Whether a free committer should take it now. While the committer is busy a batch rather grows. */
    public boolean isDue(Batch batch, long nowNanos) {
        return (adaptive && batch.isAwaited()) || nowNanos - deadlineNanos(batch) >= 0;
    }

    /** The interval's end. */
    public long deadlineNanos(Batch batch) {
        return batch.openedNanos() + intervalNanos;
    }
}
