package io.tributary.test.history;

import java.util.BitSet;
import java.util.List;

/** What an operation does to its object, or has seen of it. */
public sealed interface Action {
    /** Adds a row with this id, which nobody else adds. */
    record Append(int id, Mode mode) implements Action {}

    /** Sets a register to a value that nobody else sets, or to {@link #ABSENT}. */
    record Put(long value, Mode mode) implements Action {}

    /** Waits until all that anybody was answered is visible. */
    record Sync() implements Action {}

    /**
     * All rows of a table.
     *
     * @param statement all that was seen with one number was seen in one snapshot
     * @param form how it was asked for
     * @param doubled an id that came more than once, or 0
     */
    record ReadIds(long statement, String form, BitSet ids, int doubled) implements Action {
        public static ReadIds of(long statement, String form, List<Integer> values) {
            BitSet ids = new BitSet();
            int doubled = 0;
            for (int id : values) {
                doubled = ids.get(id) ? id : doubled;
                ids.set(id);
            }
            return new ReadIds(statement, form, ids, doubled);
        }

        @Override
        public String toString() {
            StringBuilder ranges = new StringBuilder();
            for (int from = ids.nextSetBit(0); from >= 0; ) {
                int end = ids.nextClearBit(from);
                ranges.append(' ').append(from).append(end > from + 1 ? "-" + (end - 1) : "");
                from = ids.nextSetBit(end);
            }
            return form + " in " + statement + ":" + ranges + (doubled == 0 ? "" : ", twice " + doubled);
        }
    }

    /**
     * How many rows a table has.
     *
     * @param max the highest id, or 0
     */
    record ReadCount(String form, int count, int max) implements Action {}

    /** A register's value. */
    record ReadValue(long statement, String form, long value) implements Action {}

    /** Children that a statement found without their parents. */
    record ReadOrphans(String form, List<Integer> ids) implements Action {
        public ReadOrphans {
            ids = List.copyOf(ids);
        }
    }

    /** The value of a register that has no row. */
    long ABSENT = 0;
}
