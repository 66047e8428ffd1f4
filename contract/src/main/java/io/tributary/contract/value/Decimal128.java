package io.tributary.contract.value;

import java.math.BigDecimal;
import java.math.BigInteger;

/** A sign and a magnitude below 2<sup>128</sup>, with the few steps that number conversion needs. Mutable scratch. */
public final class Decimal128 {
    private static final long[] TEN_TO_HIGH = new long[39];
    private static final long[] TEN_TO_LOW = new long[39];

    static {
        BigInteger power = BigInteger.ONE;
        for (int i = 0; i < TEN_TO_LOW.length; i++) {
            TEN_TO_HIGH[i] = power.shiftRight(64).longValue();
            TEN_TO_LOW[i] = power.longValue();
            power = power.multiply(BigInteger.TEN);
        }
    }

    boolean negative;
    /** Magnitude, both halves unsigned. */
    long high;

    long low;

    /** Takes the two's complement number {@code newHigh:newLow}. */
    public void set(long newHigh, long newLow) {
        negative = newHigh < 0;
        high = newHigh;
        low = newLow;
        if (negative) {
            high = ~high + (low == 0 ? 1 : 0);
            low = -low;
        }
    }

    void setMagnitude(boolean newNegative, long newHigh, long newLow) {
        negative = newNegative;
        high = newHigh;
        low = newLow;
    }

    /** Appends a digit; false, and no change, when the magnitude might then need more than 128 bits. */
    boolean append(int digit) {
        long lowCarry = Math.multiplyHigh(low, 10) + ((low >> 63) & 10);
        long newLow = low * 10;
        long sum = newLow + digit;
        long carry = lowCarry + (Long.compareUnsigned(sum, newLow) < 0 ? 1 : 0);
        // 2^64 / 10 leaves room for the carry, which is at most 10.
        if (Long.compareUnsigned(high, 0x1999999999999998L) > 0) {
            return false;
        }
        high = high * 10 + carry;
        low = sum;
        return true;
    }

    /** Moves from one scale to another, rounding half away from zero; false when the magnitude becomes too large. */
    public boolean rescale(int from, int to) {
        for (int scale = from; scale < to; scale++) {
            if (!append(0)) {
                return false;
            }
        }
        int removed = 0;
        for (int scale = from; scale > to; scale--) {
            removed = removeDigit();
        }
        if (removed >= 5) {
            increment();
        }
        return true;
    }

    /** Divides by ten and returns the remainder. */
    private int removeDigit() {
        long newHigh = Long.divideUnsigned(high, 10);
        long rest = high - newHigh * 10;
        long upper = (rest << 32) | (low >>> 32);
        long newUpper = upper / 10;
        long lower = ((upper - newUpper * 10) << 32) | (low & 0xffffffffL);
        long newLower = lower / 10;
        high = newHigh;
        low = (newUpper << 32) | newLower;
        return (int) (lower - newLower * 10);
    }

    void increment() {
        low++;
        if (low == 0) {
            high++;
        }
    }

    /** Whether it is a two's complement number of 64 bits. */
    public boolean fitsLong() {
        return high == 0 && (low >= 0 || (negative && low == Long.MIN_VALUE));
    }

    /** Whether it is a two's complement number of 128 bits. */
    public boolean fitsInt128() {
        return high >= 0 || (negative && high == Long.MIN_VALUE && low == 0);
    }

    /** Whether the magnitude is below 10<sup>digits</sup>; digits 0 to 38. */
    public boolean isBelowTenTo(int digits) {
        int order = Long.compareUnsigned(high, TEN_TO_HIGH[digits]);
        return order < 0 || (order == 0 && Long.compareUnsigned(low, TEN_TO_LOW[digits]) < 0);
    }

    /** Lower half of the two's complement number. */
    public long signedLow() {
        return negative ? -low : low;
    }

    /** Upper half of the two's complement number. */
    public long signedHigh() {
        return negative ? ~high + (low == 0 ? 1 : 0) : high;
    }

    public double toDouble(int scale) {
        return toBigDecimal(scale).doubleValue();
    }

    public String toString(int scale) {
        return toBigDecimal(scale).toPlainString();
    }

    private BigDecimal toBigDecimal(int scale) {
        BigInteger magnitude = new BigInteger(Long.toUnsignedString(high))
                .shiftLeft(64)
                .add(new BigInteger(Long.toUnsignedString(low)));
        return new BigDecimal(negative ? magnitude.negate() : magnitude, scale);
    }
}
