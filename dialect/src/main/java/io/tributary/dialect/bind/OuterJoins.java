package io.tributary.dialect.bind;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.dialect.bind.BoundQuery.Output;
import io.tributary.dialect.bind.BoundQuery.Select;
import io.tributary.dialect.tree.Source.Join.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Outer joins whose condition has subqueries, for which the embedded engine has no plan: a subquery that reads none of the joined
 * rows has one value, which is joined to the left side before. One thread, one join.
 */
final class OuterJoins {
    private final int relation;
    private final List<Bound> values = new ArrayList<>();
    private final List<Output> outputs = new ArrayList<>();

    private OuterJoins(Statement statement) {
        relation = statement.next();
    }

    /** Returns the join without subqueries in its condition. */
    static BoundSource join(BoundSource.Join join, Statement statement) {
        Bound on = join.on();
        if (on == null || join.kind() == Kind.INNER) {
            return join;
        }
        OuterJoins outer = new OuterJoins(statement);
        Bound condition = outer.without(on);
        if (outer.values.isEmpty()) {
            return join;
        }
        BoundQuery one = new Select(outer.outputs, outer.values, false, null, null, null, Outputs.UNORDERED);
        BoundSource left = new BoundSource.Join(
                Kind.INNER, join.left(), new BoundSource.Derived(outer.relation, one, false), null);
        return new BoundSource.Join(join.kind(), left, join.right(), condition);
    }

    private Bound without(Bound bound) {
        BoundQuery query = Correlation.query(bound);
        if (query == null) {
            return bound.map(this::without);
        }
        if (bound instanceof Bound.Quantified || Correlation.isCorrelated(query)) {
            throw TributaryException.notSupported(
                    "a subquery in ON of an outer join that reads its rows, or is compared by IN, ANY or ALL");
        }
        values.add(bound);
        outputs.add(new Output("", bound.type(), ColumnOrigin.COMPUTED));
        return new Bound.Column(bound.type(), relation, BoundQuery.column(values.size() - 1));
    }
}
