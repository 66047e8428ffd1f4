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
        List<Output> outputs = query.outputs();
        boolean plain = query instanceof Select select && !select.distinct();
        List<Bound> values = new ArrayList<>();
        List<Output> changed = new ArrayList<>();
        int relation = plain ? 0 : statement.next();
        boolean same = true;
        for (int i = 0; i < outputs.size(); i++) {
            SqlType type = outputs.get(i).type();
            Bound value = plain ? ((Select) query).values().get(i) : new Column(type, relation, BoundQuery.column(i));
            Bound converted = Conversions.convert(value, types.get(i));
            same &= converted == value && isStoredAlike(type, types.get(i));
            values.add(converted);
            changed.add(outputs.get(i).as(types.get(i).nullable(converted.type().nullable())));
        }
        if (query instanceof Select select && plain) {
            return new Select(
                    changed, values, false, select.from(), select.where(), select.qualify(), select.ordering());
        }
        return same
                ? query
                : new Select(
                        changed, values, false, new BoundSource.Derived(relation, query, false), null, null, UNORDERED);
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
                && !select.distinct()
                && !(select.from() instanceof BoundSource.Grouped)
                && select.from() != null
                && select.ordering().limit() == null;
        List<SqlType> shown = query.outputs().stream()
                .map(output -> output.type().carrying(0))
                .toList();
        return merged ? query : as(query, shown, statement);
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
