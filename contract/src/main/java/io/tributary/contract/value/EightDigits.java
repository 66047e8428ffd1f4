package io.tributary.contract.value;

/**
 * Reads up to eight digits of text at once. Numbers differ in length from row to row, so a loop over their digits costs
 * a mispredicted branch each; a word of eight bytes costs some arithmetic, whatever its length.
 *
 * <p>A word holds text right-aligned: its first character is the lowest byte, the last the highest.
 */
public final class EightDigits {
    static final int NOT_DIGITS = -1;

    private static final long ZEROS = 0x3030303030303030L;
    private static final long POINTS = 0x2e2e2e2e2e2e2e2eL;
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private EightDigits() {}

    /** The word of the {@code length} bytes before {@code to}, zeros before them; 1 to 8 bytes, {@code to} at least 8. */
    public static long word(byte[] bytes, int to, int length) {
        int before = 8 * (8 - length);
        return (LittleEndian.getLong(bytes, to - 8) >>> before << before) | (ZEROS & ~(-1L << before));
    }

    /** Characters behind the first point of a word, or -1 without one. */
    static int behindPoint(long word) {
        long different = word ^ POINTS;
        // The high bit of the lowest zero byte is set, and no bit below it.
        long point = (different - ONES) & ~different & HIGH_BITS;
        return point == 0 ? -1 : Long.numberOfLeadingZeros(Long.lowestOneBit(point)) >>> 3;
    }

    /** The word without its point, behind which are {@code count} characters: what is before it moves up. */
    public static long withoutPoint(long word, int count) {
        long behind = count == 0 ? 0 : -1L << (64 - 8 * count);
        return (word & behind) | ((word << 8 | '0') & ~behind);
    }

    /** The number that a word of digits is; {@link #NOT_DIGITS} when another character is among them. */
    public static int number(long word) {
        long pairs = pairs(word);
        if (pairs < 0) {
            return NOT_DIGITS;
        }
        long fours = (pairs * 100 + (pairs >>> 16)) & 0x0000ffff0000ffffL;
        return (int) (fours * 10_000 + (fours >>> 32));
    }

    /** Four numbers of two digits each, the first in the lowest 16 bits; {@link #NOT_DIGITS} as {@link #number}. */
    static long pairs(long word) {
        long digits = word ^ ZEROS;
        // A byte above 9 carries into its top bit.
        if (((digits | (digits + 0x7676767676767676L)) & HIGH_BITS) != 0) {
            return NOT_DIGITS;
        }
        return (digits * 10 + (digits >>> 8)) & 0x00ff00ff00ff00ffL;
    }
}
