package io.tributary.dialect.parse;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLLimit;
import com.alibaba.druid.sql.ast.SQLOrderBy;
import com.alibaba.druid.sql.ast.SQLOrderingSpecification;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLSelectGroupByClause;
import com.alibaba.druid.sql.ast.statement.SQLSelectItem;
import com.alibaba.druid.sql.ast.statement.SQLSelectOrderByItem;
import com.alibaba.druid.sql.ast.statement.SQLSelectQuery;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import com.alibaba.druid.sql.ast.statement.SQLUnionQuery;
import com.alibaba.druid.sql.ast.statement.SQLWithSubqueryClause;
import io.tributary.dialect.lex.Limit;
import io.tributary.dialect.lex.Mark;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Order;
import io.tributary.dialect.tree.Query;
import io.tributary.dialect.tree.Query.Combined.Operator;
import io.tributary.dialect.tree.Window;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Queries: SELECT and how several are combined. */
final class Queries {
    private final Statement statement;
    private final Expressions expressions;
    private final Sources sources;
    private final Windows windows;

    Queries(Statement statement) {
        this.statement = statement;
        windows = new Windows(statement, this);
        expressions = new Expressions(statement, this, windows);
        sources = new Sources(statement, this);
    }

    Expressions expressions() {
        return expressions;
    }

    Sources sources() {
        return sources;
    }

    Query read(SQLSelect select) {
        SQLWithSubqueryClause with = select.getWithSubQuery();
        List<Query.Named> named = new ArrayList<>();
        if (with != null) {
            for (SQLWithSubqueryClause.Entry entry : with.getEntries()) {
                named.add(new Query.Named(
                        Statement.unquoted(entry.getAlias()),
                        statement.names(entry.getColumns()),
                        read(entry.getSubQuery())));
            }
        }
        if (select.getOrderBy() != null || select.getLimit() != null) {
            throw statement.refused();
        }
        Query body = read(select.getQuery());
        return with == null ? body : new Query.With(Boolean.TRUE.equals(with.getRecursive()), named, body);
    }

    Query read(SQLSelectQuery query) {
        if (query instanceof SQLUnionQuery union) {
            return combined(union);
        }
        if (query instanceof SQLSelectQueryBlock block) {
            return select(block);
        }
        throw statement.refused();
    }

    // ---- UNION

    /** A query and how it is combined with those before it. */
    private record Part(Operator operator, boolean all, Query query) {
        Query with(Query left, Query.Ordering ordering) {
            return new Query.Combined(operator, all, left, query, ordering);
        }
    }

    /** The parser combines from left to right; INTERSECT comes first. */
    private Query combined(SQLUnionQuery last) {
        Deque<SQLUnionQuery> unions = new ArrayDeque<>(List.of(last));
        SQLSelectQuery first = last.getLeft();
        while (first instanceof SQLUnionQuery union && !union.isParenthesized()) {
            if (union.getOrderBy() != null || union.getLimit() != null) {
                throw statement.refused();
            }
            unions.push(union);
            first = union.getLeft();
        }
        Limit.CHAIN.check(unions.size());
        List<Part> parts = new ArrayList<>(List.of(new Part(Operator.UNION, false, read(first))));
        for (SQLUnionQuery union : unions) {
            String operator = union.getOperator().name;
            Operator kind = operator.startsWith("INTERSECT")
                    ? Operator.INTERSECT
                    : operator.startsWith("UNION") ? Operator.UNION : Operator.EXCEPT;
            Part part = new Part(kind, operator.endsWith("ALL"), read(union.getRight()));
            int before = parts.size() - 1;
            if (kind == Operator.INTERSECT) {
                Part left = parts.get(before);
                parts.set(before, new Part(left.operator(), left.all(), part.with(left.query(), Query.Ordering.NONE)));
            } else {
                parts.add(part);
            }
        }
        Query result = parts.get(0).query();
        for (Part part : parts.subList(1, parts.size())) {
            result = part.with(result, Query.Ordering.NONE);
        }
        Query.Combined combined = (Query.Combined) result;
        return new Query.Combined(
                combined.operator(),
                combined.all(),
                combined.left(),
                combined.right(),
                ordering(last.getOrderBy(), last.getLimit()));
    }

