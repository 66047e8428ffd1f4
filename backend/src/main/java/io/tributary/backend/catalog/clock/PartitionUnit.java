package io.tributary.backend.catalog.clock;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.time.temporal.WeekFields;
import java.util.Locale;

/** {@code dynamic_partition.time_unit}: how long a partition is, where it begins and what it is called, as in Doris. */
enum PartitionUnit {
    HOUR("uuuuMMddHH"),
    DAY("uuuuMMdd"),
    WEEK(""),
    MONTH("uuuuMM"),
    YEAR("uuuu");

    private static final int WEEKS_OF_YEAR = 52;

    private final String pattern;

    PartitionUnit(String pattern) {
        this.pattern = pattern;
    }

    /**
     * Where the partition begins that is so many behind the one of now.
     *
     * @param startOf the weekday, 1 for Monday, or the day of the month with which a partition begins
     */
    LocalDateTime begin(LocalDateTime now, long offset, int startOf) {
        LocalDate today = now.toLocalDate();
        return switch (this) {
            case HOUR -> now.truncatedTo(ChronoUnit.HOURS).plusHours(offset);
            case DAY -> today.plusDays(offset).atStartOfDay();
            case WEEK ->
                today.with(TemporalAdjusters.previousOrSame(DayOfWeek.of(startOf)))
                        .plusWeeks(offset)
                        .atStartOfDay();
            case MONTH ->
                today.withDayOfMonth(startOf)
                        .plusMonths(today.getDayOfMonth() < startOf ? offset - 1 : offset)
                        .atStartOfDay();
            case YEAR -> today.withDayOfYear(1).plusYears(offset).atStartOfDay();
        };
    }

    /** The name, without its prefix. */
    String name(LocalDateTime begin) {
        return this == WEEK ? week(begin) : begin.format(DateTimeFormatter.ofPattern(pattern, Locale.ROOT));
    }

    /** Weeks begin on Sundays; the last days of a year are in its 53rd, not in the first of the next. */
    private static String week(LocalDateTime begin) {
        int week = begin.get(WeekFields.SUNDAY_START.weekOfWeekBasedYear());
        if (week == 1 && begin.getMonthValue() == 12) {
            week += WEEKS_OF_YEAR;
        }
        return String.format(Locale.ROOT, "%d_%02d", begin.getYear(), week);
    }
}
