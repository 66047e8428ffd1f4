package io.tributary.dialect;

import io.tributary.contract.error.TributaryException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A format of STR_TO_DATE for the engine, which reads a text by a format only as a whole and without gaps: a pattern of
 * the text's beginning (MySQL ignores what follows), what its parts become, put apart by bars, and the words of strptime
 * for that.
 *
 * @param pattern a regular expression with a group for each part; blanks may stand before each, as in MySQL
 * @param bars what takes its place
 * @param format for strptime
 * @param time whether it has parts of a time
 */
record ParsedDates(String pattern, String bars, String format, boolean time) {
    private static final String BLANKS = "[ \\t]*";
    private static final String ONE_OR_TWO = "[0-9]{1,2}";
    private static final String WORD = "[A-Za-z]+";
    private static final String LITERALS = "\\.^$*+?()[]{}|";
    private static final List<Pattern> WHOLE_DATE =
            List.of(Pattern.compile("%Y"), Pattern.compile("%[mcbM]"), Pattern.compile("%[de]"));
    /** Groups that a replacement can name. */
    private static final int PARTS_MAX = 9;

    /** @throws io.tributary.contract.error.TributaryException 1235 for other parts, and for less than a whole date */
    static ParsedDates of(String format) {
        StringBuilder pattern = new StringBuilder("^");
        StringBuilder bars = new StringBuilder();
        StringBuilder words = new StringBuilder();
        StringBuilder kinds = new StringBuilder();
        int parts = 0;
        int at = 0;
        while (at < format.length()) {
            char c = format.charAt(at);
            if (c == ' ') {
                pattern.append(BLANKS);
                at++;
            } else if (c != '%' || at + 1 == format.length() || format.charAt(at + 1) == '%') {
                pattern.append(BLANKS).append(LITERALS.indexOf(c) >= 0 ? "\\" + c : String.valueOf(c));
                at += c == '%' && at + 1 < format.length() ? 2 : 1;
            } else {
                String[] part = part(format.charAt(at + 1));
                pattern.append(BLANKS).append('(').append(part[0]).append(')');
                bars.append('|').append('\\').append(++parts);
                words.append('|').append(part[1]);
                kinds.append(part[2]);
                at += 2;
            }
        }
        check(kinds.toString(), parts);
        return new ParsedDates(
                pattern.toString(),
                bars.toString(),
                words.toString(),
                Pattern.compile("[HhMST]").matcher(kinds).find());
    }

    private static void check(String kinds, int parts) {
        if (!kinds.contains("Y") || !kinds.contains("m") || !kinds.contains("d") || parts > PARTS_MAX) {
            throw TributaryException.notSupported(
                    "STR_TO_DATE without year, month and day, or with more than nine parts");
        }
        boolean twelve = kinds.contains("h");
        if (twelve != kinds.contains("p")
                || (twelve && Pattern.compile("[HT]").matcher(kinds).find())) {
            throw TributaryException.notSupported("STR_TO_DATE with %h without %p");
        }
    }

    /** Returns the format's part before that of a time, where a text may end; empty unless it is a whole date. */
    static Optional<ParsedDates> ofDateIn(String format) {
        String date = beforeTime(format).strip();
        return date.length() < format.length()
                        && WHOLE_DATE.stream()
                                .allMatch(part -> part.matcher(date).find())
                ? Optional.of(of(date))
                : Optional.empty();
    }

    private static String beforeTime(String format) {
        int at = 0;
        while (at + 1 < format.length()) {
            boolean part = format.charAt(at) == '%';
            if (part && "HkhIlisSTp".indexOf(format.charAt(at + 1)) >= 0) {
                return format.substring(0, at);
            }
            at += part ? 2 : 1;
        }
        return format;
    }

    /** Its pattern, its name to strptime, its kind. */
    private static String[] part(char c) {
        return switch (c) {
            case 'Y' -> new String[] {"[0-9]{4}", "%Y", "Y"};
            case 'm', 'c' -> new String[] {ONE_OR_TWO, "%m", "m"};
            case 'b' -> new String[] {WORD, "%b", "m"};
            case 'M' -> new String[] {WORD, "%B", "m"};
            case 'd', 'e' -> new String[] {ONE_OR_TWO, "%d", "d"};
            case 'H', 'k' -> new String[] {ONE_OR_TWO, "%H", "H"};
            case 'h', 'I', 'l' -> new String[] {ONE_OR_TWO, "%I", "h"};
            case 'i' -> new String[] {ONE_OR_TWO, "%M", "M"};
            case 's', 'S' -> new String[] {ONE_OR_TWO, "%S", "S"};
            case 'T' -> new String[] {ONE_OR_TWO + ":" + ONE_OR_TWO + ":" + ONE_OR_TWO, "%H:%M:%S", "T"};
            case 'p' -> new String[] {"[AaPp][Mm]", "%p", "p"};
            default -> throw TributaryException.notSupported("STR_TO_DATE with %" + c);
        };
    }
}
