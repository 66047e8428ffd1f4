package io.tributary.contract.row.encode;

import io.tributary.contract.schema.Column;
import io.tributary.contract.value.CivilCalendar;
import io.tributary.contract.value.TextForm;

/** DATE and DATETIME: a text is one of a calendar, a number is read as the digits of such a text, and a time is today's. */
abstract class CalendarColumn extends FixedWidthColumn {
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

    @Override
    final void putNumber(byte[] bytes, int offset, int length) {
        append(context.temporal.parseNumber(bytes, offset, length), bytes, offset, length);
    }

    @Override
    final void putTime(long micros, int fraction) {
        long today = Math.floorDiv(context.localMicros(), CivilCalendar.MICROS_PER_DAY);
        putEpochMicros(today * CivilCalendar.MICROS_PER_DAY + micros, fraction);
    }

    @Override
    final void putLong(long value) {
        TextForm text = context.text;
        text.setLong(value);
        putNumber(text.bytes, text.from, text.length());
    }
}
