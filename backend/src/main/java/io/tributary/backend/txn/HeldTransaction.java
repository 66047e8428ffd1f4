package io.tributary.backend.txn;

import io.tributary.backend.batch.CommittedKeys;
import io.tributary.backend.catalog.TableChanged;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.calls.StatementResult;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineCapability;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.TableEngine;
import java.util.Arrays;
import java.util.List;

/**
 * An engine transaction that is held outside of the lanes while its client thinks, with its snapshot. What is to be changed
 * in it is said to its watch first and done then: from its first row on it can be in the way of others. Blocks; engine
 * threads.
 *
 * @param places in one of which it is
 * @param watch asks it to give way
 * @param seen the tables that are in the snapshot
 * @param missed what is not, although it should be
 * @param written told of the tables that are written here
 * @param in which engine it is
 */
record HeldTransaction(
        HeldTransactions places,
        EngineTransaction engine,
        CommittedKeys.Watch watch,
        TableLookup seen,
        MissedRows missed,
        WrittenTables written,
        TableEngine in)
        implements AutoCloseable {

    void append(TableSchema table, List<RowBlock> blocks) {
        writing(table);
        watch.add(table, blocks);
        engine.append(table, blocks);
    }

    /** Runs a query, which sees the rows of this transaction. */
    ResultCursor query(String sql, QueryContext context) {
        missed.requireUnnamed(sql);
        return engine.query(sql, context);
    }

    /**
     * Runs UPDATE, DELETE or INSERT of one table. The text names the table by the name that it
     * has in this schema.
     *
     * <p>The watch learns the keys of the rows if the table has a UNIQUE KEY: the engine does not notice when somebody replaces
     * a row that is updated here.
     *
     */
    StatementResult change(String sql, TableSchema table, QueryContext context) {
        missed.requireUnnamed(sql);
        writing(table);
        RowRules rules = new RowRules(table);
        if (!isDelete(sql)) {
            watch.changesRows();
        }
        boolean returnsRows = in.traits().can(EngineCapability.RETURNED_ROWS);
        if (!table.isKeyed() || !returnsRows) {
            // Which rows they are is not known: who deletes any of the table, or waits for an engine's locks, needs all
            // to end.
            watch.locking(table);
        }
        if (!table.isKeyed() || !returnsRows) {
            long affected = engine.execute(sql, rules, context);
            return new StatementResult(affected, "", 0, engine.lastInsertId(), 0);
        }
        watch.changing(table);
        try {
            return changeReturning(sql, table, rules, context);
        } finally {
            watch.changed(table);
        }
    }

    /** Whether an error is a statement's alone: it was refused, and the engine's transaction is as it was before. */
    boolean goesOnAfter(RuntimeException error) {
        return error instanceof TributaryException refused
                && refused.isStatements()
                && !watch.isOutdone()
                && engine.isUsable();
    }

    private StatementResult changeReturning(String sql, TableSchema table, RowRules rules, QueryContext context) {
        long affected = 0;
        try (ResultCursor keys = engine.executeReturning(sql, rules, keyColumns(table), context)) {
            List<ColumnType> types =
                    keys.columns().stream().map(ResultColumn::type).toList();
            for (RowBlock rows = keys.next(); rows != null; rows = keys.next()) {
                watch.add(table, types, rows);
                affected += rows.rowCount();
            }
        }
        return new StatementResult(affected, "", 0, 0, 0);
    }

    /**
     * The engine goes by name, and in the snapshot that it holds the name may be another table's: since before it was taken
     * the table must have been what it is now. That it stays so, COMMIT sees to.
     */
    private void writing(TableSchema table) {
        TableSchema before = seen.table(table.tableId());
        if (before == null || before.schemaVersion() != table.schemaVersion()) {
            throw TableChanged.sinceSnapshot(table);
        }
        written.add(table);
    }

    private static List<String> keyColumns(TableSchema table) {
        return Arrays.stream(table.keyPositions())
                .mapToObj(i -> table.columns().get(i).name())
                .toList();
    }

    private static boolean isDelete(String sql) {
        return sql.stripLeading().regionMatches(true, 0, "DELETE", 0, "DELETE".length());
    }

    /** Rolls it back, if it was not committed, and gives back its place. */
    @Override
    public void close() {
        places.leave(engine, watch);
    }
}
