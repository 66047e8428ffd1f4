package io.tributary.planner.sql.query;

import io.tributary.dialect.token.SessionFunction;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.plan.SelectVariablesPlan;
import io.tributary.planner.plan.SessionExpression;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Recognises a SELECT that the session answers alone; drivers ask for nothing else while they connect. Anything that does
 * not fit is not an error but a query for the engine.
 */
public final class SelectVariablesParser {
    /** A number that is printed as it is written, or as the integer that it is. */
    private static final String PLAIN = "[-+]?\\d{1,18}|-?[1-9]\\d{18,64}|-?(?:0|[1-9]\\d{0,17})\\.\\d{1,18}";

    private final Tokens tokens;
    private final ExpressionParser expressions;

    public SelectVariablesParser(Tokens tokens) {
        this.tokens = tokens;
        this.expressions = new ExpressionParser(tokens);
    }

    /** Reads the statement from SELECT on; empty where the session alone cannot answer it. */
    public Optional<SelectVariablesPlan> parse() {
        tokens.advance();
        List<SelectVariablesPlan.Item> items = new ArrayList<>();
        do {
            int begin = tokens.start();
            boolean string = tokens.kind() == Token.Kind.STRING;
            Optional<SessionExpression> expression = expressions.simple(0).flatMap(SelectVariablesParser::answerable);
            if (expression.isEmpty()) {
                return Optional.empty();
            }
            String written = string && expression.get() instanceof SessionExpression.Literal literal
                    ? literal.text()
                    : tokens.textSince(begin);
            if (tokens.accept("AS")) {
                if (!tokens.atIdentifier() && tokens.kind() != Token.Kind.STRING) {
                    return Optional.empty();
                }
                written = tokens.identifierOrString();
            } else if (tokens.atIdentifier() && !tokens.atAny("FROM", "LIMIT")) {
                written = tokens.identifier();
            }
            items.add(new SelectVariablesPlan.Item(written, expression.get()));
        } while (tokens.acceptSymbol(','));
        tokens.accept("FROM", "DUAL");
        return limit().map(rows -> new SelectVariablesPlan(items, rows));
    }

    /** Words are columns, and so the engine's, but for TRUE and FALSE; of calls only the session's functions and SLEEP. */
    private static Optional<SessionExpression> answerable(SessionExpression expression) {
        if (expression instanceof SessionExpression.Literal literal
                && literal.kind() == SessionExpression.LiteralKind.WORD) {
            if (literal.text().equalsIgnoreCase("TRUE")) {
                return Optional.of(new SessionExpression.Literal(SessionExpression.LiteralKind.NUMBER, "1"));
            }
            return literal.text().equalsIgnoreCase("FALSE")
                    ? Optional.of(new SessionExpression.Literal(SessionExpression.LiteralKind.NUMBER, "0"))
                    : Optional.empty();
        } else if (expression instanceof SessionExpression.Literal literal
                && literal.kind() == SessionExpression.LiteralKind.NUMBER) {
            // MySQL prints no other number as it is written: .5, 2.5e0.
            return literal.text().matches(PLAIN) ? Optional.of(expression) : Optional.empty();
        } else if (expression instanceof SessionExpression.Call call
                && !call.isSleep()
                && !(call.arguments().isEmpty()
                        && SessionFunction.named(call.name()).isPresent())) {
            return Optional.empty();
        }
        return Optional.of(expression);
    }

    /** Rows left by LIMIT: 0 or 1; empty where something else follows. */
    private Optional<Integer> limit() {
        long offset = 0;
        long count = 1;
        if (tokens.accept("LIMIT")) {
            if (tokens.kind() != Token.Kind.NUMBER) {
                return Optional.empty();
            }
            count = tokens.wholeNumber();
            if (tokens.atSymbol(',') || tokens.at("OFFSET")) {
                boolean comma = tokens.atSymbol(',');
                tokens.advance();
                if (tokens.kind() != Token.Kind.NUMBER) {
                    return Optional.empty();
                }
                long second = tokens.wholeNumber();
                offset = comma ? count : second;
                count = comma ? second : count;
            }
        }
        tokens.acceptSymbol(';');
        if (!tokens.atEnd()) {
            return Optional.empty();
        }
        return Optional.of(count > 0 && offset == 0 ? 1 : 0);
    }
}
