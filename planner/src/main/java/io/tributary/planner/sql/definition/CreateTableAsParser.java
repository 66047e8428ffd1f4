package io.tributary.planner.sql.definition;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.plan.DefinitionPlan;
import io.tributary.planner.plan.part.TableName;
import java.util.List;

/**
 * CREATE TABLE … AS SELECT from behind the table's name: {@code [(a, b)] [clauses] [AS] query}. The columns' types are
 * those of the query's result, which only the engine knows, so that clauses and query stay text.
 */
final class CreateTableAsParser {
    private final Tokens tokens;

    CreateTableAsParser(Tokens tokens) {
        this.tokens = tokens;
    }

    /** Whether a query follows somewhere outside of parentheses, or stands in them alone. The cursor stays. */
    static boolean isAt(Tokens tokens) {
        return !tokens.at("LIKE") && tokens.ahead(() -> goesToQuery(tokens));
    }

    private static boolean goesToQuery(Tokens tokens) {
        boolean found = atQueryInParentheses(tokens);
        while (!found && !tokens.atStatementEnd()) {
            found = tokens.atAny("AS", "SELECT", "WITH");
            skip(tokens);
        }
        return found;
    }

    /** Passes over a word, or all that stands in parentheses. */
    private static void skip(Tokens tokens) {
        if (tokens.atSymbol('(')) {
            tokens.skipParentheses();
        } else {
            tokens.advance();
        }
    }

    private static boolean atQueryInParentheses(Tokens tokens) {
        return tokens.ahead(() -> tokens.acceptSymbol('(')
                && tokens.atAny("SELECT", "WITH")
                && !tokens.followedBy(',')
                && !tokens.followedBy(')'));
    }

    DefinitionPlan.CreateTableAs parse(TableName name, boolean ifNotExists) {
        boolean listed = tokens.atSymbol('(') && !atQueryInParentheses(tokens);
        List<String> columns = listed ? tokens.inParentheses(this::column) : List.of();
        int clauses = tokens.start();
        while (!tokens.atAny("AS", "SELECT", "WITH") && !atQueryInParentheses(tokens)) {
            if (tokens.atAny("IGNORE", "REPLACE")) {
                throw TributaryException.notSupported("CREATE TABLE … " + tokens.upper() + " AS SELECT");
            }
            skip(tokens);
        }
        String options = tokens.text(clauses, Math.max(clauses, tokens.start()));
        tokens.accept("AS");
        int query = tokens.start();
        while (!tokens.atStatementEnd()) {
            tokens.advance();
        }
        if (tokens.start() == query) {
            throw tokens.syntaxError();
        }
        return new DefinitionPlan.CreateTableAs(name, ifNotExists, columns, options, tokens.textSince(query));
    }

    private String column() {
        String name = tokens.identifier();
        if (!tokens.atSymbol(',') && !tokens.atSymbol(')')) {
            throw TributaryException.notSupported(
                    "definitions of columns in CREATE TABLE … AS SELECT; names alone may be listed");
        }
        return name;
    }
}
