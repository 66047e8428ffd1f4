package io.tributary.contract.row.encode;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.value.Decimal128;
import io.tributary.contract.value.LittleEndian;
import io.tributary.contract.value.NumberText;
import java.math.BigDecimal;
import java.math.BigInteger;

/** 128-bit numbers: DECIMAL above 18 digits, LARGEINT and BIGINT UNSIGNED. Surplus fraction digits are rounded off. */
final class WideDecimalColumn extends FixedWidthColumn {
    private final int scale;
    private final boolean largeInt;
    private final boolean unsigned;

    WideDecimalColumn(Column column, RowContext context) {
        super(column, context);
        scale = column.type().scale();
        largeInt = column.type().kind() == ColumnType.Kind.LARGEINT;
        unsigned = column.type().isUnsigned();
    }

    private void append(long high, long low) {
        int at = claim();
        LittleEndian.putLong(values, at, low);
        LittleEndian.putLong(values, at + 8, high);
    }

    /** Stores the number in {@code context.decimal}, which has this column's scale; false when it does not fit. */
    private boolean appendDecimal() {
        Decimal128 decimal = context.decimal;
        if (unsigned && decimal.signedHigh() != 0) {
            return false;
        }
        if (largeInt
                ? !decimal.fitsInt128()
                : !decimal.isBelowTenTo(column.type().length())) {
            return false;
        }
        append(decimal.signedHigh(), decimal.signedLow());
        return true;
    }

    @Override
    void putLong(long value) {
        putDecimal(value >> 63, value, 0);
    }

    @Override
    void putDouble(double value) {
        if (!Double.isFinite(value)) {
            throw outOfRange(Double.toString(value));
        }
        if (largeInt && Math.abs(value) < 0x1p63) {
            putLong((long) Math.rint(value));
            return;
        }
        context.text.setDouble(value);
        putOwnText();
    }

    @Override
    void putDecimal(long high, long low, int valueScale) {
        context.decimal.set(high, low);
        boolean negative = unsigned && high < 0;
        if (negative || !context.decimal.rescale(valueScale, scale) || !appendDecimal()) {
            context.decimal.set(high, low);
            throw outOfRange(context.decimal.toString(valueScale));
        }
    }

    @Override
    void putText(byte[] bytes, int offset, int length) {
        // Eighteen digits always fit: a DECIMAL of this class has more, and the scale is within them.
        long simple = NumberText.simple(bytes, offset, offset + length, scale);
        if (simple != NumberText.NOT_SIMPLE && !(unsigned && simple < 0)) {
            append(simple >> 63, simple);
            return;
        }
        if (!context.number.scan(bytes, offset, length)) {
            throw badValue(largeInt ? "integer" : "decimal", bytes, offset, length);
        }
        if (!context.number.toScaled(scale, context.decimal) || !appendDecimal()) {
            throw outOfRange(Refusal.shown(bytes, offset, length));
        }
    }

    @Override
    void putNumber(byte[] bytes, int offset, int length) {
        if (unsigned && context.isNegativeDecimal(bytes, offset, length)) {
            throw outOfRange(Refusal.shown(bytes, offset, length));
        }
        putText(bytes, offset, length);
    }

    private TributaryException outOfRange(String value) {
        if (unsigned) {
            return outOfRange(value, "0 to " + column.type().unsignedMax());
        }
        if (largeInt) {
            BigInteger bound = BigInteger.ONE.shiftLeft(127);
            return outOfRange(value, bound.negate() + " to " + bound.subtract(BigInteger.ONE));
        }
        BigInteger max = BigInteger.TEN.pow(column.type().length()).subtract(BigInteger.ONE);
        String greatest = new BigDecimal(max, scale).toPlainString();
        return outOfRange(value, "-" + greatest + " to " + greatest);
    }
}
