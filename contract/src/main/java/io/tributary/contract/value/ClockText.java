package io.tributary.contract.value;

import java.util.Locale;

/**
 * The text of a TIME: {@code [-][D ]H:M[:S[.f]]} or {@code [-]HHMMSS[.f]}.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/date-and-time-literals.html">Date and Time Literals</a>
 */
public final class ClockText {
    /** What {@link #parse} answers of what is no time. */
    public static final long NONE = Long.MIN_VALUE;

    /** 838:59:59, and no fraction behind it. */
    public static final long MICROS_MAX = (838 * 3600L + 59 * 60L + 59) * CivilCalendar.MICROS_PER_SECOND;

    private static final int DIGITS_MAX = 9;
    private static final long HOURS_PER_DAY = 24;

    private final byte[] text;
    private final int end;
    private int at;

    private ClockText(byte[] text, int offset, int length) {
        this.text = text;
        int last = offset + length;
        while (last > offset && text[last - 1] == ' ') {
            last--;
        }
        end = last;
        at = offset;
        while (at < end && text[at] == ' ') {
            at++;
        }
    }

    /** Returns microseconds, rounded half up, which may be beyond {@link #MICROS_MAX}; or {@link #NONE}. */
    public static long parse(byte[] ascii, int offset, int length) {
        return new ClockText(ascii, offset, length).read();
    }

    private long read() {
        boolean negative = at < end && text[at] == '-';
        at += negative ? 1 : 0;
        long first = number();
        if (first < 0) {
            return NONE;
        }
        long hours;
        long minutes;
        long seconds = 0;
        if (isAt(' ') || isAt(':')) {
            hours = first;
            if (isAt(' ')) {
                at++;
                hours = number();
                if (hours < 0) {
                    return NONE;
                }
                hours += first * HOURS_PER_DAY;
            }
            minutes = isAt(':') ? part() : 0;
            seconds = isAt(':') ? part() : 0;
        } else {
            hours = first / 10_000;
            minutes = first / 100 % 100;
            seconds = first % 100;
        }
        long micros = fraction();
        if (at != end || micros < 0 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59) {
            return NONE;
        }
        long span = (hours * 3600 + minutes * 60 + seconds) * CivilCalendar.MICROS_PER_SECOND + micros;
        return negative ? -span : span;
    }

    private boolean isAt(char c) {
        return at < end && text[at] == c;
    }

    private long part() {
        at++;
        return number();
    }

    /** Returns -1 where no digit stands, or more than any time has. */
    private long number() {
        int begin = at;
        long value = 0;
        while (at < end && text[at] >= '0' && text[at] <= '9') {
            value = at - begin < DIGITS_MAX ? value * 10 + text[at] - '0' : -1;
            if (value < 0) {
                return -1;
            }
            at++;
        }
        return at == begin ? -1 : value;
    }

    private long fraction() {
        if (!isAt('.')) {
            return 0;
        }
        at++;
        long micros = 0;
        int digits = 0;
        boolean up = false;
        for (; at < end && text[at] >= '0' && text[at] <= '9'; at++, digits++) {
            if (digits < 6) {
                micros = micros * 10 + text[at] - '0';
            } else if (digits == 6) {
                up = text[at] >= '5';
            }
        }
        for (int i = digits; i < 6; i++) {
            micros *= 10;
        }
        return micros + (up ? 1 : 0);
    }

    /** @param digits of the fraction, 0 to 6 */
    public static String format(long micros, int digits) {
        long span = Math.abs(micros);
        long seconds = span / CivilCalendar.MICROS_PER_SECOND;
        String clock = String.format(
                Locale.ROOT,
                "%s%02d:%02d:%02d",
                micros < 0 ? "-" : "",
                seconds / 3600,
                seconds / 60 % 60,
                seconds % 60);
        String fraction = String.format(Locale.ROOT, "%06d", span % CivilCalendar.MICROS_PER_SECOND);
        return digits == 0 ? clock : clock + "." + fraction.substring(0, digits);
    }
}
