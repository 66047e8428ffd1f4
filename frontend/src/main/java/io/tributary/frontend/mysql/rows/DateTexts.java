package io.tributary.frontend.mysql.rows;

import io.tributary.contract.row.RowBlockReader;
import io.tributary.protocol.response.CivilDate;
import io.tributary.protocol.response.NumberText;

/** Dates, or dates with a time of day, as text. */
final class DateTexts extends CellColumn {
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;

    private final CivilDate date = new CivilDate();
    private final boolean withTime;
    private final int fractionDigits;
    /** The number of characters of each text. */
    private final int characters;

    private DateTexts(RowBlockReader rows, int column, boolean withTime, int fractionDigits) {
        super(rows, column, false);
        this.withTime = withTime;
        this.fractionDigits = fractionDigits;
        characters = NumberText.DATE_CHARACTERS + (withTime ? 1 + NumberText.clockLength(fractionDigits) : 0);
    }

    static DateTexts dates(RowBlockReader rows, int column) {
        return new DateTexts(rows, column, false, 0);
    }

    static DateTexts dateTimes(RowBlockReader rows, int column, int fractionDigits) {
        return new DateTexts(rows, column, true, fractionDigits);
    }

    @Override
    void measure(int from, int count, int[] sizes) {
        for (int i = 0; i < count; i++) {
            sizes[i] += rows.isNull(column, from + i) ? nullBytes() : 1 + characters;
        }
    }

    @Override
    void write(int from, int count, byte[] out, int[] places) {
        for (int i = 0; i < count; i++) {
            int at = places[i];
            if (rows.isNull(column, from + i)) {
                places[i] = putNull(out, at);
            } else {
                out[at] = (byte) characters;
                long value = rows.getLong(column, from + i);
                places[i] = withTime ? putDateTime(out, at + 1, value) : putDate(out, at + 1, value);
            }
        }
    }

    private int putDate(byte[] out, int at, long epochDay) {
        date.setEpochDay(epochDay);
        return NumberText.putDate(out, at, date);
    }

    private int putDateTime(byte[] out, int at, long epochMicros) {
        long day = Math.floorDiv(epochMicros, MICROS_PER_DAY);
        long micros = epochMicros - day * MICROS_PER_DAY;
        long seconds = micros / MICROS_PER_SECOND;
        int end = putDate(out, at, day);
        out[end] = ' ';
        return NumberText.putClock(out, end + 1, seconds, (int) (micros - seconds * MICROS_PER_SECOND), fractionDigits);
    }
}
