package io.tributary.dialect.value;

import io.tributary.dialect.value.DateScanner.Kind;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** DATE_FORMAT, TIME_FORMAT and GET_FORMAT with all specifiers ("Date and Time Functions"). */
public final class DateFormatter {
    /** GET_FORMAT gives these of DATE, TIME and DATETIME for a region. */
    private static final Map<String, List<String>> FORMATS = Map.of(
            "USA", List.of("%m.%d.%Y", "%h:%i:%s %p", "%Y-%m-%d %H.%i.%s"),
            "JIS", List.of("%Y-%m-%d", "%H:%i:%s", "%Y-%m-%d %H:%i:%s"),
            "ISO", List.of("%Y-%m-%d", "%H:%i:%s", "%Y-%m-%d %H:%i:%s"),
            "EUR", List.of("%d.%m.%Y", "%H.%i.%s", "%Y-%m-%d %H.%i.%s"),
            "INTERNAL", List.of("%Y%m%d", "%H%i%s", "%Y%m%d%H%i%s"));

    /** What has no month or day has no zeros for these. */
    private static final String NAMED = "MbWawjUuVvXx";

    private final StringBuilder out = new StringBuilder();
    private final int year;
    private final int month;
    private final int day;
    /** None of a time, and of a date without a month. */
    private final @Nullable LocalDate date;

    private final long hour;
    private final int minute;
    private final int second;
    private final int micros;

    private DateFormatter(IncompleteDate moment, @Nullable LocalDate date) {
        this.date = date;
        year = moment.year();
        month = moment.month();
        day = moment.day();
        Duration clock = moment.clock();
        hour = clock.toHours();
        minute = clock.toMinutesPart();
        second = clock.toSecondsPart();
        micros = (int) (TimeSpan.micros(clock) % 1_000_000);
    }

    /** Returns DATE_FORMAT, none for an empty format. A character without a meaning stands for itself. */
    public static @Nullable String format(LocalDateTime moment, String format) {
        LocalDate date = moment.toLocalDate();
        IncompleteDate parts =
                new IncompleteDate(date.getYear(), date.getMonthValue(), date.getDayOfMonth(), TimeText.ofDay(moment));
        return new DateFormatter(parts, date).formatted(format);
    }

    /** The same of a date with zeros, which has no names of them. */
    public static @Nullable String format(IncompleteDate moment, String format) {
        return new DateFormatter(moment, moment.counted()).formatted(format);
    }

    /** Returns TIME_FORMAT: parts of a date are zeros, and the answer none where names or weeks are asked for. */
    public static @Nullable String format(Duration time, String format) {
        DateFormatter formatter = new DateFormatter(new IncompleteDate(0, 0, 0, time.abs()), null);
        formatter.out.append(time.isNegative() ? "-" : "");
        return formatter.formatted(format);
    }

    private @Nullable String formatted(String format) {
        return append(format) && !format.isEmpty() ? out.toString() : null;
    }

    /** Returns GET_FORMAT of a type and a region in any case, none of an unknown region. */
    public static @Nullable String named(Kind type, String region) {
        List<String> formats = FORMATS.get(region.toUpperCase(Locale.ROOT));
        return formats == null ? null : formats.get(type == Kind.DATE ? 0 : type == Kind.TIME ? 1 : 2);
    }

    private boolean append(String format) {
        boolean known = true;
        for (int at = 0; at < format.length() && known; at++) {
            char c = format.charAt(at);
            if (c == '%' && at + 1 < format.length()) {
                known = part(format.charAt(++at));
            } else {
                out.append(c);
            }
        }
        return known;
    }

    private boolean part(char specifier) {
        if (NAMED.indexOf(specifier) >= 0) {
            return named(specifier);
        }
        switch (specifier) {
            case 'H' -> padded(hour, 2);
            case 'k' -> out.append(hour);
            case 'h', 'I' -> padded((hour + 11) % 12 + 1, 2);
            case 'l' -> out.append((hour + 11) % 12 + 1);
            case 'i' -> padded(minute, 2);
            case 's', 'S' -> padded(second, 2);
            case 'f' -> padded(micros, 6);
            case 'p' -> out.append(hour % 24 < 12 ? "AM" : "PM");
            case 'T' -> append("%H:%i:%s");
            case 'r' -> append("%h:%i:%s %p");
            case 'Y' -> padded(year, 4);
            case 'y' -> padded(year % 100, 2);
            case 'm' -> padded(month, 2);
            case 'c' -> out.append(month);
            case 'd' -> padded(day, 2);
            case 'e' -> out.append(day);
            case 'D' -> out.append(day).append(ordinal(day));
            default -> out.append(specifier);
        }
        return true;
    }

    /** Appends a name, or what is counted from a day; false where there is none. */
    private boolean named(char specifier) {
        if (specifier == 'M' || specifier == 'b') {
            String name = month == 0 ? "" : EnglishNames.MONTHS.get(month - 1);
            out.append(specifier == 'M' || month == 0 ? name : EnglishNames.shortened(name));
            return month > 0;
        }
        if (date == null) {
            return false;
        }
        switch (specifier) {
            case 'W' -> out.append(EnglishNames.day(date));
            case 'a' -> out.append(EnglishNames.shortened(EnglishNames.day(date)));
            case 'w' -> out.append(DayNumber.ofWeek(date) - 1);
            case 'j' -> padded(DayNumber.ofYear(date), 3);
            case 'U', 'u', 'V', 'v' -> padded(Week.number(date, "UuVv".indexOf(specifier)), 2);
            default -> padded(Week.ofOwnYear(date, specifier == 'X' ? 2 : 3).year(), 4);
        }
        return true;
    }

    private void padded(long value, int width) {
        String digits = Long.toString(value);
        out.append("000000", 0, Math.max(0, width - digits.length())).append(digits);
    }

    private static String ordinal(int day) {
        return switch (day) {
            case 1, 21, 31 -> "st";
            case 2, 22 -> "nd";
            case 3, 23 -> "rd";
            default -> "th";
        };
    }
}
