package io.tributary.backend.catalog;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.SystemStore;

/**
 * The numbers of AUTO_INCREMENT columns: a counter a table, kept in the engine and moved on durably before a number is
 * given, so that none is given twice, whatever crashes. Who asks takes many at a time; gaps are normal. TRUNCATE leaves
 * the counter as it is. Blocks on the engine: engine threads.
 */
public final class AutoIncrementIds {
    static final String SPACE = "auto_increment";

    private final SystemStore store;

    public AutoIncrementIds(SystemStore store) {
        this.store = store;
    }

    /**
     * The first of {@code count} consecutive numbers, which nobody got before.
     *
     * @param atLeast no lower number is given from now on
     * @throws TributaryException AUTO_INCREMENT_EXHAUSTED beyond 63 bits
     */
    public long reserve(long tableId, long count, long atLeast) {
        long before = store.advance(
                SPACE, Long.toString(tableId), 1, next -> Math.max(next, behind(Math.max(next, atLeast), count)));
        return Math.max(before, atLeast);
    }

    private static long behind(long first, long count) {
        if (count > Long.MAX_VALUE - first) {
            throw new TributaryException(
                    ErrorCode.AUTO_INCREMENT_EXHAUSTED,
                    "Failed to read auto-increment value from storage engine: " + count + " numbers from " + first
                            + " on are more than 63 bits hold");
        }
        return first + count;
    }
}
