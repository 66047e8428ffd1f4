package io.tributary.dialect.bind;

import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.bind.Bound.Aggregate;
import io.tributary.dialect.tree.Literals;
import io.tributary.dialect.tree.Source.Join.Kind;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Rows that a query reads. Each relation has a number of its own in the whole statement. */
public sealed interface BoundSource {
    BoundSource map(UnaryOperator<Bound> change);

    /** @param partitions empty: all */
    record Table(int relation, TableSchema schema, List<String> partitions) implements BoundSource {
        public Table {
            partitions = List.copyOf(partitions);
        }

        /** Returns the partitions that are named. */
        public List<Partition> named() {
            return schema.layout().partitioning().requireAll(partitions, schema.name());
        }

        @Override
        public BoundSource map(UnaryOperator<Bound> change) {
            return this;
        }
    }

    /** @param lateral whether it reads relations before it */
    record Derived(int relation, BoundQuery query, boolean lateral) implements BoundSource {
        @Override
        public BoundSource map(UnaryOperator<Bound> change) {
            return new Derived(relation, query.map(change), lateral);
        }
    }

    /** A query that reads nothing of the statement around it, and has literals of its own. */
    record View(int relation, BoundQuery query, Literals literals) implements BoundSource {
        @Override
        public BoundSource map(UnaryOperator<Bound> change) {
            return this;
        }
    }

    /** The rows of {@link BoundQuery.Named}. */
    record Reference(int relation, int named) implements BoundSource {
        @Override
        public BoundSource map(UnaryOperator<Bound> change) {
            return this;
        }
    }

    /** @param on null: every row with every other one */
    record Join(Kind kind, BoundSource left, BoundSource right, @Nullable Bound on) implements BoundSource {
        @Override
        public BoundSource map(UnaryOperator<Bound> change) {
            return new Join(kind, left.map(change), right.map(change), on == null ? null : change.apply(on));
        }
    }

    /**
     * One row for each group, with columns {@code k1} and so on for the keys and {@code a1} and so on for the aggregates.
     *
     * @param where which rows of {@code from} are grouped
     * @param sets positions of keys; more than one set: of each, with NULL for the other keys
     */
    record Grouped(
            int relation,
            @Nullable BoundSource from,
            @Nullable Bound where,
            List<Key> keys,
            List<List<Integer>> sets,
            List<Aggregate> aggregates)
            implements BoundSource {
        public Grouped {
            keys = List.copyOf(keys);
            sets = List.copyOf(sets);
            aggregates = List.copyOf(aggregates);
        }

        @Override
        public BoundSource map(UnaryOperator<Bound> change) {
            return new Grouped(
                    relation,
                    from == null ? null : from.map(change),
                    where == null ? null : change.apply(where),
                    keys.stream()
                            .map(key -> new Key(change.apply(key.value), change.apply(key.same)))
                            .toList(),
                    sets,
                    aggregates.stream()
                            .map(each -> (Aggregate) each.map(change))
                            .toList());
        }
    }

    /**
     * A key of a group.
     *
     * @param value that of one row of the group, whichever it is
     * @param same what all of them have
     */
    record Key(Bound value, Bound same) {
        /** Whether the value may differ within a group. */
        public boolean varies() {
            return !value.equals(same);
        }
    }

    /** A row for each element of an array, in the column {@code c1}. */
    record Exploded(int relation, BoundSource source, Bound array, boolean outer) implements BoundSource {
        @Override
        public BoundSource map(UnaryOperator<Bound> change) {
            return new Exploded(relation, source.map(change), change.apply(array), outer);
        }
    }
}
