package io.tributary.dialect.value;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * What INTERVAL adds to a date or a time ("Date and Time Functions", DATE_ADD).
 *
 * @param months of units from MONTH to YEAR, which have no microseconds
 * @param hasTime whether its unit has hours or less
 */
public record Interval(long months, long micros, boolean hasTime) {
    public Interval negated() {
        return new Interval(-months, -micros, hasTime);
    }

    /**
     * Returns the moment so much later; none outside of the years. A month's last day stands for days that it does not have. Sums of
     * days and less are no dates in year 0.
     */
    public @Nullable LocalDateTime addTo(LocalDateTime moment) {
        if (months == 0) {
            return DayNumber.ofMicros(DayNumber.micros(moment) + micros);
        }
        long sum = moment.getYear() * 12L + moment.getMonthValue() - 1 + months;
        if (sum < 0 || sum >= (DayNumber.YEAR_MAX + 1) * 12L) {
            return null;
        }
        int year = (int) (sum / 12);
        int month = (int) (sum % 12) + 1;
        int day = Math.min(moment.getDayOfMonth(), DayNumber.daysOfMonth(year, month));
        return LocalDateTime.of(LocalDate.of(year, month, day), moment.toLocalTime());
    }

    /** Returns a LocalDate so much later, and a LocalDateTime where the interval has a time. */
    public @Nullable Object addTo(LocalDate date) {
        LocalDateTime sum = addTo(date.atStartOfDay());
        return sum == null || hasTime ? sum : sum.toLocalDate();
    }

    /** Returns the TIME so much later, none beyond the type's bounds. MySQL adds months to a moment of today instead. */
    public @Nullable Duration addTo(Duration time) {
        long sum = TimeSpan.micros(time) + micros;
        return Math.abs(sum) > TimeSpan.MICROS_MAX ? null : TimeSpan.ofMicros(sum);
    }
}
