package io.tributary.backend.txn;

import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Names in the text of a statement. Which tables it reads only the engine knows for sure; this never says no for one. */
public final class TextNames {
    /** Digits of a version at most, of a comment that MySQL carries out: {@code /*!80013t} is {@code t}. */
    private static final int VERSION_DIGITS_MAX = 6;

    private TextNames() {}

    /** Whether the name stands in the text by itself, as whatever; a name of which the text may have another form always does. */
    public static boolean mayName(String sql, String name) {
        if (name.chars().anyMatch(c -> !isPartOfName(c))) {
            return true;
        }
        for (int at = 0; at + name.length() <= sql.length(); at++) {
            if (sql.regionMatches(true, at, name, 0, name.length())
                    && mayBegin(sql, at)
                    && !isPartOfName(charAt(sql, at + name.length()))) {
                return true;
            }
        }
        return false;
    }

    /**
     * The same of a table. Its database's name stands there too, unless that is the current one: a view that names it without one is in
     * its database, and is named with that.
     *
     * @param database in which names without one are; empty: none
     */
    public static boolean mayName(String texts, String database, TableSchema table) {
        return (table.database().equals(database) || mayName(texts, table.database())) && mayName(texts, table.name());
    }

    /** Whether no name goes on here, which one does behind the version of such a comment. */
    private static boolean mayBegin(String sql, int at) {
        int digits = 0;
        while (digits < VERSION_DIGITS_MAX && isDigit(charAt(sql, at - 1 - digits))) {
            digits++;
        }
        return !isPartOfName(charAt(sql, at - 1)) || charAt(sql, at - 1 - digits) == '!';
    }

    /** Returns texts, and behind them the queries of the views that they may name, and that those may name. */
    public static String withViews(String texts, List<ViewSchema> views) {
        String all = texts;
        List<ViewSchema> left = new ArrayList<>(views);
        for (int i = 0; i < left.size(); ) {
            ViewSchema view = left.get(i);
            if (mayName(all, view.name())) {
                all += " " + view.query();
                left.remove(i);
                // One before it may be named now.
                i = 0;
            } else {
                i++;
            }
        }
        return all;
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
                    for (int name = from + 1;
                            name < at && isDigit(text.charAt(name - 1)) && mayBegin(text, name);
                            name++) {
                        words.add(text.substring(name, at).toLowerCase(Locale.ROOT));
                    }
                }
                from = at + 1;
            }
        }
        return words;
    }

    private static boolean isPartOfWord(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static int charAt(String sql, int at) {
        return at < 0 || at >= sql.length() ? ' ' : sql.charAt(at);
    }

    private static boolean isPartOfName(int c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$';
    }
}
