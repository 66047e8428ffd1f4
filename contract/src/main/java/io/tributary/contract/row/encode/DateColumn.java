package io.tributary.contract.row.encode;

import io.tributary.contract.schema.Column;
import io.tributary.contract.value.CivilCalendar;
import io.tributary.contract.value.LittleEndian;
import io.tributary.contract.value.TemporalText;

/** DATE; the time of a date and time is dropped. Numbers are read as their digits: 20240131. */
final class DateColumn extends CalendarColumn {
    DateColumn(Column column, RowContext context) {
        super(column, context);
    }

    private void append(int epochDay) {
        int at = claim();
        LittleEndian.putInt(values, at, epochDay);
    }

    @Override
    int putUsual(CellIndex cells, int cell, int row) {
        int taken =
                switch (cells.kind(row, cell)) {
                    case DATE -> CellRuns.dates(cells, cell, row, this);
                    case TEXT, COPIED_TEXT -> CellRuns.dateTexts(cells, cell, row, this);
                    default -> 0;
                };
        count += taken;
        return row + taken;
    }

    @Override
    void putDate(int year, int month, int day) {
        append(CivilCalendar.epochDay(year, month, day));
    }

    @Override
    void putDateTime(int year, int month, int day, int hour, int minute, int second, int micros) {
        append(CivilCalendar.epochDay(year, month, day));
    }

    @Override
    void append(boolean parsed, byte[] bytes, int offset, int length) {
        TemporalText temporal = context.temporal;
        if (!parsed) {
            throw badDate(bytes, offset, length);
        }
        if (!temporal.hasOffset()) {
            append(CivilCalendar.epochDay(temporal.year, temporal.month, temporal.day));
            return;
        }
        long day = Math.floorDiv(temporal.epochMicros(context.zone), CivilCalendar.MICROS_PER_DAY);
        if (day < CivilCalendar.DAY_MIN || day > CivilCalendar.DAY_MAX) {
            throw badDate(bytes, offset, length);
        }
        append((int) day);
    }
}
