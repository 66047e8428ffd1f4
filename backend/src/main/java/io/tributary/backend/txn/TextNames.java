package io.tributary.backend.txn;

/** Names in the text of a statement. Which tables it reads only the engine knows for sure; this never says no for one. */
public final class TextNames {
    private TextNames() {}

    /** Whether the name stands in the text by itself, as whatever; a name of which the text may have another form always does. */
    public static boolean mayName(String sql, String name) {
        if (name.chars().anyMatch(c -> !isPartOfName(c))) {
            return true;
        }
        for (int at = 0; at + name.length() <= sql.length(); at++) {
            if (sql.regionMatches(true, at, name, 0, name.length())
                    && !isPartOfName(charAt(sql, at - 1))
                    && !isPartOfName(charAt(sql, at + name.length()))) {
                return true;
            }
        }
        return false;
    }

    private static int charAt(String sql, int at) {
        return at < 0 || at >= sql.length() ? ' ' : sql.charAt(at);
    }

    private static boolean isPartOfName(int c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$';
    }
}
