package io.tributary.dialect.function;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.WeekFields;

/**
 * Numbers of weeks by MySQL's modes: bit 0 begins weeks on Monday, bit 1 counts the days before week 1 to the year before,
 * and in modes 1, 3, 4 and 6 week 1 is the first with four days of the year, otherwise the first whole one.
 */
final class Weeks {
    private Weeks() {}

    static int of(LocalDate date, int mode) {
        return (mode & 2) != 0 ? ofYearsOwn(date, mode) : date.get(fields(mode).weekOfYear());
    }

    /** Returns the week in the year of {@link #yearOf}. */
    static int ofYearsOwn(LocalDate date, int mode) {
        return date.get(fields(mode).weekOfWeekBasedYear());
    }

    /** Which year the week belongs to. */
    static int yearOf(LocalDate date, int mode) {
        return date.get(fields(mode).weekBasedYear());
    }

    private static WeekFields fields(int mode) {
        boolean monday = (mode & 1) != 0;
        boolean fourDays = monday != ((mode & 4) != 0);
        return WeekFields.of(monday ? DayOfWeek.MONDAY : DayOfWeek.SUNDAY, fourDays ? 4 : 7);
    }
}
