package io.tributary.contract.row.encode;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.value.Decimal128;
import io.tributary.contract.value.LittleEndian;
import io.tributary.contract.value.NumberText;

/** DECIMAL of at most 18 digits, kept as a long times 10<sup>-scale</sup>. Surplus fraction digits are rounded off. */
final class DecimalColumn extends FixedWidthColumn {
    /** Doubles below it are exact in their fifteen digits, so that the shortest decimal can be found by arithmetic. */
    private static final double EXACT_MAX = 1e15;

    private final int scale;
    /** Greatest unscaled value, and greatest whole number. */
    private final long max;

    private final long wholeMax;
    private final long unit;

    DecimalColumn(Column column, RowContext context) {
        super(column, context);
        scale = column.type().scale();
        unit = NumberText.tenTo(scale);
        max = NumberText.tenTo(column.type().length()) - 1;
        wholeMax = max / unit;
    }

    private void append(long unscaled) {
        int at = claim();
        LittleEndian.putLong(values, at, unscaled);
    }

    @Override
    int putUsual(CellIndex cells, int cell, int row) {
        int taken =
                switch (cells.kind(row, cell)) {
                    case TEXT, NUMBER, COPIED_TEXT, COPIED_NUMBER ->
                        CellRuns.numbers(cells, cell, row, this, scale, -max, max);
                    default -> 0;
                };
        count += taken;
        return row + taken;
    }

    @Override
    void putLong(long value) {
        if (value < -wholeMax || value > wholeMax) {
            throw outOfRange(Long.toString(value));
        }
        append(value * unit);
    }

    @Override
    void putDouble(double value) {
        double unscaled = Math.rint(value * (double) unit);
        if (Math.abs(unscaled) < EXACT_MAX && unscaled / (double) unit == value && Math.abs(unscaled) <= max) {
            append((long) unscaled);
        } else if (Double.isFinite(value)) {
            context.text.setDouble(value);
            putOwnText();
        } else {
            throw outOfRange(Double.toString(value));
        }
    }

    @Override
    void putDecimal(long high, long low, int valueScale) {
        if (valueScale == scale && high == low >> 63 && low >= -max && low <= max) {
            append(low);
            return;
        }
        Decimal128 decimal = context.decimal;
        decimal.set(high, low);
        if (!decimal.rescale(valueScale, scale)
                || !decimal.isBelowTenTo(column.type().length())) {
            decimal.set(high, low);
            throw outOfRange(decimal.toString(valueScale));
        }
        append(decimal.signedLow());
    }

    @Override
    void putText(byte[] bytes, int offset, int length) {
        long simple = NumberText.simple(bytes, offset, offset + length, scale);
        if (simple != NumberText.NOT_SIMPLE && simple >= -max && simple <= max) {
            append(simple);
            return;
        }
        if (!context.number.scan(bytes, offset, length)) {
            throw badValue("decimal", bytes, offset, length);
        }
        Decimal128 decimal = context.decimal;
        if (!context.number.toScaled(scale, decimal)
                || !decimal.isBelowTenTo(column.type().length())) {
            throw outOfRange(Refusal.shown(bytes, offset, length));
        }
        append(decimal.signedLow());
    }

    /** Does what the inherited one does without a second virtual call: most numbers of most statements come here. */
    @Override
    void putNumber(byte[] bytes, int offset, int length) {
        putText(bytes, offset, length);
    }

    private TributaryException outOfRange(String value) {
        context.decimal.set(0, max);
        String greatest = context.decimal.toString(scale);
        return outOfRange(value, "-" + greatest + " to " + greatest);
    }
}
