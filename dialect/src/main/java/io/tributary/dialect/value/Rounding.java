package io.tributary.dialect.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** ROUND, TRUNCATE and FORMAT ("Mathematical Functions", "Rounding Behavior"). */
public final class Rounding {
    /** DECIMAL and FORMAT have at most so many fraction digits. */
    private static final int SCALE_MAX = 30;
    /** A DECIMAL has fewer digits before its point. */
    private static final int WHOLE_MAX = 100;
    /** A power of ten that no DOUBLE has. */
    private static final long POWER_BEYOND = 400;

    private Rounding() {}

    /**
     * Returns ROUND: of a DECIMAL half away from zero with a scale of so many digits, of an integer one of the same type, everything
     * else as DOUBLE times a power of ten to the nearest integer, to the even one of two. Negative digits are zeros before the point.
     */
    public static Number round(Object value, long digits) {
        return scaled(value, digits, RoundingMode.HALF_UP);
    }

    /** Returns TRUNCATE, which cuts where {@link #round} rounds. */
    public static Number truncate(Object value, long digits) {
        return scaled(value, digits, RoundingMode.DOWN);
    }

    /** The same with another number in its place: the next one above or below, or of a half the even one. */
    public static Number scaled(Object value, long digits, RoundingMode mode) {
        if (!isExact(value)) {
            return scaled(Conversion.toDouble(value), digits, mode);
        }
        boolean isDecimal = value instanceof BigDecimal;
        if (digits >= 0 && !isDecimal) {
            return (Number) value;
        }
        int scale = (int) Math.max(-WHOLE_MAX, Math.min(SCALE_MAX, digits));
        BigDecimal rounded = Conversion.toDecimal(value).setScale(scale, mode);
        return isDecimal ? rounded.setScale(Math.max(0, scale)) : NumberPrefix.integer(rounded.toBigInteger());
    }

    private static double scaled(double value, long digits, RoundingMode mode) {
        double power = Double.parseDouble("1e" + Math.min(POWER_BEYOND, Math.abs(digits)));
        double scaled = digits < 0 ? value / power : value * power;
        boolean up = mode == RoundingMode.CEILING || (mode == RoundingMode.DOWN && scaled < 0);
        boolean down = mode == RoundingMode.FLOOR || mode == RoundingMode.DOWN;
        double whole = up ? Math.ceil(scaled) : down ? Math.floor(scaled) : Math.rint(scaled);
        return Double.isFinite(scaled) ? digits >= 0 ? whole / power : whole == 0 ? 0 : whole * power : value;
    }

    private static boolean isExact(Object value) {
        return value instanceof BigDecimal || value instanceof Long || value instanceof BigInteger;
    }

    /**
     * Returns FORMAT in the locale en_US: a DECIMAL or integer rounded half away from zero, everything else as DOUBLE, and commas
     * between groups of three digits.
     *
     * @param digits of the fraction, 0 for less and 30 for more
     */
    public static String format(Object value, long digits) {
        int scale = (int) Math.max(0, Math.min(SCALE_MAX, digits));
        BigDecimal rounded = Conversion.toDecimal(isExact(value) ? value : round(Conversion.toDouble(value), scale));
        String plain = rounded.setScale(scale, RoundingMode.HALF_UP).toPlainString();
        StringBuilder out = new StringBuilder(plain);
        int first = plain.startsWith("-") ? 1 : 0;
        for (int at = (scale == 0 ? plain.length() : plain.length() - scale - 1) - 3; at > first; at -= 3) {
            out.insert(at, ',');
        }
        return out.toString();
    }
}
