package io.tributary.dialect.bind;

import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.dialect.bind.Bound.Column;
import io.tributary.dialect.bind.BoundQuery.Ordering;
import io.tributary.dialect.bind.BoundQuery.Output;
import io.tributary.dialect.bind.BoundQuery.Select;
import io.tributary.dialect.type.SqlType;
import java.util.ArrayList;
import java.util.List;

/** Results of queries as what other queries read. */
final class Outputs {
    static final Ordering UNORDERED = new Ordering(List.of(), null, null);

    private Outputs() {}

    /** Returns a query with its columns made these types. */
    static BoundQuery as(BoundQuery query, List<SqlType> types, Statement statement) {
        int relation = isPlain(query) ? 0 : statement.next();
        List<Bound> values = values(query, relation);
        List<Bound> made = new ArrayList<>();
        List<Output> changed = new ArrayList<>();
        boolean same = true;
        for (int i = 0; i < values.size(); i++) {
            Output output = query.outputs().get(i);
            Bound converted = Conversions.stored(values.get(i), types.get(i));
            same &= converted == values.get(i) && isStoredAlike(output.type(), types.get(i));
            made.add(converted);
            changed.add(output.as(types.get(i).nullable(converted.type().nullable())));
        }
        return same && !isPlain(query) ? query : computed(query, relation, changed, made);
    }

    /** Returns a query of what is the same of values that are equal as these types. */
    static BoundQuery keyed(BoundQuery query, List<SqlType> types, Statement statement) {
        if (types.stream().noneMatch(Conversions::folds)) {
            return query;
        }
        int relation = isPlain(query) ? 0 : statement.next();
        List<Bound> values = values(query, relation);
        List<Bound> made = new ArrayList<>();
        List<Output> changed = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            made.add(Conversions.key(values.get(i), types.get(i)));
            changed.add(query.outputs().get(i).as(made.get(i).type()));
        }
        return computed(query, relation, changed, made);
    }

    /** Whether what is computed of its values can stand in their place. */
    private static boolean isPlain(BoundQuery query) {
        return query instanceof Select select && select.distinct() == null;
    }

    /** Returns what a query gives, to be computed with: of a relation of this number unless it is plain. */
    private static List<Bound> values(BoundQuery query, int relation) {
        if (isPlain(query)) {
            return ((Select) query).values();
        }
        List<Bound> columns = new ArrayList<>();
        for (Output output : query.outputs()) {
            columns.add(new Column(output.type(), relation, BoundQuery.column(columns.size())));
        }
        return columns;
    }

    private static BoundQuery computed(BoundQuery query, int relation, List<Output> outputs, List<Bound> values) {
        return query instanceof Select select && isPlain(query)
                ? new Select(outputs, values, null, select.from(), select.where(), select.qualify(), select.ordering())
                : new Select(
                        outputs, values, null, new BoundSource.Derived(relation, query, false), null, null, UNORDERED);
    }

    /** Whether a column of a result has one type of the engine's for both. */
    private static boolean isStoredAlike(SqlType one, SqlType other) {
        return one.kind() == other.kind()
                && one.unsigned() == other.unsigned()
                && one.scale() == other.scale()
                && (!one.kind().isInteger() || one.precision() > 19 == other.precision() > 19);
    }

    /** Returns a query whose quotients have the digits that they show, unless it is read as a part of the one around it. */
    static BoundQuery materialized(BoundQuery query, Statement statement) {
        boolean merged = query instanceof Select select
                && select.distinct() == null
                && !(select.from() instanceof BoundSource.Grouped)
                && select.from() != null
                && select.ordering().limit() == null;
        return merged ? query : shown(query, statement);
    }

    /** Returns a query whose quotients have the digits that they show. */
    static BoundQuery shown(BoundQuery query, Statement statement) {
        List<SqlType> types = query.outputs().stream()
                .map(output -> output.type().carrying(0))
                .toList();
        return as(query, types, statement);
    }

    /**
     * Returns the fields of a relation that a query makes.
     *
     * @param names empty: the query's own
     */
    static List<Found> fields(int relation, List<Output> outputs, List<String> names, String table) {
        List<Found> fields = new ArrayList<>();
        for (int i = 0; i < outputs.size(); i++) {
            Output output = outputs.get(i);
            boolean computed = output.origin().equals(ColumnOrigin.COMPUTED);
            fields.add(new Found(
                    names.isEmpty() ? output.name() : names.get(i),
                    new Column(output.type(), relation, BoundQuery.column(i)),
                    computed ? output.origin() : output.origin().under(table)));
        }
        return fields;
    }
}
