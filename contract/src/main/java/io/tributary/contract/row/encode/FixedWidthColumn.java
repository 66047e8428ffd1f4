package io.tributary.contract.row.encode;

import io.tributary.contract.schema.Column;
import io.tributary.contract.value.SmallCopy;
import java.util.Arrays;

/** A column whose values all have the same number of bytes. */
abstract non-sealed class FixedWidthColumn extends ColumnEncoder {
    /** The rows that there is room for at first: even of one byte each they are enough for {@link SmallCopy}. */
    private static final int INITIAL_ROWS = SmallCopy.BYTES;

    final int width;
    byte[] values;
    private byte[] defaultValue = {};

    FixedWidthColumn(Column column, RowContext context) {
        super(column, context);
        width = column.type().width();
        values = new byte[INITIAL_ROWS * width];
    }

    /** Room for one more value: its index in {@link #values}. Counts the value. */
    final int claim() {
        int at = count * width;
        if (at == values.length) {
            values = Arrays.copyOf(values, 2 * at);
        }
        count++;
        return at;
    }

    /** Room for {@code more} values: the index of the first in {@link #values}. Counts none. */
    final int reserve(int more) {
        long needed = ((long) count + more) * width;
        if (needed > values.length) {
            values = Arrays.copyOf(values, Math.toIntExact(Math.max(needed, 2L * values.length)));
        }
        return count * width;
    }

    @Override
    final void keepDefault() {
        defaultValue = Arrays.copyOf(values, width);
    }

    @Override
    final void appendDefault() {
        int at = claim();
        System.arraycopy(defaultValue, 0, values, at, width);
    }

    @Override
    final void appendZero() {
        int at = claim();
        Arrays.fill(values, at, at + width, (byte) 0);
    }

    @Override
    final long heldBytes() {
        return super.heldBytes() + values.length;
    }

    @Override
    final void reset() {
        super.reset();
        if (values.length > RETAINED_BYTES_MAX) {
            values = new byte[INITIAL_ROWS * width];
        }
    }

    /** Writes the values at {@code at} and returns where they end. */
    final int writeValues(byte[] target, int at) {
        int length = count * width;
        SmallCopy.copy(values, 0, target, at, length);
        return at + length;
    }
}
