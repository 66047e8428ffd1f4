package io.tributary.contract.value;

/** Validity and length of UTF-8 text: no surrogates, no overlong forms, nothing above U+10FFFF. */
public final class Utf8 {
    private static final long HIGH_BITS = 0x8080808080808080L;

    private Utf8() {}

    /** Characters (code points) of the text, or -1 when it is not UTF-8. */
    public static int characters(byte[] bytes, int offset, int length) {
        int end = offset + length;
        if (length <= 16 && length > 0 && offset + 16 <= bytes.length) {
            return isShortAscii(bytes, offset, length) ? length : charactersFrom(bytes, offset, offset, end);
        }
        int at = offset;
        while (at + 8 <= end) {
            if ((LittleEndian.getLong(bytes, at) & HIGH_BITS) != 0) {
                return charactersFrom(bytes, offset, at, end);
            }
            at += 8;
        }
        if (length >= 8) {
            // The last word again includes what is left.
            return (LittleEndian.getLong(bytes, end - 8) & HIGH_BITS) == 0
                    ? length
                    : charactersFrom(bytes, offset, at, end);
        }
        while (at < end) {
            if (bytes[at] < 0) {
                return charactersFrom(bytes, offset, at, end);
            }
            at++;
        }
        return length;
    }

    /** Whether all bytes are ASCII. */
    public static boolean isAscii(byte[] bytes, int offset, int length) {
        int end = offset + length;
        int at = offset;
        long found = 0;
        for (; at + 32 <= end; at += 32) {
            found |= LittleEndian.getLong(bytes, at)
                    | LittleEndian.getLong(bytes, at + 8)
                    | LittleEndian.getLong(bytes, at + 16)
                    | LittleEndian.getLong(bytes, at + 24);
        }
        for (; at + 8 <= end; at += 8) {
            found |= LittleEndian.getLong(bytes, at);
        }
        for (; at < end; at++) {
            found |= bytes[at];
        }
        return (found & HIGH_BITS) == 0;
    }

    /** Tells ASCII among 1 to 16 bytes, with 16 bytes to read: without a branch that depends on the length. */
    private static boolean isShortAscii(byte[] bytes, int offset, int length) {
        long first = HIGH_BITS >>> (64 - 8 * Math.min(length, 8));
        long second = (HIGH_BITS >>> (128 - 8 * Math.max(length, 9))) & ((8L - length) >> 63);
        return ((LittleEndian.getLong(bytes, offset) & first) | (LittleEndian.getLong(bytes, offset + 8) & second))
                == 0;
    }

    private static int charactersFrom(byte[] bytes, int offset, int asciiEnd, int end) {
        int characters = asciiEnd - offset;
        int at = asciiEnd;
        while (at < end) {
            int width = bytes[at] >= 0 ? 1 : sequenceLength(bytes, at, end);
            if (width == 0) {
                return -1;
            }
            at += width;
            characters++;
        }
        return characters;
    }

    /** Bytes of the character at {@code at}, or 0 when none is there. */
    public static int sequenceLength(byte[] bytes, int at, int end) {
        int first = bytes[at] & 0xff;
        if (first < 0x80) {
            return 1;
        }
        if (first < 0xc2 || first > 0xf4) {
            return 0;
        }
        int width = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
        if (end - at < width) {
            return 0;
        }
        int second = bytes[at + 1] & 0xff;
        int low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
        int high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
        if (second < low || second > high) {
            return 0;
        }
        for (int i = 2; i < width; i++) {
            if ((bytes[at + i] & 0xc0) != 0x80) {
                return 0;
            }
        }
        return width;
    }
}
