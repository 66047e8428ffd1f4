package io.tributary.dialect.parse;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.token.Terminals;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Expression.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Operands: literals, names, calls and what stands in brackets. */
final class OperandParser {
    /** Functions without parentheses. */
    private static final Set<String> MOMENTS = Set.of(("CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER"
                    + " LOCALTIME LOCALTIMESTAMP UTC_DATE UTC_TIME UTC_TIMESTAMP")
            .split(" "));

    /** Terminals that follow a brace. */
    private static final Map<String, String> ESCAPES = Map.of("D", "DATE", "T", "TIME", "TS", "TIMESTAMP");

    private final Tokens tokens;
    private final ExpressionParser expressions;
    private final QueryParser queries;
    private final CallParser calls;

    OperandParser(Tokens tokens, QueryParser queries, ExpressionParser expressions) {
        this.tokens = tokens;
        this.queries = queries;
        this.expressions = expressions;
        calls = new CallParser(tokens, queries, expressions);
    }

    Expression read() {
        Token token = tokens.token(0);
        if (token.kind() == Token.Kind.WORD && !tokens.at(1, ".")) {
            Expression value = word(token.terminal(), tokens.at(1, "("));
            return value == null ? named() : value;
        }
        return token.isName() ? named() : other(token);
    }

    private Expression other(Token token) {
        return switch (token.kind()) {
            case SYMBOL -> bracket();
            case SYSTEM_VARIABLE, USER_VARIABLE -> variable(token.text());
            default -> tokens.constant();
        };
    }

    private Expression variable(String text) {
        boolean system = text.startsWith("@@");
        tokens.next();
        return new Expression.Variable(text.substring(system ? 2 : 1), system);
    }

    private Expression bracket() {
        switch (tokens.terminal()) {
            case "[" -> {
                tokens.open("[");
                List<Expression> values = tokens.at("]") ? List.of() : expressions.list();
                tokens.close("]");
                return new Call("ARRAY", values);
            }
            case "{" -> {
                String type = ESCAPES.getOrDefault(tokens.token(1).terminal(), "");
                if (type.isEmpty() && tokens.token(1).kind() != Token.Kind.WORD) {
                    throw tokens.refused();
                }
                tokens.open("{");
                Expression value = type.isEmpty() ? escaped() : moment(type);
                tokens.close("}");
                return value;
            }
            default -> throw tokens.refused();
        }
    }

    /** What stands behind any other word, {@code FN} or not, is what it is without the braces. */
    private Expression escaped() {
        tokens.next();
        return expressions.read();
    }

    /** {@code DATE 'x'}. */
    private Expression moment(String type) {
        tokens.next();
        if (tokens.token(0).kind() != Token.Kind.STRING) {
            throw tokens.refused();
        }
        return Call.of(type + " LITERAL", tokens.literal());
    }

    /** Null of a word that is a name here. */
    private @Nullable Expression word(String word, boolean call) {
        return switch (word) {
            case "NULL", "TRUE", "FALSE", "DEFAULT" -> call ? null : value(word);
            case "CASE" -> cases();
            case "INTERVAL" -> call ? intervals() : interval();
            case "EXISTS" -> call && tokens.isQueryWithin(1) ? exists() : null;
            case "ROW" -> call ? row() : null;
            case "DATE", "TIME", "TIMESTAMP" -> tokens.token(1).kind() == Token.Kind.STRING ? moment(word) : null;
            case "MATCH" -> call ? match() : null;
            case "XOR" -> call ? either() : null;
            default -> !call && MOMENTS.contains(word) ? now(word) : null;
        };
    }

    private Expression value(String word) {
        tokens.next();
        return Expression.Word.valueOf(word);
    }

    private Expression now(String word) {
        tokens.next();
        return Call.of(word);
    }

    private Expression row() {
        tokens.next();
        return new Expression.Row(expressions.elements());
    }

    private Expression exists() {
        tokens.next();
        return new Expression.Exists(queries.parenthesized());
    }

    /** Doris has a function of that operator, too. */
    private Expression either() {
        tokens.next();
        List<Expression> values = expressions.elements();
        if (values.size() != 2) {
            throw tokens.refused();
        }
        return new Call("XOR", values);
    }

    private static Expression match() {
        throw TributaryException.notSupported("MATCH … AGAINST");
    }

    private Expression cases() {
        tokens.next();
        tokens.nest();
        Expression subject = tokens.at("WHEN") ? null : expressions.read();
        List<Expression.When> whens = new ArrayList<>();
        do {
            tokens.require("WHEN");
            Expression when = expressions.read();
            tokens.require("THEN");
            whens.add(new Expression.When(when, expressions.read()));
        } while (tokens.at("WHEN"));
        Expression otherwise = tokens.take("ELSE") ? expressions.read() : null;
        tokens.require("END");
        tokens.unnest();
        return new Expression.Case(subject, whens, otherwise);
    }

    private Expression interval() {
        tokens.next();
        tokens.nest();
        Expression amount = expressions.read();
        tokens.unnest();
        return interval(amount);
    }

    private Expression interval(Expression amount) {
        return new Expression.Interval(amount, calls.unit());
    }

    /** A function, or an interval whose amount begins with parentheses. */
    private Expression intervals() {
        tokens.next();
        List<Expression> values = expressions.elements();
        if (values.size() > 1) {
            return new Call("INTERVAL", values);
        }
        return interval(tokens.at(Terminals.UNITS) ? values.get(0) : expressions.rest(values.get(0), 0));
    }

    private Expression named() {
        List<String> parts = tokens.parts();
        if (tokens.at("(")) {
            int last = parts.size() - 1;
            // No function has a name with points, which whoever looks it up says.
            parts.set(last, last > 0 ? parts.get(last) : parts.get(last).toUpperCase(Locale.ROOT));
            return calls.read(String.join(".", parts));
        }
        return tokens.take(".", "*") ? tokens.star(parts) : new Expression.Name(parts);
    }
}
