package io.tributary.dialect.token;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Searches for bytes eight at a time, in plain registers. */
public final class Swar {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long BACKSLASHES = '\\' * ONES;
    private static final long ZEROS = '0' * ONES;

    private Swar() {}

    /** The first index of {@code wanted} in {@code [from, to)}, or -1. */
    static int indexOf(byte[] bytes, int from, int to, byte wanted) {
        long pattern = (wanted & 0xff) * ONES;
        int i = from;
        for (; i + 8 <= to; i += 8) {
            long zeros = zeroBytes((long) LONG.get(bytes, i) ^ pattern);
            if (zeros != 0) {
                return i + lowest(zeros);
            }
        }
        for (; i < to; i++) {
            if (bytes[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    /** The first index of {@code quote} or a backslash in {@code [from, to)}, or {@code to}. */
    public static int indexOfQuoteOrBackslash(byte[] bytes, int from, int to, byte quote) {
        long quotes = (quote & 0xff) * ONES;
        int i = from;
        for (; i + 8 <= to; i += 8) {
            long word = (long) LONG.get(bytes, i);
            long found = zeroBytes(word ^ quotes) | zeroBytes(word ^ BACKSLASHES);
            if (found != 0) {
                return i + lowest(found);
            }
        }
        for (; i < to; i++) {
            if (bytes[i] == quote || bytes[i] == '\\') {
                return i;
            }
        }
        return to;
    }

    /** The first index in {@code [from, to)} that holds no digit; -1 when the next seven bytes are digits, or are too few. */
    public static int endOfFewDigits(byte[] bytes, int from, int to) {
        if (from > to - 8) {
            return -1;
        }
        long digits = (long) LONG.get(bytes, from) ^ ZEROS;
        // A byte above 9 carries into its top bit.
        long others = (digits | (digits + 0x7676767676767676L)) & HIGH_BITS;
        return others == 0 ? -1 : from + lowest(others);
    }

    /** Index of the lowest byte that {@link #zeroBytes} found. */
    private static int lowest(long found) {
        return Long.numberOfTrailingZeros(found) >>> 3;
    }

    /** The high bit of the lowest zero byte is set, and no bit below it. Bits above the first may be false. */
    private static long zeroBytes(long word) {
        return (word - ONES) & ~word & HIGH_BITS;
    }
}
