package io.tributary.backend.engine.duckdb.function;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Texts as MySQL reads them where a number is wanted: the number that they begin with, or 0. */
final class Numbers {
    static final BigInteger UNSIGNED_MAX = BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.ONE);

    private static final BigInteger LONG_MIN = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);
    private static final Pattern PREFIX = Pattern.compile("^\\s*([-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d{1,3})?)");

    private Numbers() {}

    static BigDecimal decimal(String text) {
        // A truth value of the engine.
        if (text.equals("true")) {
            return BigDecimal.ONE;
        }
        Matcher matcher = PREFIX.matcher(text);
        return matcher.find() ? new BigDecimal(matcher.group(1)) : BigDecimal.ZERO;
    }

    /** Rounded half away from zero. */
    static BigInteger integer(String text) {
        return decimal(text).setScale(0, RoundingMode.HALF_UP).toBigInteger();
    }

    /** The nearest there is. */
    static long longOf(String text) {
        return integer(text).max(LONG_MIN).min(LONG_MAX).longValue();
    }

    static int intOf(String text) {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, longOf(text)));
    }

    /** The low 64 bits; the largest where there are more. */
    static long bits(String text) {
        return integer(text).min(UNSIGNED_MAX).max(LONG_MIN).longValue();
    }
}
