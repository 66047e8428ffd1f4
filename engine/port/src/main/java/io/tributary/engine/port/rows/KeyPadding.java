package io.tributary.engine.port.rows;

import java.util.Arrays;

/** Bytes at the end of a key's values that make no difference to who compares them. */
public final class KeyPadding {
    /** All bytes count. */
    public static final int NONE = -1;

    private KeyPadding() {}

    static int[] none(int columns) {
        int[] none = new int[columns];
        Arrays.fill(none, NONE);
        return none;
    }

    /** How many bytes of a value count. */
    public static int length(byte[] bytes, int offset, int length, int padding) {
        int counted = length;
        while (padding != NONE && counted > 0 && bytes[offset + counted - 1] == padding) {
            counted--;
        }
        return counted;
    }
}
