package io.tributary.planner.sql;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.Tokens;
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
    /** Parentheses and NOTs within each other. */
    private static final int DEPTH_MAX = 64;

    private final Tokens tokens;
    private int depth;

    FilterParser(Tokens tokens) {
        this.tokens = tokens;
    }

    /** All must hold. */
    List<ShowCondition> parse() {
        if (tokens.accept("LIKE")) {
            return List.of(new Filter("", true, List.of(tokens.string())));
        }
        if (!tokens.accept("WHERE")) {
            return List.of();
        }
        ShowCondition where = anyOf();
        if (!tokens.atEnd() && !tokens.atSymbol(';') && !tokens.atAny("ORDER", "LIMIT")) {
            throw TributaryException.notSupported("this WHERE in SHOW");
        }
        return where instanceof AllOf all ? all.conditions() : List.of(where);
    }

    private ShowCondition anyOf() {
        List<ShowCondition> conditions = new ArrayList<>();
        do {
            conditions.add(allOf());
        } while (tokens.accept("OR"));
        return conditions.size() == 1 ? conditions.get(0) : joined(conditions);
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

    private ShowCondition allOf() {
        List<ShowCondition> conditions = new ArrayList<>();
        do {
            conditions.add(one());
        } while (tokens.accept("AND"));
        return conditions.size() == 1 ? conditions.get(0) : new AllOf(conditions);
    }

    private ShowCondition one() {
        if (++depth > DEPTH_MAX) {
            throw TributaryException.notSupported("WHERE in SHOW nested more than " + DEPTH_MAX + " deep");
        }
        ShowCondition condition;
        if (tokens.accept("NOT")) {
            condition = new Not(one());
        } else if (tokens.acceptSymbol('(')) {
            condition = anyOf();
            tokens.expectSymbol(')');
        } else {
            condition = comparison();
        }
        depth--;
        return condition;
    }

    private ShowCondition comparison() {
        String column = Names.column(tokens);
        if (tokens.acceptSymbol('=')) {
            return equal(column);
        }
        if (tokens.acceptSymbol('!')) {
            tokens.expectSymbol('=');
            return new Not(equal(column));
        }
        if (tokens.acceptSymbol('<')) {
            if (tokens.acceptSymbol('>')) {
                return new Not(equal(column));
            }
            Order order = tokens.acceptSymbol('=') ? Order.LESS_OR_EQUAL : Order.LESS;
            return new Compared(column, order, value());
        }
        if (tokens.acceptSymbol('>')) {
            Order order = tokens.acceptSymbol('=') ? Order.GREATER_OR_EQUAL : Order.GREATER;
            return new Compared(column, order, value());
        }
        if (tokens.accept("IS")) {
            boolean not = tokens.accept("NOT");
            tokens.expect("NULL");
            return not ? new Not(new IsNull(column)) : new IsNull(column);
        }
        if (tokens.atEnd()) {
            throw tokens.syntaxError();
        }
        return tokens.accept("NOT") ? new Not(predicate(column)) : predicate(column);
    }

    private ShowCondition predicate(String column) {
        if (tokens.accept("LIKE")) {
            return new Filter(column, true, List.of(tokens.string()));
        }
        if (tokens.accept("IN")) {
            tokens.expectSymbol('(');
            List<String> values = new ArrayList<>();
            do {
                values.add(value());
            } while (tokens.acceptSymbol(','));
            tokens.expectSymbol(')');
            return new Filter(column, false, values);
        }
        if (tokens.accept("BETWEEN")) {
            ShowCondition low = new Compared(column, Order.GREATER_OR_EQUAL, value());
            tokens.expect("AND");
            return new AllOf(List.of(low, new Compared(column, Order.LESS_OR_EQUAL, value())));
        }
        throw TributaryException.notSupported("this WHERE in SHOW");
    }

    private Filter equal(String column) {
        return new Filter(column, false, List.of(value()));
    }

    private String value() {
        if (tokens.kind() == Tokens.Kind.NUMBER) {
            String number = tokens.text(tokens.start(), tokens.end());
            tokens.advance();
            return number;
        }
        return tokens.string();
    }
}
