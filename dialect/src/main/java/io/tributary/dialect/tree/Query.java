package io.tributary.dialect.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What gives rows. */
public sealed interface Query extends RowStatement {
    /**
     * One SELECT.
     *
     * @param from null: no table
     */
    record Select(
            List<Item> items,
            boolean distinct,
            @Nullable Source from,
            @Nullable Expression where,
            Grouping grouping,
            Filters filters,
            Ordering ordering)
            implements Query {
        public Select {
            items = List.copyOf(items);
        }
    }

    /**
     * Conditions behind the grouping, and the windows that the SELECT names.
     *
     * @param qualify Doris' condition upon window functions; null: none
     */
    record Filters(@Nullable Expression having, @Nullable Expression qualify, List<Window.Named> windows) {
        public Filters {
            windows = List.copyOf(windows);
        }
    }

    /**
     * A value of the result.
     *
     * @param alias empty: none was written
     * @param label the name of its column where it has no alias and is no column: its own characters in the client's text
     */
    record Item(Expression value, String alias, String label) {}

    /**
     * GROUP BY.
     *
     * @param sets of positions within {@code keys}: one that holds all of them is a plain GROUP BY. {@code WITH ROLLUP},
     *     ROLLUP and CUBE are written out
     */
    record Grouping(List<Expression> keys, List<List<Integer>> sets) {
        public static final Grouping NONE = new Grouping(List.of(), List.of());

        public Grouping {
            keys = List.copyOf(keys);
            sets = sets.stream().map(List::copyOf).toList();
        }
    }

    /**
     * ORDER BY and LIMIT, null where they do not stand.
     *
     * @param offset null: from the first row on
     */
    record Ordering(List<Order> keys, @Nullable Expression limit, @Nullable Expression offset) {
        public static final Ordering NONE = new Ordering(List.of(), null, null);

        public Ordering {
            keys = List.copyOf(keys);
        }
    }

    /** UNION, INTERSECT and EXCEPT (MINUS); without {@code all} equal rows become one. */
    record Combined(Operator operator, boolean all, Query left, Query right, Ordering ordering) implements Query {
        /** How rows of two queries become those of one. */
        public enum Operator {
            UNION,
            INTERSECT,
            EXCEPT
        }
    }

    /** {@code VALUES ROW(1, 2), …}; its columns are {@code column_0} and so on. */
    record Values(List<List<Expression>> rows, Ordering ordering) implements Query {
        public Values {
            rows = rows.stream().map(List::copyOf).toList();
        }
    }

    /** WITH: queries that have a name within {@code body}. */
    record With(boolean recursive, List<Named> named, Query body) implements Query {
        public With {
            named = List.copyOf(named);
        }
    }

    /** @param columns their names; empty: those of the query */
    record Named(String name, List<String> columns, Query query) {
        public Named {
            columns = List.copyOf(columns);
        }
    }
}
