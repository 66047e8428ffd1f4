package io.tributary.engine.port.rows;

import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.schema.ColumnType;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The row with the highest sequence so far of each key, while rows are read backwards: of equal sequences the one that was
 * met first, which is the last, stays. NULL is lower than every value. One use, one thread.
 */
final class HighestSequences {
    private final RowBlockReader reader;
    private final int column;
    private final boolean wide;
    private final BitSet nulls = new BitSet();
    private int count;
    private int[] rows = new int[1024];
    private long[] low = new long[1024];
    /** The upper halves of the sequences; only sequences of 16 bytes have them. */
    private long[] high = {};

    /** @param reader turned to the block whose rows are asked about */
    HighestSequences(RowBlockReader reader, int column, ColumnType type) {
        this.reader = reader;
        this.column = column;
        this.wide = type.width() == 16;
    }

    /**
     * Takes a row.
     *
     * @param key number of its key: known, or the next
     * @param row in the present block
     * @param number of the row over all blocks
     * @return the row, over all blocks, that it outdoes; -1 where it outdoes none
     */
    int outdone(int key, int row, int number) {
        if (key == count) {
            grow();
            count++;
            put(key, row, number);
            return -1;
        }
        if (!isHigher(key, row)) {
            return -1;
        }
        int before = rows[key];
        put(key, row, number);
        return before;
    }

    private void grow() {
        if (count == rows.length) {
            rows = Arrays.copyOf(rows, 2 * count);
            low = Arrays.copyOf(low, 2 * count);
        }
        if (wide && high.length < rows.length) {
            high = Arrays.copyOf(high, rows.length);
        }
    }

    private boolean isHigher(int key, int row) {
        if (reader.isNull(column, row)) {
            return false;
        }
        if (nulls.get(key)) {
            return true;
        }
        long value = reader.getLong(column, row);
        if (!wide) {
            return value > low[key];
        }
        long upper = reader.getLongHigh(column, row);
        return upper == high[key] ? Long.compareUnsigned(value, low[key]) > 0 : upper > high[key];
    }

    private void put(int key, int row, int number) {
        rows[key] = number;
        nulls.set(key, reader.isNull(column, row));
        low[key] = reader.getLong(column, row);
        if (wide) {
            high[key] = reader.getLongHigh(column, row);
        }
    }
}
