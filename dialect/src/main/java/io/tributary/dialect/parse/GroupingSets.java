package io.tributary.dialect.parse;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelectGroupByClause;
import com.alibaba.druid.sql.dialect.mysql.ast.expr.MySqlOrderingExpr;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.lex.Limit;
import io.tributary.dialect.lex.Mark;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** GROUP BY, its ROLLUPs and CUBEs written out. */
final class GroupingSets {
    private final Statement statement;
    private final Expressions expressions;
    private final List<Expression> keys = new ArrayList<>();

    GroupingSets(Statement statement, Expressions expressions) {
        this.statement = statement;
        this.expressions = expressions;
    }

    Query.Grouping read(SQLSelectGroupByClause clause) {
        if (clause.isWithCube()) {
            throw TributaryException.notSupported("WITH CUBE");
        }
        if (clause.getItems().isEmpty()) {
            return Query.Grouping.NONE;
        }
        List<List<Integer>> sets = List.of(List.of());
        if (clause.isWithRollUp()) {
            sets = rollup(clause.getItems());
        } else {
            for (SQLExpr item : clause.getItems()) {
                sets = crossed(sets, sets(item));
            }
        }
        return new Query.Grouping(keys, sets);
    }

    private List<List<Integer>> sets(SQLExpr item) {
        if (!(item instanceof SQLMethodInvokeExpr call)) {
            return List.of(positions(item));
        }
        List<SQLExpr> arguments = call.getArguments();
        if (Expressions.isCall(call, Mark.GROUPING)) {
            return arguments.stream().flatMap(each -> sets(each).stream()).toList();
        }
        if (Expressions.isCall(call, Mark.ROLLUP)) {
            return rollup(arguments);
        }
        return Expressions.isCall(call, Mark.CUBE) ? cube(arguments) : List.of(positions(item));
    }

    /** {@code (a, b)} and so on down to {@code ()}. */
    private List<List<Integer>> rollup(List<SQLExpr> items) {
        List<List<Integer>> elements = items.stream().map(this::positions).toList();
        return IntStream.rangeClosed(0, elements.size())
                .mapToObj(left -> elements.stream()
                        .limit(elements.size() - left)
                        .flatMap(List::stream)
                        .toList())
                .toList();
    }

    private List<List<Integer>> cube(List<SQLExpr> items) {
        List<List<Integer>> sets = List.of(List.of());
        for (SQLExpr item : items) {
            sets = crossed(sets, List.of(positions(item), List.of()));
        }
        return sets;
    }

    private static List<List<Integer>> crossed(List<List<Integer>> left, List<List<Integer>> right) {
        Limit.GROUPING_SETS.check((long) left.size() * right.size());
        return left.stream()
                .flatMap(first -> right.stream().map(second -> Stream.concat(first.stream(), second.stream())
                        .distinct()
                        .toList()))
                .toList();
    }

    /** Where an expression, or those of a row, stand among the keys. */
    private List<Integer> positions(SQLExpr item) {
        if (item instanceof MySqlOrderingExpr ordering) {
            if (ordering.getType() != null) {
                throw statement.refused();
            }
            return positions(ordering.getExpr());
        }
        Expression key = expressions.read(item);
        return (key instanceof Expression.Row row ? row.values() : List.of(key))
                .stream().map(this::position).toList();
    }

    private int position(Expression key) {
        if (!keys.contains(key)) {
            keys.add(key);
        }
        return keys.indexOf(key);
    }
}
