package io.tributary.planner.sql;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.parse.MySqlParser;
import io.tributary.dialect.token.Lexed;
import io.tributary.dialect.token.Tokens;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Expression.Call;
import io.tributary.dialect.tree.Expression.Literal;
import io.tributary.dialect.tree.Expression.Name;
import io.tributary.dialect.tree.Literals;
import io.tributary.planner.plan.ShowCondition;
import io.tributary.planner.plan.ShowCondition.AllOf;
import io.tributary.planner.plan.ShowCondition.AnyOf;
import io.tributary.planner.plan.ShowCondition.Compared;
import io.tributary.planner.plan.ShowCondition.Filter;
import io.tributary.planner.plan.ShowCondition.IsNull;
import io.tributary.planner.plan.ShowCondition.Not;
import io.tributary.planner.plan.ShowCondition.Order;
import java.util.ArrayList;
import java.util.List;

/**
 * The end of a SHOW: {@code LIKE 'p'}, or {@code WHERE} with AND, OR, NOT and parentheses over comparisons of a column
 * with literals: {@code =}, {@code <>}, {@code <} …, LIKE, IN, BETWEEN, IS NULL. Anything else is refused.
 */
final class FilterParser {
    private final Literals literals;

    private FilterParser(Literals literals) {
        this.literals = literals;
    }

    static AllOf parse(Tokens tokens) {
        if (tokens.accept("LIKE")) {
            return AllOf.of(new Filter("", true, List.of(tokens.string())));
        } else if (!tokens.accept("WHERE")) {
            return AllOf.NONE;
        }
        int begin = tokens.start();
        tokens.skipValue("ORDER", "LIMIT");
        Lexed lexed = Lexed.lex(tokens.textSince(begin), tokens.mode());
        return AllOf.of(new FilterParser(lexed.literals()).condition(MySqlParser.expression(lexed)));
    }

    private ShowCondition condition(Expression expression) {
        if (!(expression instanceof Call call)) {
            throw refused();
        }
        List<Expression> arguments = call.arguments();
        return switch (call.name()) {
            case "AND" -> new AllOf(arguments.stream().map(this::condition).toList());
            case "OR" -> joined(arguments.stream().map(this::condition).toList());
            case "NOT" -> new Not(condition(arguments.get(0)));
            case "IS NULL" -> new IsNull(column(arguments));
            case "=", "IN" -> new Filter(column(arguments), false, values(arguments));
            case "<>" -> new Not(new Filter(column(arguments), false, values(arguments)));
            case "<" -> compared(arguments, Order.LESS, 1);
            case "<=" -> compared(arguments, Order.LESS_OR_EQUAL, 1);
            case ">" -> compared(arguments, Order.GREATER, 1);
            case ">=" -> compared(arguments, Order.GREATER_OR_EQUAL, 1);
            case "LIKE" -> {
                if (arguments.size() > 2) {
                    throw refused();
                }
                yield new Filter(column(arguments), true, values(arguments));
            }
            case "BETWEEN" ->
                new AllOf(List.of(
                        compared(arguments, Order.GREATER_OR_EQUAL, 1), compared(arguments, Order.LESS_OR_EQUAL, 2)));
            default -> throw refused();
        };
    }

    /** Several values of one column are one condition. */
    private static ShowCondition joined(List<ShowCondition> conditions) {
        List<String> values = new ArrayList<>();
        Filter first = conditions.get(0) instanceof Filter filter ? filter : null;
        for (ShowCondition condition : conditions) {
            if (first == null
                    || !(condition instanceof Filter filter)
                    || filter.pattern() != first.pattern()
                    || !filter.column().equalsIgnoreCase(first.column())) {
                return new AnyOf(conditions);
            }
            values.addAll(filter.values());
        }
        return first == null ? new AnyOf(conditions) : new Filter(first.column(), first.pattern(), values);
    }

    private Compared compared(List<Expression> arguments, Order order, int value) {
        return new Compared(column(arguments), order, value(arguments.get(value)));
    }

    private static String column(List<Expression> arguments) {
        if (arguments.get(0) instanceof Name name) {
            return name.last();
        }
        throw refused();
    }

    private List<String> values(List<Expression> arguments) {
        return arguments.stream().skip(1).map(this::value).toList();
    }

    private String value(Expression expression) {
        if (expression instanceof Literal literal) {
            return literals.peek(literal.index()).text();
        }
        throw refused();
    }

    private static TributaryException refused() {
        return TributaryException.notSupported("this WHERE in SHOW");
    }
}
