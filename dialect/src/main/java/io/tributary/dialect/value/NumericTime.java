package io.tributary.dialect.value;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDateTime;
import java.time.temporal.Temporal;
import org.jspecify.annotations.Nullable;

/** Dates and times as numbers ("Date and Time Literals", "Conversion Between Date and Time Types"). */
public final class NumericTime {
    private static final long CLOCK = 1_000_000;
    private static final BigDecimal MOST = BigDecimal.valueOf(99_991_231_235_959L + 1);
    private static final long DATE_MAX = 99_991_231;
    private static final long TIME_MAX = 8_385_959;
    private static final BigDecimal MOMENT_MIN = BigDecimal.valueOf(10_000_000_000L);

    private NumericTime() {}

    /**
     * Returns the date of {@code [YY]YYMMDD} or the moment of {@code [YY]YYMMDDhhmmss[.f]}, with zeros left out before two digits
     * of a year; a date's fraction is dropped, a moment's rounded to microseconds. None for what is neither.
     *
     * @return a LocalDate or a LocalDateTime
     */
    public static @Nullable Temporal parse(BigDecimal number) {
        return parse(number, 0);
    }

    /** @param zero which month and day those are that are 0 */
    private static @Nullable Temporal parse(BigDecimal number, int zero) {
        long[] parts = number.compareTo(BigDecimal.ONE) < 0 ? null : parts(number);
        if (parts == null) {
            return null;
        }
        boolean isDate = number.longValue() <= DATE_MAX;
        parts[1] = Math.max(zero, parts[1]);
        parts[2] = Math.max(zero, parts[2]);
        LocalDateTime moment = DayNumber.moment(parts);
        return moment == null || !isDate ? DayNumber.later(moment, micros(number)) : moment.toLocalDate();
    }

    /** Returns the parts from the year to the second, all of them 0 of the number 0; null: it is no date. */
    static long @Nullable [] parts(BigDecimal number) {
        if (number.signum() < 0 || number.compareTo(MOST) >= 0) {
            return null;
        }
        long whole = number.longValue();
        boolean isDate = whole <= DATE_MAX;
        long full = whole == 0 ? 0 : full(whole, isDate ? 1 : CLOCK);
        if (full < 0) {
            return null;
        }
        long date = isDate ? full : full / CLOCK;
        long clock = isDate ? 0 : full % CLOCK;
        return new long[] {
            date / 10_000, date / 100 % 100, date % 100, clock / 10_000, clock / 100 % 100, clock % 100, 0
        };
    }

    /** Returns a date's number with four digits of its year; -1 for a number between those of two and of four digits. */
    private static long full(long number, long clock) {
        if (number < 101 * clock || number >= 10_000_101 * clock) {
            return number < 101 * clock ? -1 : number;
        }
        return number < 700_000 * clock
                ? number + 20_000_000 * clock
                : number < 1_000_000 * clock ? number + 19_000_000 * clock : -1;
    }

    private static long micros(BigDecimal number) {
        return number.remainder(BigDecimal.ONE)
                .movePointRight(6)
                .setScale(0, RoundingMode.HALF_UP)
                .longValue();
    }

    /**
     * Returns the time of {@code [-]hhmmss[.f]}, or the moment of a number from 10 digits on, whose month and day may be 0. MySQL answers
     * NULL with a warning (1292) to what is neither.
     *
     * @return a Duration or a LocalDateTime
     */
    public static @Nullable Object parseTime(BigDecimal number) {
        if (number.abs().compareTo(MOMENT_MIN) >= 0) {
            return parse(number, 1);
        }
        long whole = Math.abs(number.longValue());
        return whole > TIME_MAX
                ? null
                : TimeSpan.of(
                        number.signum() < 0, whole / 10_000, whole / 100 % 100, whole % 100, Math.abs(micros(number)));
    }

    /** Returns the number that a date or a time is in arithmetic: the digits that are printed of it, such as 20221001101112.5. */
    public static BigDecimal of(String printed) {
        StringBuilder digits = new StringBuilder();
        for (int at = 0; at < printed.length(); at++) {
            char c = printed.charAt(at);
            digits.append(Characters.isDigit(c) || c == '.' || (c == '-' && at == 0) ? String.valueOf(c) : "");
        }
        return new BigDecimal(digits.toString());
    }
}
