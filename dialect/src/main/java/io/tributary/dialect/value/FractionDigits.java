package io.tributary.dialect.value;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.temporal.ChronoField;
import org.jspecify.annotations.Nullable;

/** Rounds times to the fraction's digits of their type, up from the half, as MySQL does ("Fractional Seconds in Time Values"). */
public final class FractionDigits {
    private static final long[] MICROS = {1_000_000, 100_000, 10_000, 1_000, 100, 10, 1};

    private FractionDigits() {}

    /** Returns how many digits of a second a text has behind its last point, at most six. */
    public static int of(String text) {
        int point = text.lastIndexOf('.');
        int end = point + 1;
        while (point >= 0 && Characters.isDigitAt(text, end)) {
            end++;
        }
        return point < 0 ? 0 : Math.min(6, end - point - 1);
    }

    /** Returns none where that is behind the year 9999. */
    public static @Nullable LocalDateTime rounded(LocalDateTime moment, int digits) {
        int micros = moment.get(ChronoField.MICRO_OF_SECOND);
        return DayNumber.later(moment, rounded(micros, digits) - micros);
    }

    public static Duration rounded(Duration time, int digits) {
        long micros = TimeSpan.micros(time);
        return TimeSpan.ofMicros(micros < 0 ? -rounded(-micros, digits) : rounded(micros, digits));
    }

    private static long rounded(long micros, int digits) {
        return (micros + MICROS[digits] / 2) / MICROS[digits] * MICROS[digits];
    }
}
