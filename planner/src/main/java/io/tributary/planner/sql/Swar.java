package io.tributary.planner.sql;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Searches for bytes eight at a time, in plain registers. */
final class Swar {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private Swar() {}

    /** The first index of {@code wanted} in {@code [from, to)}, or -1. */
    static int indexOf(byte[] bytes, int from, int to, byte wanted) {
        long pattern = (wanted & 0xff) * ONES;
        int i = from;
        for (; i + 8 <= to; i += 8) {
            long zeros = zeroBytes((long) LONG.get(bytes, i) ^ pattern);
            if (zeros != 0) {
                return i + (Long.numberOfTrailingZeros(zeros) >>> 3);
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
    static int indexOfQuoteOrBackslash(byte[] bytes, int from, int to, byte quote) {
        long quotes = (quote & 0xff) * ONES;
        long backslashes = '\\' * ONES;
        int i = from;
        for (; i + 8 <= to; i += 8) {
            long word = (long) LONG.get(bytes, i);
            long found = zeroBytes(word ^ quotes) | zeroBytes(word ^ backslashes);
            if (found != 0) {
                return i + (Long.numberOfTrailingZeros(found) >>> 3);
            }
        }
        for (; i < to; i++) {
            if (bytes[i] == quote || bytes[i] == '\\') {
                return i;
            }
        }
        return to;
    }

    /** The high bit of the lowest zero byte is set, and no bit below it. Bits above the first may be false. */
    private static long zeroBytes(long word) {
        return (word - ONES) & ~word & HIGH_BITS;
    }
}
