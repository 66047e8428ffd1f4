package io.tributary.protocol.response;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Numbers, dates and times as ASCII, written two digits at a time into an array of the caller's at a place of the caller's. Every
 * {@code put} returns the place behind what it wrote.
 */
public final class NumberText {
    /** Characters of a date. */
    public static final int DATE_CHARACTERS = 10;

    private static final int CLOCK_CHARACTERS = 8;

    private static final long[] POWERS = powers();
    private static final short[] PAIRS = pairs();
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    private NumberText() {}

    private static long[] powers() {
        long[] powers = new long[19];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = powers[i - 1] * 10;
        }
        return powers;
    }

    /** The first digit in the lower byte, which is written first. */
    private static short[] pairs() {
        short[] pairs = new short[100];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = (short) (('0' + i / 10) | (('0' + i % 10) << 8));
        }
        return pairs;
    }

    /** Returns how many digits a number has that is not negative. */
    static int digits(long value) {
        // log10(2) is 1233 / 4096 and a little; at most one too few.
        int digits = ((Long.SIZE - Long.numberOfLeadingZeros(value | 1)) * 1233) >> 12;
        return value >= POWERS[digits] ? digits + 1 : Math.max(digits, 1);
    }

    /** Characters of a signed number. */
    public static int length(long value) {
        if (value >= 0) {
            return digits(value);
        }
        return value == Long.MIN_VALUE ? 20 : 1 + digits(-value);
    }

    public static int put(byte[] out, int at, long value) {
        if (value >= 0) {
            return padded(out, at, value, digits(value));
        }
        out[at] = '-';
        return unsigned(out, at + 1, -value); // the smallest long is its own negative, and right when read as unsigned
    }

    static int unsigned(byte[] out, int at, long value) {
        if (value >= 0) {
            return padded(out, at, value, digits(value));
        }
        long quotient = Long.divideUnsigned(value, 10);
        int end = padded(out, at, quotient, digits(quotient));
        out[end] = (byte) ('0' + (int) (value - quotient * 10));
        return end + 1;
    }

    /** Characters of {@code unscaled / 10^scale}. */
    public static int decimalLength(long unscaled, int scale) {
        if (scale == 0) {
            return length(unscaled);
        }
        return (unscaled < 0 ? 1 : 0) + digits(Math.abs(unscaled / POWERS[scale])) + 1 + scale;
    }

    /** {@code unscaled / 10^scale}, with exactly {@code scale} fraction digits; scale 0 to 18. */
    public static int putDecimal(byte[] out, int at, long unscaled, int scale) {
        if (scale == 0) {
            return put(out, at, unscaled);
        }
        int next = at;
        if (unscaled < 0) {
            out[next++] = '-';
        }
        long whole = unscaled / POWERS[scale];
        long fraction = Math.abs(unscaled - whole * POWERS[scale]);
        whole = Math.abs(whole);
        next = padded(out, next, whole, digits(whole));
        out[next++] = '.';
        return padded(out, next, fraction, scale);
    }

    /** {@code 2024-02-29}; of a year beyond 0 to 9999, which no type of MySQL holds, the last four digits. */
    public static int putDate(byte[] out, int at, CivilDate date) {
        int year = Math.floorMod(date.year(), 10_000);
        int century = year / 100;
        SHORT.set(out, at, PAIRS[century]);
        SHORT.set(out, at + 2, PAIRS[year - century * 100]);
        out[at + 4] = '-';
        SHORT.set(out, at + 5, PAIRS[date.month()]);
        out[at + 7] = '-';
        SHORT.set(out, at + 8, PAIRS[date.day()]);
        return at + DATE_CHARACTERS;
    }

    /** Characters of a time of day with so many digits of a second. */
    public static int clockLength(int fractionDigits) {
        return fractionDigits == 0 ? CLOCK_CHARACTERS : CLOCK_CHARACTERS + 1 + fractionDigits;
    }

    /** {@code 12:34:56.789}, the hours in at least two digits. */
    public static int putClock(byte[] out, int at, long seconds, int micros, int fractionDigits) {
        long hours = seconds / 3600;
        int ofHour = (int) (seconds - hours * 3600);
        int next = padded(out, at, hours, Math.max(2, digits(hours)));
        out[next] = ':';
        SHORT.set(out, next + 1, PAIRS[ofHour / 60]);
        out[next + 3] = ':';
        SHORT.set(out, next + 4, PAIRS[ofHour % 60]);
        if (fractionDigits == 0) {
            return next + 6;
        }
        out[next + 6] = '.';
        return padded(out, next + 7, micros / POWERS[6 - fractionDigits], fractionDigits);
    }

    /** A number that is not negative, with leading zeros up to {@code width}, at least its own. */
    static int padded(byte[] out, int at, long value, int width) {
        int left = at + width;
        long rest = value;
        while (rest > Integer.MAX_VALUE) {
            long quotient = rest / 100;
            left -= 2;
            SHORT.set(out, left, PAIRS[(int) (rest - quotient * 100)]);
            rest = quotient;
        }
        int small = (int) rest;
        while (small >= 100) {
            int quotient = small / 100;
            left -= 2;
            SHORT.set(out, left, PAIRS[small - quotient * 100]);
            small = quotient;
        }
        if (small >= 10) {
            left -= 2;
            SHORT.set(out, left, PAIRS[small]);
        } else if (left > at) {
            out[--left] = (byte) ('0' + small);
        }
        while (left > at) {
            out[--left] = '0';
        }
        return at + width;
    }
}
