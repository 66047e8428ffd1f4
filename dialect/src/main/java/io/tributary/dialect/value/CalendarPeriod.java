package io.tributary.dialect.value;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Periods of so many units from an origin on, as Doris' functions of dates count them.
 *
 * @param origin where one period begins
 */
public record CalendarPeriod(IntervalUnit unit, long units, LocalDateTime origin) {
    /** The first moment of the calendar is a Monday. */
    public static final LocalDateTime FIRST = LocalDateTime.of(1, 1, 1, 0, 0);

    private static final BigDecimal DAYS_OF_MONTH = BigDecimal.valueOf(31);
    private static final BigDecimal MICROS_OF_DAY = BigDecimal.valueOf(86_400_000_000L);

    /** Returns where the period of a moment begins, none outside of the years and for no positive number of units. */
    public @Nullable LocalDateTime floor(LocalDateTime moment) {
        return units < 1 ? null : begin(number(moment));
    }

    /** Returns where a period begins at or next after a moment. */
    public @Nullable LocalDateTime ceil(LocalDateTime moment) {
        LocalDateTime floor = floor(moment);
        return floor == null || !floor.isBefore(moment) ? floor : begin(number(moment) + 1);
    }

    private long number(LocalDateTime moment) {
        long number = Math.floorDiv(unit.between(origin, moment), units);
        LocalDateTime begin = begin(number);
        return begin != null && begin.isAfter(moment) ? number - 1 : number;
    }

    private @Nullable LocalDateTime begin(long number) {
        Interval interval = unit.of(BigDecimal.valueOf(number).multiply(BigDecimal.valueOf(units)));
        return interval == null ? null : interval.addTo(origin);
    }

    /** Returns the months between two moments: whole ones between the same days or last days, else with 31sts of one. */
    public static double months(LocalDateTime end, LocalDateTime start, boolean rounded) {
        long months = 12L * (end.getYear() - start.getYear()) + end.getMonthValue() - start.getMonthValue();
        if (end.getDayOfMonth() == start.getDayOfMonth() || (isLast(end) && isLast(start))) {
            return months;
        }
        long days = end.getDayOfMonth() - (long) start.getDayOfMonth();
        long clock = (end.toLocalTime().toNanoOfDay() - start.toLocalTime().toNanoOfDay()) / 1000;
        BigDecimal part = BigDecimal.valueOf(clock)
                .divide(MICROS_OF_DAY, 20, RoundingMode.HALF_UP)
                .add(BigDecimal.valueOf(days))
                .divide(DAYS_OF_MONTH, rounded ? 8 : 20, RoundingMode.HALF_UP);
        return part.add(BigDecimal.valueOf(months)).doubleValue();
    }

    private static boolean isLast(LocalDateTime moment) {
        LocalDate day = moment.toLocalDate();
        return DayNumber.lastOfMonth(day).equals(day);
    }

    /** Returns the next day of a name after a date, or the last one before it; none where no day or several begin so. */
    public static @Nullable LocalDate weekday(LocalDate date, String name, boolean back) {
        int day = name.length() < 2 ? 0 : EnglishNames.find(EnglishNames.DAYS, name.toLowerCase(Locale.ROOT), false);
        int ahead = Math.floorMod(day - 1 - DayNumber.weekday(date) + 6, 7) + 1;
        return day == 0
                ? null
                : DayNumber.date(DayNumber.of(date) + (back && ahead < 7 ? ahead - 7L : back ? -7L : ahead));
    }
}
