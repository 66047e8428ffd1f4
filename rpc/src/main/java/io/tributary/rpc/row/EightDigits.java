package io.tributary.rpc.row;

/**
 * Reads up to eight digits of text at once. Numbers differ in length from row to row, so a loop over their digits costs
 * a mispredicted branch each; a word of eight bytes costs some arithmetic, whatever its length.
 */
final class EightDigits {
    static final int NOT_DIGITS = -1;

    private static final long ZEROS = 0x3030303030303030L;

    private EightDigits() {}

    /**
     * The number written in the {@code length} bytes before {@code to}; 1 to 8 of them, and {@code to} at least 8.
     *
     * @param pointFromEnd how many digits stand behind a point that is left out, or 8 for no point
     * @return {@link #NOT_DIGITS} when another byte is among them
     */
    static int parse(byte[] bytes, int to, int length, int pointFromEnd) {
        // The first character is the lowest byte. What precedes the text becomes zeros.
        int before = 8 * (8 - length);
        long word = (LittleEndian.getLong(bytes, to - 8) >>> before << before) | (ZEROS & ~(-1L << before));
        if (pointFromEnd < 8) {
            long behindPoint = pointFromEnd == 0 ? 0 : -1L << (8 * (8 - pointFromEnd));
            word = (word & behindPoint) | ((word << 8 | '0') & ~behindPoint);
        }
        long digits = word ^ ZEROS;
        // A byte above 9 carries into its top bit.
        if (((digits | (digits + 0x7676767676767676L)) & 0x8080808080808080L) != 0) {
            return NOT_DIGITS;
        }
        long pairs = (digits * 10 + (digits >>> 8)) & 0x00ff00ff00ff00ffL;
        long fours = (pairs * 100 + (pairs >>> 16)) & 0x0000ffff0000ffffL;
        return (int) (fours * 10_000 + (fours >>> 32));
    }
}
