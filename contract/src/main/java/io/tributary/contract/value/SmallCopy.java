package io.tributary.contract.value;

/** Copies bytes that are mostly few: up to sixteen cost less than the call of {@code System.arraycopy} does. */
public final class SmallCopy {
    /** What is copied as two words, of however many bytes. */
    public static final int BYTES = 16;

    private SmallCopy() {}

    /** May also change the bytes behind {@code target[to + length]}, up to the sixteenth: fill from left to right. */
    public static void copy(byte[] source, int from, byte[] target, int to, int length) {
        if (length <= BYTES && from + BYTES <= source.length && to + BYTES <= target.length) {
            // There is no branch that depends on the length.
            twoWords(source, from, target, to);
        } else {
            System.arraycopy(source, from, target, to, length);
        }
    }

    public static void twoWords(byte[] source, int from, byte[] target, int to) {
        LittleEndian.putLong(target, to, LittleEndian.getLong(source, from));
        LittleEndian.putLong(target, to + 8, LittleEndian.getLong(source, from + 8));
    }
}
