package io.tributary.contract.calls;

import io.tributary.contract.row.FilterLimits;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.OnDuplicateKey;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An INSERT whose rows the engine computes. They are converted and checked like all others, and all of them are stored
 * or none, but for those that non-strict mode leaves out.
 *
 * @param schemaVersion the version whose columns its sources name
 * @param sources at least one, unless there are rows; their rows are inserted in this order
 * @param onDuplicateKey what becomes of rows whose key is there already, or null: they replace the old ones whole
 * @param label the user's, or empty for a generated one; within a transaction the transaction's own counts
 * @param filter of non-strict mode, or null: a bad value fails the statement
 * @param partitions that alone take the rows; empty: all
 * @param overwrites whether the rows take the place of all that the table held, or these partitions
 * @param timeoutSeconds for which it may run, then it fails with {@code STATEMENT_TIMEOUT} and stores nothing; 0: for ever
 * @param rows instead of queries: those of a partial update, which have {@link OnDuplicateKey#newRowColumns}
 */
public record InsertQuery(
        long tableId,
        int schemaVersion,
        List<Source> sources,
        @Nullable OnDuplicateKey onDuplicateKey,
        String label,
        QueryContext context,
        @Nullable FilterLimits filter,
        List<String> partitions,
        boolean overwrites,
        int timeoutSeconds,
        List<RowBlock> rows) {
    /**
     * A query, and what its result means. Each row of the result makes {@code rows.size()} rows of the table, its values
     * being those of the first, then those of the second, and so on: a query that gives one row a time has one entry, the
     * computed rows of a VALUES clause are one row of a result, since only there each value keeps its own type.
     *
     * @param sql in MySQL's dialect
     * @param rows where the values of each row go: positions in the table; a column without one gets its DEFAULT
     */
    public record Source(String sql, List<List<Integer>> rows) {
        public Source {
            rows = List.copyOf(rows);
            if (rows.isEmpty()) {
                throw new IllegalArgumentException("a query makes at least one row of each of its own");
            }
        }

        /** Columns its result must have. */
        public int columnCount() {
            return rows.stream().mapToInt(List::size).sum();
        }
    }

    /** An insert in strict mode, of rows that replace others whole, into all partitions, for as long as it takes. */
    public InsertQuery(long tableId, int schemaVersion, List<Source> sources, String label, QueryContext context) {
        this(tableId, schemaVersion, sources, null, label, context, null, List.of(), false, 0);
    }

    /** An insert of rows that queries give. */
    public InsertQuery(
            long tableId,
            int schemaVersion,
            List<Source> sources,
            @Nullable OnDuplicateKey onDuplicateKey,
            String label,
            QueryContext context,
            @Nullable FilterLimits filter,
            List<String> partitions,
            boolean overwrites,
            int timeoutSeconds) {
        this(
                tableId,
                schemaVersion,
                sources,
                onDuplicateKey,
                label,
                context,
                filter,
                partitions,
                overwrites,
                timeoutSeconds,
                List.of());
    }

    /** All texts that it reads by: those of its queries, and where it changes rows that are there, what they become. */
    public String texts() {
        Stream<String> queries = sources.stream().map(Source::sql);
        Stream<String> changes = onDuplicateKey == null
                ? Stream.empty()
                : onDuplicateKey.assignments().stream().map(OnDuplicateKey.Assignment::expression);
        return Stream.concat(queries, changes).collect(Collectors.joining(" "));
    }

    public InsertQuery {
        sources = List.copyOf(sources);
        partitions = List.copyOf(partitions);
        rows = List.copyOf(rows);
        if (sources.isEmpty() == rows.isEmpty()) {
            throw new IllegalArgumentException("an INSERT that the engine computes has queries or rows: "
                    + sources.size() + " queries, " + rows.size() + " blocks");
        }
        if (!rows.isEmpty() && (onDuplicateKey == null || !onDuplicateKey.isPartial())) {
            throw new IllegalArgumentException("rows that are no partial update's need no engine");
        }
        if (overwrites && onDuplicateKey != null) {
            throw new IllegalArgumentException("there is no old row to merge with where all are overwritten");
        }
    }

    /** The same in another context. */
    public InsertQuery in(QueryContext other) {
        return new InsertQuery(
                tableId,
                schemaVersion,
                sources,
                onDuplicateKey,
                label,
                other,
                filter,
                partitions,
                overwrites,
                timeoutSeconds,
                rows);
    }

    /** The same rows, in the place of all that is there. */
    public InsertQuery overwriting() {
        return new InsertQuery(
                tableId,
                schemaVersion,
                sources,
                onDuplicateKey,
                label,
                context,
                filter,
                partitions,
                true,
                timeoutSeconds,
                rows);
    }
}
