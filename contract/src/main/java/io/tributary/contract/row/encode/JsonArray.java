package io.tributary.contract.row.encode;

import java.util.Arrays;

/** A JSON array of strings and nulls under construction: {@code ["1", null]}. Mutable scratch. */
final class JsonArray {
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};

    private byte[] bytes = new byte[64];
    private int length;
    private boolean empty;

    void begin() {
        if (bytes.length > ColumnEncoder.RETAINED_BYTES_MAX) {
            bytes = new byte[64];
        }
        length = 0;
        empty = true;
        reserve(1);
        bytes[length++] = '[';
    }

    void addNull() {
        separate(4);
        bytes[length++] = 'n';
        bytes[length++] = 'u';
        bytes[length++] = 'l';
        bytes[length++] = 'l';
    }

    /** A string in UTF-8. */
    void addString(byte[] utf8, int offset, int count) {
        separate(2 + 6 * count);
        bytes[length++] = '"';
        for (int i = offset; i < offset + count; i++) {
            byte b = utf8[i];
            if (b == '"' || b == '\\') {
                bytes[length++] = '\\';
                bytes[length++] = b;
            } else if (b >= 0 && b < ' ') {
                bytes[length++] = '\\';
                bytes[length++] = 'u';
                bytes[length++] = '0';
                bytes[length++] = '0';
                bytes[length++] = HEX[b >> 4];
                bytes[length++] = HEX[b & 15];
            } else {
                bytes[length++] = b;
            }
        }
        bytes[length++] = '"';
    }

    void end() {
        reserve(1);
        bytes[length++] = ']';
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    private void separate(int following) {
        reserve(Math.addExact(following, 2));
        if (!empty) {
            bytes[length++] = ',';
        }
        empty = false;
    }

    private void reserve(int more) {
        int needed = Math.addExact(length, more);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 16L, Math.max(needed, 2L * bytes.length)));
        }
    }
}
