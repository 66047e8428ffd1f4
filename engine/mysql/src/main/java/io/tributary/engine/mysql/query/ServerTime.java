package io.tributary.engine.mysql.query;

import io.tributary.contract.value.CivilCalendar;

/** Times as servers print them: {@code -838:59:59.000000}, {@code 2024-01-31 …}. */
final class ServerTime {
    private static final int FRACTION_DIGITS = 6;

    private ServerTime() {}

    /** Whether a date, or what a date and time begins with, is one of the calendar: a server may have 0000-00-00, and 2024-02-00. */
    static boolean isDate(byte[] text) {
        return text.length >= 10 && CivilCalendar.isDate(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10));
    }

    private static int number(byte[] text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            number = number * 10 + text[i] - '0';
        }
        return number;
    }

    /** Returns the signed span in microseconds. */
    static long micros(byte[] text) {
        int at = text[0] == '-' ? 1 : 0;
        long seconds = 0;
        long part = 0;
        while (at < text.length && text[at] != '.') {
            if (text[at] == ':') {
                seconds = (seconds + part) * 60;
                part = 0;
            } else {
                part = part * 10 + text[at] - '0';
            }
            at++;
        }
        long micros = 0;
        for (int i = 1; i <= FRACTION_DIGITS; i++) {
            micros = micros * 10 + (at + i < text.length ? text[at + i] - '0' : 0);
        }
        long span = (seconds + part) * CivilCalendar.MICROS_PER_SECOND + micros;
        return text[0] == '-' ? -span : span;
    }
}
