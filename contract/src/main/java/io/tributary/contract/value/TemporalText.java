package io.tributary.contract.value;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A date, or a date and a time, written as text: {@code 2024-01-31}, {@code 2023/6/1 3:55:33}, {@code 20240131},
 * {@code 2024-01-31T10:00:00.123456789+08:00}, and the other forms that MySQL takes; {@code 2024-01-31:10:00:00}, as in
 * Doris. Mutable scratch.
 *
 * <p>Two-digit years mean 1970 to 2069. Any punctuation may stand between the parts. Behind a time may follow an offset
 * ({@code Z}, {@code +08:00}, {@code +0800}, {@code +08}) or the name of a zone. Blanks around are skipped.
 */
public final class TemporalText {
    /** Room for the longest number that needs zeros before it, and its fraction. */
    private static final int PADDED_BYTES = 24;

    private static final int OFFSET_MINUTES_MAX = 14 * 60;

    private byte[] bytes = {};
    private int at;
    private int to;

    public int year;
    public int month;
    public int day;
    int hour;
    int minute;
    int second;
    int micros;
    /** Digits of a fraction that stand there, at most 6. */
    private int fractionDigits;
    /** Whether the first digit behind the microseconds is 5 or more. */
    public boolean roundUp;

    private boolean hasOffset;
    private int offsetSeconds;
    /** The zone that was named instead of an offset. */
    private @Nullable ZoneId zoneNamed;

    private final byte[] padded = new byte[PADDED_BYTES];

    /** Takes the text's parts; false when it is no date, or no valid one. */
    public boolean parse(byte[] text, int offset, int length) {
        bytes = text;
        at = offset;
        to = offset + length;
        clearTime();
        hasOffset = false;
        zoneNamed = null;
        return (parseUsual() || parseAnyForm(offset, offset + length))
                && CivilCalendar.isDate(year, month, day)
                && CivilCalendar.isTime(hour, minute, second, micros);
    }

    private void clearTime() {
        hour = 0;
        minute = 0;
        second = 0;
        micros = 0;
        fractionDigits = 0;
        roundUp = false;
    }

    /** Parses like {@link #parse} a number's digits, before which zeros are missing: 101 is 2000-01-01, as in MySQL. */
    public boolean parseNumber(byte[] text, int offset, int length) {
        int digits = 0;
        while (digits < length && text[offset + digits] >= '0' && text[offset + digits] <= '9') {
            digits++;
        }
        int missing = digits >= 3 && digits < 6 ? 6 - digits : digits >= 9 && digits < 12 ? 12 - digits : 0;
        if (missing == 0 || missing + length > PADDED_BYTES) {
            return parse(text, offset, length);
        }
        Arrays.fill(padded, 0, missing, (byte) '0');
        System.arraycopy(text, offset, padded, missing, length);
        return parse(padded, 0, missing + length);
    }

    /** {@code yyyy-mm-dd}, alone or with {@code hh:mm:ss} and a fraction, which is nearly everything clients send. */
    private boolean parseUsual() {
        int length = to - at;
        if (length < 10 || bytes[at + 4] != '-' || bytes[at + 7] != '-') {
            return false;
        }
        int century = twoDigits(at);
        int yearOfCentury = twoDigits(at + 2);
        month = twoDigits(at + 5);
        day = twoDigits(at + 8);
        int wrong = century | yearOfCentury | month | day;
        year = century * 100 + yearOfCentury;
        if (length == 10) {
            return wrong >= 0;
        }
        if (length < 19 || bytes[at + 10] != ' ' || bytes[at + 13] != ':' || bytes[at + 16] != ':') {
            return false;
        }
        hour = twoDigits(at + 11);
        minute = twoDigits(at + 14);
        second = twoDigits(at + 17);
        if ((wrong | hour | minute | second) < 0) {
            return false;
        }
        if (length == 19) {
            return true;
        }
        at += 19;
        return parseFraction() && at == to;
    }

