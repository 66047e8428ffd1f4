package io.tributary.planner.sql.insert;

import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.Comments;
import io.tributary.dialect.token.SyntaxError;
import io.tributary.dialect.token.Tokens;
import io.tributary.dialect.token.Words;

/**
 * A place in the rows of an INSERT, and what stands there. Who reads literals extends it: every value moves the place, and a
 * cursor beside the reader would be one more step to it.
 */
abstract class RowsCursor {
    private static final byte[] EMPTY = new byte[0];

    byte[] sql = EMPTY;
    int from;
    int to;
    int at;
    SqlMode mode = SqlMode.DEFAULT;
    int literalOffset;
    int literalEnd;

    final void begin(byte[] text, int first, int last, SqlMode sqlMode) {
        sql = text;
        from = first;
        at = first;
        to = last;
        mode = sqlMode;
    }

    /** Lets go of the statement. */
    void end() {
        sql = EMPTY;
    }

    final void moveTo(int index) {
        at = index;
    }

    /** The words from the cursor on; it does not move with them. */
    final Tokens tokens() {
        return new Tokens(sql, at, to, mode);
    }

    final Tokens tokensFrom(int offset) {
        return new Tokens(sql, from + offset, to, mode);
    }

    /** The byte at the cursor, 0 to 255, or -1 at the end. */
    final int peek() {
        return at < to ? sql[at] & 0xff : -1;
    }

    final boolean accept(char symbol) {
        if (at < to && sql[at] == symbol) {
            at++;
            return true;
        }
        return false;
    }

    /** Whether the word at the cursor is this one, in any case. */
    final boolean isWord(String upper) {
        int length = upper.length();
        if (at + length > to) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            int b = sql[at + i];
            if (b != upper.charAt(i) && b - 32 != upper.charAt(i)) {
                return false;
            }
        }
        return at + length == to || !Words.isWord(sql[at + length]);
    }

    final void skipBlanks() {
        if (at < to && (sql[at] > '/' || sql[at] == '\'')) {
            return;
        }
        at = Comments.skipBlanks(sql, at, to);
    }

    final void ends(int end) {
        at = end;
        literalEnd = end;
    }

    final RuntimeException syntaxError() {
        return SyntaxError.near(sql, from, to, Math.min(at, to));
    }
}
