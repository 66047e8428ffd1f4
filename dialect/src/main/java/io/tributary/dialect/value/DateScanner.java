package io.tributary.dialect.value;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** STR_TO_DATE: reads a text by a format, in which blanks may stand before each part of the text ("Date and Time Functions"). */
public final class DateScanner {
    /** The types that a format's result may have. */
    public enum Kind {
        DATE,
        TIME,
        DATETIME
    }

    private static final String OF_DATE = "aAbcDdeMmjUuVvWwXxYy";
    private static final String OF_TIME = "fHhIiklprSsT";

    private static final int YEAR = 0;
    private static final int MONTH = 1;
    private static final int DAY = 2;
    private static final int HOUR = 3;
    private static final int MINUTE = 4;
    private static final int SECOND = 5;
    private static final int MICROS = 6;
    private static final int DAY_OF_YEAR = 7;
    /** Monday is 1, no weekday 0. */
    private static final int WEEKDAY = 8;

    private static final int WEEK = 9;
    private static final int YEAR_OF_WEEK = 10;

    private final String text;
    private int at;
    private final long[] parts = new long[YEAR_OF_WEEK + 1];
    /** Whether hours are those of half a day, and what the second half adds. */
    private boolean halfDays;

    private int half;
    /** These have read a week and its year; blanks have not. */
    private char weekSpecifier = ' ';

    private char yearSpecifier = ' ';

    private DateScanner(String text) {
        this.text = text;
    }

    /** Returns the type of what a format gives. */
    public static Kind kind(String format) {
        boolean date = hasAny(format, OF_DATE);
        return !hasAny(format, OF_TIME) ? Kind.DATE : date ? Kind.DATETIME : Kind.TIME;
    }

