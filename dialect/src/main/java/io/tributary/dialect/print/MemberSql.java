package io.tributary.dialect.print;

import io.tributary.contract.schema.Column.Declared;
import java.util.Locale;
import java.util.stream.Collectors;

/** The members of an ENUM or SET in the embedded engine's words. */
public final class MemberSql {
    private MemberSql() {}

    /** Whether a text is a value of the type just as it is kept, or NULL. */
    public static String isValue(String text, Declared type) {
        return "(" + text + " IS NULL OR coalesce(" + value(text, type) + " = " + text + ", false))";
    }

    /** The value that a text means, whose letters may have another case; NULL where it means none. */
    static String value(String text, Declared type) {
        if (!type.isSet()) {
            return "list_extract(" + list(type, false) + ", list_position(" + list(type, true) + ", lower(rtrim(" + text
                    + ", ' '))))";
        }
        String words = "string_split(lower(" + text + "), ',')";
        return "CASE WHEN " + text + " = '' THEN '' WHEN list_has_all(" + list(type, true) + ", " + words
                + ") THEN array_to_string(list_filter(" + list(type, false) + ", lambda m: list_contains(" + words
                + ", lower(m))), ',') END";
    }

    private static String list(Declared type, boolean folded) {
        return type.members().stream()
                .map(member -> LiteralText.text(folded ? member.toLowerCase(Locale.ROOT) : member))
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
