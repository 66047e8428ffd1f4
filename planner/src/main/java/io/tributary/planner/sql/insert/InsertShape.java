package io.tributary.planner.sql.insert;

import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.token.Tokens;

/**
 * Finds where the shape of an INSERT ends: behind the keyword after which its rows begin. Reads words only, and builds
 * nothing.
 */
public final class InsertShape {
    private InsertShape() {}

    /**
     * The index after VALUES, VALUE or SELECT in the statement {@code sql[from, to)}; -1 where it is no INSERT or
     * REPLACE, or one without a shape ({@code INSERT … SET}, a query that does not begin with SELECT).
     */
    public static int end(byte[] sql, int from, int to, SqlMode mode) {
        Tokens tokens = new Tokens(sql, from, to, mode);
        if (!tokens.atAny("INSERT", "REPLACE")) {
            return -1;
        }
        int depth = 0;
        boolean nameFollows = true;
        tokens.advance();
        while (!tokens.atEnd()) {
            if (tokens.atSymbol('(')) {
                depth++;
            } else if (tokens.atSymbol(')')) {
                depth--;
            } else if (depth == 0 && tokens.kind() == Token.Kind.WORD) {
                if (!nameFollows && tokens.atAny("VALUES", "VALUE", "SELECT")) {
                    return tokens.end();
                }
                if (!nameFollows && tokens.atAny("SET", "WITH") && !followedByLabel(tokens)) {
                    return -1;
                }
            }
            // VALUE and SET are names like any other where a table or a label must stand.
            nameFollows = tokens.atSymbol('.') || (tokens.kind() == Token.Kind.WORD && beforeName(tokens));
            tokens.advance();
        }
        return -1;
    }

    private static boolean beforeName(Tokens tokens) {
        return tokens.atAny(
                "INTO", "OVERWRITE", "IGNORE", "TABLE", "LABEL", "LOW_PRIORITY", "HIGH_PRIORITY", "DELAYED");
    }

    /** Whether LABEL follows this word; stays there. */
    private static boolean followedByLabel(Tokens tokens) {
        return tokens.ahead(() -> {
            tokens.advance();
            return tokens.at("LABEL");
        });
    }
}
