package io.tributary.protocol.response;

import java.nio.charset.StandardCharsets;

/**
 * Writes numbers, dates and times as ASCII into an array that is used again and again: a line of text being made. Not
 * thread-safe.
 */
final class Digits {
    /** Every whole number below it is a FLOAT, and the only one that is printed as its digits. */
    private static final float WHOLE_FLOATS = 0x1p24f;

    /** Longer than anything written here: a date and time has 26 characters, a double 30. */
    private static final int CHARACTERS_MAX = 64;

    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;

    private final byte[] text = new byte[CHARACTERS_MAX];
    private final CivilDate date = new CivilDate();
    private int length;

    byte[] text() {
        return text;
    }

    int length() {
        return length;
    }

    Digits clear() {
        length = 0;
        return this;
    }

    void number(long value) {
        length = NumberText.put(text, length, value);
    }

    void unsigned(long value) {
        length = NumberText.unsigned(text, length, value);
    }

    /** {@code unscaled / 10^scale}, with exactly {@code scale} fraction digits; scale 0 to 18. */
    void decimal(long unscaled, int scale) {
        length = NumberText.putDecimal(text, length, unscaled, scale);
    }

    /** Writes it as MySQL does: no exponent up to 15 digits before or behind the point or where a fraction is, no fraction where there is none. */
    void floating(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            number((long) value);
        } else {
            rearrange(Double.toString(value));
        }
    }

    void floating(float value) {
        if (value == Math.rint(value) && Math.abs(value) < WHOLE_FLOATS) {
            number((long) value);
        } else {
            rearrange(Float.toString(value));
        }
    }

    void date(long epochDay) {
        date.setEpochDay(epochDay);
        length = NumberText.putDate(text, length, date);
    }

    void dateTime(long epochMicros, int fractionDigits) {
        date(Math.floorDiv(epochMicros, MICROS_PER_DAY));
        put(' ');
        long micros = Math.floorMod(epochMicros, MICROS_PER_DAY);
        clock(micros / MICROS_PER_SECOND, (int) (micros % MICROS_PER_SECOND), fractionDigits);
    }

    void time(long micros, int fractionDigits) {
        if (micros < 0) {
            put('-');
        }
        clock(Math.abs(micros / MICROS_PER_SECOND), (int) Math.abs(micros % MICROS_PER_SECOND), fractionDigits);
    }

    private void clock(long seconds, int micros, int fractionDigits) {
        length = NumberText.putClock(text, length, seconds, micros, fractionDigits);
    }

    /** Turns Java's "1.25E-7" into "0.000000125", or "1.25e-20" where the point is too far away. */
    private void rearrange(String java) {
        if (java.endsWith("N") || java.endsWith("y")) {
            ascii(java); // NaN and Infinity: no MySQL type holds them, an engine may
            return;
        }
        int start = 0;
        if (java.charAt(0) == '-') {
            put('-');
            start = 1;
        }
        int exponentAt = java.indexOf('E');
        int end = exponentAt < 0 ? java.length() : exponentAt;
        int point = java.indexOf('.');
        int exponent = exponentAt < 0 ? 0 : Integer.parseInt(java, exponentAt + 1, java.length(), 10);
        // The digits without point and needless zeros, and where among them the point stands.
        String digits = java.substring(start, point) + java.substring(point + 1, end);
        int pointAt = point - start + exponent;
        int first = 0;
        while (digits.charAt(first) == '0') {
            first++;
        }
        int last = digits.length();
        while (digits.charAt(last - 1) == '0') {
            last--;
        }
        digits = digits.substring(first, last);
        pointAt -= first;
        if ((pointAt > 15 && digits.length() <= pointAt) || pointAt < -14) {
            scientific(digits, pointAt - 1);
        } else {
            plain(digits, pointAt);
        }
    }

    private void scientific(String digits, int exponent) {
        put(digits.charAt(0));
        if (digits.length() > 1) {
            put('.');
            ascii(digits.substring(1));
        }
        put('e');
        number(exponent);
    }

    private void plain(String digits, int pointAt) {
        if (pointAt <= 0) {
            put('0');
            put('.');
            zeros(-pointAt);
            ascii(digits);
        } else if (pointAt >= digits.length()) {
            ascii(digits);
            zeros(pointAt - digits.length());
        } else {
            ascii(digits.substring(0, pointAt));
            put('.');
            ascii(digits.substring(pointAt));
        }
    }

    private void zeros(int count) {
        for (int i = 0; i < count; i++) {
            put('0');
        }
    }

    private void ascii(String characters) {
        byte[] bytes = characters.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, text, length, bytes.length);
        length += bytes.length;
    }

    private void put(char character) {
        text[length++] = (byte) character;
    }
}
