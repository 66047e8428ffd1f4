package io.tributary.dialect.parse;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.expr.SQLQueryExpr;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLJoinTableSource;
import com.alibaba.druid.sql.ast.statement.SQLLateralViewTableSource;
import com.alibaba.druid.sql.ast.statement.SQLSubqueryTableSource;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import com.alibaba.druid.sql.ast.statement.SQLUnionQueryTableSource;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.lex.Mark;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Source;
import io.tributary.dialect.tree.Source.Join.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What stands behind FROM. */
final class Sources {
    /** The parser's names of them. */
    private static final Map<String, Kind> KINDS = Map.of(
            ",", Kind.INNER,
            "JOIN", Kind.INNER,
            "INNER JOIN", Kind.INNER,
            "CROSS JOIN", Kind.INNER,
            "STRAIGHT_JOIN", Kind.INNER,
            "LEFT JOIN", Kind.LEFT,
            "RIGHT JOIN", Kind.RIGHT,
            "FULL JOIN", Kind.FULL,
            "LEFT SEMI JOIN", Kind.LEFT_SEMI,
            "LEFT ANTI JOIN", Kind.LEFT_ANTI);

    private final Statement statement;
    private final Queries queries;

    Sources(Statement statement, Queries queries) {
        this.statement = statement;
        this.queries = queries;
    }

    /** Null of DUAL. */
    @Nullable
    Source read(SQLTableSource source) {
        boolean dual = source instanceof SQLExprTableSource table
                && table.getExpr() instanceof SQLIdentifierExpr name
                && name.getName().equalsIgnoreCase("DUAL");
        return dual ? null : required(source);
    }

    Source required(SQLTableSource source) {
        if (source instanceof SQLJoinTableSource join) {
            return joined(join);
        }
        String alias = statement.alias(source.getAlias());
        if (source instanceof SQLExprTableSource table) {
            return table(table, alias);
        }
        if (source instanceof SQLSubqueryTableSource subquery) {
            return new Source.Derived(
                    queries.read(subquery.getSelect()), alias, statement.names(subquery.getColumns()), false);
        }
        if (source instanceof SQLUnionQueryTableSource union) {
            return new Source.Derived(
                    queries.read(union.getUnion()), alias, statement.names(union.getColumns()), false);
        }
        if (source instanceof SQLLateralViewTableSource view && !view.isOuter() && view.getOn() == null) {
            Source exploded = required(view.getTableSource());
            if (queries.expressions().read(view.getMethod()) instanceof Expression.Call function) {
                return new Source.Exploded(exploded, function, alias, statement.names(view.getColumns()));
            }
        }
        throw statement.refused();
    }

    private Source table(SQLExprTableSource table, String alias) {
        SQLExpr expression = table.getExpr();
        if (expression instanceof SQLMethodInvokeExpr call
                && call.getMethodName().equalsIgnoreCase("LATERAL")
                && call.getArguments().get(0) instanceof SQLQueryExpr query) {
            return new Source.Derived(
                    queries.read(query.getSubQuery()), alias, statement.names(table.getColumns()), true);
        }
        List<String> name = statement.parts(expression);
        if (name.size() > 2 || !table.getColumns().isEmpty()) {
            throw statement.refused();
        }
        return new Source.Table(name, alias, statement.names(table.getPartitions()));
    }

    private Source joined(SQLJoinTableSource last) {
        Deque<SQLJoinTableSource> joins = new ArrayDeque<>();
        SQLTableSource first = last;
        while (first instanceof SQLJoinTableSource join) {
            joins.push(join);
            first = join.getLeft();
        }
        Source left = required(first);
        for (SQLJoinTableSource join : joins) {
            Kind kind = KINDS.get(join.getJoinType().name);
            if (kind == null || join.getAlias() != null) {
                throw TributaryException.notSupported(join.getJoinType().name);
            }
            List<SQLExpr> using = join.getUsing();
            boolean natural = !using.isEmpty() && Statement.is(using.get(0), Mark.NATURAL);
            left = new Source.Join(
                    kind,
                    natural,
                    left,
                    required(join.getRight()),
                    queries.optional(join.getCondition()),
                    natural ? List.of() : using.stream().map(statement::name).toList());
        }
        return left;
    }
}
