package io.tributary.contract.row.encode;

import io.tributary.contract.schema.Column;
import io.tributary.contract.value.CivilCalendar;
import io.tributary.contract.value.LittleEndian;
import io.tributary.contract.value.NumberText;
import io.tributary.contract.value.TemporalText;

/**
 * DATETIME; surplus fraction digits round half up, into the next day if need be. A text with an offset is converted to
 * the session's zone. Numbers are read as their digits: 20240131235959.
 */
final class DateTimeColumn extends CalendarColumn {
    /** Microseconds of the last fraction digit. */
    private final long unit;

    DateTimeColumn(Column column, RowContext context) {
        super(column, context);
        unit = NumberText.tenTo(6 - column.type().scale());
    }

    /** Rounds and stores; false when that leaves the calendar. */
    private boolean append(long micros) {
        long rounded = unit == 1 ? micros : Math.floorDiv(micros + unit / 2, unit) * unit;
        if (rounded < CivilCalendar.MICROS_MIN || rounded > CivilCalendar.MICROS_MAX) {
            return false;
        }
        int at = claim();
        LittleEndian.putLong(values, at, rounded);
        return true;
    }

    @Override
    void putDate(int year, int month, int day) {
        putDateTime(year, month, day, 0, 0, 0, 0);
    }

    @Override
    void putDateTime(int year, int month, int day, int hour, int minute, int second, int micros) {
        if (!append(CivilCalendar.epochMicros(year, month, day, hour, minute, second, micros))) {
            context.text.setDateTime(year, month, day, hour, minute, second, micros);
            throw Refusal.badDate(column, context.rowNumber(), context.text.toString());
        }
    }

    @Override
    void putEpochMicros(long micros, int fraction) {
        if (!append(micros)) {
            throw Refusal.badDate(column, context.rowNumber(), micros + " microseconds since 1970");
        }
    }

    @Override
    void append(boolean parsed, byte[] bytes, int offset, int length) {
        TemporalText temporal = context.temporal;
        if (!parsed) {
            throw badDate(bytes, offset, length);
        }
        long surplus = unit == 1 && temporal.roundUp ? 1 : 0;
        if (!append(temporal.epochMicros(context.zone) + surplus)) {
            throw badDate(bytes, offset, length);
        }
    }
}
