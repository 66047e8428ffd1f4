package io.tributary.backend.txn;

import io.tributary.backend.engine.EngineTransaction;
import io.tributary.backend.engine.ResultCursor;
import io.tributary.rpc.client.QueryContext;
import io.tributary.rpc.client.ResultColumn;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.row.RowBlock;
import io.tributary.rpc.row.RowBlockReader;
import io.tributary.rpc.schema.PartitionConditions;
import io.tributary.rpc.schema.TableSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many rows some partitions have: an UPDATE of those rows alone moves none of them elsewhere if there are as many
 * afterwards.
 *
 * @param sql that counts them, or null if there is nothing to count
 */
record PartitionRowCount(@Nullable String sql, long rows) {
    private static final PartitionRowCount NONE = new PartitionRowCount(null, 0);

    /** @param partitions names; empty: nothing is counted */
    static PartitionRowCount of(
            EngineTransaction transaction, TableSchema table, List<String> partitions, QueryContext context) {
        if (partitions.isEmpty()) {
            return NONE;
        }
        String sql = "SELECT COUNT(*) FROM " + ColumnRules.quoted(table.database()) + "."
                + ColumnRules.quoted(table.name()) + " WHERE "
                + new PartitionConditions(table)
                        .in(table.layout().partitioning().requireAll(partitions, table.name()));
        return new PartitionRowCount(sql, count(transaction, sql, context));
    }

    /** @throws TributaryException {@code NOT_IN_PARTITIONS} */
    void requireAll(EngineTransaction transaction, QueryContext context) {
        if (sql != null && count(transaction, sql, context) < rows) {
            throw new TributaryException(
                    ErrorCode.NOT_IN_PARTITIONS, "Found a row not matching the given partition set");
        }
    }

    private static long count(EngineTransaction transaction, String sql, QueryContext context) {
        try (ResultCursor cursor = transaction.query(sql, context)) {
            RowBlock block = cursor.next();
            if (block == null) {
                throw new IllegalStateException("no count of the rows of partitions");
            }
            RowBlockReader reader = new RowBlockReader(
                    cursor.columns().stream().map(ResultColumn::type).toList());
            reader.reset(block);
            return reader.getLong(0, 0);
        }
    }
}
