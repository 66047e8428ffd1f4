package io.tributary.contract.value;

import java.nio.charset.StandardCharsets;

/**
 * A number written as text: blanks, sign, digits with a point, exponent, blanks. {@link #simple} is the fast way for
 * what clients mostly send; {@link #scan} takes every form, of any length, without big numbers. Mutable scratch.
 */
public final class NumberText {
    public static final long NOT_SIMPLE = Long.MIN_VALUE;

    /** Digits that any long holds. */
    static final int LONG_DIGITS = 18;

    private static final long[] TEN_TO = new long[LONG_DIGITS + 1];
    private static final double[] TEN_TO_DOUBLE = new double[23];
    /** Beyond this every exponent means overflow or zero, whatever the digits. */
    private static final int EXPONENT_MAX = 1 << 30;

    static {
        TEN_TO[0] = 1;
        for (int i = 1; i < TEN_TO.length; i++) {
            TEN_TO[i] = TEN_TO[i - 1] * 10;
        }
        TEN_TO_DOUBLE[0] = 1;
        for (int i = 1; i < TEN_TO_DOUBLE.length; i++) {
            TEN_TO_DOUBLE[i] = TEN_TO_DOUBLE[i - 1] * 10;
        }
    }

    private byte[] bytes = {};
    private int from;
    private int to;
    private boolean negative;
    /** First digit or point, and the end of the last. */
    private int digitsFrom;

    private int digitsTo;
    /** Index of the point, or {@code digitsTo}. */
    private int point;

    private int exponent;

    public static long tenTo(int exponent) {
        return TEN_TO[exponent];
    }

    /**
     * The value times 10<sup>scale</sup> of a plain number of few digits, or {@link #NOT_SIMPLE} when it is something
     * else: malformed, long, with blanks, an exponent, or more fraction digits than {@code scale}.
     */
    public static long simple(byte[] bytes, int from, int to, int scale) {
        int length = to - from;
        if (length == 0 || length > LONG_DIGITS) {
            return NOT_SIMPLE;
        }
        boolean minus = bytes[from] == '-';
        int unsigned = minus ? length - 1 : length;
        if (unsigned == 0 || unsigned > 16 || to < 16) {
            return simpleByDigits(bytes, from, to, scale);
        }
        long magnitude = unsigned <= 8
                ? simpleOfEight(EightDigits.word(bytes, to, unsigned), scale)
                : simpleOfSixteen(EightDigits.word(bytes, to - 8, unsigned - 8), EightDigits.word(bytes, to, 8), scale);
        return minus && magnitude != NOT_SIMPLE ? -magnitude : magnitude;
    }

    private static long simpleOfEight(long word, int scale) {
        int fraction = EightDigits.behindPoint(word);
        if (fraction < 0) {
            return scaled(EightDigits.number(word), scale);
        }
        return fraction == 0
                ? NOT_SIMPLE
                : scaled(EightDigits.number(EightDigits.withoutPoint(word, fraction)), scale - fraction);
    }

    private static long simpleOfSixteen(long high, long low, int scale) {
        int lowFraction = EightDigits.behindPoint(low);
        if (lowFraction == 0) {
            return NOT_SIMPLE;
        }
        if (lowFraction > 0) {
            int whole = EightDigits.number(high);
            int rest = EightDigits.number(EightDigits.withoutPoint(low, lowFraction));
            return (whole | rest) < 0 ? NOT_SIMPLE : scaled(whole * TEN_TO[7] + rest, scale - lowFraction);
        }
        int highFraction = EightDigits.behindPoint(high);
        int first = EightDigits.number(highFraction < 0 ? high : EightDigits.withoutPoint(high, highFraction));
        int last = EightDigits.number(low);
        return (first | last) < 0
                ? NOT_SIMPLE
                : scaled(first * TEN_TO[8] + last, highFraction < 0 ? scale : scale - highFraction - 8);
    }

    /** Returns the magnitude with {@code zeros} digits more, if any long holds as many. */
    private static long scaled(long magnitude, int zeros) {
        return magnitude < 0 || zeros < 0 || zeros > LONG_DIGITS || magnitude >= TEN_TO[LONG_DIGITS - zeros]
                ? NOT_SIMPLE
                : magnitude * TEN_TO[zeros];
    }

