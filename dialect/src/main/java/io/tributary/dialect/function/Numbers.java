package io.tributary.dialect.function;

import io.tributary.dialect.value.NumberPrefix;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Texts as MySQL reads them where a number is wanted: the number that they begin with, or 0. */
final class Numbers {
    private static final BigInteger LONG_MIN = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);

    private Numbers() {}

    static BigDecimal decimal(String text) {
        // A truth value of the engine.
        if (text.equals("true")) {
            return BigDecimal.ONE;
        }
        if (text.equals("false")) {
            return BigDecimal.ZERO;
        }
        return NumberPrefix.of(text).toExact();
    }

    /** Rounded half away from zero. */
    static BigInteger integer(String text) {
        return decimal(text).setScale(0, RoundingMode.HALF_UP).toBigInteger();
    }

    /** The nearest there is. */
    static long longOf(String text) {
        return integer(text).max(LONG_MIN).min(LONG_MAX).longValue();
    }

    /** The low 64 bits; the largest where there are more. */
    static long bits(String text) {
        return integer(text).min(NumberPrefix.UNSIGNED_MAX).max(LONG_MIN).longValue();
    }
}
