package io.tributary.dialect;

import io.tributary.contract.error.TributaryException;
import java.util.Optional;
import java.util.regex.Pattern;

/** Formats of DATE_FORMAT in the words of DuckDB's strftime. */
final class DateFormat {
    private static final String HOURS = "\u0001";
    private static final String MINUTES = "\u0002";
    private static final String SECONDS = "\u0003";

    private static final Pattern WITHOUT_TWIN = Pattern.compile("^(?:[^%]|%[^DUuVX])*%[DUuVX]", Pattern.DOTALL);

    private DateFormat() {}

    /** Empty for a format with a specifier that strftime has no twin of. */
    static Optional<String> translate(String format) {
        if (WITHOUT_TWIN.matcher(format).find()) {
            return Optional.empty();
        }
        StringBuilder out = new StringBuilder();
        int at = 0;
        while (at < format.length()) {
            char c = format.charAt(at);
            if (c == '%' && at + 1 < format.length()) {
                out.append(specifier(format.charAt(at + 1)));
                at += 2;
            } else {
                out.append(c == '%' ? "%%" : String.valueOf(c));
                at++;
            }
        }
        return Optional.of(out.toString());
    }

    /**
     * A format of TIME_FORMAT as the macro {@code my_time_format} takes it: a control character for each part.
     *
     * @throws io.tributary.contract.error.TributaryException 1235 for a specifier of days, or of half days
     */
    static String ofTime(String format) {
        StringBuilder out = new StringBuilder();
        for (int at = 0; at < format.length(); at++) {
            char c = format.charAt(at);
            out.append(c == '%' && at + 1 < format.length() ? timePart(format.charAt(++at)) : String.valueOf(c));
        }
        return out.toString();
    }

    private static String timePart(char c) {
        return switch (c) {
            case 'H' -> HOURS;
            case 'i' -> MINUTES;
            case 's', 'S' -> SECONDS;
            case 'T' -> HOURS + ":" + MINUTES + ":" + SECONDS;
            case '%' -> "%";
            default -> throw TributaryException.notSupported("TIME_FORMAT with %" + c);
        };
    }

    private static String specifier(char c) {
        return switch (c) {
            case 'Y', 'y', 'm', 'd', 'H', 'S', 'f', 'b', 'a', 'j', 'p', 'I', 'w' -> "%" + c;
            case 'i' -> "%M";
            case 's' -> "%S";
            case 'M' -> "%B";
            case 'W' -> "%A";
            case 'h' -> "%I";
            case 'k' -> "%-H";
            case 'l' -> "%-I";
            case 'c' -> "%-m";
            case 'e' -> "%-d";
            case 'T' -> "%H:%M:%S";
            case 'r' -> "%I:%M:%S %p";
            case 'v' -> "%V";
            case 'x' -> "%G";
            case '%' -> "%%";
            // MySQL prints the character after the percent sign where it has no meaning.
            default -> String.valueOf(c);
        };
    }
}
