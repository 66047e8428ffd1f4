package io.tributary.contract.value;

/** A date written as {@code yyyy-mm-dd}, which is nearly every date that comes as text: read as one word. */
public final class DateText {
    public static final int LENGTH = 10;

    //   byte   0 … 3   4   5 6   7   8 9
    //          year    -   month -   day
    private static final long DASHES_MASK = 0xff0000ff_00000000L;
    private static final long DASHES = 0x2d00002d_00000000L;

    private DateText() {}

    /** Days since 1970 of the ten bytes at {@code at}, or {@link CivilCalendar#NO_DAY} when they are no such date. */
    public static int epochDay(byte[] bytes, int at) {
        long word = LittleEndian.getLong(bytes, at);
        long day = Short.toUnsignedLong(LittleEndian.getShort(bytes, at + 8));
        if ((word & DASHES_MASK) != DASHES) {
            return CivilCalendar.NO_DAY;
        }
        long eight = (word & 0xffff_ffffL) | (word >>> 40 & 0xffff) << 32 | day << 48;
        long pairs = EightDigits.pairs(eight);
        if (pairs < 0) {
            return CivilCalendar.NO_DAY;
        }
        int year = (int) (pairs & 0xff) * 100 + (int) (pairs >>> 16 & 0xff);
        return CivilCalendar.epochDayOrNone(year, (int) (pairs >>> 32 & 0xff), (int) (pairs >>> 48));
    }
}
