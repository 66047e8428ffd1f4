package io.tributary.backend.batch;

import io.tributary.contract.schema.GroupCommitPolicy;
import io.tributary.contract.schema.TableProperties;
import io.tributary.engine.port.TransactionLimit;
import java.util.concurrent.TimeUnit;

/**
 * When a batch is due: at so many bytes; so long after its first row; or, unless only the interval counts, the moment the
 * table's committer is free while somebody waits, and those who waited for the batch before are back. Under {@code on_read} those who wait
 * are reads, and a batch is due as well when it has so many bytes that one would wait for long. Taken from the table's
 * properties when the batch is opened.
 */
public record CommitPolicy(long intervalNanos, long dataBytes, GroupCommitPolicy kind, TransactionLimit limit) {
    /** @param limit of the table's engine */
    public static CommitPolicy of(TableProperties properties, TransactionLimit limit) {
        return new CommitPolicy(
                TimeUnit.MILLISECONDS.toNanos(properties.groupCommitIntervalMillis()),
                properties.groupCommitDataBytes(),
                properties.groupCommitPolicy(),
                limit);
    }

    /** Whether the engine takes so much more in the batch's transaction. */
    public boolean takes(Batch batch, long bytes, long rows) {
        return limit.takes(batch.bytes() + bytes, batch.rows() + rows);
    }

    /** Whether sync loads are answered when they are durable, and reads are bound to see them. */
    public boolean bindsReads() {
        return kind == GroupCommitPolicy.ON_READ;
    }

    /** Whether it has its bytes and must be sealed whatever the committer does. */
    public boolean isFull(Batch batch) {
        return batch.bytes() >= dataBytes;
    }

    /** Whether a free committer should take it now. While the committer is busy a batch rather grows. */
    public boolean isDue(Batch batch, GatherDelay gatherDelay, ReadPace pace, long nowNanos) {
        return nowNanos - dueNanos(batch, gatherDelay, pace, nowNanos) >= 0;
    }

    /** When a free committer should take it, if nothing more arrives. */
    public long dueNanos(Batch batch, GatherDelay gatherDelay, ReadPace pace, long nowNanos) {
        return switch (kind) {
            case INTERVAL -> deadlineNanos(batch);
            case ADAPTIVE ->
                batch.isAwaited()
                        ? earlier(regrouped(gatherDelay, batch.expectedBack(), nowNanos), batch)
                        : deadlineNanos(batch);
            case ON_READ -> {
                if (batch.isBound() && pace.isFollowedByReads()) {
                    yield earlier(regrouped(gatherDelay, batch.expectedBack(), nowNanos), batch);
                }
                boolean mayKeepWaiting = batch.isBound() && batch.bytes() >= pace.bytes();
                yield batch.isAwaited() || mayKeepWaiting ? earlier(nowNanos, batch) : deadlineNanos(batch);
            }
        };
    }

    private static long regrouped(GatherDelay gatherDelay, int back, long nowNanos) {
        return gatherDelay.isOver(back, nowNanos) ? nowNanos : nowNanos + gatherDelay.nanosLeft(nowNanos);
    }

    private long earlier(long nanos, Batch batch) {
        long deadline = deadlineNanos(batch);
        return nanos - deadline < 0 ? nanos : deadline;
    }

    /** The interval's end. */
    private long deadlineNanos(Batch batch) {
        return batch.openedNanos() + intervalNanos;
    }
}
