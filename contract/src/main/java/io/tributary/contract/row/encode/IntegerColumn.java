package io.tributary.contract.row.encode;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.value.Decimal128;
import io.tributary.contract.value.LittleEndian;
import io.tributary.contract.value.NumberText;

/** TINYINT, SMALLINT, INT and BIGINT, or what is smaller and UNSIGNED. Fractions of text and decimals round half away from zero, of doubles half even. */
final class IntegerColumn extends FixedWidthColumn {
    private final long min;
    private final long max;

    IntegerColumn(Column column, RowContext context) {
        super(column, context);
        boolean unsigned = column.type().isUnsigned();
        min = unsigned ? 0 : Long.MIN_VALUE >> (64 - 8 * width);
        max = unsigned ? column.type().unsignedMax().longValueExact() : ~min;
    }

    @Override
    int putUsual(CellIndex cells, int cell, int row) {
        int taken =
                switch (cells.kind(row, cell)) {
                    case INTEGER -> CellRuns.integers(cells, cell, row, this, min, max);
                    case TEXT, NUMBER, COPIED_TEXT, COPIED_NUMBER ->
                        CellRuns.numbers(cells, cell, row, this, 0, Math.max(min, -Long.MAX_VALUE), max);
                    default -> 0;
                };
        count += taken;
        return row + taken;
    }

    @Override
    void putLong(long value) {
        if (value < min || value > max) {
            throw outOfRange(Long.toString(value));
        }
        int at = claim();
        LittleEndian.put(values, at, value, width);
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
        if (min == 0 && high < 0) {
            // MySQL looks at the sign first: -0.4 is less than any number without one.
            throw outOfRange(decimal.toString(scale));
        }
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

    /** Does what the inherited one does without a second virtual call: most numbers of most statements come here. */
    @Override
    void putNumber(byte[] bytes, int offset, int length) {
        if (min == 0 && context.isNegativeDecimal(bytes, offset, length)) {
            throw outOfRange(Refusal.shown(bytes, offset, length));
        }
        putText(bytes, offset, length);
    }

    private TributaryException outOfRange(String value) {
        return outOfRange(value, min + " to " + max);
    }
}
