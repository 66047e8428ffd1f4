package io.tributary.backend.txn;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

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

    /** Whether a name may stand in a text in no other form than as this word, in any case. */
    public static boolean isWord(String name) {
        return name.chars().allMatch(TextNames::isPartOfWord);
    }

    /** The words of a text that may be names for which {@link #isWord} holds, in lower case. */
    public static Set<String> words(String text) {
        Set<String> words = new HashSet<>();
        int from = 0;
        for (int at = 0; at <= text.length(); at++) {
            if (!isPartOfWord(charAt(text, at))) {
                if (at > from) {
                    words.add(text.substring(from, at).toLowerCase(Locale.ROOT));
                }
                from = at + 1;
            }
        }
        return words;
    }

    private static boolean isPartOfWord(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
    }

    private static int charAt(String sql, int at) {
        return at < 0 || at >= sql.length() ? ' ' : sql.charAt(at);
    }

    private static boolean isPartOfName(int c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$';
    }
}
