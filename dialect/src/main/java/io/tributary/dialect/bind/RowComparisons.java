package io.tributary.dialect.bind;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Expression.Call;
import io.tributary.dialect.tree.Expression.Row;
import io.tributary.dialect.tree.Query;
import io.tributary.dialect.tree.Source;
import io.tributary.dialect.type.Comparison;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Comparisons of rows, value by value, and with lists of values.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/comparison-operators.html">Comparison Functions and Operators</a>
 */
final class RowComparisons {
    /** A DECIMAL of so many digits, whatever its fraction, and a BIGINT fit one DECIMAL. */
    private static final int EXACT_DIGITS = 18;

    /** The parts of all values that are written more than once: rows within rows would double them with every level. */
    private static final int PARTS_MAX = 1_000;

    private final ExpressionBinder expressions;
    private int parts;

    RowComparisons(ExpressionBinder expressions) {
        this.expressions = expressions;
    }

    Bound call(Call call) {
        List<Expression> arguments = call.arguments();
        if (arguments.size() == 2 && ExpressionBinder.isComparison(call.name())) {
            for (int i = 0; i < 2; i++) {
                if (arguments.get(i) instanceof Expression.Scalar row) {
                    return ofQuery(call, i, row.query());
                }
            }
        }
        List<Bound> first = row(arguments.get(0), size(arguments));
        first.forEach(this::count);
        if (call.name().equals("IN")) {
            List<Bound> any = arguments.subList(1, arguments.size()).stream()
                    .map(other -> equal("=", first, row(other, first.size())))
                    .toList();
            return any.size() == 1 ? any.get(0) : expressions.calls.call("OR", any);
        }
        if (!ExpressionBinder.isComparison(call.name())) {
            throw ExpressionBinder.operandColumns(1);
        }
        List<Bound> second = row(arguments.get(1), first.size());
        return switch (call.name()) {
            case "=", "<=>" -> equal(call.name(), first, second);
            case "<>" -> expressions.apply("NOT", equal("=", first, second));
            default -> ordered(call.name(), first, second);
        };
    }

    /** A query of one row is read once: {@code (SELECT (a, b) = (x, y) FROM (query) AS t (x, y))}, which has one row, too, or none. */
    private Bound ofQuery(Call call, int side, Query query) {
        int size = size(call.arguments());
        int columns = columns(query);
        if (columns >= 0 && columns != size) {
            throw ExpressionBinder.operandColumns(size);
        }
        // No name that a client writes without quotes is one of these.
        List<String> names = IntStream.range(0, size).mapToObj(i -> "$row " + i).toList();
        List<Expression> row = names.stream()
                .<Expression>map(name -> new Expression.Name(List.of("$row", name)))
                .toList();
        List<Expression> sides = new ArrayList<>(call.arguments());
        sides.set(side, new Row(row));
        return expressions.bind(new Expression.Scalar(new Query.Select(
                List.of(new Query.Item(new Call(call.name(), sides), "", "")),
                false,
                new Source.Derived(query, "$row", names, false),
                null,
                Query.Grouping.NONE,
                new Query.Filters(null, null, List.of()),
                Query.Ordering.NONE)));
    }

    /** Returns how many columns a query is written with; -1: a star hides them. */
    private static int columns(Query query) {
        if (query instanceof Query.Select select) {
            boolean star = select.items().stream().anyMatch(item -> item.value() instanceof Expression.Star);
            return star ? -1 : select.items().size();
        } else if (query instanceof Query.With with) {
            return columns(with.body());
        } else if (query instanceof Query.Combined combined) {
            return columns(combined.left());
        }
        return -1;
    }

    private Bound count(Bound repeated) {
        if (++parts > PARTS_MAX) {
            throw TributaryException.notSupported("a comparison of rows with more than " + PARTS_MAX + " parts");
        }
        return repeated.map(this::count);
    }

    private static int size(List<Expression> arguments) {
        return arguments.stream()
                .filter(Row.class::isInstance)
                .mapToInt(row -> ((Row) row).values().size())
                .findFirst()
                .orElse(1);
    }

    private List<Bound> row(Expression expression, int size) {
        if (!(expression instanceof Row row)) {
            throw ExpressionBinder.operandColumns(size);
        }
        if (row.values().size() != size) {
            throw ExpressionBinder.operandColumns(size);
        }
        return expressions.all(row.values());
    }

    private Bound equal(String operator, List<Bound> first, List<Bound> second) {
        List<Bound> all = new ArrayList<>();
        for (int i = 0; i < first.size(); i++) {
            all.add(expressions.apply(operator, first.get(i), second.get(i)));
        }
        return all.stream().reduce((a, b) -> expressions.apply("AND", a, b)).orElseThrow();
    }

    /** The first values that differ decide: {@code a < c OR (a = c AND b < d)}. */
    private Bound ordered(String operator, List<Bound> first, List<Bound> second) {
        String strict = operator.substring(0, 1);
        int last = first.size() - 1;
        Bound result = expressions.apply(operator, first.get(last), second.get(last));
        for (int i = last - 1; i >= 0; i--) {
            Bound less = expressions.apply(strict, first.get(i), second.get(i));
            Bound equal = expressions.apply("=", first.get(i), second.get(i));
            result = expressions.apply("OR", less, expressions.apply("AND", equal, result));
        }
        return result;
    }

    /**
     * Compares with each of a list: once for those that are compared alike. One alone is compared as {@code =} does, of which a quotient
     * has the digits that it shows, not all that it carries.
     *
     * @param copied how many lists within the value have copies
     */
    Bound in(Bound value, int copied, List<Bound> list) {
        if (list.size() == 1) {
            return expressions.apply("=", value, list.get(0));
        }
        Bound all = null;
        List<Bound> left = list;
        while (!left.isEmpty()) {
            Kind kind = alike(value, left.get(0));
            Map<Boolean, List<Bound>> parts = left.stream()
                    .collect(Collectors.partitioningBy(
                            each -> alike(value, each) == kind || each.type().kind() == Kind.NULL));
            List<Bound> same = parts.getOrDefault(true, List.of());
            left = parts.getOrDefault(false, List.of());
            if (!left.isEmpty()) {
                expressions.statement.copy(copied);
            }
            List<Bound> arguments = new ArrayList<>(List.of(value));
            arguments.addAll(same);
            Bound some = expressions.calls.call("IN", arguments);
            all = all == null ? some : expressions.apply("OR", all, some);
        }
        return Objects.requireNonNull(all);
    }

    /** Exact numbers are compared alike, if one type has them all. */
    private static Kind alike(Bound value, Bound other) {
        SqlType type = Comparison.of(value.type(), other.type());
        boolean decimal = type.kind() == Kind.DECIMAL && type.precision() <= EXACT_DIGITS;
        boolean exact = decimal || (type.kind().isInteger() && type.kind() != Kind.LARGEINT);
        return exact ? Kind.DECIMAL : type.kind();
    }
}
