package io.tributary.dialect.parse;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.token.Limit;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Expression.Call;
import io.tributary.dialect.tree.TypeName;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Operators by their precedence (<a href="https://dev.mysql.com/doc/refman/8.0/en/operator-precedence.html">Operator
 * Precedence</a>): what binds tighter than a level is an operand of it.
 */
final class ExpressionParser {
    private static final int AND = 2;
    private static final int NOT = 3;
    private static final int COMPARISON = 4;
    private static final int PREDICATE = 5;
    static final int BITS = 6;
    private static final int CONCAT = 12;
    private static final int PREFIX = 13;

    /** What compares needs the stack of three other operators where it is converted and printed. */
    private static final int COMPARISON_COUNT = 3;

    /** The loosest first. */
    private static final List<String> OPERATORS = List.of(
            "OR ||",
            "XOR",
            "AND &&",
            "",
            "= <=> < <= > >= <> != IS",
            "LIKE REGEXP RLIKE IN BETWEEN SOUNDS MEMBER",
            "|",
            "&",
            "<< >>",
            "+ -",
            "* / % DIV MOD",
            "^");

    private static final Map<String, Integer> LEVELS = new HashMap<>();
    private static final Map<String, String> NAMES =
            Map.of("||", "OR", "&&", "AND", "!=", "<>", "MOD", "%", "RLIKE", "REGEXP");
    private static final Set<String> PREFIXES = Set.of("-", "~", "!", "+", "NOT", "BINARY");
    private static final Set<String> QUANTIFIERS = Set.of("ANY", "SOME", "ALL");
    private static final Set<String> TRUTHS = Set.of("NULL", "TRUE", "FALSE", "UNKNOWN");

    static {
        for (int level = 0; level < OPERATORS.size(); level++) {
            for (String operator : Set.of(OPERATORS.get(level).split(" "))) {
                LEVELS.put(operator, level);
            }
        }
        LEVELS.remove("");
    }

    private final Tokens tokens;
    private final QueryParser queries;
    private final OperandParser operands;

    /** How deep the operators of what was read are, beside it and in it. */
    private int height;

    /** How many BETWEENs are open. */
    private int open;

    ExpressionParser(Tokens tokens, QueryParser queries) {
        this.tokens = tokens;
        this.queries = queries;
        operands = new OperandParser(tokens, queries, this);
    }

    Expression read() {
        return read(0);
    }

    /** Reads operators of a level and those that bind tighter. */
    Expression read(int level) {
        int before = height;
        height = 0;
        int start = tokens.position();
        Expression first =
                tokens.at(PREFIXES) ? prefix() : behind(tokens.at("(") ? parenthesized() : operands.read(), start);
        Expression value = rest(first, level);
        height = Math.max(before, height);
        return value;
    }

    List<Expression> list() {
        return tokens.list(this::read);
    }

    // ---- parentheses

    /** A value, a query or a row. */
    Expression parenthesized() {
        tokens.open("(");
        Expression first = element();
        List<Expression> values = tokens.at(",") ? new ArrayList<>(List.of(first)) : List.of();
        while (tokens.take(",")) {
            values.add(read(0));
        }
        tokens.close(")");
        return values.isEmpty() ? first : new Expression.Row(values);
    }

    /** Values in parentheses; a query is a {@link Expression.Scalar}. */
    List<Expression> elements() {
        return tokens.parenthesized(() -> tokens.list(this::element));
    }

    /** What begins with a parenthesis may be a query that goes on, or a value. */
    Expression element() {
        if (tokens.atQuery()) {
            return new Expression.Scalar(queries.read());
        }
        return tokens.at("(") ? begun() : read(0);
    }

    private Expression begun() {
        int start = tokens.position();
        int before = height;
        height = 0;
        Expression first = parenthesized();
        Expression value = first instanceof Expression.Scalar scalar && queries.goesOn()
                ? new Expression.Scalar(queries.rest(scalar.query()))
                : rest(behind(first, start), 0);
        height = Math.max(before, height);
        return value;
    }

