package io.tributary.contract.row;

import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.value.LittleEndian;
import java.util.List;

/**
 * Reads {@link RowBlock}s of one list of types: single values for result sets and tests, whole vectors for engines.
 *
 * <p>{@link #reset} checks the whole structure once (not the values), so that no later call with a row below {@link
 * #rowCount} reads outside the block, whatever its bytes are. All offsets are into {@link #array()}. One thread at a
 * time.
 */
public final class RowBlockReader {
    private final int[] widths;
    private final boolean[] floats;
    private final int[] validity;
    private final int[] values;
    private final int[] dataLengths;

    private byte[] array = {};
    private int rows;
    /** Where the bitmap of the rows that delete begins, or -1. */
    private int deletes = -1;

    public RowBlockReader(List<ColumnType> types) {
        int columns = types.size();
        widths = new int[columns];
        floats = new boolean[columns];
        validity = new int[columns];
        values = new int[columns];
        dataLengths = new int[columns];
        for (int i = 0; i < columns; i++) {
            widths[i] = types.get(i).width();
            floats[i] = types.get(i).kind() == ColumnType.Kind.FLOAT;
        }
    }

    /**
     * Turns to another block.
     *
     * @throws IllegalArgumentException naming what is wrong, if the block does not have this reader's columns; the
     *     reader then has no rows
     */
    public void reset(RowBlock block) {
        rows = 0;
        array = block.bytes();
        int count = block.rowCount();
        if (block.columnCount() != widths.length) {
            throw new IllegalArgumentException(
                    "row block has " + block.columnCount() + " columns, expected " + widths.length);
        }
        if (array[block.offset() + 1] >> 1 != 0) {
            throw new IllegalArgumentException("row block: deletes byte is " + array[block.offset() + 1]);
        }
        if (count < 0 || count > RowBlock.ROWS_MAX) {
            throw new IllegalArgumentException("row block has " + Integer.toUnsignedString(count)
                    + " rows, allowed are 0 to " + RowBlock.ROWS_MAX);
        }
        int end = block.offset() + block.length();
        int position = block.offset() + RowBlock.HEADER_BYTES;
        for (int column = 0; column < widths.length; column++) {
            position = locate(column, position, end, count);
        }
        deletes = -1;
        if (block.hasDeletes()) {
            deletes = position;
            position = claim(widths.length, position, end, (count + 7L) >> 3);
        }
        if (position != end) {
            throw new IllegalArgumentException("row block has " + (end - position) + " bytes behind its last column");
        }
        rows = count;
    }

    /** Finds the parts of a column that begins at {@code position}, and returns where it ends. */
    private int locate(int column, int position, int end, int count) {
        int next = claim(column, position, end, 1);
        byte nulls = array[position];
        if (nulls == 0) {
            validity[column] = -1;
        } else if (nulls == 1) {
            validity[column] = next;
            next = claim(column, next, end, (count + 7L) >> 3);
        } else {
            throw new IllegalArgumentException("row block, column " + column + ": nulls byte is " + nulls);
        }
        values[column] = next;
        if (widths[column] != 0) {
            return claim(column, next, end, (long) count * widths[column]);
        }
        int data = claim(column, next, end, count * 4L);
        int last = 0;
        for (int offset = next; offset < data; offset += 4) {
            int valueEnd = LittleEndian.getInt(array, offset);
            if (valueEnd < last) {
                throw new IllegalArgumentException("row block, column " + column + ": end offset " + valueEnd
                        + " of row " + ((offset - next) >> 2) + " is below " + last);
            }
            last = valueEnd;
        }
        dataLengths[column] = last;
        return claim(column, data, end, last);
    }

    private static int claim(int column, int position, int end, long bytes) {
        if (bytes > end - position) {
            throw new IllegalArgumentException("row block, column " + column + ": " + bytes + " bytes needed at "
                    + position + ", " + (end - position) + " left");
        }
        return position + (int) bytes;
    }

    public int rowCount() {
        return rows;
    }

    public int columnCount() {
        return widths.length;
    }

    /** Whether a row only deletes its key. */
    public boolean isDeleted(int row) {
        return deletes >= 0 && (array[deletes + (row >> 3)] >> (row & 7) & 1) != 0;
    }

    /** Where the bitmap of the rows that delete begins, or -1 where no row does. */
    public int deletesOffset() {
        return deletes;
    }

    public boolean isNull(int column, int row) {
        int bitmap = validity[column];
        return bitmap >= 0 && (array[bitmap + (row >> 3)] >> (row & 7) & 1) == 0;
    }

    /** A fixed-width value but FLOAT and DOUBLE, sign-extended; of a 16-byte value the lower half. */
    public long getLong(int column, int row) {
        int base = values[column];
        return switch (widths[column]) {
            case 1 -> array[base + row];
            case 2 -> LittleEndian.getShort(array, base + 2 * row);
            case 4 -> LittleEndian.getInt(array, base + 4 * row);
            case 8 -> LittleEndian.getLong(array, base + 8 * row);
            case 16 -> LittleEndian.getLong(array, base + 16 * row);
            default -> throw new IllegalStateException("column " + column + " has no numbers");
        };
    }

    /** The upper half of a 16-byte value (LARGEINT, DECIMAL above 18 digits). */
    public long getLongHigh(int column, int row) {
        if (widths[column] != 16) {
            throw new IllegalStateException("column " + column + " has values of " + widths[column] + " bytes, not 16");
        }
        return LittleEndian.getLong(array, values[column] + 16 * row + 8);
    }

    /** A FLOAT or DOUBLE. */
    public double getDouble(int column, int row) {
        return floats[column]
                ? Float.intBitsToFloat((int) getLong(column, row))
                : Double.longBitsToDouble(getLong(column, row));
    }

    /** Where a variable-width value begins in {@link #array()}. */
    public int bytesOffset(int column, int row) {
        return dataOffset(column) + start(column, row);
    }

    public int bytesLength(int column, int row) {
        return LittleEndian.getInt(array, values[column] + 4 * row) - start(column, row);
    }

    private int start(int column, int row) {
        return row == 0 ? 0 : LittleEndian.getInt(array, values[column] + 4 * row - 4);
    }

    /** The array that holds the block; not a copy. */
    public byte[] array() {
        return array;
    }

    /** Where the column's validity bitmap begins, or -1 when it has no nulls. */
    public int validityOffset(int column) {
        return validity[column];
    }

    /** Where a fixed-width column's values begin. */
    public int valuesOffset(int column) {
        return values[column];
    }

    /** Where a variable-width column's end offsets (u32 a row) begin. */
    public int endOffsetsOffset(int column) {
        return values[column];
    }

    /** Where a variable-width column's bytes begin; end offsets count from here. */
    public int dataOffset(int column) {
        return values[column] + 4 * rows;
    }

    /** Bytes of a variable-width column's data. */
    public int dataLength(int column) {
        return dataLengths[column];
    }
}
