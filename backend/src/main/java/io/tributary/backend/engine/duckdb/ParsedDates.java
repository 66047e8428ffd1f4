package io.tributary.backend.engine.duckdb;

import java.util.regex.Pattern;

/**
 * A format of STR_TO_DATE: as a pattern of the text's beginning that it describes (MySQL ignores what follows), and in
 * the words of the engine's strptime.
 *
 * @param pattern a regular expression
 * @param format for strptime
 * @param time whether it has parts of a time
 */
record ParsedDates(String pattern, String format, boolean time) {
    private static final String ONE_OR_TWO = "[0-9]{1,2}";
    private static final String WORD = "[A-Za-z]+";
    private static final String LITERALS = "\\.^$*+?()[]{}|";

    /** @throws io.tributary.rpc.error.TributaryException 1235 for other parts, and for less than a whole date */
    static ParsedDates of(String format) {
        StringBuilder pattern = new StringBuilder("^[ \\t]*");
        StringBuilder words = new StringBuilder();
        StringBuilder parts = new StringBuilder();
        int at = 0;
        while (at < format.length()) {
            char c = format.charAt(at);
            if (c != '%' || at + 1 == format.length()) {
                pattern.append(LITERALS.indexOf(c) >= 0 ? "\\" + c : String.valueOf(c));
                words.append(c == '%' ? "%%" : String.valueOf(c));
                at++;
            } else {
                String[] part = part(format.charAt(at + 1));
                pattern.append(part[0]);
                words.append(part[1]);
                parts.append(part[2]);
                at += 2;
            }
        }
        String found = parts.toString();
        if (!found.contains("Y") || !found.contains("m") || !found.contains("d")) {
            throw StatementRewriter.unsupported("STR_TO_DATE without year, month and day");
        }
        boolean twelve = found.contains("h");
        if (twelve != found.contains("p") || (twelve && found.contains("H"))) {
            throw StatementRewriter.unsupported("STR_TO_DATE with %h without %p");
        }
        return new ParsedDates(
                pattern.toString(),
                words.toString(),
                Pattern.compile("[HhMS]").matcher(found).find());
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
            case 'T' -> new String[] {ONE_OR_TWO + ":" + ONE_OR_TWO + ":" + ONE_OR_TWO, "%H:%M:%S", "HMS"};
            case 'p' -> new String[] {"[AaPp][Mm]", "%p", "p"};
            case '%' -> new String[] {"%", "%%", ""};
            default -> throw StatementRewriter.unsupported("STR_TO_DATE with %" + c);
        };
    }
}
