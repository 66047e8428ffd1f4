package io.tributary.backend.batch;

import java.util.concurrent.TimeUnit;

/**
 * How long a table's next batch waits for the writers of its last one. A sync writer that was answered comes back with
 * its next load soon; sealed at once, the next batch would hold only those who came during the commit, and the two groups
 * would take turns for ever, each waiting for two commits and paying one alone. So after a commit the batch waits until
 * as many loads wait for it as there were writers, at most as long as that commit took: who does not come back costs the
 * others that much once, for then there are fewer writers to wait for.
 *
 * <p>Ingest agent's thread.
 */
public final class GatherDelay {
    /** However slow the commits are, nobody waits longer than this for others. */
    static final long NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(5);

    private int writers;
    private long untilNanos;

    /**
     * Begins anew after a commit.
     *
     * @param known writers that were answered now, and those whose loads wait already
     */
    public void begin(int known, long nowNanos, long commitNanos) {
        writers = known;
        untilNanos = nowNanos + Math.min(commitNanos, NANOS_MAX);
    }

    /**
     * Whether all are back, or it is too late.
     *
     * @param back how many are
     */
    public boolean isOver(int back, long nowNanos) {
        return back >= writers || isOver(nowNanos);
    }

    public boolean isOver(long nowNanos) {
        if (writers == 0 || untilNanos - nowNanos <= 0) {
            writers = 0;
            return true;
        }
        return false;
    }

    /** Returns the nanoseconds until it is too late. */
    public long nanosLeft(long nowNanos) {
        return isOver(nowNanos) ? 0 : untilNanos - nowNanos;
    }
}
