package io.tributary.rpc.row;

/** Copies bytes that are mostly few: up to sixteen cost less than the call of {@code System.arraycopy} does. */
final class SmallCopy {
    private SmallCopy() {}

    static void copy(byte[] source, int from, byte[] target, int to, int length) {
        if (length > 16) {
            System.arraycopy(source, from, target, to, length);
        } else if (length >= 8) {
            // Two words, which overlap unless there are sixteen bytes.
            LittleEndian.putLong(target, to, LittleEndian.getLong(source, from));
            LittleEndian.putLong(target, to + length - 8, LittleEndian.getLong(source, from + length - 8));
        } else {
            for (int i = 0; i < length; i++) {
                target[to + i] = source[from + i];
            }
        }
    }
}
