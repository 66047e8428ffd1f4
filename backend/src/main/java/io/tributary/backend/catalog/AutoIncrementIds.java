package io.tributary.backend.catalog;

import io.tributary.contract.calls.ReservedIds;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.SystemStore;
import io.tributary.engine.port.TableEngine;

/**
 * The numbers of AUTO_INCREMENT columns: a counter a table, kept in the engine and moved on durably before a number is
 * given, so that none is given twice, whatever crashes. Who asks takes many at a time; gaps are normal. TRUNCATE has
 * the counter begin again, and the table get another schema version, so that no row lands that has a number of before. Blocks on the engine: engine threads.
 */
public final class AutoIncrementIds {
    static final String SPACE = "auto_increment";

    /** Numbers that a server is asked for at once. */
    static final int SERVER_IDS_MAX = 1_000_000;

    private final TableEngine engine;
    private final SystemStore store;

    public AutoIncrementIds(TableEngine engine) {
        this.engine = engine;
        this.store = engine.systemStore();
    }

    /**
     * Numbers that nobody got before; those of a table that was adopted its server gives, since others write there, too.
     *
     * @param atLeast no lower number is given from now on
     * @throws TributaryException AUTO_INCREMENT_EXHAUSTED
     */
    public ReservedIds reserve(TableSchema table, long count, long atLeast) {
        if (!AdoptedTable.isOne(table)) {
            return new ReservedIds(reserve(table.tableId(), count, atLeast), 1);
        }
        if (count > SERVER_IDS_MAX) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    count + " numbers at once for " + table.database() + "." + table.name()
                            + ": its server gives at most " + SERVER_IDS_MAX);
        }
        return count == 0
                ? new ReservedIds(atLeast, 1)
                : engine.of(table).existingTables().reserveIds(table, (int) count, atLeast);
    }

    /** No lower number is given from now on: {@code ALTER TABLE … AUTO_INCREMENT = n}. It never goes back. */
    public ReservedIds startAt(TableSchema table, long atLeast) {
        return AdoptedTable.isOne(table)
                ? engine.of(table).existingTables().reserveIds(table, 0, atLeast)
                : reserve(table, 0, atLeast);
    }

    /**
     * The first of {@code count} consecutive numbers, which nobody got before.
     *
     * @param atLeast no lower number is given from now on
     * @throws TributaryException AUTO_INCREMENT_EXHAUSTED beyond 63 bits
     */
    long reserve(long tableId, long count, long atLeast) {
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
