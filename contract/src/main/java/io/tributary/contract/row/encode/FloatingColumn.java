package io.tributary.contract.row.encode;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.value.LittleEndian;

/** FLOAT and DOUBLE; only finite numbers. A number too small becomes 0, one with too many digits the nearest. */
final class FloatingColumn extends FixedWidthColumn {
    private final double max;

    FloatingColumn(Column column, RowContext context) {
        super(column, context);
        max = width == 4 ? Float.MAX_VALUE : Double.MAX_VALUE;
    }

    @Override
    void putDouble(double value) {
        // A double above the greatest float may still round to it; NaN fails the comparison.
        if (!(Math.abs(width == 4 ? (float) value : value) <= max)) {
            throw outOfRange(Double.toString(value));
        }
        int at = claim();
        if (width == 4) {
            LittleEndian.putInt(values, at, Float.floatToRawIntBits((float) value));
        } else {
            LittleEndian.putLong(values, at, Double.doubleToRawLongBits(value));
        }
    }

    @Override
    void putFloat(float value) {
        if (width == 4) {
            putDouble(value);
        } else {
            super.putFloat(value);
        }
    }

    @Override
    void putLong(long value) {
        putDouble((double) value);
    }

    @Override
    void putDecimal(long high, long low, int scale) {
        context.decimal.set(high, low);
        putDouble(context.decimal.toDouble(scale));
    }

    @Override
    void putText(byte[] bytes, int offset, int length) {
        if (!context.number.scan(bytes, offset, length)) {
            throw badValue(width == 4 ? "float" : "double", bytes, offset, length);
        }
        double value = context.number.toDouble();
        if (!(Math.abs(width == 4 ? (float) value : value) <= max)) {
            throw outOfRange(Refusal.shown(bytes, offset, length));
        }
        putDouble(value);
    }

    private TributaryException outOfRange(String value) {
        String greatest = width == 4 ? Float.toString(Float.MAX_VALUE) : Double.toString(Double.MAX_VALUE);
        return outOfRange(value, "-" + greatest + " to " + greatest);
    }
}
