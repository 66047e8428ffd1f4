package io.tributary.backend.service;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import java.util.function.LongSupplier;

/**
 * How many tombstones the engine may keep: of a table with a sequence column, one for each key that was deleted by its sign and
 * did not come back. An older row of the key may come at any time, so none is ever over; with too many, loads that delete by
 * sign from such tables are refused. They are counted from time to time, so what was taken meanwhile goes beyond. Any thread.
 */
public final class TombstoneRoom {
    private final LongSupplier counter;
    private final long max;
    private volatile long count;

    /**
     * @param counter asks the engine, and blocks
     * @param max {@code tombstones_max}
     */
    public TombstoneRoom(LongSupplier counter, long max) {
        this.counter = counter;
        this.max = max;
    }

    /** Counts them. Blocks on the engine. */
    public void look() {
        count = counter.getAsLong();
    }

    /** Returns how many there were when they were counted last. */
    public long count() {
        return count;
    }

    /** @throws TributaryException {@code LIMIT_OR_LOCK_WAIT} where rows of this table may leave tombstones, and there are too many */
    void require(TableSchema table) {
        if (count < max || table.sequencePosition() < 0) {
            return;
        }
        throw new TributaryException(
                ErrorCode.LIMIT_OR_LOCK_WAIT,
                "tombstones_max = " + max + ": " + count
                        + " deleted keys of tables with a sequence column are kept, so that no older row brings them"
                        + " back; nothing was stored: TRUNCATE or DROP such tables or partitions, or delete with"
                        + " DELETE FROM");
    }
}
