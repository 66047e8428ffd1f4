package io.tributary.dialect.value;

import org.jspecify.annotations.Nullable;

/** Months as {@code yymm} or {@code yyyymm} ("Date and Time Functions"). */
public final class Period {
    private Period() {}

    /** Returns PERIOD_ADD; none for a period that MySQL refuses (1210). */
    public static @Nullable Long plus(long period, long months) {
        if (!isValid(period)) {
            return null;
        }
        long sum = months(period) + months;
        return sum <= 0 ? 0 : DayNumber.fullYear(sum / 12) * 100 + sum % 12 + 1;
    }

    /** Returns PERIOD_DIFF; none where MySQL refuses a period (1210). */
    public static @Nullable Long minus(long first, long second) {
        return isValid(first) && isValid(second) ? months(first) - months(second) : null;
    }

    private static boolean isValid(long period) {
        return period > 0 && period % 100 >= 1 && period % 100 <= 12;
    }

    private static long months(long period) {
        return DayNumber.fullYear(period / 100) * 12 + period % 100 - 1;
    }
}
