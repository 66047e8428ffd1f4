package io.tributary.dialect.bind;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.information.SystemTables;
import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.dialect.bind.Bound.SortKey;
import io.tributary.dialect.bind.BoundQuery.Ordering;
import io.tributary.dialect.bind.BoundQuery.Output;
import io.tributary.dialect.bind.BoundQuery.Select;
import io.tributary.dialect.bind.Catalog.View.Edit;
import io.tributary.dialect.bind.ExpressionBinder.Clause;
import io.tributary.dialect.bind.Scope.Side;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Expression.Name;
import io.tributary.dialect.tree.Expression.Star;
import io.tributary.dialect.tree.Order;
import io.tributary.dialect.tree.Query;
import io.tributary.dialect.tree.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Binds one SELECT, clause by clause in the order in which MySQL looks names up. One thread, one SELECT. */
final class SelectBinder {
    private final Statement statement;
    private final QueryBinder queries;
    private final Scope scope;
    private final List<Output> outputs = new ArrayList<>();
    private final List<Bound> values = new ArrayList<>();
    private Map<String, Window> windows = Map.of();

    SelectBinder(Statement statement, QueryBinder queries, @Nullable Scope outer) {
        this.statement = statement;
        this.queries = queries;
        scope = new Scope(outer, queries.named());
    }

    BoundQuery select(Query.Select select) {
        BoundSource from = null;
        if (select.from() != null) {
            Side side = new SourceBinder(statement, queries, scope.outer())
                    .bind(select.from(), new Scope(scope.outer(), queries.named()));
            scope.add(side);
            from = side.source();
        }
        windows = Windows.byName(select.filters().windows());
        items(select.items());
        if (select.distinct()) {
            showDigits();
        }
        Bound where =
                select.where() == null ? null : binder("where clause", false).condition(select.where());
        statement.lookup.restrict(
                scope.relations().stream().map(Relation::number).collect(Collectors.toSet()), where);
        Grouping grouping = new Grouping(statement, scope);
        List<Bound> keys = keys(select.grouping().keys());
        ExpressionBinder having = new ExpressionBinder(statement, scope, aliased("having clause", false));
        Expression condition = select.filters().having();
        Bound filter = condition == null ? null : having.condition(condition);
        Expression qualify = select.filters().qualify();
        Bound qualified = qualify == null ? null : having.condition(qualify);
        List<Bound> distinct = select.distinct() ? Conversions.distinct(values) : null;
        // A key that is a constant is NULL in the rows of other sets.
        List<Bound> varying = select.grouping().sets().size() > 1 ? keys : List.of();
        List<SortKey> order = order(select.ordering().keys(), varying);
        Ordering ordering = new Ordering(
                order,
                queries.limit(select.ordering().limit()),
                queries.limit(select.ordering().offset()));
        if (keys.isEmpty() && !Grouping.aggregates(values, filter, qualified, order)) {
            // HAVING without groups is one more condition upon rows.
            Bound both = where == null
                    ? filter
                    : filter == null ? where : binder("having clause", false).apply("AND", where, filter);
            return new Select(outputs, values, distinct, from, both, qualified, ordering);
        }
        Select rows = new Select(outputs, values, distinct, from, where, qualified, ordering);
        return grouping.group(rows, keys, select.grouping().sets(), filter);
    }

    private ExpressionBinder binder(String words, boolean aggregates) {
        return new ExpressionBinder(statement, scope, new Clause(words, aggregates, Clause.Names.NONE, windows));
    }

    private void items(List<Query.Item> items) {
        ExpressionBinder binder = binder("field list", true);
        for (Query.Item item : items) {
            if (item.value() instanceof Star star) {
                star(star);
                continue;
            }
            Bound value = binder.bind(item.value());
            Found column = item.value() instanceof Name name ? scope.find(name.parts(), "field list") : null;
            String own =
                    column != null && SystemTables.isDatabase(column.origin().database())
                            ? column.name() // as MySQL 8 calls it, however it is written
                            : item.value() instanceof Name written ? written.last() : item.label();
            String name = item.alias().isEmpty() ? own : item.alias();
            add(name, value, column == null ? ColumnOrigin.COMPUTED : column.origin());
        }
    }