    /** The number of two digits, negative when they are not two digits. */
    private int twoDigits(int index) {
        int tens = bytes[index] - '0';
        int ones = bytes[index + 1] - '0';
        return (tens | ones | 9 - tens | 9 - ones) < 0 ? -1 : tens * 10 + ones;
    }

    private boolean parseAnyForm(int begin, int end) {
        at = begin;
        to = end;
        clearTime();
        while (to > at && NumberText.isBlank(bytes[to - 1])) {
            to--;
        }
        skipBlanks();
        int digits = countDigits();
        boolean hasTime;
        if (digits >= 6) {
            if (!parseCompactDate(digits)) {
                return false;
            }
            hasTime = digits >= 12;
            if (!hasTime && at < to && (bytes[at] == 'T' || NumberText.isBlank(bytes[at]))) {
                int mark = at++;
                skipBlanks();
                if (countDigits() == 6) {
                    parseCompactTime();
                    hasTime = true;
                } else {
                    at = mark;
                }
            }
        } else {
            if (!parseDelimitedDate(digits)) {
                return false;
            }
            hasTime = false;
        }
        if (!hasTime && at < to) {
            if (bytes[at] == 'T' || (digits == 4 && isColonAndClock())) {
                at++;
            } else if (!skipBlanks()) {
                return false;
            }
            if (!parseDelimitedTime()) {
                return false;
            }
        }
        return parseFraction() && parseOffset() && at == to;
    }

    /** Whether {@code :hh:mm:ss} stands here, each part of two digits. */
    private boolean isColonAndClock() {
        return to - at >= 9
                && bytes[at] == ':'
                && bytes[at + 3] == ':'
                && bytes[at + 6] == ':'
                && (twoDigits(at + 1) | twoDigits(at + 4) | twoDigits(at + 7)) >= 0;
    }

    private boolean parseCompactDate(int digits) {
        if (digits == 8 || digits == 14) {
            year = number(4);
        } else if (digits == 6 || digits == 12) {
            year = twoDigitYear(number(2));
        } else {
            return false;
        }
        month = number(2);
        day = number(2);
        if (digits >= 12) {
            parseCompactTime();
        }
        return true;
    }

    private void parseCompactTime() {
        hour = number(2);
        minute = number(2);
        second = number(2);
    }

    private boolean parseDelimitedDate(int yearDigits) {
        if (yearDigits != 4 && yearDigits != 2) {
            return false;
        }
        year = yearDigits == 4 ? number(4) : twoDigitYear(number(2));
        if (!skipDateDelimiter()) {
            return false;
        }
        month = oneOrTwoDigits();
        if (month < 0 || !skipDateDelimiter()) {
            return false;
        }
        day = oneOrTwoDigits();
        return day >= 0;
    }

    private boolean parseDelimitedTime() {
        hour = oneOrTwoDigits();
        if (hour < 0) {
            return false;
        }
        int delimiter = at;
        if (!skipTimeDelimiter((byte) 0)) {
            return true;
        }
        minute = oneOrTwoDigits();
        if (minute < 0) {
            return false;
        }
        if (!skipTimeDelimiter(bytes[delimiter])) {
            return true;
        }
        second = oneOrTwoDigits();
        return second >= 0;
    }

    /** A sign begins an offset rather than the next part, unless no offset follows or the part before had that sign, too. */
    private boolean skipTimeDelimiter(byte before) {
        if (at + 1 >= to || !isPunctuation(bytes[at]) || bytes[at + 1] < '0' || bytes[at + 1] > '9') {
            return false;
        }
        if ((bytes[at] == '+' || bytes[at] == '-') && bytes[at] != before) {
            int mark = at;
            boolean offset = parseOffset() && at == to;
            at = mark;
            hasOffset = false;
            if (offset) {
                return false;
            }
        }
        at++;
        return true;
    }

    /** Any number of digits behind a point: six are kept, the seventh rounds. No point is no fraction. */
    private boolean parseFraction() {
        if (at == to || bytes[at] != '.') {
            return true;
        }
        at++;
        int digits = countDigits();
        int kept = Math.min(digits, 6);
        micros = number(kept);
        fractionDigits = kept;
        for (int i = kept; i < 6; i++) {
            micros *= 10;
        }
        roundUp = digits > 6 && bytes[at] >= '5';
        at += digits - kept;
        return true;
    }

