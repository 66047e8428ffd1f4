package io.tributary.dialect.value;

/** ASCII's kinds of characters, which alone MySQL looks for in numbers and dates; and how many bytes all of them take. */
public final class Characters {
    private Characters() {}

    static boolean isBlank(int c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    static boolean isDigitAt(String text, int at) {
        return at < text.length() && isDigit(text.charAt(at));
    }

    static boolean isLetter(int c) {
        return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
    }

    static boolean isPunctuation(int c) {
        return c > ' ' && c < 0x7f && !isDigit(c) && !isLetter(c);
    }

    static int skipBlanks(String text, int from) {
        int at = from;
        while (at < text.length() && isBlank(text.charAt(at))) {
            at++;
        }
        return at;
    }

    static int skipDigits(String text, int from) {
        int at = from;
        while (isDigitAt(text, at)) {
            at++;
        }
        return at;
    }

    /** Returns the end of an exponent that begins there, otherwise the same place. */
    static int skipExponent(String text, int from) {
        if (from >= text.length() || (text.charAt(from) | 0x20) != 'e') {
            return from;
        }
        int digits = skipSign(text, from + 1);
        return isDigitAt(text, digits) ? skipDigits(text, digits) : from;
    }

    static int skipSign(String text, int from) {
        return from < text.length() && (text.charAt(from) == '-' || text.charAt(from) == '+') ? from + 1 : from;
    }

    /** Returns the number of digits that stand there, at most 10^15; zero where none does. */
    static long number(String text, int from, int to) {
        long value = 0;
        for (int at = from; at < to; at++) {
            value = Math.min(1_000_000_000_000_000L, value * 10 + text.charAt(at) - '0');
        }
        return value;
    }

    /** Returns the microseconds that the digits behind a point say. Those behind the sixth do not count. */
    static int micros(String text, int from, int to) {
        int micros = 0;
        for (int at = from; at < from + 6; at++) {
            micros = micros * 10 + (at < to ? text.charAt(at) - '0' : 0);
        }
        return micros;
    }

    /** Whether the seventh digit behind a point rounds the sixth up. */
    static boolean roundsUp(String text, int from, int to) {
        return to - from > 6 && text.charAt(from + 6) >= '5';
    }

    /** Returns a text up to so many bytes of UTF-8, its last character whole. */
    public static String upTo(String text, long bytes) {
        long left = bytes;
        int at = 0;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            left -= c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
            if (left < 0) {
                return text.substring(0, at);
            }
            at += Character.charCount(c);
        }
        return text;
    }
}
