package io.tributary.backend.txn;

import io.tributary.backend.batch.CommittedKeys;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.engine.EngineTransaction;
import io.tributary.backend.engine.ResultCursor;
import io.tributary.rpc.client.QueryContext;
import io.tributary.rpc.client.ResultColumn;
import io.tributary.rpc.row.RowBlock;
import io.tributary.rpc.schema.ColumnType;
import io.tributary.rpc.schema.TableSchema;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * UPDATE and DELETE inside an engine transaction, their outcome held to the columns' rules. A table's id is 0 when it is
 * not known. Blocks; engine threads.
 */
public final class TextChanges {
    private final TableLookup tables;

    TextChanges(TableLookup tables) {
        this.tables = tables;
    }

    /** Returns how many rows were changed. The caller has entered the table's lane. */
    public long run(EngineTransaction transaction, String sql, long tableId, QueryContext context) {
        long affected = transaction.execute(sql, context);
        check(transaction, sql, affected, tables.table(tableId), context);
        return affected;
    }

    /**
     * As above, in a transaction that is held outside of the lanes. Of a UNIQUE KEY table its watch learns the keys of the
     * rows: the engine does not notice when somebody replaces a row that is updated here.
     */
    long run(EngineTransaction held, CommittedKeys.Watch watch, String sql, long tableId, QueryContext context) {
        TableSchema table = tables.table(tableId);
        if (table == null || !table.isUnique()) {
            return run(held, sql, tableId, context);
        }
        watch.changing(table);
        long affected = 0;
        try (ResultCursor keys = held.executeReturning(sql, keyColumns(table), context)) {
            List<ColumnType> types =
                    keys.columns().stream().map(ResultColumn::type).toList();
            for (RowBlock rows = keys.next(); rows != null; rows = keys.next()) {
                watch.add(table, types, rows);
                affected += rows.rowCount();
            }
        }
        watch.changed(table);
        check(held, sql, affected, table, context);
        return affected;
    }

    private static List<String> keyColumns(TableSchema table) {
        return Arrays.stream(table.keyPositions())
                .mapToObj(i -> table.columns().get(i).name())
                .toList();
    }

    private static void check(
            EngineTransaction transaction,
            String sql,
            long affected,
            @Nullable TableSchema table,
            QueryContext context) {
        if (table != null && affected > 0 && !isDelete(sql)) {
            new ColumnRules(table).check(transaction, context);
        }
    }

    /** Rows that go away break no rule; this only spares their statement the check. */
    private static boolean isDelete(String sql) {
        return sql.stripLeading().regionMatches(true, 0, "DELETE", 0, "DELETE".length());
    }
}
