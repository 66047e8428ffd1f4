package io.tributary.dialect.value;

import java.time.LocalDate;

/**
 * A week's number and the year that it counts to ("Date and Time Functions", WEEK). Bit 0 of the mode begins weeks on Monday, bit 1
 * counts days before week 1 to the year before and not to a week 0; week 1 has four days of its year in modes 1, 3, 4 and 6, and
 * begins within it otherwise.
 */
public record Week(int year, int number) {
    /** Returns what WEEK gives of a date. */
    public static int number(LocalDate date, int mode) {
        return of(date, (mode & 2) != 0, mode).number;
    }

    /** Returns YEARWEEK, which knows no week 0. */
    public static int yearWeek(LocalDate date, int mode) {
        Week week = ofOwnYear(date, mode);
        return week.year * 100 + week.number;
    }

    /** Returns the week in the year that it belongs to, as in YEARWEEK. */
    static Week ofOwnYear(LocalDate date, int mode) {
        return of(date, true, mode);
    }

    private static Week of(LocalDate date, boolean ownYear, int mode) {
        int year = date.getYear();
        int january = DayNumber.of(date.withDayOfYear(1));
        int since = DayNumber.of(date) - begin(january, mode);
        if (since < 0) {
            return ownYear
                    ? new Week(
                            year - 1,
                            (DayNumber.of(date) - begin(january - DayNumber.daysOfYear(year - 1), mode)) / 7 + 1)
                    : new Week(year, 0);
        }
        boolean next =
                ownYear && since >= 52 * 7 && DayNumber.of(date) >= begin(january + DayNumber.daysOfYear(year), mode);
        return next ? new Week(year + 1, 1) : new Week(year, since / 7 + 1);
    }

    /** Returns the day on which week 1 of the year begins whose first day is given. */
    static int begin(int january, int mode) {
        boolean monday = (mode & 1) != 0;
        boolean fourDays = monday != ((mode & 4) != 0);
        int before = Math.floorMod(january + (monday ? 5 : 6), 7);
        return january - before + (before > (fourDays ? 3 : 0) ? 7 : 0);
    }
}
