package io.tributary.dialect.lex;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;

/** MySQL's error for a text that it does not read. */
public final class Syntax {
    private static final int NEAR_CHARACTERS_MAX = 80;

    private Syntax() {}

    /** @param position of the first character that does not belong there */
    public static TributaryException error(String sql, int position) {
        return new TributaryException(ErrorCode.SYNTAX, text(sql, position));
    }

    /** MySQL's own sentence, with the text from there on. */
    public static String text(String sql, int position) {
        int at = Math.min(position, sql.length());
        String rest = sql.substring(at);
        String near = rest.substring(0, Math.min(rest.length(), NEAR_CHARACTERS_MAX));
        long line = 1 + sql.substring(0, at).chars().filter(c -> c == '\n').count();
        return "You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version"
                + " for the right syntax to use near '" + near + "' at line " + line;
    }
}
