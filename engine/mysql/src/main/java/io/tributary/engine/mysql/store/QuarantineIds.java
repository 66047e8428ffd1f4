package io.tributary.engine.mysql.store;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Ids of rows in quarantine that no other server's, nor the embedded engine's, which counts them from 1 on, have: thousandths of a
 * millisecond since 1970, ever larger ones. Any thread.
 */
final class QuarantineIds {
    private static final long PER_MILLI = 1_000;
    private static final AtomicLong LAST = new AtomicLong();

    private QuarantineIds() {}

    static long next() {
        return LAST.accumulateAndGet(System.currentTimeMillis() * PER_MILLI, (last, now) -> Math.max(last + 1, now));
    }
}
