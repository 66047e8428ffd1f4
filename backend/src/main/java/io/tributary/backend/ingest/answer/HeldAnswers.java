package io.tributary.backend.ingest.answer;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * Answers that wait until a read of several tables has its snapshot. While such a read holds a table, no load of it that
 * reads are bound to see is acknowledged: so nothing acknowledged is missing from the snapshot, and no row can be in it that
 * was written by somebody who had heard of another one that is not.
 *
 * <p>An answer waits only for those holds that there were when it came. What begins to hold later commits all that is logged
 * by then, this load too; so reads that follow one another hold nobody back for ever. Ingest agent's thread.
 */
public final class HeldAnswers {
    private final Map<Long, Table> tables = new HashMap<>();
    private long lastHold;

    private static final class Table {
        final TreeSet<Long> holds = new TreeSet<>();
        final Deque<Held> answers = new ArrayDeque<>();
    }

    /** @param after the last hold that it waits for */
    private record Held(long after, Runnable answer) {}

    /** Whether answers of this table would wait. */
    public boolean holds(long tableId) {
        return !tables.isEmpty() && tables.containsKey(tableId);
    }

    /** Lets answers of this table wait from now on; returns the number to end that with. */
    public long hold(long tableId) {
        tables.computeIfAbsent(tableId, id -> new Table()).holds.add(++lastHold);
        return lastHold;
    }

    /** The end of a hold: gives the answers that waited for no other. */
    public void release(long tableId, long hold) {
        Table table = tables.get(tableId);
        if (table == null || !table.holds.remove(hold)) {
            return;
        }
        long oldest = table.holds.isEmpty() ? Long.MAX_VALUE : table.holds.first();
        while (!table.answers.isEmpty() && table.answers.element().after() < oldest) {
            table.answers.remove().answer().run();
        }
        if (table.holds.isEmpty()) {
            tables.remove(tableId);
        }
    }

    /** Gives an answer of this table now, or when those who hold it have let go. */
    public void give(long tableId, Runnable answer) {
        Table table = tables.get(tableId);
        if (table == null) {
            answer.run();
        } else {
            table.answers.add(new Held(table.holds.last(), answer));
        }
    }

    /** Nobody holds anything any more. */
    public void releaseAll() {
        tables.values()
                .forEach(table -> table.answers.forEach(held -> held.answer().run()));
        tables.clear();
    }
}
