package io.tributary.dialect.value;

import java.time.LocalDate;
import java.util.List;

/** The names of months and days in the locale en_US, which is MySQL's lc_time_names unless it is set ("MySQL Server Locale Support"). */
public final class EnglishNames {
    static final List<String> MONTHS = List.of(
            "January February March April May June July August September October November December".split(" ", -1));
    static final List<String> DAYS = List.of("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ", -1));

    private EnglishNames() {}

    /** Returns MONTHNAME. */
    public static String month(LocalDate date) {
        return MONTHS.get(date.getMonthValue() - 1);
    }

    /** Returns DAYNAME. */
    public static String day(LocalDate date) {
        return DAYS.get(DayNumber.weekday(date));
    }

    /** Returns the abbreviation, which is three letters of each name. */
    static String shortened(String name) {
        return name.substring(0, 3);
    }

    /** Returns the place from 1 on of the only name that begins with the letters, in any case, or 0. */
    static int find(List<String> names, String letters, boolean shortened) {
        int found = 0;
        for (int i = 0; i < names.size() && !letters.isEmpty(); i++) {
            String name = shortened ? shortened(names.get(i)) : names.get(i);
            if (name.regionMatches(true, 0, letters, 0, letters.length())) {
                found = found == 0 ? i + 1 : -1;
            }
        }
        return Math.max(0, found);
    }
}
