package io.tributary.backend.catalog;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.function.LongSupplier;

/**
 * Ids for tables: they only grow, and none is given twice. The first one that a process gives lies at a random distance behind
 * the last, so that (but for one chance in 16 million) a backup that was restored does not give the ids which were given after
 * it was made, nor another data directory those of this one: rows that a frontend encoded for such a table are refused. Any
 * thread.
 */
final class TableIds {
    /** Ids between two processes' first ones, at least; more tables than one of them makes. */
    private static final int STEP_BITS = 20;

    /**
     * Bits of the distance in a directory that has no table yet, and in others. At least 2^18 processes fit that make a
     * table each.
     */
    private static final int FIRST_BITS = 42;

    private static final int NEXT_BITS = 24;

    private final LongSupplier random;

    @GuardedBy("this")
    private long last;

    @GuardedBy("this")
    private boolean isFirst = true;

    /** @param random any 64 bits; always 0 where ids are to be counted */
    TableIds(LongSupplier random) {
        this.random = random;
    }

    /** Notes the id of a table that is or was there. */
    synchronized void used(long tableId) {
        last = Math.max(last, tableId);
    }

    synchronized long next() {
        if (isFirst) {
            int bits = last == 0 ? FIRST_BITS : NEXT_BITS;
            last = Math.addExact(last, (random.getAsLong() & ((1L << bits) - 1)) << STEP_BITS);
            isFirst = false;
        }
        last = Math.addExact(last, 1);
        return last;
    }
}
