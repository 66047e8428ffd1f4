package io.tributary.engine.mysql.query;

import io.tributary.contract.value.CivilCalendar;

/** A TIME as servers print it: {@code -838:59:59.000000}. */
final class ServerTime {
    private static final int FRACTION_DIGITS = 6;

    private ServerTime() {}

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