    // ---- before and behind an operand

    private Expression prefix() {
        if (tokens.at(PREFIXES)) {
            String operator = tokens.next().terminal();
            tokens.nest();
            boolean loose = operator.equals("NOT") && !tokens.lexed().bindsNotTightly();
            Expression value = loose ? read(NOT) : prefix();
            tokens.unnest();
            return prefixed(operator, value);
        }
        int start = tokens.position();
        return behind(tokens.at("(") ? parenthesized() : operands.read(), start);
    }

    private static Expression prefixed(String operator, Expression value) {
        return switch (operator) {
            case "+" -> value;
            case "-", "~" -> Call.of(operator, value);
            case "BINARY" -> new Expression.Cast(value, TypeName.of("BINARY"));
            default -> Call.of("NOT", value);
        };
    }

    private Expression behind(Expression operand, int start) {
        Expression value = operand;
        while (true) {
            switch (tokens.terminal()) {
                case "[" -> {
                    tokens.open("[");
                    value = Call.of("[]", value, read());
                    tokens.close("]");
                }
                case "COLLATE" -> {
                    tokens.next();
                    boolean text = tokens.token(0).kind() == Token.Kind.STRING;
                    String name = text ? tokens.alias() : tokens.name();
                    value = new Expression.Collate(value, name.toLowerCase(Locale.ROOT));
                }
                case "->", "->>" -> value = arrow(value, start);
                default -> {
                    return value;
                }
            }
            chain(1);
        }
    }

    private Expression arrow(Expression value, int start) {
        boolean text = tokens.next().text().equals("->>");
        if (tokens.token(0).kind() == Token.Kind.STRING) {
            if (!(value instanceof Expression.Name)) {
                throw tokens.refused(start);
            }
            Call extract = Call.of("JSON_EXTRACT", value, tokens.literal());
            return text ? Call.of("JSON_UNQUOTE", extract) : extract;
        }
        Deque<List<String>> parameters = new ArrayDeque<>(List.of(parameters(value, text)));
        while (tokens.atName() && tokens.at(1, "->") && tokens.token(2).kind() != Token.Kind.STRING) {
            parameters.push(List.of(tokens.name()));
            tokens.next();
            Limit.CHAIN.check(parameters.size());
        }
        Expression body = read(0);
        for (List<String> names : parameters) {
            body = new Expression.Lambda(names, body);
        }
        return body;
    }

    private static List<String> parameters(Expression value, boolean text) {
        List<Expression> listed = value instanceof Expression.Row row ? row.values() : List.of(value);
        List<String> names = new ArrayList<>();
        for (Expression each : listed) {
            if (text || !(each instanceof Expression.Name name) || name.parts().size() > 1) {
                throw TributaryException.notSupported("-> without a column before it and a path behind it");
            }
            names.add(name.last());
        }
        return names;
    }

    private void chain(int count) {
        height += count;
        Limit.CHAIN.check(height);
    }

    // ---- operators

    private int level() {
        String terminal = tokens.terminal();
        return switch (terminal) {
            case "" -> -1;
            case "||" -> tokens.lexed().pipesConcatenate() ? CONCAT : 0;
            case "NOT" -> level(tokens.token(1).terminal()) == PREDICATE ? PREDICATE : -1;
            case "SOUNDS" -> tokens.at(1, "LIKE") ? PREDICATE : -1;
            default -> level(terminal);
        };
    }

    private static int level(String terminal) {
        return LEVELS.getOrDefault(terminal, -1);
    }

    /** Reads on behind a first operand while operators bind as tightly as {@code least}. */
    Expression rest(Expression first, int least) {
        Expression value = first;
        for (int level = level(); level >= least; level = level()) {
            value = level == PREDICATE
                    ? predicate(value)
                    : level == COMPARISON ? comparison(value) : binary(value, level);
            chain(level == PREDICATE || level == COMPARISON ? COMPARISON_COUNT : 1);
        }
        return value;
    }

