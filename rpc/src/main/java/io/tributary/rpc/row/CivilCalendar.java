package io.tributary.rpc.row;

/** Days and microseconds since 1970-01-01 00:00:00 against dates of the proleptic Gregorian calendar, without zone. */
final class CivilCalendar {
    static final long MICROS_PER_SECOND = 1_000_000;
    static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;

    /** 0000-01-01, the first day of MySQL's calendar. */
    static final int DAY_MIN = -719_528;
    /** 9999-12-31, the last. */
    static final int DAY_MAX = 2_932_896;

    static final long MICROS_MIN = DAY_MIN * MICROS_PER_DAY;
    static final long MICROS_MAX = (DAY_MAX + 1) * MICROS_PER_DAY - 1;

    private static final int DAYS_PER_ERA = 146_097;

    private CivilCalendar() {}

    static boolean isDate(int year, int month, int day) {
        return year >= 0
                && year <= 9999
                && month >= 1
                && month <= 12
                && day >= 1
                && (day <= 28 || day <= daysInMonth(year, month));
    }

    static boolean isTime(int hour, int minute, int second, int micros) {
        return hour >= 0
                && hour <= 23
                && minute >= 0
                && minute <= 59
                && second >= 0
                && second <= 59
                && micros >= 0
                && micros < MICROS_PER_SECOND;
    }

    private static int daysInMonth(int year, int month) {
        if (month == 2) {
            return (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
        }
        return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
    }

    /** Days since 1970-01-01 of a valid date. Years are counted from March on, so that the leap day is the last. */
    static int epochDay(int year, int month, int day) {
        // Shifted by one era of 400 years, so that no term is negative.
        int y = year + 400 - (month <= 2 ? 1 : 0);
        int dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
        return y * 365 + y / 4 - y / 100 + y / 400 + dayOfYear - 719_468 - DAYS_PER_ERA;
    }

    static long epochMicros(int year, int month, int day, int hour, int minute, int second, int micros) {
        int seconds = (hour * 60 + minute) * 60 + second;
        return epochDay(year, month, day) * MICROS_PER_DAY + seconds * MICROS_PER_SECOND + micros;
    }

    /** The date of a day since 1970-01-01 as {@code year × 10000 + month × 100 + day}. */
    static int yearMonthDay(int epochDay) {
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