    // ---- SELECT

    private Query select(SQLSelectQueryBlock block) {
        boolean foreign = Stream.of(
                        block.getStartWith(),
                        block.getConnectBy(),
                        block.getOrderBySiblings(),
                        block.getInto(),
                        block.getWith(),
                        block.getQualify())
                .anyMatch(Objects::nonNull);
        List<SQLSelectItem> items = block.getSelectList();
        if (foreign || items.size() < 2) {
            throw statement.refused();
        }
        List<String> labels = statement.labels(items.get(0).getExpr());
        if (Statement.is(items.get(1).getExpr(), Mark.VALUES)) {
            return values(items.subList(2, items.size()), ordering(block.getOrderBy(), block.getLimit()));
        }
        List<Query.Item> read = new ArrayList<>();
        for (int i = 1; i < items.size(); i++) {
            read.add(item(items.get(i), labels.isEmpty() ? "" : labels.get(i - 1)));
        }
        SQLSelectGroupByClause grouping = block.getGroupBy();
        Query.Select select = new Query.Select(
                read,
                block.isDistinct(),
                block.getFrom() == null ? null : sources.read(block.getFrom()),
                optional(block.getWhere()),
                grouping == null ? Query.Grouping.NONE : new GroupingSets(statement, expressions).read(grouping),
                filters(grouping == null ? null : grouping.getHaving(), windows.named(block.getWindows())),
                ordering(block.getOrderBy(), block.getLimit()));
        if (!labels.isEmpty() && labels.size() != read.size()) {
            throw statement.refused();
        }
        return select;
    }

    private Query.Item item(SQLSelectItem item, String label) {
        if (item.isConnectByRoot() || item.isUDTFSelectItem()) {
            throw statement.refused();
        }
        Expression value = expressions.read(item.getExpr());
        String alias = statement.alias(item.getAlias());
        boolean column = value instanceof Expression.Name || value instanceof Expression.Star;
        return new Query.Item(value, alias, alias.isEmpty() && !column ? label : "");
    }

    private Query values(List<SQLSelectItem> rows, Query.Ordering ordering) {
        List<List<Expression>> read = new ArrayList<>();
        for (SQLSelectItem row : rows) {
            if (!(row.getExpr() instanceof SQLMethodInvokeExpr call) || row.getAlias() != null) {
                throw statement.refused();
            }
            read.add(expressions.all(call.getArguments()));
        }
        return new Query.Values(read, ordering);
    }

    private Query.Filters filters(@Nullable SQLExpr having, List<Window.Named> named) {
        if (having instanceof SQLMethodInvokeExpr call && Expressions.isCall(call, Mark.QUALIFY)) {
            Expression first = expressions.read(call.getArguments().get(0));
            return new Query.Filters(
                    first == Expression.Word.NULL ? null : first,
                    expressions.read(call.getArguments().get(1)),
                    named);
        }
        return new Query.Filters(optional(having), null, named);
    }

    @Nullable
    Expression optional(@Nullable SQLExpr expression) {
        return expression == null ? null : expressions.read(expression);
    }

    Query.Ordering ordering(@Nullable SQLOrderBy order, @Nullable SQLLimit limit) {
        if (order == null && limit == null) {
            return Query.Ordering.NONE;
        }
        List<Order> keys = orders(order);
        // A literal that stands first is read first.
        return new Query.Ordering(
                keys,
                limit == null ? null : optional(limit.getRowCount()),
                limit == null ? null : optional(limit.getOffset()));
    }

    List<Order> orders(@Nullable SQLOrderBy order) {
        List<Order> keys = new ArrayList<>();
        for (SQLSelectOrderByItem item : order == null ? List.<SQLSelectOrderByItem>of() : order.getItems()) {
            SQLSelectOrderByItem.NullsOrderType nulls = item.getNullsOrderType();
            keys.add(new Order(
                    expressions.read(item.getExpr()),
                    item.getType() == SQLOrderingSpecification.DESC,
                    nulls == null
                            ? Order.Nulls.AS_MYSQL
                            : nulls == SQLSelectOrderByItem.NullsOrderType.NullsFirst
                                    ? Order.Nulls.FIRST
                                    : Order.Nulls.LAST));
        }
        return keys;
    }
}
