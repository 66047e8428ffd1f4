package io.tributary.dialect.value;

import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import org.jspecify.annotations.Nullable;

/**
 * A text as MySQL reads it where a date is wanted ("Date and Time Literals"): {@code 2022-10-01 10:11:12.5}, {@code 20221001},
 * {@code 221001101112}, {@code 20221001T101112}, any punctuation between the parts, an offset behind. What follows is not read.
 */
public final class DateTimeText {
    private static final int DAY = 3;
    private static final int SECOND = 6;
    private static final int FRACTION = 7;
    private static final int PART_MAX = 999_999;
    private static final int ANY_WIDTH = Integer.MAX_VALUE;
    private static final int OFFSET_LENGTH = "+00:00".length();

    private static final int DAYS_MAX = 31;

    private final String text;
    private int at;
    private final long[] parts = new long[FRACTION];
    private int count;
    private boolean twoDigitYear;
    private boolean roundUp;
    private boolean punctuated;
    /** Whether blanks or a T stand between the date and the time. */
    private boolean parted;

    DateTimeText(String text, int from) {
        this.text = text;
        at = from;
    }

    /**
     * Returns the date or the date and time that a text begins with, its fraction rounded to six digits; none where MySQL's answer
     * is NULL with a warning (1292).
     *
     * @param zone in which a time with an offset is told
     * @return a LocalDate where the text has no time, otherwise a LocalDateTime
     */
    public static @Nullable Temporal parse(String text, ZoneId zone) {
        return new DateTimeText(text, 0).value(zone);
    }

    /**
     * The same of a text that is compared: a day that its month has not, the 31st at most, is behind the month's last and before the next
     * one.
     */
    public static @Nullable Temporal compared(String text, ZoneId zone) {
        Temporal value = parse(text, zone);
        DateTimeText reader = new DateTimeText(text, 0);
        return value == null && reader.read() && reader.count >= DAY ? reader.behindMonth() : value;
    }

    private long year() {
        return twoDigitYear ? DayNumber.fullYear(parts[0]) : parts[0];
    }

    private @Nullable LocalDateTime behindMonth() {
        long year = year();
        long day = parts[DAY - 1];
        LocalDateTime first = DayNumber.moment(year, parts[1], 1, 0, 0, 0, 0);
        return first == null || day < 1 || day > DAYS_MAX
                ? null
                : DayNumber.lastOfMonth(first.toLocalDate()).atTime(LocalTime.MAX.truncatedTo(ChronoUnit.MICROS));
    }

    /** Returns the parts from the year to the microseconds that a text begins with, of which any may be 0; null: it is no date. */
    static long @Nullable [] parts(String text) {
        DateTimeText reader = new DateTimeText(text, 0);
        long[] parts = reader.parts;
        if (!reader.read() || reader.count < DAY) {
            return null;
        }
        boolean isZero = parts[0] == 0 && parts[1] == 0 && parts[2] == 0;
        parts[0] = isZero ? 0 : reader.year();
        return parts;
    }

    /** Whether nothing follows the date or the time but blanks; MySQL warns otherwise (1292), and fails in strict mode. */
    public static boolean isWholeText(String text) {
        DateTimeText reader = new DateTimeText(text, 0);
        return reader.value(ZoneOffset.UTC) != null && Characters.skipBlanks(text, reader.at) == text.length();
    }

    private @Nullable Temporal value(ZoneId zone) {
        LocalDateTime moment = read() ? moment(zone) : null;
        return moment == null || count > DAY ? moment : moment.toLocalDate();
    }

    /** Whether parts stand in the text so that it may be no time alone: 10:11:12.123456 may be one. */
    boolean isMoment() {
        return read() && (parted || !punctuated);
    }

    /** Reads the parts; false where the text does not begin with parts of a date. */
    private boolean read() {
        at = Characters.skipBlanks(text, at);
        int run = at;
        while (run < text.length() && (Characters.isDigit(text.charAt(run)) || text.charAt(run) == 'T')) {
            run++;
        }
        boolean compact = run == text.length() || text.charAt(run) == '.';
        int width = ANY_WIDTH;
        if (compact) {
            width = run - at == 4 || run - at == 8 || run - at >= 14 ? 4 : 2;
            twoDigitYear = width == 2;
        }
        int next = at;
        while (count < FRACTION && Characters.isDigitAt(text, next)) {
            int end = Characters.skipDigits(text, next);
            if (count == SECOND) {
                parts[count++] = Characters.micros(text, next, end);
                roundUp = Characters.roundsUp(text, next, end);
                at = end;
                return true;
            }
            end = (int) Math.min(end, (long) next + width);
            long part = Characters.number(text, next, end);
            if (part > PART_MAX) {
                return false;
            }
            twoDigitYear |= !compact && count == 0 && end - next == 2;
            parts[count++] = part;
            at = end;
            width = compact ? 2 : ANY_WIDTH;
            next = afterPart();
            if (next < 0) {
                return false;
            }
        }
        return count > 0;
    }

    /** Returns where the next part may begin, or -1 where blanks stand in a date or in a time. */
    private int afterPart() {
        if (at == text.length()) {
            return at;
        }
        if (count == DAY && text.charAt(at) == 'T') {
            parted = true;
            return at + 1;
        }
        if (count == SECOND) {
            boolean point = text.charAt(at) == '.';
            at += point ? 1 : 0;
            return point ? at : text.length();
        }
        int next = at;
        for (; next < text.length(); next++) {
            char c = text.charAt(next);
            if (Characters.isBlank(c)) {
                if (count != DAY) {
                    return -1;
                }
                parted = true;
            } else if (!Characters.isPunctuation(c)) {
                break;
            }
            punctuated = true;
        }
        at = next;
        return next;
    }

    /** Returns the moment of the parts, none where they are no date. */
    @Nullable
    LocalDateTime moment(ZoneId zone) {
        if (count < DAY) {
            return null;
        }
        parts[0] = year();
        LocalDateTime moment = DayNumber.moment(parts);
        LocalDateTime rounded = DayNumber.later(moment, roundUp ? 1 : 0);
        boolean offset = count >= SECOND && at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-');
        return offset && rounded != null && Characters.isDigitAt(text, at + 1) ? moved(rounded, zone) : rounded;
    }

    /** Returns what clocks of the zone show, when those of the offset behind the time show it; none for no such offset. */
    private @Nullable LocalDateTime moved(LocalDateTime moment, ZoneId zone) {
        ZoneId offset =
                text.length() - at < OFFSET_LENGTH ? null : TimeZones.offset(text.substring(at, at + OFFSET_LENGTH));
        at += OFFSET_LENGTH;
        return offset == null ? null : TimeZones.shown(moment, offset, zone);
    }
}
