package io.tributary.dialect.function;

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
    private static final Pattern PREFIX = Pattern.compile("^\\s*+([-+]?)(\\d*+(?:\\.\\d*+)?)([eE][-+]?\\d{1,3})?");
    /**
     * The most characters of a number, leading zeros not counted. What has more is cut: it is beyond every type in any case.
     */
    private static final int CHARACTERS_MAX = 1_000;

    private Numbers() {}

    static BigDecimal decimal(String text) {
        // A truth value of the engine.
        if (text.equals("true")) {
            return BigDecimal.ONE;
        }
        if (text.equals("false")) {
            return BigDecimal.ZERO;
        }
        Matcher matcher = PREFIX.matcher(text);
        if (!matcher.find()) {
            return BigDecimal.ZERO;
        }
        String digits = withoutZeros(matcher.group(2));
        if (digits.isEmpty() || digits.equals(".")) {
            return BigDecimal.ZERO;
        }
        if (digits.length() > CHARACTERS_MAX) {
            return new BigDecimal(matcher.group(1) + digits.substring(0, CHARACTERS_MAX));
        }
        return new BigDecimal(matcher.group(1) + digits + (matcher.group(3) == null ? "" : matcher.group(3)));
    }

    /** Those before the first other digit; one stays where there is nothing else. */
    static String withoutZeros(String digits) {
        int from = 0;
        while (from < digits.length() - 1 && digits.charAt(from) == '0' && digits.charAt(from + 1) != '.') {
            from++;
        }
        return digits.substring(from);
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
