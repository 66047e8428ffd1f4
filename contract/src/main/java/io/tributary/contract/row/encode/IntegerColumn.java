package io.tributary.contract.row.encode;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.value.Decimal128;
import io.tributary.contract.value.LittleEndian;
import io.tributary.contract.value.NumberText;

/** TINYINT, SMALLINT, INT and BIGINT, or what is smaller and UNSIGNED. Fractions of text and decimals round half away from zero, of doubles half even. */
class IntegerColumn extends FixedWidthColumn {
    private final long min;
    private final long max;

    IntegerColumn(Column column, RowContext context) {
        super(column, context);
        boolean unsigned = column.type().isUnsigned();
        min = unsigned ? 0 : Long.MIN_VALUE >> (64 - 8 * width);
        max = unsigned ? column.type().unsignedMax().longValueExact() : ~min;
    }

    static IntegerColumn of(Column column, RowContext context) {
        int bits = column.declared().bits();
        if (bits > 0) {
            return new Bits(column, context, bits);
        }
        return column.declared().isYear() ? new Year(column, context) : new IntegerColumn(column, context);
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

    /**
     * YEAR: 1901 to 2155, and 0. Of two digits those up to 69 are of this century; the text 0 is the year 2000, and the number is 0.
     *
     * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/year.html">The YEAR Type</a>
     */
    static final class Year extends IntegerColumn {
        private static final int MIN = 1901;
        private static final int MAX = 2155;
        private static final int CENTURY = 100;

        Year(Column column, RowContext context) {
            super(column, context);
        }

        @Override
        int putUsual(CellIndex cells, int cell, int row) {
            return row;
        }

        @Override
        void putLong(long value) {
            if (value < 0 || value > MAX || (value >= CENTURY && value < MIN)) {
                throw outOfRange(Long.toString(value), MIN + " to " + MAX + ", and 0");
            }
            boolean twoDigits = value > 0 && value < CENTURY;
            super.putLong(twoDigits ? value + (value < 70 ? 2000 : 1900) : value);
        }

        @Override
        void putText(byte[] bytes, int offset, int length) {
            boolean zero = length > 0 && length < 4;
            for (int i = 0; i < length && zero; i++) {
                zero = bytes[offset + i] == '0';
            }
            if (zero) {
                super.putLong(2000);
            } else {
                super.putText(bytes, offset, length);
            }
        }

        @Override
        void putNumber(byte[] bytes, int offset, int length) {
            if (length == 1 && bytes[offset] == '0') {
                super.putLong(0);
            } else {
                super.putNumber(bytes, offset, length);
            }
        }
    }

    /**
     * BIT(n): a number of so many bits. Bytes are that number, the first one the highest; a text of digits is one, too.
     *
     * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/bit-type.html">Bit-Value Type</a>
     */
    static final class Bits extends IntegerColumn {
        private final int bits;

        Bits(Column column, RowContext context, int bits) {
            super(column, context);
            this.bits = bits;
        }

        @Override
        int putUsual(CellIndex cells, int cell, int row) {
            return row;
        }

        @Override
        void putLong(long value) {
            if (value >>> bits != 0) {
                throw Refusal.tooLong(
                        column,
                        context.rowNumber(),
                        Long.toString(value),
                        Long.SIZE - Long.numberOfLeadingZeros(value),
                        "bits");
            }
            super.putLong(value);
        }

        @Override
        void putBytes(byte[] bytes, int offset, int length) {
            long value = 0;
            for (int i = 0; i < length; i++) {
                if (value >>> (Long.SIZE - Byte.SIZE) != 0) {
                    throw Refusal.tooLong(
                            column, context.rowNumber(), Refusal.shown(bytes, offset, length), 8L * length, "bits");
                }
                value = value << 8 | (bytes[offset + i] & 0xff);
            }
            putLong(value);
        }

        @Override
        void putText(byte[] bytes, int offset, int length) {
            boolean digits = length > 0;
            for (int i = 0; i < length && digits; i++) {
                digits = bytes[offset + i] >= '0' && bytes[offset + i] <= '9';
            }
            if (digits) {
                super.putText(bytes, offset, length);
            } else {
                putBytes(bytes, offset, length);
            }
        }
    }
}