    private static boolean hasAny(String format, String specifiers) {
        for (int i = format.indexOf('%'); i >= 0 && i + 1 < format.length(); i = format.indexOf('%', i + 2)) {
            if (specifiers.indexOf(format.charAt(i + 1)) >= 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the value of the format's {@link #kind} as LocalDate, LocalDateTime or Duration. None where the text does not follow the
     * format, and for dates with zeros, which NO_ZERO_IN_DATE refuses; a text may end before the format, and go on behind it.
     */
    public static @Nullable Object parse(String text, String format) {
        DateScanner scanner = new DateScanner(text);
        if (!scanner.read(format) || !scanner.resolve()) {
            return null;
        }
        Kind kind = kind(format);
        long[] parts = scanner.parts;
        if (kind == Kind.TIME) {
            return TimeSpan.of(false, parts[HOUR], parts[MINUTE], parts[SECOND], parts[MICROS]);
        }
        LocalDateTime moment = DayNumber.moment(parts);
        return moment == null || kind == Kind.DATETIME ? moment : moment.toLocalDate();
    }

    private boolean read(String format) {
        for (int i = 0; i < format.length(); i++) {
            at = Characters.skipBlanks(text, at);
            if (at == text.length()) {
                return true;
            }
            char c = format.charAt(i);
            if (c == '%' && i + 1 < format.length()) {
                if (!part(format.charAt(++i))) {
                    return false;
                }
            } else if (!Characters.isBlank(c) && text.charAt(at++) != c) {
                return false;
            }
        }
        return true;
    }

    /** Reads a part; false where the text has none. */
    private boolean part(char c) {
        return switch (c) {
            case 'Y' -> year(4);
            case 'y' -> year(2);
            case 'm', 'c' -> number(MONTH, 2);
            case 'M', 'b' -> name(MONTH, EnglishNames.MONTHS, c == 'b');
            case 'd', 'e' -> number(DAY, 2);
            case 'D' -> number(DAY, 2) && skip(2);
            case 'h', 'I', 'l' -> (halfDays = true) && number(HOUR, 2);
            case 'k', 'H' -> number(HOUR, 2);
            case 'i' -> number(MINUTE, 2);
            case 's', 'S' -> number(SECOND, 2);
            case 'f' -> fraction();
            case 'p' -> halfDays && half();
            case 'W', 'a' -> name(WEEKDAY, EnglishNames.DAYS, c == 'a');
            case 'w' -> weekday();
            case 'j' -> number(DAY_OF_YEAR, 3);
            case 'U', 'u', 'V', 'v' -> (weekSpecifier = c) > 0 && number(WEEK, 2) && parts[WEEK] <= 53;
            case 'X', 'x' -> (yearSpecifier = c) > 0 && number(YEAR_OF_WEEK, 4);
            case 'r' -> read("%I:%i:%S %p");
            case 'T' -> read("%H:%i:%S");
            case '.' -> skip(Characters::isPunctuation);
            case '@' -> skip(Characters::isLetter);
            case '#' -> skip(Characters::isDigit);
            default -> false;
        };
    }

    private boolean number(int part, int digits) {
        int begin = at;
        while (at < begin + digits && Characters.isDigitAt(text, at)) {
            at++;
        }
        parts[part] = Characters.number(text, begin, at);
        return at > begin;
    }

    private boolean year(int digits) {
        int begin = at;
        boolean found = number(YEAR, digits);
        parts[YEAR] = at - begin <= 2 ? DayNumber.fullYear(parts[YEAR]) : parts[YEAR];
        return found;
    }

    private boolean fraction() {
        int begin = at;
        boolean found = number(MICROS, 6);
        parts[MICROS] = Characters.micros(text, begin, at);
        return found;
    }

    private boolean weekday() {
        boolean found = number(WEEKDAY, 1) && parts[WEEKDAY] < 7;
        parts[WEEKDAY] = parts[WEEKDAY] == 0 ? 7 : parts[WEEKDAY];
        return found;
    }

    private boolean half() {
        half = text.regionMatches(true, at, "PM", 0, 2) ? 12 : 0;
        return (half > 0 || text.regionMatches(true, at, "AM", 0, 2)) && skip(2);
    }

    private boolean name(int part, List<String> names, boolean shortened) {
        int begin = at;
        skip(Characters::isLetter);
        parts[part] = EnglishNames.find(names, text.substring(begin, at), shortened);
        return parts[part] > 0;
    }

    private boolean skip(int characters) {
        at = Math.min(text.length(), at + characters);
        return true;
    }

    private boolean skip(IntPredicate kind) {
        while (at < text.length() && kind.test(text.charAt(at))) {
            at++;
        }
        return true;
    }

    /** Makes hours those of a day, and a date of a day of the year or of a week; false where the parts do not fit. */
    private boolean resolve() {
        if (halfDays && (parts[HOUR] < 1 || parts[HOUR] > 12)) {
            return false;
        }
        parts[HOUR] = halfDays ? parts[HOUR] % 12 + half : parts[HOUR];
        if (parts[DAY_OF_YEAR] > 0) {
            return set(january(parts[YEAR]) + parts[DAY_OF_YEAR] - 1);
        }
        boolean ownYear = weekSpecifier == 'V' || weekSpecifier == 'v';
        if (ownYear && parts[WEEK] == 0) {
            return false;
        }
        if (weekSpecifier != ' ' && parts[WEEKDAY] > 0) {
            boolean sunday = weekSpecifier == 'U' || weekSpecifier == 'V';
            long day = sunday ? parts[WEEKDAY] % 7 : parts[WEEKDAY] - 1;
            int begin = Week.begin(january(parts[ownYear ? YEAR_OF_WEEK : YEAR]), sunday ? 0 : 1);
            return yearSpecifier == (!ownYear ? ' ' : sunday ? 'X' : 'x') && set(begin + (parts[WEEK] - 1) * 7 + day);
        }
        return parts[HOUR] <= 23;
    }

    private static int january(long year) {
        return DayNumber.of(LocalDate.ofYearDay((int) year, 1));
    }

    private boolean set(long number) {
        LocalDate date = DayNumber.date(number);
        if (date != null) {
            parts[YEAR] = date.getYear();
            parts[MONTH] = date.getMonthValue();
            parts[DAY] = date.getDayOfMonth();
        }
        return date != null && parts[HOUR] <= 23;
    }
}
