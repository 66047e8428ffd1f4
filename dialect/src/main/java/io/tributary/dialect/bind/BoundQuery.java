package io.tributary.dialect.bind;

import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.dialect.bind.Bound.SortKey;
import io.tributary.dialect.tree.Query.Combined.Operator;
import io.tributary.dialect.type.SqlType;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A query whose result has columns with types; whoever reads them calls them {@code c1}, {@code c2} and so on. */
public sealed interface BoundQuery {
    List<Output> outputs();

    BoundQuery map(UnaryOperator<Bound> change);

    /**
     * Returns the same with all digits that its values are calculated with, as they are stored: of a quotient more than it shows.
     * What goes through a temporary table, as rows of UNION and DISTINCT do, has been cut there.
     */
    default BoundQuery exact() {
        return this;
    }

    /** Returns the engine's name of a column of a query, counted from 0. */
    static String column(int position) {
        return "c" + (position + 1);
    }

    /**
     * A column of the result.
     *
     * @param name its label
     * @param origin the column of a table that it shows
     */
    record Output(String name, SqlType type, ColumnOrigin origin) {
        Output as(SqlType other) {
            return new Output(name, other, origin);
        }

        /** Returns the same as what is no column of a table. */
        public Output computed() {
            return new Output(name, type, ColumnOrigin.COMPUTED);
        }
    }

    /**
     * One SELECT.
     *
     * @param distinct null: all rows; else one of those that have these values alike, empty: all their values
     * @param from null: one row without columns
     * @param where what the rows of {@code from} must fulfil; of grouped rows what HAVING says
     */
    record Select(
            List<Output> outputs,
            List<Bound> values,
            @Nullable List<Bound> distinct,
            @Nullable BoundSource from,
            @Nullable Bound where,
            @Nullable Bound qualify,
            Ordering ordering)
            implements BoundQuery {
        public Select {
            outputs = List.copyOf(outputs);
            values = List.copyOf(values);
            distinct = distinct == null ? null : List.copyOf(distinct);
        }

        @Override
        public BoundQuery exact() {
            List<Output> exact = new ArrayList<>();
            for (int i = 0; i < outputs.size(); i++) {
                Output output = outputs.get(i);
                boolean bits = Conversions.isBits(values.get(i));
                exact.add(output.as(bits ? output.type.asBits() : output.type.exact()));
            }
            return distinct == null ? new Select(exact, values, distinct, from, where, qualify, ordering) : this;
        }

        @Override
        public BoundQuery map(UnaryOperator<Bound> change) {
            return new Select(
                    outputs,
                    Bound.all(values, change),
                    distinct == null ? null : Bound.all(distinct, change),
                    from == null ? null : from.map(change),
                    where == null ? null : change.apply(where),
                    qualify == null ? null : change.apply(qualify),
                    ordering.map(change));
        }
    }

    /**
     * A set operation. What it is distinct and ordered by are columns of the result, by {@link BoundQuery#column}.
     *
     * @param distinct as of a SELECT; null: ALL
     */
    record Combined(
            List<Output> outputs,
            Operator operator,
            @Nullable List<Bound> distinct,
            BoundQuery left,
            BoundQuery right,
            Ordering ordering)
            implements BoundQuery {
        public Combined {
            outputs = List.copyOf(outputs);
            distinct = distinct == null ? null : List.copyOf(distinct);
        }

        @Override
        public BoundQuery map(UnaryOperator<Bound> change) {
            return new Combined(
                    outputs,
                    operator,
                    distinct == null ? null : Bound.all(distinct, change),
                    left.map(change),
                    right.map(change),
                    ordering.map(change));
        }
    }

    /** Rows that are written out. */
    record Values(List<Output> outputs, List<List<Bound>> rows, Ordering ordering) implements BoundQuery {
        public Values {
            outputs = List.copyOf(outputs);
            rows = List.copyOf(rows);
        }

        @Override
        public BoundQuery map(UnaryOperator<Bound> change) {
            List<List<Bound>> changed =
                    rows.stream().map(row -> Bound.all(row, change)).toList();
            return new Values(outputs, changed, ordering.map(change));
        }
    }

    /** Queries that have a number within {@code body}, and within those that follow them. */
    record With(List<Named> named, BoundQuery body) implements BoundQuery {
        public With {
            named = List.copyOf(named);
        }

        @Override
        public List<Output> outputs() {
            return body.outputs();
        }

        @Override
        public BoundQuery exact() {
            return new With(named, body.exact());
        }

        @Override
        public BoundQuery map(UnaryOperator<Bound> change) {
            return new With(
                    named.stream()
                            .map(each -> new Named(each.number, each.recursive, each.query.map(change)))
                            .toList(),
                    body.map(change));
        }
    }

    /** @param recursive whether it is a UNION whose right side reads it */
    record Named(int number, boolean recursive, BoundQuery query) {}

    /** ORDER BY and LIMIT; null where they do not stand. */
    record Ordering(List<SortKey> keys, @Nullable Bound limit, @Nullable Bound offset) {
        public Ordering {
            keys = List.copyOf(keys);
        }

        Ordering map(UnaryOperator<Bound> change) {
            return new Ordering(SortKey.all(keys, change), limit, offset);
        }

        /** The same by other values. */
        Ordering by(List<Bound> values) {
            Iterator<Bound> next = values.iterator();
            return map(ignored -> next.next());
        }
    }
}
