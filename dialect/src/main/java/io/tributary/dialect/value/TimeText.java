package io.tributary.dialect.value;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * A text as MySQL reads it where a time is wanted ("Date and Time Literals", "The TIME Type"): {@code [-][D ]H:M[:S][.f]},
 * {@code HHMMSS[.f]}, or a moment. What follows is not read.
 */
public final class TimeText {
    /** Shorter texts are no moments: 2022-10-01 is the time 00:20:22. */
    private static final int MOMENT_LENGTH_MIN = 12;

    private static final long PART_MAX = 0xffff_ffffL;

    private final String text;
    private int at;
    private final boolean negative;

    private TimeText(String text) {
        this.text = text;
        at = Characters.skipBlanks(text, 0);
        negative = at < text.length() && text.charAt(at) == '-';
        at += negative ? 1 : 0;
    }

    /**
     * Returns the time that a text begins with, rounded to six digits and moved to the type's bounds; none where minutes or seconds
     * are beyond 59, or where it begins with none.
     *
     * @return a LocalDateTime where the text is a moment, otherwise a Duration
     */
    public static @Nullable Object parse(String text) {
        TimeText reader = new TimeText(text);
        if (text.stripTrailing().length() - reader.at >= MOMENT_LENGTH_MIN) {
            DateTimeText moment = new DateTimeText(text, reader.at);
            if (moment.isMoment()) {
                return moment.moment(ZoneOffset.UTC);
            }
        }
        return reader.read();
    }

    /** Returns the time of a moment, as MySQL converts it ("Conversion Between Date and Time Types"). */
    public static Duration ofDay(LocalDateTime moment) {
        return Duration.ofNanos(moment.toLocalTime().toNanoOfDay());
    }

    private @Nullable Duration read() {
        int begin = at;
        long first = number();
        int blanks = Characters.skipBlanks(text, at);
        long[] clock = new long[3];
        long days = 0;
        boolean isDays = blanks > at && blanks + 1 < text.length() && Characters.isDigitAt(text, blanks);
        if (isDays || isPart(blanks)) {
            int part = isDays ? 0 : 1;
            days = isDays ? first : 0;
            clock[0] = isDays ? 0 : first;
            at = isDays ? blanks : blanks + 1;
            for (boolean more = true; more; at += more ? 1 : 0) {
                clock[part++] = number();
                more = part < clock.length && isPart(at);
            }
        } else {
            clock = new long[] {first / 10_000, first / 100 % 100, first % 100};
        }
        int fraction = Characters.isDigitAt(text, at + 1) && text.charAt(at) == '.' ? at + 1 : at;
        int end = fraction == at ? at : Characters.skipDigits(text, fraction);
        int micros = Characters.micros(text, fraction, end) + (Characters.roundsUp(text, fraction, end) ? 1 : 0);
        // An exponent makes it a number and no time.
        boolean isTime =
                end > begin && Characters.skipExponent(text, end) == end && first <= PART_MAX && clock[0] <= PART_MAX;
        return !isTime ? null : TimeSpan.of(negative, days * 24 + clock[0], clock[1], clock[2], micros);
    }

    private long number() {
        int begin = at;
        at = Characters.skipDigits(text, at);
        return Characters.number(text, begin, at);
    }

    private boolean isPart(int colon) {
        return colon < text.length() && text.charAt(colon) == ':' && Characters.isDigitAt(text, colon + 1);
    }
}