    /** Rows that show the same quotients are the same. */
    private void showDigits() {
        values.replaceAll(Conversions::shown);
        for (int i = 0; i < values.size(); i++) {
            outputs.set(i, outputs.get(i).as(values.get(i).type()));
        }
    }

    private void star(Star star) {
        if (scope.relations().isEmpty() && star.qualifier().isEmpty()) {
            throw ErrorCode.NO_TABLES_USED.error("No tables used");
        }
        List<Found> all = star.qualifier().isEmpty() ? scope.star() : scope.star(star.qualifier());
        StringJoiner text = new StringJoiner(", ");
        for (Found found : all) {
            if (star.except().stream().noneMatch(found.name()::equalsIgnoreCase)) {
                add(found.name(), found.value(), found.origin());
                text.add(scope.text(found));
            }
        }
        statement.edits.put(star.start(), new Edit(star.start(), star.end(), text.toString()));
    }

    private void add(String name, Bound value, ColumnOrigin origin) {
        outputs.add(new Output(name, value.type(), origin));
        values.add(value);
    }

    /** A column goes before an alias of the same name. */
    private List<Bound> keys(List<Expression> expressions) {
        Clause clause =
                new Clause("group statement", false, name -> ownAliasBehindColumns(name, "group statement"), Map.of());
        ExpressionBinder binder = new ExpressionBinder(statement, scope, clause);
        List<Bound> keys = new ArrayList<>();
        for (Expression key : expressions) {
            int position = queries.position(key, values.size(), "group statement");
            Bound bound = position >= 0 ? values.get(position) : binder.bind(key);
            String name =
                    position >= 0 ? outputs.get(position).name() : key instanceof Name written ? written.last() : "";
            if (Conversions.hasAggregate(bound)) {
                throw ErrorCode.WRONG_GROUP_FIELD.error("Can't group on '" + name + "'");
            }
            if (Windows.hasWindow(bound)) {
                throw ErrorCode.WINDOW_ALIAS_HERE.error("You cannot use the alias '" + name
                        + "' of an expression containing a window function in this context.'");
            }
            keys.add(bound);
        }
        return keys;
    }

    /** A name that several tables have means the one that is selected. */
    private @Nullable Bound ownAliasBehindColumns(Name name, String clause) {
        return scope.isAmbiguous(name.parts()) || scope.own(name.parts(), clause) == null ? alias(name) : null;
    }

    private @Nullable Bound alias(Name name) {
        if (name.parts().size() > 1) {
            return null;
        }
        for (int i = 0; i < outputs.size(); i++) {
            if (outputs.get(i).name().equalsIgnoreCase(name.last())) {
                return values.get(i);
            }
        }
        return null;
    }

    /** @param columnsFirst whether a column goes before an alias of the same name */
    private Clause aliased(String words, boolean columnsFirst) {
        return new Clause(
                words, true, name -> columnsFirst ? ownAliasBehindColumns(name, words) : alias(name), windows);
    }

    /** @param varying what has no one value, though it is a constant */
    private List<SortKey> order(List<Order> keys, List<Bound> varying) {
        ExpressionBinder binder = new ExpressionBinder(statement, scope, aliased("order clause", false));
        List<SortKey> order = new ArrayList<>();
        for (Order key : keys) {
            int position = queries.position(key.value(), values.size(), "order clause");
            Bound value = position >= 0 ? values.get(position) : binder.bind(key.value());
            if (!Arguments.isConstant(value) || varying.contains(value)) {
                order.add(ExpressionBinder.key(key, value));
            }
        }
        return order;
    }
}
