package io.tributary.dialect.value;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A date whose month and day may be 0, as numbers and texts have it and columns have not: functions that give parts of dates
 * take it ("Date and Time Functions": {@code DAYOFMONTH('2001-11-00')} is 0).
 */
public record IncompleteDate(int year, int month, int day, Duration clock) {
    private static final int MONTHS = 12;
    private static final int DAYS_MAX = 31;
    private static final int MONTHS_OF_QUARTER = 3;
    private static final int HOUR_MAX = 23;
    private static final int HUNDRED = 100;

    /**
     * Returns the date of a text or a number; none where it is no date at all, an error MySQL warns of (1292).
     *
     * @param value a String or a BigDecimal
     */
    public static @Nullable IncompleteDate of(Object value) {
        long[] parts =
                value instanceof BigDecimal number ? NumericTime.parts(number) : DateTimeText.parts(value.toString());
        if (parts == null || !isDate(parts[0], parts[1], parts[2])) {
            return null;
        }
        Duration clock = parts[3] > HOUR_MAX ? null : TimeSpan.of(false, parts[3], parts[4], parts[5], parts[6]);
        return clock == null ? null : new IncompleteDate((int) parts[0], (int) parts[1], (int) parts[2], clock);
    }

    private static boolean isDate(long year, long month, long day) {
        return year <= DayNumber.YEAR_MAX
                && month <= MONTHS
                && day <= (month == 0 ? DAYS_MAX : DayNumber.daysOfMonth((int) year, (int) month));
    }

    /** Returns QUARTER, 0 of no month. */
    public int quarter() {
        return (month + MONTHS_OF_QUARTER - 1) / MONTHS_OF_QUARTER;
    }

    /** Returns EXTRACT(YEAR_MONTH). */
    public int yearMonth() {
        return year * HUNDRED + month;
    }

    /** Returns the day of the calendar that weeks and weekdays count from, of a day 0 the one before the first; none of no month. */
    @Nullable
    LocalDate counted() {
        boolean isOfYear = month > 1 || (month == 1 && day > 0);
        return isOfYear ? LocalDate.of(year, month, 1).plusDays(day - 1L) : null;
    }
}
