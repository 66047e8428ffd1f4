package io.tributary.dialect.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * The number that a text begins with, which is 0 where it begins with none: blanks, a sign, digits with a point, an exponent. MySQL
 * reads a text so wherever it wants a number ("Type Conversion in Expression Evaluation").
 */
public final class NumberPrefix {
    /** The largest BIGINT UNSIGNED. */
    public static final BigInteger UNSIGNED_MAX =
            BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.ONE);

    private static final BigInteger SIGNED_MIN = BigInteger.valueOf(Long.MIN_VALUE);
    /** The longest DECIMAL has so many digits, its fraction {@link #SCALE_MAX}. */
    private static final int PRECISION_MAX = 65;

    private static final int SCALE_MAX = 30;
    /** No type has as many digits. What follows them is not read, since big numbers of a long text take long. */
    private static final int DIGITS_READ_MAX = 1_000;

    private static final int EXPONENT_MAX = 1_000;
    private static final int LONG_DIGITS = 18;

    private final String text;
    private final boolean negative;
    /** The first digit or point, the end of the digits before a point, of all digits, and of the exponent. */
    private final int from;

    private final int wholeEnd;
    private final int digitsEnd;
    private final int end;

    private NumberPrefix(String text) {
        this.text = text;
        int begin = Characters.skipBlanks(text, 0);
        negative = begin < text.length() && text.charAt(begin) == '-';
        from = Characters.skipSign(text, begin);
        wholeEnd = Characters.skipDigits(text, from);
        boolean point = wholeEnd < text.length() && text.charAt(wholeEnd) == '.';
        int fractionEnd = point ? Characters.skipDigits(text, wholeEnd + 1) : wholeEnd;
        boolean found = wholeEnd > from || fractionEnd > wholeEnd + 1;
        digitsEnd = found ? fractionEnd : from;
        end = found ? Characters.skipExponent(text, digitsEnd) : 0;
    }

    public static NumberPrefix of(String text) {
        return new NumberPrefix(text);
    }

    /** Whether the whole text is a number; MySQL warns of any other (1292), and refuses to store it in strict mode (1366). */
    public boolean isWholeText() {
        return end > 0 && Characters.skipBlanks(text, end) == text.length();
    }

    /** Whether the whole text is digits with a sign, so that MySQL casts it to an integer without a warning. */
    public boolean isInteger() {
        return isWholeText() && end == wholeEnd;
    }

    /** Returns it as DOUBLE; the largest DOUBLE stands for a larger one, as in MySQL's reading of texts. */
    public double toDouble() {
        if (end == 0) {
            return 0;
        }
        double value = Double.parseDouble(text.substring(from, end));
        double finite = Math.min(value, Double.MAX_VALUE);
        return negative ? -finite : finite;
    }

    /**
     * Returns the digits before a point or exponent as CAST(… AS SIGNED) and UNSIGNED read them ("Cast Functions and Operators"),
     * between the least BIGINT and the largest BIGINT UNSIGNED; longValue() of that is the signed one.
     */
    public Number toInteger() {
        if (wholeEnd - from <= LONG_DIGITS) {
            long value = wholeEnd == from ? 0 : Long.parseLong(text, from, wholeEnd, 10);
            return negative ? -value : value;
        }
        BigInteger value = limited(from, wholeEnd).toBigInteger();
        return integer(negative ? value.negate().max(SIGNED_MIN) : value.min(UNSIGNED_MAX));
    }

    /** Returns a Long where the number has 64 bits with sign. */
    static Number integer(BigInteger value) {
        return value.bitLength() < Long.SIZE ? (Number) value.longValue() : value;
    }

    /** Returns it as written, of no more digits than any type has. */
    public BigDecimal toExact() {
        BigDecimal value = end == 0 ? BigDecimal.ZERO : limited(from, digitsEnd).scaleByPowerOfTen(exponent());
        return negative ? value.negate() : value;
    }

    /** Returns it as DECIMAL of as many fraction digits as it has, at most 30; 65 nines stand for a larger one. */
    public BigDecimal toDecimal() {
        BigDecimal value = toExact();
        return (long) value.precision() - value.scale() > PRECISION_MAX
                ? clamped(value, PRECISION_MAX, 0)
                : value.setScale(Math.max(0, Math.min(SCALE_MAX, value.scale())), RoundingMode.HALF_UP);
    }

    /** Returns it as CAST(… AS DECIMAL(precision, scale)) does. */
    public BigDecimal toDecimal(int precision, int scale) {
        return clamped(toDecimal(), precision, scale);
    }

    /** Rounds half away from zero, and takes the type's nearest bound for what is beyond it ("Precision Math"). */
    public static BigDecimal clamped(BigDecimal value, int precision, int scale) {
        BigDecimal rounded = value.setScale(scale, RoundingMode.HALF_UP);
        if (rounded.precision() <= precision) {
            return rounded;
        }
        BigDecimal most =
                BigDecimal.valueOf(1, -precision).subtract(BigDecimal.ONE).movePointLeft(scale);
        return rounded.signum() < 0 ? most.negate() : most;
    }

    private BigDecimal limited(int begin, int to) {
        int first = begin;
        while (first + 1 < to && text.charAt(first) == '0' && text.charAt(first + 1) != '.') {
            first++;
        }
        return new BigDecimal(text.substring(first, Math.min(to, first + DIGITS_READ_MAX)));
    }

    private int exponent() {
        if (end == digitsEnd) {
            return 0;
        }
        int first = Characters.skipSign(text, digitsEnd + 1);
        int magnitude = (int) Math.min(EXPONENT_MAX, Characters.number(text, first, end));
        return text.charAt(digitsEnd + 1) == '-' ? -magnitude : magnitude;
    }
}
