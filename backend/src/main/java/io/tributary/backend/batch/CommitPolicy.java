package io.tributary.backend.batch;

import io.tributary.rpc.schema.GroupCommitPolicy;
import io.tributary.rpc.schema.TableProperties;
import java.util.concurrent.TimeUnit;

/**
 * When a batch is due: at so many bytes; so long after its first row; or, if adaptive, the moment the table's committer
 * is free while a sync writer waits, and those of the batch before are back. Taken from the table's properties when the batch is opened.
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
    public boolean isDue(Batch batch, Regrouping regrouping, long nowNanos) {
        return nowNanos - dueNanos(batch, regrouping, nowNanos) >= 0;
    }

    /** When a free committer should take it, if nothing more arrives. */
    public long dueNanos(Batch batch, Regrouping regrouping, long nowNanos) {
        long deadline = deadlineNanos(batch);
        if (!adaptive || !batch.isAwaited()) {
            return deadline;
        }
        long regrouped = regrouping.isOver(batch, nowNanos) ? nowNanos : nowNanos + regrouping.nanosLeft(nowNanos);
        return regrouped - deadline < 0 ? regrouped : deadline;
    }

    /** The interval's end. */
    private long deadlineNanos(Batch batch) {
        return batch.openedNanos() + intervalNanos;
    }
}
