package io.tributary.engine.duckdb;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongPredicate;

/**
 * What a merge is for: the rows of row groups that are not full, and those that are removed but still there. Each checkpoint
 * begins a new group of each table that has new rows; a merge makes full ones of those, and of fewer rows one that has at least
 * twice as many as the first had ({@code RowGroupCollection::ScheduleVacuumTasks}). An estimate: of rows that were there when
 * the engine was opened nobody knows their groups, so all of them may be in small ones until a merge is done. Any thread.
 */
final class SmallGroups {
    /** A group is written anew when a quarter of it is removed. */
    private static final int KEPT_PER_REMOVED_MAX = 3;

    private final int groupRows;
    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Map<Long, Rows> tables = new HashMap<>();

    /** The rows that were removed since the last checkpoint. */
    @GuardedBy("lock")
    private long removing;

    /** The rows that were removed before the last checkpoint, and are not merged yet. */
    @GuardedBy("lock")
    private long removed;

    /** The rows of all tables when the engine was opened; 0 after a merge. */
    @GuardedBy("lock")
    private long foundAtOpening;

    private static final class Rows {
        /** The rows that were added since the last checkpoint. */
        long added;
        /** The rows of small groups in the file. */
        long small;
        /** The rows of the first of these groups. */
        long first;

        private boolean isMergeable(int groupRows) {
            return small > first && small >= Math.min(2 * first, groupRows);
        }
    }

    public SmallGroups(int groupRows) {
        this.groupRows = groupRows;
    }

    /** @param rows of all tables, when the engine was opened; each may be in a small group */
    void found(long rows) {
        synchronized (lock) {
            foundAtOpening = rows;
        }
    }

    /**
     * @param rows that a transaction has brought to tables, by their ids
     * @param others that it has removed, or replaced, at most
     */
    void committed(Map<Long, Long> rows, long others) {
        synchronized (lock) {
            removing += others;
            rows.forEach((tableId, count) -> tables.computeIfAbsent(tableId, id -> new Rows()).added += count);
        }
    }

    /** A checkpoint begins; to be run when it has succeeded. */
    Runnable checkpoint() {
        Map<Long, Long> begun = new HashMap<>();
        long removes;
        synchronized (lock) {
            removes = removing;
            tables.forEach((tableId, rows) -> begun.put(tableId, rows.added));
        }
        return () -> {
            synchronized (lock) {
                begun.forEach(this::wrote);
                removing -= removes;
                removed += removes;
            }
        };
    }

    @GuardedBy("lock")
    private void wrote(long tableId, long count) {
        Rows rows = tables.get(tableId);
        if (rows != null) {
            rows.added -= count;
            long last = count % groupRows;
            rows.first = rows.small == 0 ? last : rows.first;
            rows.small += last;
        }
    }

    /** How many tables have rows that no checkpoint has written. */
    int changedTables() {
        synchronized (lock) {
            return (int) tables.values().stream().filter(rows -> rows.added > 0).count();
        }
    }

    /** How many a merge would write once more, at most; 0 if none is known of. */
    long mergeableRows() {
        synchronized (lock) {
            long known = KEPT_PER_REMOVED_MAX * removed
                    + tables.values().stream()
                            .filter(rows -> rows.isMergeable(groupRows))
                            .mapToLong(rows -> rows.small)
                            .sum();
            return known == 0 ? 0 : known + foundAtOpening;
        }
    }

    long removedRows() {
        synchronized (lock) {
            return removed;
        }
    }

    void merged() {
        synchronized (lock) {
            removed = 0;
            foundAtOpening = 0;
            tables.values().stream().filter(rows -> rows.isMergeable(groupRows)).forEach(rows -> {
                rows.small %= groupRows;
                rows.first = rows.small;
            });
        }
    }

    void forget(LongPredicate dropped) {
        synchronized (lock) {
            tables.keySet().removeIf(dropped::test);
        }
    }
}
