package io.tributary.contract.row.encode;

import io.tributary.contract.value.NumberText;
import java.nio.charset.StandardCharsets;

/**
 * Reads an array written as text, as Doris reads and prints it: {@code [1, null, "a b", 'c', d]}. In quotes, a backslash
 * stands before what would end the string, and JSON's escapes are known. Arrays are not nested. Mutable scratch.
 */
final class ArrayText {
    /** What {@link #next} met. */
    enum Next {
        VALUE,
        NULL,
        END,
        MALFORMED
    }

    private byte[] bytes = {};
    private int at;
    private int to;
    private boolean begun;
    private boolean wellFormed;

    private byte[] value = {};
    private int valueOffset;
    private int valueLength;
    private byte[] unescaped = new byte[64];

    void begin(byte[] text, int offset, int length) {
        bytes = text;
        at = offset;
        to = offset + length;
        while (to > at && NumberText.isBlank(bytes[to - 1])) {
            to--;
        }
        skipBlanks();
        begun = false;
        wellFormed = to - at >= 2 && bytes[at] == '[' && bytes[to - 1] == ']';
        at++;
        to--;
    }

    /** Goes to the next element. */
    Next next() {
        if (!wellFormed) {
            return Next.MALFORMED;
        }
        skipBlanks();
        if (at == to) {
            return begun && bytes[lastNotBlank()] == ',' ? Next.MALFORMED : Next.END;
        }
        if (begun && !accept(',')) {
            return Next.MALFORMED;
        }
        begun = true;
        skipBlanks();
        if (at == to) {
            return Next.MALFORMED;
        }
        return bytes[at] == '"' || bytes[at] == '\'' ? quoted() : bare();
    }

    byte[] valueBytes() {
        return value;
    }

    int valueOffset() {
        return valueOffset;
    }

    int valueLength() {
        return valueLength;
    }

    private int lastNotBlank() {
        int last = to - 1;
        while (NumberText.isBlank(bytes[last])) {
            last--;
        }
        return last;
    }

    private Next bare() {
        int begin = at;
        while (at < to && bytes[at] != ',') {
            byte b = bytes[at];
            if (b == '[' || b == ']' || b == '{' || b == '}' || b == '"' || b == '\'') {
                return Next.MALFORMED;
            }
            at++;
        }
        int end = at;
        while (end > begin && NumberText.isBlank(bytes[end - 1])) {
            end--;
        }
        if (end == begin) {
            return Next.MALFORMED;
        }
        value = bytes;
        valueOffset = begin;
        valueLength = end - begin;
        return isNull() ? Next.NULL : Next.VALUE;
    }

    private boolean isNull() {
        return valueLength == 4
                && new String(value, valueOffset, 4, StandardCharsets.ISO_8859_1).equalsIgnoreCase("null");
    }

    private Next quoted() {
        byte quote = bytes[at++];
        int begin = at;
        boolean escaped = false;
        while (at < to && bytes[at] != quote) {
            escaped |= bytes[at] == '\\';
            at += bytes[at] == '\\' ? 2 : 1;
        }
        if (at >= to) {
            return Next.MALFORMED;
        }
        value = bytes;
        valueOffset = begin;
        valueLength = at - begin;
        at++;
        return !escaped || unescape() ? Next.VALUE : Next.MALFORMED;
    }

    private boolean unescape() {
        if (unescaped.length < valueLength || unescaped.length > ColumnEncoder.RETAINED_BYTES_MAX) {
            unescaped = new byte[valueLength + 64];
        }
        int length = 0;
        int end = valueOffset + valueLength;
        for (int i = valueOffset; i < end; i++) {
            byte b = bytes[i];
            if (b != '\\') {
                unescaped[length++] = b;
                continue;
            }
            b = bytes[++i];
            if (b != 'u') {
                unescaped[length++] = escaped(b);
                continue;
            }
            int unit = hex(i + 1, end);
            if (unit < 0) {
                return false;
            }
            i += 4;
            String character = Character.toString(unit);
            if (Character.isHighSurrogate((char) unit) && i + 2 < end && bytes[i + 1] == '\\' && bytes[i + 2] == 'u') {
                int low = hex(i + 3, end);
                if (low < 0) {
                    return false;
                }
                character = new String(new char[] {(char) unit, (char) low});
                i += 6;
            }
            byte[] utf8 = character.getBytes(StandardCharsets.UTF_8);
            System.arraycopy(utf8, 0, unescaped, length, utf8.length);
            length += utf8.length;
        }
        value = unescaped;
        valueOffset = 0;
        valueLength = length;
        return true;
    }

    private static byte escaped(byte b) {
        return switch (b) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> b;
        };
    }

    /** The number of four hexadecimal digits, or -1. */
    private int hex(int from, int end) {
        int value = 0;
        for (int i = from; i < from + 4; i++) {
            int digit = i < end ? Character.digit(bytes[i], 16) : -1;
            if (digit < 0) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    private boolean accept(char symbol) {
        if (at < to && bytes[at] == symbol) {
            at++;
            return true;
        }
        return false;
    }

    private void skipBlanks() {
        while (at < to && NumberText.isBlank(bytes[at])) {
            at++;
        }
    }
}
