package io.tributary.dialect.function;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.TextStyle;
import java.util.Locale;

/** DATE_FORMAT with all of MySQL's specifiers, in English. */
final class MomentFormat {
    private MomentFormat() {}

    static String print(LocalDateTime moment, String format) {
        StringBuilder out = new StringBuilder();
        for (int at = 0; at < format.length(); at++) {
            char c = format.charAt(at);
            if (c == '%' && at + 1 < format.length()) {
                out.append(part(moment, format.charAt(++at)));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    private static String part(LocalDateTime moment, char specifier) {
        LocalDate date = moment.toLocalDate();
        int twelve = (moment.getHour() + 11) % 12 + 1;
        return switch (specifier) {
            case 'Y' -> padded(4, moment.getYear());
            case 'y' -> padded(2, moment.getYear() % 100);
            case 'm' -> padded(2, moment.getMonthValue());
            case 'c' -> padded(1, moment.getMonthValue());
            case 'M' -> moment.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
            case 'b' -> moment.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
            case 'd' -> padded(2, moment.getDayOfMonth());
            case 'e' -> padded(1, moment.getDayOfMonth());
            case 'D' -> moment.getDayOfMonth() + ordinal(moment.getDayOfMonth());
            case 'j' -> padded(3, moment.getDayOfYear());
            case 'W' -> moment.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
            case 'a' -> moment.getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
            case 'w' -> padded(1, moment.getDayOfWeek().getValue() % 7);
            case 'H' -> padded(2, moment.getHour());
            case 'k' -> padded(1, moment.getHour());
            case 'h', 'I' -> padded(2, twelve);
            case 'l' -> padded(1, twelve);
            case 'i' -> padded(2, moment.getMinute());
            case 's', 'S' -> padded(2, moment.getSecond());
            case 'f' -> padded(6, moment.getNano() / 1000);
            case 'p' -> moment.getHour() < 12 ? "AM" : "PM";
            case 'T' -> print(moment, "%H:%i:%s");
            case 'r' -> print(moment, "%h:%i:%s %p");
            case 'U' -> padded(2, Weeks.of(date, 0));
            case 'u' -> padded(2, Weeks.of(date, 1));
            case 'V' -> padded(2, Weeks.of(date, 2));
            case 'v' -> padded(2, Weeks.of(date, 3));
            case 'X' -> padded(4, Weeks.yearOf(date, 2));
            case 'x' -> padded(4, Weeks.yearOf(date, 3));
            // A character without a meaning is itself.
            default -> String.valueOf(specifier);
        };
    }

    private static String padded(int digits, int number) {
        return String.format(Locale.ROOT, "%0" + digits + "d", number);
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
