package io.tributary.dialect.token;

import io.tributary.contract.schema.SqlMode;

/** Counts the {@code ?} of a statement, outside strings, identifiers and comments. */
public final class Parameters {
    private Parameters() {}

    public static int count(byte[] sql, int from, int to, SqlMode mode) {
        Tokens tokens = new Tokens(sql, from, to, mode);
        int count = 0;
        while (!tokens.atEnd()) {
            if (tokens.kind() == Token.Kind.PARAMETER) {
                count++;
            }
            tokens.advance();
        }
        return count;
    }

    /** The error for a {@code ?} in a statement that was not prepared. */
    public static RuntimeException refused(byte[] sql, int from, int to, SqlMode mode) {
        Tokens tokens = new Tokens(sql, from, to, mode);
        while (!tokens.atEnd() && tokens.kind() != Token.Kind.PARAMETER) {
            tokens.advance();
        }
        return tokens.syntaxError();
    }
}
