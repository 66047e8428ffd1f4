package io.tributary.dialect.bind;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.registry.Function;
import io.tributary.dialect.registry.FunctionRegistry;
import io.tributary.dialect.registry.FunctionRegistry.Form;
import io.tributary.dialect.tree.Window.Frame;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An expression whose names are looked up and whose values have a type. Immutable; equal where it computes the same.
 */
public sealed interface Bound {
    SqlType BOOL = SqlType.of(Kind.BOOL);

    SqlType type();

    /** Returns this with each part replaced that {@code change} gives another one for; parts of queries, too. */
    default Bound map(UnaryOperator<Bound> change) {
        return this;
    }

    /** Whether one of its parts fulfils a condition; parts of queries, too. */
    default boolean hasPart(Predicate<Bound> condition) {
        boolean[] found = {false};
        Bound unused = map(part -> {
            found[0] |= condition.test(part);
            return part;
        });
        return found[0];
    }

    /** Whether it or one of its parts fulfils a condition; what queries have is not its own. */
    default boolean hasOwn(Predicate<Bound> condition) {
        boolean query = this instanceof Scalar || this instanceof Exists || this instanceof Quantified;
        return condition.test(this) || (!query && hasPart(part -> part.hasOwn(condition)));
    }

    /**
     * A value that is known, see {@link Function.Body} for its class.
     *
     * @param value null: NULL
     */
    record Constant(SqlType type, @Nullable Object value) implements Bound {}

    /** A literal of the statement, whose value nobody needed to know. */
    record Slot(SqlType type, int literal) implements Bound {}

    /** A parameter whose value is not known: only a statement that is described has one. */
    record Parameter(SqlType type, int index) implements Bound {}

    /** @param name of the column in the relation, as the engine is to call it */
    record Column(SqlType type, int relation, String name) implements Bound {}

    /** A word among the arguments of a function. */
    record Word(String word) implements Bound {
        @Override
        public SqlType type() {
            return SqlType.text(word.length())
                    .ordered(SqlType.of(SqlType.Kind.NULL).text());
        }
    }

    record Apply(SqlType type, Function function, List<Bound> arguments) implements Bound {
        public Apply {
            arguments = List.copyOf(arguments);
        }

        @Override
        public Bound map(UnaryOperator<Bound> change) {
            return new Apply(type, function, all(arguments, change));
        }
    }

    /** @param form why: what a statement casts may become something else than what a function wants */
    record Convert(SqlType type, Bound value, Form form) implements Bound {
        @Override
        public Bound map(UnaryOperator<Bound> change) {
            return new Convert(type, change.apply(value), form);
        }

        /** Returns how it is done. */
        public Function function() {
            return FunctionRegistry.conversion(value.type(), type, form)
                    .orElseThrow(() -> TributaryException.notSupported(
                            "conversion of " + value.type().kind() + " to " + type.kind()));
        }

        /** Returns what {@link #function} takes: the value and the sizes of its new type. */
        public List<Bound> arguments() {
            SqlType size = SqlType.integer(2);
            return List.of(value, new Constant(size, size(0)), new Constant(size, size(1)));
        }

        /** Digits, and those of a fraction; of a whole number of Doris' its bits, and whether it has no sign. */
        private long size(int which) {
            if (form == Form.DORIS && type.kind().isInteger()) {
                return which == 0 ? type.bits() : type.unsigned() ? 1 : 0;
            }
            return which == 0 ? type.precision() : type.scale();
        }

        Function.@Nullable Body body() {
            return function().body();
        }

        /** Returns what a value becomes; only where there is a {@link Function#body}. */
        public @Nullable Object converted(@Nullable Object constant) {
            return constant == null
                    ? null
                    : Objects.requireNonNull(body()).apply(new Object[] {constant, size(0), size(1)});
        }
    }

    /**
     * A value that is stored in a column, or the statement fails.
     *
     * @param converted what it becomes, computed from {@link #CELL}: the value, a column of relation 0
     */
    record Stored(SqlType type, Bound value, Bound converted, io.tributary.contract.schema.Column column)
            implements Bound {
        /** No column of a table has such a name. */
        public static final String CELL = "$value";

        @Override
        public Bound map(UnaryOperator<Bound> change) {
            return new Stored(type, change.apply(value), converted, column);
        }
    }

    /** @param subject null: each branch begins with a condition */
    record Case(SqlType type, @Nullable Bound subject, List<Branch> branches, @Nullable Bound otherwise)
            implements Bound {
        public Case {
            branches = List.copyOf(branches);
        }

        @Override
        public Bound map(UnaryOperator<Bound> change) {
            return new Case(
                    type,
                    subject == null ? null : change.apply(subject),
                    branches.stream()
                            .map(branch -> new Branch(change.apply(branch.when), change.apply(branch.then)))
                            .toList(),
                    otherwise == null ? null : change.apply(otherwise));
        }
    }

    record Branch(Bound when, Bound then) {}

    /** @param order of the values within the call, as GROUP_CONCAT has it */
    record Aggregate(SqlType type, Function function, List<Bound> arguments, boolean distinct, List<SortKey> order)
            implements Bound {
        public Aggregate {
            arguments = List.copyOf(arguments);
            order = List.copyOf(order);
        }

        @Override
        public Bound map(UnaryOperator<Bound> change) {
            return new Aggregate(type, function, all(arguments, change), distinct, SortKey.all(order, change));
        }
    }

    /**
     * A function over the rows around the current one.
     *
     * @param call an {@link Aggregate}; of a window function, too
     */
    record Windowed(
            Aggregate call, boolean ignoresNulls, List<Bound> partition, List<SortKey> order, @Nullable Frame frame)
            implements Bound {
        public Windowed {
            partition = List.copyOf(partition);
            order = List.copyOf(order);
        }

        @Override
        public SqlType type() {
            return call.type;
        }

        @Override
        public Bound map(UnaryOperator<Bound> change) {
            Aggregate changed = (Aggregate) call.map(change);
            return new Windowed(changed, ignoresNulls, all(partition, change), SortKey.all(order, change), frame);
        }
    }

    /** The value of a query of one column that gives at most one row. */
    record Scalar(SqlType type, BoundQuery query) implements Bound {
        @Override
        public Bound map(UnaryOperator<Bound> change) {
            return new Scalar(type, query.map(change));
        }
    }

    record Exists(BoundQuery query) implements Bound {
        @Override
        public SqlType type() {
            return BOOL.nullable(false);
        }

        @Override
        public Bound map(UnaryOperator<Bound> change) {
            return new Exists(query.map(change));
        }
    }

    /**
     * A comparison with the rows of a query, whose columns have the types of {@code values}.
     *
     * @param operator {@code =} for IN
     * @param all whether it must hold for all rows; else for any
     */
    record Quantified(List<Bound> values, String operator, boolean all, BoundQuery query) implements Bound {
        public Quantified {
            values = List.copyOf(values);
        }

        @Override
        public SqlType type() {
            return BOOL;
        }

        @Override
        public Bound map(UnaryOperator<Bound> change) {
            return new Quantified(Bound.all(values, change), operator, all, query.map(change));
        }
    }

    /** A key of an order. */
    record SortKey(Bound value, boolean descending, boolean nullsFirst) {
        static List<SortKey> all(List<SortKey> keys, UnaryOperator<Bound> change) {
            return keys.stream()
                    .map(key -> new SortKey(change.apply(key.value), key.descending, key.nullsFirst))
                    .toList();
        }
    }

    static List<Bound> all(List<Bound> values, UnaryOperator<Bound> change) {
        return values.stream().map(change).toList();
    }
}
