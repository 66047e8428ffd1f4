package io.tributary.dialect.bind;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Expression.Call;
import io.tributary.dialect.tree.Expression.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Comparisons of rows, value by value.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/comparison-operators.html">Comparison Functions and Operators</a>
 */
final class RowComparisons {
    /** The parts of all values that are written more than once: rows within rows would double them with every level. */
    private static final int PARTS_MAX = 1_000;

    private final ExpressionBinder expressions;
    private int parts;

    RowComparisons(ExpressionBinder expressions) {
        this.expressions = expressions;
    }

    Bound call(Call call) {
        List<Expression> arguments = call.arguments();
        List<Bound> first = row(arguments.get(0), size(arguments));
        first.forEach(this::count);
        if (call.name().equals("IN")) {
            Bound any = null;
            for (Expression other : arguments.subList(1, arguments.size())) {
                Bound equal = equal("=", first, row(other, first.size()));
                any = any == null ? equal : expressions.apply("OR", any, equal);
            }
            return Objects.requireNonNull(any);
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
            if (expression instanceof Expression.Scalar) {
                throw TributaryException.notSupported("comparison of a row with a subquery");
            }
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
}
