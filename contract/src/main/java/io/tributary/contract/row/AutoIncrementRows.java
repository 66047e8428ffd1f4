package io.tributary.contract.row;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.value.LittleEndian;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Gives the rows of one statement the numbers of their AUTO_INCREMENT column: rows in which it is NULL, left out or 0.
 * First {@link #generated} says how many numbers are needed, then {@link #fill} puts consecutive ones in, before the rows
 * are logged. One statement, one thread.
 */
public final class AutoIncrementRows {
    private final Column column;
    private final int position;
    private final int width;
    private final boolean zeroIsGiven;
    private final List<RowBlock> blocks;
    private final RowBlockReader reader;
    private long generated;
    private long largestGiven;
    private long lastGiven;

    /**
     * @param table one that has such a column
     * @param zeroIsGiven whether 0 is a value like any other, {@code NO_AUTO_VALUE_ON_ZERO}
     */
    public AutoIncrementRows(TableSchema table, List<RowBlock> blocks, boolean zeroIsGiven) {
        position = table.autoIncrementPosition();
        column = table.columns().get(position);
        width = column.type().width();
        this.zeroIsGiven = zeroIsGiven;
        this.blocks = List.copyOf(blocks);
        reader = new RowBlockReader(table.columns().stream().map(Column::type).toList());
        for (RowBlock block : blocks) {
            count(block);
        }
    }

    private void count(RowBlock block) {
        reader.reset(block);
        for (int row = 0; row < reader.rowCount(); row++) {
            if (isGenerated(row)) {
                generated++;
            } else {
                lastGiven = given(row);
                largestGiven = Math.max(largestGiven, lastGiven);
            }
        }
    }

    private boolean isGenerated(int row) {
        return reader.isNull(position, row)
                || (!zeroIsGiven && reader.getLong(position, row) == 0 && (width != 16 || high(row) == 0));
    }

    /** The number in a row, as far as it counts: 64 bits. */
    private long given(int row) {
        if (width != 16 || high(row) == reader.getLong(position, row) >> 63) {
            return reader.getLong(position, row);
        }
        return high(row) < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    private long high(int row) {
        return reader.getLongHigh(position, row);
    }

    /** How many rows need a number. */
    public long generated() {
        return generated;
    }

    /** The largest number that the rows bring themselves; at least 0. */
    public long largestGiven() {
        return largestGiven;
    }

    /** The last number that the rows bring themselves, or 0. */
    public long lastGiven() {
        return lastGiven;
    }

    /** The blocks with consecutive numbers, see {@link #fill(long, long)}. */
    public List<RowBlock> fill(long first) {
        return fill(first, 1);
    }

    /**
     * The blocks with every number in its place, the first one {@code first}, the next {@code first + step}.
     *
     * @throws TributaryException AUTO_INCREMENT_EXHAUSTED where the column's type ends before the last
     */
    public List<RowBlock> fill(long first, long step) {
        if (generated == 0) {
            return blocks;
        }
        long last = first + (generated - 1) * step;
        if (last < first || last > column.type().largestWhole()) {
            throw exhausted(column.name());
        }
        List<RowBlock> filled = new ArrayList<>(blocks.size());
        long next = first;
        for (RowBlock block : blocks) {
            reader.reset(block);
            byte[] bytes = Arrays.copyOfRange(block.bytes(), block.offset(), block.offset() + block.length());
            int validity = reader.validityOffset(position) - block.offset();
            int values = reader.valuesOffset(position) - block.offset();
            boolean nulls = reader.validityOffset(position) >= 0;
            for (int row = 0; row < reader.rowCount(); row++) {
                if (isGenerated(row)) {
                    if (nulls) {
                        bytes[validity + (row >> 3)] |= (byte) (1 << (row & 7));
                    }
                    LittleEndian.put(bytes, values + row * width, next, Math.min(width, Long.BYTES));
                    next += step;
                }
            }
            filled.add(RowBlock.of(bytes));
        }
        return filled;
    }

    /** What MySQL says when there is no further number. */
    public static TributaryException exhausted(String column) {
        return new TributaryException(
                ErrorCode.AUTO_INCREMENT_EXHAUSTED,
                "Failed to read auto-increment value from storage engine: column '" + column
                        + "' has no further number");
    }
}
