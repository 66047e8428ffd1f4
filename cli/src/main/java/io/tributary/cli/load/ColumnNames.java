package io.tributary.cli.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The names in a list of columns: {@code id, tmp, name = upper(tmp)}. */
public final class ColumnNames {
    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}_$]+|`[^`]+`");
    private static final int CASE = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
    /** Begins columns that a table has and does not show. */
    private static final String HIDDEN = "__DORIS_";

    private ColumnNames() {}

    /**
     * Returns a name that is no column of the table and of which nothing is computed, if there is one.
     *
     * @param list as it was typed
     * @param elsewhere other texts that may name values of the list
     */
    public static Optional<String> unknown(String list, List<String> columns, String elsewhere) {
        List<String> names = new ArrayList<>();
        StringBuilder expressions = new StringBuilder(elsewhere);
        for (String part : parts(list)) {
            if (NAME.matcher(part).matches()) {
                names.add(part.replace("`", ""));
            } else {
                expressions.append(' ').append(part);
            }
        }
        return names.stream()
                .filter(name -> columns.stream().noneMatch(name::equalsIgnoreCase))
                .filter(name -> !name.toUpperCase(Locale.ROOT).startsWith(HIDDEN))
                .filter(name -> !isNamed(name, expressions.toString()))
                .findFirst();
    }

    private static boolean isNamed(String name, String text) {
        return Pattern.compile("(?<![\\p{L}\\p{N}_$])" + Pattern.quote(name) + "(?![\\p{L}\\p{N}_$])", CASE)
                .matcher(text)
                .find();
    }

    /** What stands between commas that are neither in parentheses nor in quotes. */
    private static List<String> parts(String list) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        char quote = 0;
        int from = 0;
        for (int i = 0; i < list.length(); i++) {
            char each = list.charAt(i);
            if (quote != 0) {
                quote = each == quote ? 0 : quote;
            } else if (each == '\'' || each == '"' || each == '`') {
                quote = each;
            } else if (each == '(' || each == ')') {
                depth += each == '(' ? 1 : -1;
            } else if (each == ',' && depth == 0) {
                parts.add(list.substring(from, i).strip());
                from = i + 1;
            }
        }
        parts.add(list.substring(from).strip());
        return parts;
    }
}
