package io.tributary.dialect.token;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Doris lets WITH stand before INSERT, MySQL before the SELECT alone. What follows here is MySQL's:
 *
 * <pre>
 * WITH x AS (…) INSERT INTO t (a) SELECT …   →   INSERT INTO t (a) WITH x AS (…) SELECT …
 * </pre>
 */
public final class LeadingWith {
    private LeadingWith() {}

    /** The statement with its WITH moved; null where none stands before an INSERT, or what follows cannot be told. */
    public static byte @Nullable [] moved(byte[] sql, int from, int to, SqlMode mode) {
        if (!mayBegin(sql, from, to)) {
            return null;
        }
        try {
            Tokens tokens = new Tokens(sql, from, to, mode);
            int with = tokens.start();
            int insert = tokens.at("WITH") ? find(tokens, "INSERT") : -1;
            int select = insert < 0 ? -1 : find(tokens, "SELECT");
            if (select < 0) {
                return null;
            }
            ByteArrayOutputStream moved = new ByteArrayOutputStream(to - with + 2);
            moved.write(sql, insert, select - insert);
            moved.write(sql, with, insert - with);
            moved.write(' ');
            moved.write(sql, select, to - select);
            return moved.toByteArray();
        } catch (TributaryException e) {
            // Whoever plans it says what is wrong.
            return null;
        }
    }

    /** Nearly every statement is told by its first byte. */
    private static boolean mayBegin(byte[] sql, int from, int to) {
        int i = from;
        while (i < to && Words.isBlank(sql[i])) {
            i++;
        }
        return i < to && (sql[i] == 'W' || sql[i] == 'w' || sql[i] == '/' || sql[i] == '-' || sql[i] == '#');
    }

    /** Where a word stands outside of parentheses, or -1; goes there. */
    private static int find(Tokens tokens, String word) {
        while (!tokens.atEnd()) {
            if (tokens.atSymbol('(')) {
                int begin = tokens.start();
                tokens.advance();
                if (word.equals("SELECT") && tokens.at("SELECT")) {
                    return begin;
                }
                tokens.moveTo(begin);
                tokens.skipParentheses();
            } else if (tokens.at(word) && !tokens.followedBy('(')) {
                return tokens.start();
            } else {
                tokens.advance();
            }
        }
        return -1;
    }
}
