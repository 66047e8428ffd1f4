package io.tributary.contract.row.encode;

import io.tributary.contract.schema.Column;
import io.tributary.contract.value.CivilCalendar;
import io.tributary.contract.value.TextForm;

/** DATE and DATETIME: a text is one of a calendar, a number is read as the digits of such a text, and a time is today's. */
abstract class CalendarColumn extends FixedWidthColumn {
    /** Digits of a number that is a date without a time. */
    private static final int DATE_DIGITS = 8;

    /** A number that is not less has more digits than a date. */
    private static final double DOUBLE_MAX = 1e15;

    CalendarColumn(Column column, RowContext context) {
        super(column, context);
    }

    /**
     * Stores what {@code context.temporal} has read.
     *
     * @param parsed false: the bytes are no date
     */
    abstract void append(boolean parsed, byte[] bytes, int offset, int length);

    @Override
    final void putText(byte[] bytes, int offset, int length) {
        append(context.temporal.parse(bytes, offset, length), bytes, offset, length);
    }

    /** A fraction of a day is left out, one of a second stays. */
    @Override
    final void putNumber(byte[] bytes, int offset, int length) {
        int digits = 0;
        while (digits < length && bytes[offset + digits] >= '0' && bytes[offset + digits] <= '9') {
            digits++;
        }
        boolean fraction = digits < length && bytes[offset + digits] == '.';
        if (digits < length && context.number.scan(bytes, offset, length) && context.number.hasExponent()) {
            putDouble(context.number.toDouble());
            return;
        }
        int read = fraction && digits <= DATE_DIGITS ? digits : length;
        append(context.temporal.parseNumber(bytes, offset, read), bytes, offset, length);
    }

    @Override
    final void putDouble(double value) {
        // Others have an exponent as texts, or are no date.
        if (!(Math.abs(value) >= 1 && Math.abs(value) < DOUBLE_MAX)) {
            super.putDouble(value);
            return;
        }
        context.text.setDouble(value);
        putOwnNumber();
    }

    @Override
    final void putDecimal(long high, long low, int scale) {
        context.decimal.set(high, low);
        context.text.setString(context.decimal.toString(scale));
        putOwnNumber();
    }

    private void putOwnNumber() {
        TextForm text = context.text;
        putNumber(text.bytes, text.from, text.length());
    }

    @Override
    final void putTime(long micros, int fraction) {
        long today = Math.floorDiv(context.localMicros(), CivilCalendar.MICROS_PER_DAY);
        putEpochMicros(today * CivilCalendar.MICROS_PER_DAY + micros, fraction);
    }

    @Override
    final void putLong(long value) {
        context.text.setLong(value);
        putOwnNumber();
    }
}
