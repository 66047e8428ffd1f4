package io.tributary.backend.txn;

import io.tributary.backend.batch.CommittedKeys;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.ResultCursor;
import java.util.Arrays;
import java.util.List;

/**
 * UPDATE and DELETE of one table in a transaction that is held outside of the lanes, whose watch is told of them. The text names
 * the table by the name that it has in this schema. Blocks; engine threads.
 */
final class TextChanges {
    private TextChanges() {}

    /**
     * Returns how many rows were changed. Of a UNIQUE KEY table the watch learns the keys of the rows: the engine does not
     * notice when somebody replaces a row that is updated here.
     *
     * @param staysIn names of the partitions that no row may leave; empty: any
     */
    static long run(
            EngineTransaction held,
            CommittedKeys.Watch watch,
            String sql,
            TableSchema table,
            List<String> staysIn,
            QueryContext context) {
        RowRules rules = new RowRules(table, staysIn);
        if (!isDelete(sql)) {
            watch.changesRows();
        }
        if (!table.isKeyed()) {
            return held.execute(sql, rules, context);
        }
        watch.changing(table);
        long affected = 0;
        try (ResultCursor keys = held.executeReturning(sql, rules, keyColumns(table), context)) {
            List<ColumnType> types =
                    keys.columns().stream().map(ResultColumn::type).toList();
            for (RowBlock rows = keys.next(); rows != null; rows = keys.next()) {
                watch.add(table, types, rows);
                affected += rows.rowCount();
            }
        }
        watch.changed(table);
        return affected;
    }

    private static List<String> keyColumns(TableSchema table) {
        return Arrays.stream(table.keyPositions())
                .mapToObj(i -> table.columns().get(i).name())
                .toList();
    }

    private static boolean isDelete(String sql) {
        return sql.stripLeading().regionMatches(true, 0, "DELETE", 0, "DELETE".length());
    }
}
