package io.tributary.protocol.response;

/**
 * Year, month and day of a day count, in the proleptic Gregorian calendar that MySQL uses; an object used again and
 * again instead of a {@code LocalDate} per value. Not thread-safe.
 */
public final class CivilDate {
    private static final int DAYS_PER_400_YEARS = 146_097;
    /** Days from 0000-03-01, where a year that begins in March begins to count, to 1970-01-01. */
    private static final int DAYS_TO_EPOCH = 719_468;

    private int year;
    private int month;
    private int day;

    /** Right for years 0 to 9999; the year of other days is not printable and not checked here. */
    public void setEpochDay(long epochDay) {
        long shifted = epochDay + DAYS_TO_EPOCH;
        long era = Math.floorDiv(shifted, DAYS_PER_400_YEARS);
        int dayOfEra = (int) (shifted - era * DAYS_PER_400_YEARS);
        // Leap days fall out: every 4 years (1460 days), but 100 (36524), and again every 400 (146096).
        int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int monthFromMarch = (5 * dayOfYear + 2) / 153;
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1;
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
        year = (int) (yearOfEra + era * 400) + (month <= 2 ? 1 : 0);
    }

    public int year() {
        return year;
    }

    public int month() {
        return month;
    }

    public int day() {
        return day;
    }
}
