package io.tributary.planner.sql.load;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.parse.MySqlParser;
import io.tributary.dialect.token.Lexed;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.tree.Query;
import java.util.List;

/**
 * A value of a SELECT with the name that stands behind it, with or without AS.
 *
 * @param name or empty
 */
record NamedValue(String value, String name) {
    private static final String SELECT = "SELECT ";

    static NamedValue of(String text) {
        try {
            Lexed lexed = Lexed.lex(SELECT + text, SqlMode.DEFAULT);
            Query.Select select = (Query.Select) MySqlParser.query(lexed);
            String alias = select.items().get(0).alias();
            return alias.isEmpty() ? new NamedValue(text, "") : new NamedValue(before(text, lexed.tokens()), alias);
        } catch (TributaryException e) {
            // Whoever computes it tells what is wrong with it.
            return new NamedValue(text, "");
        }
    }

    /** What stands before the last token, the name, and perhaps AS. */
    private static String before(String text, List<Token> tokens) {
        int name = tokens.size() - 2;
        boolean as = tokens.get(name - 1).terminal().equals("AS");
        return text.substring(0, tokens.get(name - (as ? 2 : 1)).end() - SELECT.length());
    }
}
