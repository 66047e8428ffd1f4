package io.tributary.dialect.value;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Values of TIME, which stay between -838:59:59 and 838:59:59 ("The TIME Type"). */
public final class TimeSpan {
    /** No value is farther from zero, in microseconds. */
    static final long MICROS_MAX = (838L * 3600 + 59 * 60 + 59) * 1_000_000;

    private TimeSpan() {}

    /** Takes the nearest value that TIME has. */
    public static Duration ofMicros(long micros) {
        return Duration.of(Math.max(-MICROS_MAX, Math.min(MICROS_MAX, micros)), ChronoUnit.MICROS);
    }

    public static long micros(Duration time) {
        return time.getSeconds() * 1_000_000 + time.getNano() / 1000;
    }

    /** Returns the TIME of these parts, none where the minutes or seconds are beyond 59. */
    static @Nullable Duration of(boolean negative, long hours, long minutes, long seconds, long micros) {
        if (minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59) {
            return null;
        }
        long sum = ((Math.min(hours, 10_000) * 60 + minutes) * 60 + seconds) * 1_000_000 + micros;
        return ofMicros(negative ? -sum : sum);
    }

    /** Returns MAKETIME; the seconds' fraction is rounded to microseconds. */
    public static @Nullable Duration of(long hours, long minutes, BigDecimal seconds) {
        if (seconds.signum() < 0 || seconds.compareTo(BigDecimal.valueOf(60)) >= 0) {
            return null;
        }
        long micros = microsOf(seconds);
        long positive = hours == Long.MIN_VALUE ? Long.MAX_VALUE : Math.abs(hours);
        return of(hours < 0, positive, minutes, 0, micros);
    }

    /** Returns SEC_TO_TIME. */
    public static Duration ofSeconds(BigDecimal seconds) {
        return ofMicros(microsOf(seconds));
    }

    /**
     * Returns ADDTIME, and SUBTIME where the second is negated: a LocalDateTime of a moment, a Duration of a time; none where the
     * second is a moment, and for sums outside of the years.
     *
     * @param time as {@link Conversion#toTimeOrDateTime} gives it, like the other
     */
    public static @Nullable Object sum(@Nullable Object time, @Nullable Object added) {
        if (!(added instanceof Duration span)) {
            return null;
        }
        return time instanceof LocalDateTime moment
                ? DayNumber.ofMicros(DayNumber.micros(moment) + micros(span))
                : time instanceof Duration first ? ofMicros(micros(first) + micros(span)) : null;
    }

    /** Returns TIMEDIFF of two times or two moments, none of one of each; they are as {@link #sum} takes them. */
    public static @Nullable Duration difference(@Nullable Object first, @Nullable Object second) {
        if (first instanceof Duration left && second instanceof Duration right) {
            return ofMicros(micros(left) - micros(right));
        }
        return first instanceof LocalDateTime left && second instanceof LocalDateTime right
                ? ofMicros(DayNumber.micros(left) - DayNumber.micros(right))
                : null;
    }

    private static long microsOf(BigDecimal seconds) {
        BigDecimal most = BigDecimal.valueOf(10_000_000);
        return seconds.max(most.negate())
                .min(most)
                .movePointRight(6)
                .setScale(0, RoundingMode.HALF_UP)
                .longValue();
    }
}
