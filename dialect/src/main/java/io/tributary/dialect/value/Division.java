package io.tributary.dialect.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Quotients, which are none by zero, and digits of other bases ("Arithmetic Operators", "Precision Math"). */
public final class Division {
    /** A DECIMAL is computed by groups of so many digits. */
    private static final int GROUP = 9;

    private Division() {}

    /**
     * Returns the quotient with the digits with which MySQL computes on: groups of nine, so many as the scales of both fill, and cut
     * there. One group may be all that a result shows; then that is not rounded either: 2.00000 / 3 is 0.666666666.
     */
    public static @Nullable BigDecimal quotient(BigDecimal dividend, BigDecimal divisor, int moreDigits) {
        if (divisor.signum() == 0) {
            return null;
        }
        int first = groups(dividend.scale()) * GROUP;
        int second = groups(divisor.scale()) * GROUP;
        int more = moreDigits - (first - dividend.scale()) - (second - divisor.scale());
        return dividend.divide(divisor, groups(first + second + Math.max(0, more)) * GROUP, RoundingMode.DOWN);
    }

    private static int groups(int digits) {
        return (digits + GROUP - 1) / GROUP;
    }

    /** Returns CONV: the digits of one base, from 2 to 36, that a text begins with in another; a negative base is that of signed numbers. */
    public static @Nullable String convert(String digits, long from, long to) {
        if (digits.isEmpty() || !isBase(from) || !isBase(to)) {
            return null;
        }
        BigInteger value = read(digits, (int) Math.abs(from), from < 0);
        BigInteger shown = to < 0 ? BigInteger.valueOf(value.longValue()) : value.and(NumberPrefix.UNSIGNED_MAX);
        return shown.toString((int) Math.abs(to)).toUpperCase(java.util.Locale.ROOT);
    }

    private static boolean isBase(long base) {
        return base >= -36 && base <= 36 && (base > 1 || base < -1);
    }

    private static BigInteger read(String text, int base, boolean signed) {
        int begin = Characters.skipBlanks(text, 0);
        boolean negative = begin < text.length() && text.charAt(begin) == '-';
        BigInteger value = BigInteger.ZERO;
        for (int at = Characters.skipSign(text, begin); at < text.length() && text.charAt(at) < 0x80; at++) {
            int digit = Character.digit(text.charAt(at), base);
            if (digit < 0 || value.bitLength() > Long.SIZE) {
                break;
            }
            value = value.multiply(BigInteger.valueOf(base)).add(BigInteger.valueOf(digit));
        }
        if (signed) {
            BigInteger most = BigInteger.valueOf(Long.MAX_VALUE);
            return negative ? value.negate().max(BigInteger.valueOf(Long.MIN_VALUE)) : value.min(most);
        }
        return value.bitLength() > Long.SIZE ? NumberPrefix.UNSIGNED_MAX : negative ? value.negate() : value;
    }
}
