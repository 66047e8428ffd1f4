package io.tributary.planner.sql.definition;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.plan.DefinitionPlan;
import io.tributary.planner.plan.part.TableName;
import java.util.ArrayList;
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
        int begin = tokens.start();
        boolean found = false;
        if (!tokens.at("LIKE")) {
            found = atQueryInParentheses(tokens);
            while (!found && !tokens.atEnd() && !tokens.atSymbol(';')) {
                if (tokens.atSymbol('(')) {
                    tokens.skipParentheses();
                } else {
                    found = tokens.atAny("AS", "SELECT", "WITH");
                    tokens.advance();
                }
            }
        }
        tokens.moveTo(begin);
        return found;
    }

    private static boolean atQueryInParentheses(Tokens tokens) {
        int begin = tokens.start();
        boolean query = false;
        if (tokens.acceptSymbol('(')) {
            query = tokens.atAny("SELECT", "WITH") && !tokens.followedBy(',') && !tokens.followedBy(')');
        }
        tokens.moveTo(begin);
        return query;
    }

    DefinitionPlan.CreateTableAs parse(TableName name, boolean ifNotExists) {
        List<String> columns = new ArrayList<>();
        if (!atQueryInParentheses(tokens) && tokens.acceptSymbol('(')) {
            do {
                columns.add(tokens.identifier());
                if (!tokens.atSymbol(',') && !tokens.atSymbol(')')) {
                    throw TributaryException.notSupported(
                            "definitions of columns in CREATE TABLE … AS SELECT; names alone may be listed");
                }
            } while (tokens.acceptSymbol(','));
            tokens.expectSymbol(')');
        }
        int clauses = tokens.start();
        while (!tokens.atAny("AS", "SELECT", "WITH") && !atQueryInParentheses(tokens)) {
            if (tokens.atAny("IGNORE", "REPLACE")) {
                throw TributaryException.notSupported("CREATE TABLE … " + tokens.upper() + " AS SELECT");
            }
            if (tokens.atSymbol('(')) {
                tokens.skipParentheses();
            } else {
                tokens.advance();
            }
        }
        String options = tokens.text(clauses, Math.max(clauses, tokens.start()));
        tokens.accept("AS");
        int query = tokens.start();
        int end = query;
        while (!tokens.atEnd() && !tokens.atSymbol(';')) {
            tokens.advance();
            end = tokens.previousEnd();
        }
        if (end == query) {
            throw tokens.syntaxError();
        }
        return new DefinitionPlan.CreateTableAs(name, ifNotExists, columns, options, tokens.text(query, end));
    }
}
