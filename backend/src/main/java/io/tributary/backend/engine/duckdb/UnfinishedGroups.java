package io.tributary.backend.engine.duckdb;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongPredicate;

/**
 * How much of what the next checkpoint compresses was compressed before. A checkpoint writes the last row group of each table that
 * has new rows anew until it is full; with a few new rows in each of a thousand tables that is nearly all it does. An estimate:
 * what a table had when the engine was opened is not known, and large appends begin groups of their own. Any thread.
 */
final class UnfinishedGroups {
    private final int groupRows;
    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Map<Long, Rows> tables = new HashMap<>();

    private static final class Rows {
        /** Of the last group, in the file. */
        long written;
        /** Since the last checkpoint. */
        long added;
    }

    UnfinishedGroups(int groupRows) {
        this.groupRows = groupRows;
    }

    /** Rows that a transaction has brought to tables, by their ids. */
    void committed(Map<Long, Long> rows) {
        synchronized (lock) {
            rows.forEach((tableId, count) -> tables.computeIfAbsent(tableId, id -> new Rows()).added += count);
        }
    }

    /** A checkpoint begins; to be run when it has succeeded. */
    Runnable checkpoint() {
        Map<Long, Long> begun = new HashMap<>();
        synchronized (lock) {
            tables.forEach((tableId, rows) -> begun.put(tableId, rows.added));
        }
        return () -> {
            synchronized (lock) {
                begun.forEach(this::wrote);
            }
        };
    }

    @GuardedBy("lock")
    private void wrote(long tableId, long count) {
        Rows rows = tables.get(tableId);
        if (rows != null) {
            rows.written = (rows.written + count) % groupRows;
            rows.added -= count;
        }
    }

    /** See {@link io.tributary.backend.engine.TableEngine#rewrittenShare}. */
    double rewrittenShare() {
        long written = 0;
        long added = 0;
        synchronized (lock) {
            for (Rows rows : tables.values()) {
                written += rows.added > 0 ? rows.written : 0;
                added += rows.added;
            }
        }
        return written == 0 ? 0 : (double) written / (written + added);
    }

    void forget(LongPredicate dropped) {
        synchronized (lock) {
            tables.keySet().removeIf(dropped::test);
        }
    }
}
