package io.tributary.rpc.row;

import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.schema.Column;

/** TINYINT, SMALLINT, INT and BIGINT. Fractions of text and decimals round half away from zero, of doubles half even. */
final class IntegerColumn extends FixedWidthColumn {
    private final long min;
    private final long max;

    IntegerColumn(Column column, RowContext context) {
        super(column, context);
        min = Long.MIN_VALUE >> (64 - 8 * width);
        max = ~min;
    }

    @Override
    void putLong(long value) {
        if (value < min || value > max) {
            throw outOfRange(Long.toString(value));
        }
        int at = claim();
        switch (width) {
            case 1 -> values[at] = (byte) value;
            case 2 -> LittleEndian.putShort(values, at, (short) value);
            case 4 -> LittleEndian.putInt(values, at, (int) value);
            default -> LittleEndian.putLong(values, at, value);
        }
    }

    @Override
    void putDouble(double value) {
        double whole = Math.rint(value);
        // 2^63 itself is a double, and too large; NaN fails both comparisons.
        if (!(whole >= -0x1p63 && whole < 0x1p63)) {
            throw outOfRange(Double.toString(value));
        }
        putLong((long) whole);
    }

    @Override
    void putDecimal(long high, long low, int scale) {
        Decimal128 decimal = context.decimal;
        decimal.set(high, low);
        if (!decimal.rescale(scale, 0) || !decimal.fitsLong()) {
            decimal.set(high, low);
            throw outOfRange(decimal.toString(scale));
        }
        putLong(decimal.signedLow());
    }

    @Override
    void putText(byte[] bytes, int offset, int length) {
        long simple = NumberText.simple(bytes, offset, offset + length, 0);
        if (simple != NumberText.NOT_SIMPLE) {
            putLong(simple);
            return;
        }
        if (!context.number.scan(bytes, offset, length)) {
            throw badValue("integer", bytes, offset, length);
        }
        Decimal128 decimal = context.decimal;
        if (!context.number.toScaled(0, decimal) || !decimal.fitsLong()) {
            throw outOfRange(Refusal.shown(bytes, offset, length));
        }
        putLong(decimal.signedLow());
    }

    /** As inherited, but without a second virtual call: most numbers of most statements come here. */
    @Override
    void putNumber(byte[] bytes, int offset, int length) {
        putText(bytes, offset, length);
    }

    private TributaryException outOfRange(String value) {
        return outOfRange(value, min + " to " + max);
    }
}
