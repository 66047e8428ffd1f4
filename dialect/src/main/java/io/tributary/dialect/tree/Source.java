package io.tributary.dialect.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What stands behind FROM. Commas are cross joins. */
public sealed interface Source {
    /**
     * @param name one or two parts: [database.]table
     * @param alias empty: none
     * @param partitions empty: all
     * @param start its first character in the statement
     */
    record Table(List<String> name, String alias, List<String> partitions, int start) implements Source {
        public Table {
            name = List.copyOf(name);
            partitions = List.copyOf(partitions);
        }
    }

    /**
     * {@code (SELECT …) alias (columns)}.
     *
     * @param columns empty: those of the query
     * @param lateral whether it may read the tables before it
     */
    record Derived(Query query, String alias, List<String> columns, boolean lateral) implements Source {
        public Derived {
            columns = List.copyOf(columns);
        }
    }

    /**
     * @param on null: none was written
     * @param using empty: none; NATURAL has none either
     */
    record Join(Kind kind, boolean natural, Source left, Source right, @Nullable Expression on, List<String> using)
            implements Source {
        public Join {
            using = List.copyOf(using);
        }

        /** Doris has SEMI and ANTI joins, whose result has the columns of one side alone. */
        public enum Kind {
            INNER,
            LEFT,
            RIGHT,
            FULL,
            LEFT_SEMI,
            LEFT_ANTI,
            RIGHT_SEMI,
            RIGHT_ANTI
        }
    }

    /** {@code source LATERAL VIEW function alias AS column}: a row for each element. */
    record Exploded(Source source, Expression.Call function, String alias, List<String> columns) implements Source {
        public Exploded {
            columns = List.copyOf(columns);
        }
    }
}
