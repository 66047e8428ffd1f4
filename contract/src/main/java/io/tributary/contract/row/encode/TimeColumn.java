package io.tributary.contract.row.encode;

import io.tributary.contract.schema.Column;
import io.tributary.contract.value.CivilCalendar;
import io.tributary.contract.value.ClockText;
import io.tributary.contract.value.LittleEndian;
import io.tributary.contract.value.NumberText;

/**
 * TIME: a signed span in microseconds up to 838:59:59; surplus fraction digits round half up. A number is read as its digits:
 * 101500 is 10:15:00. Of a date and time the time is taken.
 */
final class TimeColumn extends FixedWidthColumn {
    /** Microseconds of the last fraction digit. */
    private final long unit;

    TimeColumn(Column column, RowContext context) {
        super(column, context);
        unit = NumberText.tenTo(6 - column.type().scale());
    }

    @Override
    void putTime(long micros, int fraction) {
        long rounded = Math.floorDiv(Math.abs(micros) + unit / 2, unit) * unit;
        if (rounded > ClockText.MICROS_MAX) {
            throw Refusal.badDate(column, context.rowNumber(), ClockText.format(micros, 6));
        }
        int at = claim();
        LittleEndian.putLong(values, at, micros < 0 ? -rounded : rounded);
    }

    @Override
    void putText(byte[] bytes, int offset, int length) {
        long micros = ClockText.parse(bytes, offset, length);
        if (micros == ClockText.NONE && context.temporal.parse(bytes, offset, length)) {
            micros = Math.floorMod(context.temporal.epochMicros(context.zone), CivilCalendar.MICROS_PER_DAY);
        }
        if (micros == ClockText.NONE || Math.abs(micros) > ClockText.MICROS_MAX) {
            throw Refusal.badDate(column, context.rowNumber(), Refusal.shown(bytes, offset, length));
        }
        putTime(micros, 6);
    }

    @Override
    void putDate(int year, int month, int day) {
        putTime(0, 0);
    }

    @Override
    void putDateTime(int year, int month, int day, int hour, int minute, int second, int micros) {
        putTime((hour * 3600L + minute * 60L + second) * CivilCalendar.MICROS_PER_SECOND + micros, 6);
    }
}
