package io.tributary.dialect.bind;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.dialect.bind.BoundQuery.Output;
import io.tributary.dialect.bind.BoundQuery.Select;
import io.tributary.dialect.tree.Source.Join.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Outer joins whose condition has subqueries, for which the embedded engine has no plan: a subquery that reads rows of one side at
 * most has one value for each of them, which is joined to that side before. One thread, one join.
 */
final class OuterJoins {
    private final Side left;
    private final Side right;

    private OuterJoins(BoundSource.Join join, Statement statement) {
        left = new Side(join.left(), statement.next());
        right = new Side(join.right(), statement.next());
    }

    /** One side of the join with values of its rows. */
    private static final class Side {
        private final BoundSource source;
        private final Set<Integer> relations;
        private final int relation;
        private final List<Bound> values = new ArrayList<>();
        private final List<Output> outputs = new ArrayList<>();

        Side(BoundSource source, int relation) {
            this.source = source;
            this.relation = relation;
            relations = Correlation.relations(source);
        }

        boolean isRead(Set<Integer> read) {
            return relations.stream().anyMatch(read::contains);
        }

        Bound add(Bound value) {
            values.add(value);
            outputs.add(new Output("", value.type(), ColumnOrigin.COMPUTED));
            return new Bound.Column(value.type(), relation, BoundQuery.column(values.size() - 1));
        }

        BoundSource joined() {
            BoundQuery one = new Select(outputs, values, null, null, null, null, Outputs.UNORDERED);
            BoundSource row = new BoundSource.Derived(relation, one, Correlation.isCorrelated(one));
            return values.isEmpty() ? source : new BoundSource.Join(Kind.INNER, source, row, null);
        }
    }

    /** Returns the join without subqueries in its condition. */
    static BoundSource join(BoundSource.Join join, Statement statement) {
        Bound on = join.on();
        if (on == null || join.kind() == Kind.INNER) {
            return join;
        }
        OuterJoins outer = new OuterJoins(join, statement);
        Bound condition = outer.without(on);
        return new BoundSource.Join(join.kind(), outer.left.joined(), outer.right.joined(), condition);
    }

    private Bound without(Bound bound) {
        if (Correlation.query(bound) == null) {
            return bound.map(this::without);
        }
        Set<Integer> read = Correlation.read(bound);
        boolean ofRight = right.isRead(read);
        if (ofRight && left.isRead(read)) {
            throw TributaryException.notSupported("a subquery in ON of an outer join that reads rows of both sides");
        }
        return (ofRight ? right : left).add(bound);
    }
}
