package io.tributary.backend.batch;

import java.util.concurrent.TimeUnit;

/**
 * How much of a table under {@code group_commit_policy = on_read} may wait for its commit. Two things are learnt from the
 * commits:
 *
 * <ul>
 *   <li>how many bytes a commit takes in {@link #WORK_NANOS}: no read is to find much more than that before it;
 *   <li>whether writers read what they wrote, as a program does that inserts a row and then looks it up. There a commit that
 *       begins with the load's own force costs less than one that waits for the read, which needs another force; and what
 *       comes while one is under way is answered with the force of the next, since its reader would wait for that one anyway.
 * </ul>
 *
 * <p>Ingest agent's thread.
 */
public final class ReadPace {
    /** Commit work that a read may have to wait for. */
    public static final long WORK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** However long commits take: below it they would be nothing but overhead. */
    static final long BYTES_MIN = 64 << 10;

    static final long BYTES_MAX = 64 << 20;

    private static final long BYTES_INITIAL = 1 << 20;

    /** Batches in a row that nobody waits for, until the table is taken for one that is only written. */
    static final int UNREAD_MAX = 16;

    private long bytes = BYTES_INITIAL;
    private int unread = UNREAD_MAX;
    private boolean learnt;

    /** Whether any commit has told something. */
    public boolean isLearnt() {
        return learnt;
    }

    /** Encoded bytes from which on a batch is to be committed although nobody waits for it. */
    public long bytes() {
        return bytes;
    }

    /** Whether writers seem to read what they wrote, so that a bound load counts as one that is waited for. */
    public boolean isFollowedByReads() {
        return unread < UNREAD_MAX;
    }

    /**
     * A batch is committed.
     *
     * @param nanos that it took
     */
    public void committed(Batch batch, long nanos) {
        if (!batch.isBound()) {
            return;
        }
        learnt = true;
        if (2 * batch.readers() >= batch.boundLoads()) {
            unread = 0;
        } else if (unread < UNREAD_MAX) {
            unread++;
        }
        // A small batch says nothing of the cost of a byte: what it took is what any commit takes.
        boolean telling = nanos > WORK_NANOS || batch.bytes() >= bytes / 2;
        if (telling) {
            long fitting = (long) ((double) batch.bytes() * WORK_NANOS / Math.max(1, nanos));
            bytes = Math.max(BYTES_MIN, Math.min(BYTES_MAX, (bytes + Math.min(fitting, 2 * bytes)) / 2));
        }
    }
}