    private static long simpleByDigits(byte[] bytes, int from, int to, int scale) {
        int length = to - from;
        int at = from;
        boolean minus = bytes[at] == '-';
        if (minus && ++at == to) {
            return NOT_SIMPLE;
        }
        long value = 0;
        int missing = scale;
        while (at < to) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                if (digit != '.' - '0') {
                    return NOT_SIMPLE;
                }
                int fraction = to - at - 1;
                missing = scale - fraction;
                if (fraction == 0 || missing < 0) {
                    return NOT_SIMPLE;
                }
                for (at++; at < to; at++) {
                    digit = bytes[at] - '0';
                    if (digit < 0 || digit > 9) {
                        return NOT_SIMPLE;
                    }
                    value = value * 10 + digit;
                }
                break;
            }
            value = value * 10 + digit;
            at++;
        }
        if (missing != 0) {
            if (length + missing > LONG_DIGITS) {
                return NOT_SIMPLE;
            }
            value *= TEN_TO[missing];
        }
        return minus ? -value : value;
    }

    /** Takes the text's parts; false when it is no number. */
    public boolean scan(byte[] text, int offset, int length) {
        bytes = text;
        from = offset;
        to = offset + length;
        while (from < to && isBlank(text[from])) {
            from++;
        }
        while (to > from && isBlank(text[to - 1])) {
            to--;
        }
        int at = from;
        negative = at < to && text[at] == '-';
        if (at < to && (text[at] == '-' || text[at] == '+')) {
            at++;
        }
        digitsFrom = at;
        at = skipDigits(at);
        point = at;
        int digits = at - digitsFrom;
        if (at < to && text[at] == '.') {
            at = skipDigits(at + 1);
            digits = at - digitsFrom - 1;
        }
        digitsTo = at;
        exponent = 0;
        return digits > 0 && (at == to || scanExponent(at));
    }

    private boolean scanExponent(int at) {
        if ((bytes[at] | 0x20) != 'e') {
            return false;
        }
        int next = at + 1;
        boolean minus = next < to && bytes[next] == '-';
        if (next < to && (bytes[next] == '-' || bytes[next] == '+')) {
            next++;
        }
        if (next == to || skipDigits(next) != to) {
            return false;
        }
        int magnitude = 0;
        for (; next < to; next++) {
            magnitude = magnitude >= EXPONENT_MAX / 10 ? EXPONENT_MAX : magnitude * 10 + bytes[next] - '0';
        }
        exponent = minus ? -magnitude : magnitude;
        return true;
    }

    private int skipDigits(int at) {
        int next = at;
        while (next < to && bytes[next] >= '0' && bytes[next] <= '9') {
            next++;
        }
        return next;
    }

    public static boolean isBlank(byte value) {
        return value == ' ' || (value >= '\t' && value <= '\r');
    }

    /** Whether it is less than 0, however little; what has an exponent is a DOUBLE, and rounded before anybody asks. */
    public boolean isNegativeDecimal() {
        if (!negative || hasExponent()) {
            return false;
        }
        for (int i = digitsFrom; i < digitsTo; i++) {
            if (bytes[i] >= '1' && bytes[i] <= '9') {
                return true;
            }
        }
        return false;
    }

    public boolean hasExponent() {
        return digitsTo < to;
    }

    /** Whether the text is already what MySQL prints for it. */
    public boolean isPlain() {
        int whole = point - digitsFrom;
        boolean leadingZero = whole > 1 && bytes[digitsFrom] == '0';
        return !leadingZero && whole > 0 && point + 1 != digitsTo && bytes[from] != '+';
    }

    /** The scanned number, which has no exponent, as MySQL prints it; its fraction digits are kept. */
    public String toPlainString() {
        int whole = digitsFrom;
        while (whole + 1 < point && bytes[whole] == '0') {
            whole++;
        }
        int end = point + 1 == digitsTo ? point : digitsTo;
        return (negative ? "-" : "")
                + (whole == point ? "0" : "")
                + new String(bytes, whole, end - whole, StandardCharsets.US_ASCII);
    }

    /**
     * Sets {@code result} to the scanned number times 10<sup>scale</sup>, surplus digits rounded half away from zero;
     * false when it has more than 128 bits.
     */
    public boolean toScaled(int scale, Decimal128 result) {
        result.setMagnitude(negative, 0, 0);
        int digits = digitsTo - digitsFrom - (point < digitsTo ? 1 : 0);
        // Digits left of the place where the number is cut.
        long kept = (long) (point - digitsFrom) + exponent + scale;
        int taken = (int) Math.max(0, Math.min(digits, kept));
        boolean zero = true;
        for (int i = 0; i < taken; i++) {
            int digit = digit(i);
            zero &= digit == 0;
            if (!zero && !result.append(digit)) {
                return false;
            }
        }
        if (kept >= 0 && kept < digits && digit((int) kept) >= 5) {
            result.increment();
        }
        if (!zero) {
            for (long i = digits; i < kept; i++) {
                if (!result.append(0)) {
                    return false;
                }
            }
        }
        return true;
    }

    private int digit(int index) {
        int at = digitsFrom + index;
        return bytes[at < point ? at : at + 1] - '0';
    }

    /** The nearest double of the scanned number; infinite when it is too large. */
    public double toDouble() {
        int digits = digitsTo - digitsFrom - (point < digitsTo ? 1 : 0);
        if (digits <= 15) {
            long value = 0;
            for (int i = 0; i < digits; i++) {
                value = value * 10 + digit(i);
            }
            long shift = (long) exponent - (digits - (point - digitsFrom));
            if (Math.abs(shift) <= 22) {
                // Both factors are exact, so one rounding makes the result exact, too.
                double magnitude = shift < 0 ? value / TEN_TO_DOUBLE[(int) -shift] : value * TEN_TO_DOUBLE[(int) shift];
                return negative ? -magnitude : magnitude;
            }
        }
        return Double.parseDouble(new String(bytes, from, to - from, StandardCharsets.US_ASCII));
    }
}
