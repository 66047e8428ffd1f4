package io.tributary.engine.mysql.rows;

import io.tributary.contract.value.Decimal128;
import io.tributary.contract.value.NumberText;
import io.tributary.contract.value.TextForm;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A statement's bytes as they grow, in UTF-8. Strings are quoted for sessions in which a backslash escapes. One thread.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/string-literals.html">String Literals</a>
 */
final class SqlBuffer {
    private static final int INITIAL_BYTES = 64 * 1024;
    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
    private static final int LONG_DIGITS_MAX = 20;

    private final TextForm text = new TextForm();
    private final Decimal128 decimal = new Decimal128();

    private byte[] bytes = new byte[INITIAL_BYTES];
    private int length;

    int length() {
        return length;
    }

    void cut(int to) {
        length = to;
    }

    /** Copies bytes from an offset on, as many as there are and have room; returns how many. */
    int read(int from, byte[] target, int offset, int room) {
        int count = Math.min(room, length - from);
        System.arraycopy(bytes, from, target, offset, count);
        return count;
    }

    byte[] copy(int from) {
        return Arrays.copyOfRange(bytes, from, length);
    }

    void append(byte[] more) {
        room(more.length);
        System.arraycopy(more, 0, bytes, length, more.length);
        length += more.length;
    }

    /** Returns the statement as the driver takes it. */
    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private void room(int more) {
        if (more > bytes.length - length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
        }
    }

    void ascii(String words) {
        int count = words.length();
        room(count);
        for (int i = 0; i < count; i++) {
            bytes[length++] = (byte) words.charAt(i);
        }
    }

    void words(String words) {
        append(words.getBytes(StandardCharsets.UTF_8));
    }

    void character(char ascii) {
        room(1);
        bytes[length++] = (byte) ascii;
    }

    void number(long value) {
        room(LONG_DIGITS_MAX);
        text.setLong(value);
        own();
    }

    /** The number times 10<sup>-scale</sup>; 0 to 18. */
    void decimal(long unscaled, int scale) {
        if (scale == 0) {
            number(unscaled);
            return;
        }
        room(2 * LONG_DIGITS_MAX);
        long unit = NumberText.tenTo(scale);
        if (unscaled < 0) {
            bytes[length++] = '-';
        }
        text.setLong(Math.abs(unscaled / unit));
        own();
        bytes[length++] = '.';
        text.setLong(Math.abs(unscaled % unit));
        for (int missing = scale - text.length(); missing > 0; missing--) {
            bytes[length++] = '0';
        }
        own();
    }

    void wideDecimal(long high, long low, int scale) {
        decimal.set(high, low);
        ascii(decimal.toString(scale));
    }

    void floating(double value) {
        if (value == (long) value && Math.abs(value) < 1e15) {
            number((long) value);
        } else {
            ascii(Double.toString(value));
        }
    }

    void date(long epochDay) {
        room(LONG_DIGITS_MAX);
        text.setEpochDay(epochDay);
        own();
    }

    /** @param fraction digits of a second, 0 to 6 */
    void dateTime(long epochMicros, int fraction) {
        room(2 * LONG_DIGITS_MAX);
        text.setEpochMicros(epochMicros, fraction);
        own();
    }

    private void own() {
        System.arraycopy(text.bytes, text.from, bytes, length, text.length());
        length += text.length();
    }

    void string(byte[] from, int offset, int count) {
        room(2 * count + 2);
        byte[] to = bytes;
        int at = length;
        to[at++] = '\'';
        for (int i = offset; i < offset + count; i++) {
            byte b = from[i];
            if (b == '\'' || b == '\\' || b == 0) {
                to[at++] = '\\';
                b = b == 0 ? (byte) '0' : b;
            }
            to[at++] = b;
        }
        to[at++] = '\'';
        length = at;
    }

    /** A field of a file: tabulators and ends of lines are escaped as well. */
    void field(byte[] from, int offset, int count) {
        room(2 * count);
        byte[] to = bytes;
        int at = length;
        for (int i = offset; i < offset + count; i++) {
            byte b = from[i];
            if (b == '\t' || b == '\n' || b == '\\' || b == 0) {
                to[at++] = '\\';
                b = b == '\t' ? (byte) 't' : b == '\n' ? (byte) 'n' : b == 0 ? (byte) '0' : b;
            }
            to[at++] = b;
        }
        length = at;
    }

    /** @param width bytes that there are at least: zeros follow where these are fewer */
    void hex(byte[] from, int offset, int count, int width) {
        room(2 * Math.max(count, width) + 3);
        bytes[length++] = 'x';
        bytes[length++] = '\'';
        for (int i = offset; i < offset + count; i++) {
            bytes[length++] = HEX[(from[i] >> 4) & 15];
            bytes[length++] = HEX[from[i] & 15];
        }
        for (int i = 2 * count; i < 2 * width; i++) {
            bytes[length++] = '0';
        }
        bytes[length++] = '\'';
    }
}
