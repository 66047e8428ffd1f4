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

    /**
     * Share of the loads whose batch is waited for by a reader, from which on writers are taken for such that read what they
     * wrote. Less than all, since a read that comes when its batch is already committed counts nowhere; more than what somebody
     * else causes who looks at the table now and then.
     */
    static final double FOLLOWED_SHARE_MIN = 0.25;

    /** Batches that the share is the moving average of. */
    static final int FOLLOWED_BATCHES = 8;

    private long bytes = BYTES_INITIAL;
    private double followedShare;
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
        return followedShare >= FOLLOWED_SHARE_MIN;
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
        double share = Math.min(1, (double) batch.readers() / batch.boundLoads());
        followedShare = learnt ? followedShare + (share - followedShare) / FOLLOWED_BATCHES : share;
        learnt = true;
        // A small batch says nothing of the cost of a byte: what it took is what any commit takes.
        boolean telling = nanos > WORK_NANOS || batch.bytes() >= bytes / 2;
        if (telling) {
            long fitting = (long) ((double) batch.bytes() * WORK_NANOS / Math.max(1, nanos));
            bytes = Math.max(BYTES_MIN, Math.min(BYTES_MAX, (bytes + Math.min(fitting, 2 * bytes)) / 2));
        }
    }
}