    private boolean parseOffset() {
        if (at == to) {
            return true;
        }
        skipBlanks();
        if (bytes[at] == 'Z' && at + 1 == to) {
            at++;
            hasOffset = true;
            offsetSeconds = 0;
            return true;
        }
        if (bytes[at] != '+' && bytes[at] != '-') {
            zoneNamed = ZoneNames.find(bytes, at, to);
            at = to;
            hasOffset = zoneNamed != null;
            return hasOffset;
        }
        int sign = bytes[at++] == '-' ? -60 : 60;
        int digits = countDigits();
        int hours = digits == 4 ? number(2) : oneOrTwoDigits();
        int minutes = 0;
        if (digits == 4) {
            minutes = number(2);
        } else if (hours >= 0 && at < to && bytes[at] == ':') {
            at++;
            minutes = oneOrTwoDigits();
        }
        if (hours < 0 || minutes < 0 || minutes > 59 || hours * 60 + minutes > OFFSET_MINUTES_MAX) {
            return false;
        }
        hasOffset = true;
        offsetSeconds = (hours * 60 + minutes) * sign;
        return true;
    }

    /** How many digits of a second the text has, at most 6. */
    public int fractionDigits() {
        return fractionDigits;
    }

    /** Whether the text named an offset from UTC, or a zone. */
    public boolean hasOffset() {
        return hasOffset;
    }

    /** Microseconds since 1970 of the parsed clock, in {@code zone} when the text named an offset; not yet rounded. */
    public long epochMicros(ZoneId zone) {
        long local = CivilCalendar.epochMicros(year, month, day, hour, minute, second, micros);
        if (!hasOffset) {
            return local;
        }
        long offset = zoneNamed == null ? offsetSeconds : offsetOf(zoneNamed, local);
        long utc = local - offset * CivilCalendar.MICROS_PER_SECOND;
        Instant instant = Instant.ofEpochSecond(Math.floorDiv(utc, CivilCalendar.MICROS_PER_SECOND));
        return utc + zone.getRules().getOffset(instant).getTotalSeconds() * CivilCalendar.MICROS_PER_SECOND;
    }

    /** Seconds; of a clock that is set back in that hour the first, as in MySQL. */
    private static int offsetOf(ZoneId zone, long localMicros) {
        long seconds = Math.floorDiv(localMicros, CivilCalendar.MICROS_PER_SECOND);
        return zone.getRules()
                .getOffset(LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC))
                .getTotalSeconds();
    }

    private static int twoDigitYear(int value) {
        return value < 70 ? 2000 + value : 1900 + value;
    }

    private boolean skipDateDelimiter() {
        if (at == to || !isPunctuation(bytes[at])) {
            return false;
        }
        at++;
        return true;
    }

    private static boolean isPunctuation(byte b) {
        return (b >= '!' && b <= '/') || (b >= ':' && b <= '@') || (b >= '[' && b <= '`') || (b >= '{' && b <= '~');
    }

    /** Whether there was a blank. */
    private boolean skipBlanks() {
        int begin = at;
        while (at < to && NumberText.isBlank(bytes[at])) {
            at++;
        }
        return at > begin;
    }

    private int countDigits() {
        int end = at;
        while (end < to && bytes[end] >= '0' && bytes[end] <= '9') {
            end++;
        }
        return end - at;
    }

    /** The next one or two digits as a number, or -1 when there are none or more. */
    private int oneOrTwoDigits() {
        int digits = countDigits();
        return digits == 1 || digits == 2 ? number(digits) : -1;
    }

    /** The number of the next digits, which must be there. */
    private int number(int digits) {
        int value = 0;
        for (int i = 0; i < digits; i++) {
            value = value * 10 + bytes[at++] - '0';
        }
        return value;
    }
}
