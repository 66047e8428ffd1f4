package io.tributary.backend.txn;

import io.tributary.backend.batch.CommittedKeys;
import io.tributary.backend.engine.EngineTransaction;
import io.tributary.backend.engine.ResultCursor;
import io.tributary.rpc.client.QueryContext;
import io.tributary.rpc.client.ResultColumn;
import io.tributary.rpc.row.RowBlock;
import io.tributary.rpc.schema.ColumnType;
import io.tributary.rpc.schema.TableSchema;
import java.util.Arrays;
import java.util.List;

/**
 * UPDATE and DELETE of one table inside an engine transaction, their outcome held to the columns' rules. The text names the
 * table by the name that it has in this schema. Blocks; engine threads.
 */
public final class TextChanges {
    private TextChanges() {}

    /**
     * Returns how many rows were changed. The caller has entered the table's lane.
     *
     * @param staysIn names of the partitions that no row may leave; empty: any
     */
    public static long run(
            EngineTransaction transaction, String sql, TableSchema table, List<String> staysIn, QueryContext context) {
        PartitionRowCount before = PartitionRowCount.of(transaction, table, staysIn, context);
        long affected = transaction.execute(sql, context);
        check(transaction, sql, affected, table, context);
        before.requireAll(transaction, context);
        return affected;
    }

    /**
     * As above, in a transaction that is held outside of the lanes, which its watch is told. Of a UNIQUE KEY table the watch
     * learns the keys of the rows: the engine does not notice when somebody replaces a row that is updated here.
     */
    static long run(
            EngineTransaction held,
            CommittedKeys.Watch watch,
            String sql,
            TableSchema table,
            List<String> staysIn,
            QueryContext context) {
        if (!isDelete(sql)) {
            watch.changesRows();
        }
        if (!table.isKeyed()) {
            return run(held, sql, table, staysIn, context);
        }
        // The columns of PARTITION BY are columns of the key, which no UPDATE sets.
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
            EngineTransaction transaction, String sql, long affected, TableSchema table, QueryContext context) {
        if (affected > 0 && !isDelete(sql)) {
            new ColumnRules(table).check(transaction, context);
        }
    }

    /** Rows that go away break no rule; this only spares their statement the check. */
    private static boolean isDelete(String sql) {
        return sql.stripLeading().regionMatches(true, 0, "DELETE", 0, "DELETE".length());
    }
}
