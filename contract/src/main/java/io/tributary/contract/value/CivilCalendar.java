package io.tributary.contract.value;

/** Days and microseconds since 1970-01-01 00:00:00 against dates of the proleptic Gregorian calendar, without zone. */
public final class CivilCalendar {
    public static final long MICROS_PER_SECOND = 1_000_000;
    public static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;

    /** 0000-01-01, the first day of MySQL's calendar. */
    public static final int DAY_MIN = -719_528;
    /** 9999-12-31, the last. */
    public static final int DAY_MAX = 2_932_896;

    public static final long MICROS_MIN = DAY_MIN * MICROS_PER_DAY;
    public static final long MICROS_MAX = (DAY_MAX + 1) * MICROS_PER_DAY - 1;

    private static final int DAYS_PER_ERA = 146_097;

    /** No day of the calendar. */
    public static final int NO_DAY = Integer.MIN_VALUE;

    private static final int YEAR_MAX = 9999;
    /** Twice the day since 1970 of each year's first of January, plus 1 in a leap year. */
    private static final int[] YEARS = new int[YEAR_MAX + 1];
    /**
     * The days of its year before each month, those of leap years from 16 on, times 32, plus its own days. Numbers that are
     * no month have no days.
     */
    private static final short[] MONTHS = new short[32];

    private static final int DAYS_BITS = 5;
    private static final int DAYS_MASK = (1 << DAYS_BITS) - 1;
    private static final int LEAP_YEAR = 16;
    private static final int MONTH_MASK = 15;

    static {
        int day = DAY_MIN;
        for (int year = 0; year <= YEAR_MAX; year++) {
            boolean leap = (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0);
            YEARS[year] = 2 * day + (leap ? 1 : 0);
            day += leap ? 366 : 365;
        }
        for (int leap = 0; leap <= 1; leap++) {
            int before = 0;
            for (int month = 1; month <= 12; month++) {
                int days = month == 2 ? 28 + leap : month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
                MONTHS[LEAP_YEAR * leap + month] = (short) (before << DAYS_BITS | days);
                before += days;
            }
        }
    }

    private CivilCalendar() {}

    public static boolean isDate(int year, int month, int day) {
        return epochDayOrNone(year, month, day) != NO_DAY;
    }

    public static boolean isTime(int hour, int minute, int second, int micros) {
        return hour >= 0
                && hour <= 23
                && minute >= 0
                && minute <= 59
                && second >= 0
                && second <= 59
                && micros >= 0
                && micros < MICROS_PER_SECOND;
    }

    /** Days since 1970-01-01 of a valid date. */
    public static int epochDay(int year, int month, int day) {
        int january = YEARS[year];
        return (january >> 1) + (MONTHS[LEAP_YEAR * (january & 1) + month] >> DAYS_BITS) + day - 1;
    }

    /** Days since 1970-01-01, or {@link #NO_DAY} when that is no date. */
    public static int epochDayOrNone(int year, int month, int day) {
        if (year < 0 || year > YEAR_MAX || month < 0 || month > MONTH_MASK) {
            return NO_DAY;
        }
        int january = YEARS[year];
        int before = MONTHS[LEAP_YEAR * (january & 1) + month];
        return day < 1 || day > (before & DAYS_MASK) ? NO_DAY : (january >> 1) + (before >> DAYS_BITS) + day - 1;
    }

    public static long epochMicros(int year, int month, int day, int hour, int minute, int second, int micros) {
        int seconds = (hour * 60 + minute) * 60 + second;
        return epochDay(year, month, day) * MICROS_PER_DAY + seconds * MICROS_PER_SECOND + micros;
    }

    /** The date of a day since 1970-01-01 as {@code year × 10000 + month × 100 + day}. */
    public static int yearMonthDay(int epochDay) {
        int day = epochDay + 719_468 + DAYS_PER_ERA;
        int era = day / DAYS_PER_ERA;
        int dayOfEra = day - era * DAYS_PER_ERA;
        int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int shiftedMonth = (5 * dayOfYear + 2) / 153;
        int dayOfMonth = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1;
        int month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
        int year = yearOfEra + (era - 1) * 400 + (month <= 2 ? 1 : 0);
        return year * 10_000 + month * 100 + dayOfMonth;
    }
}
