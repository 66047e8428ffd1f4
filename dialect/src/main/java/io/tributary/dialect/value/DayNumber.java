package io.tributary.dialect.value;

import io.tributary.contract.value.CivilCalendar;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Days of MySQL's calendar by number ("Date and Time Functions"). Its year 0 has 365 days and begins on a Sunday, so that java.time's
 * days before March of that year count one less.
 */
public final class DayNumber {
    public static final int YEAR_MAX = 9999;

    /** The day 0001-01-01: MySQL finds no date of a number before. */
    static final int FIRST = 366;

    private static final int LAST = 3_652_424;
    private static final int YEAR_OF_TWO_DIGITS_MIN = 70;

    private DayNumber() {}

    /** Returns TO_DAYS; the difference of two is DATEDIFF. */
    public static int of(LocalDate date) {
        int day = (int) date.toEpochDay() - CivilCalendar.DAY_MIN;
        return day < 60 ? day + 1 : day;
    }

    /** Returns FROM_DAYS, none before 0001-01-01 and behind 9999-12-31. */
    public static @Nullable LocalDate date(long number) {
        return number < FIRST || number > LAST ? null : LocalDate.ofEpochDay(number + CivilCalendar.DAY_MIN);
    }

    /** Returns the microseconds since the day 0. */
    static long micros(LocalDateTime moment) {
        return of(moment.toLocalDate()) * CivilCalendar.MICROS_PER_DAY
                + moment.toLocalTime().toNanoOfDay() / 1000;
    }

    /** Returns the moment of microseconds since the day 0, none where {@link #date} has none. */
    static @Nullable LocalDateTime ofMicros(long micros) {
        LocalDate date = date(Math.floorDiv(micros, CivilCalendar.MICROS_PER_DAY));
        return date == null
                ? null
                : LocalDateTime.of(
                        date, LocalTime.ofNanoOfDay(Math.floorMod(micros, CivilCalendar.MICROS_PER_DAY) * 1000));
    }

    /** Returns WEEKDAY: 0 is Monday. */
    public static int weekday(LocalDate date) {
        return (of(date) + 5) % 7;
    }

    /** Returns DAYOFWEEK: 1 is Sunday. */
    public static int ofWeek(LocalDate date) {
        return (of(date) + 6) % 7 + 1;
    }

    /** Returns DAYOFYEAR. */
    public static int ofYear(LocalDate date) {
        return of(date) - of(date.withDayOfYear(1)) + 1;
    }

    static int daysOfYear(int year) {
        return year != 0 && LocalDate.ofYearDay(year, 1).isLeapYear() ? 366 : 365;
    }

    static int daysOfMonth(int year, int month) {
        return year == 0 && month == 2 ? 28 : LocalDate.of(year, month, 1).lengthOfMonth();
    }

    /** Returns LAST_DAY. */
    public static LocalDate lastOfMonth(LocalDate date) {
        return date.withDayOfMonth(daysOfMonth(date.getYear(), date.getMonthValue()));
    }

    /** Returns MAKEDATE: the day of a year, of which two digits are one from 1970 to 2069. */
    public static @Nullable LocalDate ofYear(long year, long day) {
        if (year < 0 || year > YEAR_MAX || day < 1 || day > LAST) {
            return null;
        }
        return date(of(LocalDate.ofYearDay((int) fullYear(year), 1)) + day - 1);
    }

    /** Returns what a year of two digits means ("2-Digit Years in Dates"). */
    static long fullYear(long year) {
        return year >= 100 || year < 0 ? year : year < YEAR_OF_TWO_DIGITS_MIN ? year + 2000 : year + 1900;
    }

    static boolean isDate(long year, long month, long day) {
        return year >= 0
                && year <= YEAR_MAX
                && month >= 1
                && month <= 12
                && day >= 1
                && (day <= 28 || day <= daysOfMonth((int) year, (int) month));
    }

    /** Returns the moment of these parts from the year to the microseconds, none where there is none. */
    static @Nullable LocalDateTime moment(long... parts) {
        if (!isDate(parts[0], parts[1], parts[2]) || parts[3] > 23 || parts[4] > 59 || parts[5] > 59) {
            return null;
        }
        long micros = ((parts[3] * 60 + parts[4]) * 60 + parts[5]) * 1_000_000 + parts[6];
        return LocalDateTime.of(
                LocalDate.of((int) parts[0], (int) parts[1], (int) parts[2]), LocalTime.ofNanoOfDay(micros * 1000));
    }

    /** Returns a moment of MySQL's years that many microseconds later, or none. */
    static @Nullable LocalDateTime later(@Nullable LocalDateTime moment, long micros) {
        LocalDateTime sum = moment == null || micros == 0 ? moment : moment.plus(micros, ChronoUnit.MICROS);
        return sum == null || sum.getYear() > YEAR_MAX ? null : sum;
    }
}
