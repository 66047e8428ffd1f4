package io.tributary.backend.service;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.TableEngine;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * How many tombstones the engines may keep: of a table with a sequence column, one for each key that was deleted by its sign and
 * did not come back. An older row of the key may come at any time, so none is ever over; with too many, loads that delete by
 * sign from such tables are refused. They are counted from time to time, so what was taken meanwhile goes beyond. Any thread.
 */
public final class TombstoneRoom {
    private final LongSupplier counter;
    private final long max;
    private final Consumer<TableSchema> check;
    private final Map<TableEngine, Long> ofServers = new ConcurrentHashMap<>();
    private volatile long own;

    /**
     * @param counter asks the embedded engine, and blocks
     * @param max {@code tombstones_max}
     * @param check throws where the engine of a table has no delete signs
     */
    public TombstoneRoom(LongSupplier counter, long max, Consumer<TableSchema> check) {
        this.counter = counter;
        this.max = max;
        this.check = check;
    }

    /** Counts those of the embedded engine. Blocks on it. */
    public void look() {
        own = counter.getAsLong();
    }

    /**
     * Counts those of a server. Blocks on it.
     *
     * @param now all servers that there are: what others had is forgotten
     */
    public void look(TableEngine server, List<TableEngine> now) {
        ofServers.put(server, server.tombstones());
        ofServers.keySet().retainAll(now);
    }

    /** Returns how many there were when they were counted last. */
    public long count() {
        return own + ofServers.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * For rows that delete by their sign.
     *
     * @throws TributaryException {@code LIMIT_OR_LOCK_WAIT} where rows of this table may leave tombstones, and there are too many;
     *     {@code NOT_SUPPORTED} where its engine knows no such rows
     */
    void require(TableSchema table) {
        check.accept(table);
        if (table.sequencePosition() < 0) {
            return;
        }
        long count = count();
        if (count < max) {
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