    /** AND and OR have as many operands as stand in a row. */
    private Expression binary(Expression left, int level) {
        String terminal = level == CONCAT ? "CONCAT" : tokens.terminal();
        List<Expression> values = new ArrayList<>(List.of(left));
        boolean list = level == 0 || level == AND;
        do {
            tokens.next();
            values.add(read(level + 1));
        } while (list && level() == level);
        return new Call(NAMES.getOrDefault(terminal, terminal), values);
    }

    private Expression comparison(Expression left) {
        String operator = tokens.next().terminal();
        if (operator.equals("IS")) {
            return truth(left);
        }
        String name = NAMES.getOrDefault(operator, operator);
        return tokens.at(QUANTIFIERS) && tokens.isQueryWithin(1)
                ? quantified(left, name)
                : Call.of(name, left, read(COMPARISON + 1));
    }

    private Expression truth(Expression left) {
        boolean not = tokens.take("NOT");
        if (tokens.at("DISTINCT")) {
            throw TributaryException.notSupported(not ? "IS NOT DISTINCT FROM" : "IS DISTINCT FROM");
        }
        if (!tokens.at(TRUTHS)) {
            throw tokens.refused();
        }
        Call truth = Call.of("IS " + tokens.next().terminal(), left);
        return not ? Call.of("NOT", truth) : truth;
    }

    private Expression quantified(Expression left, String operator) {
        boolean all = tokens.next().terminal().equals("ALL");
        if (operator.equals("<=>")) {
            throw tokens.refused();
        }
        return new Expression.Quantified(left, operator, all, queries.parenthesized());
    }

    private Expression predicate(Expression left) {
        if (tokens.take("NOT")) {
            return Call.of("NOT", predicate(left));
        }
        String operator = tokens.next().terminal();
        return switch (operator) {
            case "BETWEEN" -> between(left);
            case "IN" -> in(left);
            case "LIKE" -> like(left);
            case "SOUNDS" -> sounds(left);
            case "MEMBER" -> member(left);
            default -> Call.of("REGEXP", left, read(BITS));
        };
    }

    private Expression like(Expression left) {
        Expression pattern = read(BITS);
        return tokens.take("ESCAPE") ? Call.of("LIKE", left, pattern, read(PREFIX)) : Call.of("LIKE", left, pattern);
    }

    private Expression sounds(Expression left) {
        tokens.require("LIKE");
        return Call.of("=", Call.of("SOUNDEX", left), Call.of("SOUNDEX", read(BITS)));
    }

    private Expression member(Expression left) {
        tokens.take("OF");
        return Call.of("MEMBER OF", left, parenthesized());
    }

    /** What follows it is part of its last operand, another BETWEEN, too. */
    private Expression between(Expression left) {
        Limit.CHAIN.check(++open);
        Deque<Expression> operands = new ArrayDeque<>();
        Expression last = left;
        do {
            operands.push(last);
            operands.push(read(BITS));
            tokens.require("AND");
            Limit.CHAIN.check((long) operands.size() / 2 * COMPARISON_COUNT);
            last = read(BITS);
            while (level() == PREDICATE && !tokens.at("BETWEEN")) {
                last = predicate(last);
            }
        } while (tokens.take("BETWEEN"));
        while (!operands.isEmpty()) {
            Expression begin = operands.pop();
            last = Call.of("BETWEEN", operands.pop(), begin, last);
        }
        open--;
        return last;
    }

    private Expression in(Expression left) {
        List<Expression> values = elements();
        return values.size() == 1 && values.get(0) instanceof Expression.Scalar scalar
                ? new Expression.InQuery(left, scalar.query())
                : new Call("IN", Stream.concat(Stream.of(left), values.stream()).toList());
    }
}
