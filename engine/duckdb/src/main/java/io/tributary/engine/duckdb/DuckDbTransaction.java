package io.tributary.engine.duckdb;

import io.tributary.contract.calls.EvaluatedRows;
import io.tributary.contract.calls.Evaluation;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.print.SqlName;
import io.tributary.engine.duckdb.query.OwnDefinitions;
import io.tributary.engine.duckdb.rows.RowAppend;
import io.tributary.engine.duckdb.rows.RowEvaluation;
import io.tributary.engine.duckdb.rows.StagedRows;
import io.tributary.engine.duckdb.rows.TruncateSql;
import io.tributary.engine.duckdb.session.AppliedPositions;
import io.tributary.engine.duckdb.session.BegunTransaction;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.duckdb.session.DuckDbSessions;
import io.tributary.engine.duckdb.session.EngineTypes;
import io.tributary.engine.duckdb.session.PositionClaims;
import io.tributary.engine.duckdb.store.DuckDbSystemStore;
import io.tributary.engine.duckdb.store.IdempotencyKeys;
import io.tributary.engine.duckdb.store.LabelTable;
import io.tributary.engine.duckdb.store.QuarantineTable;
import io.tributary.engine.port.ConditionalPosition;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.KeptKey;
import io.tributary.engine.port.LabelStore;
import io.tributary.engine.port.QuarantineStore;
import io.tributary.engine.port.QuarantinedRow;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.TableRewrite;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction does in DuckDB's SQL, and what it has changed, which others hear of when it commits.
 */
final class DuckDbTransaction implements EngineTransaction {
    private final BegunTransaction transaction;
    private final DuckDbInstance instance;
    private final UserStatements statements;
    private final AppliedPositions positions;
    private final SmallGroups groups;
    private final List<Consumer<OwnDefinitions>> defined = new ArrayList<>();
    private List<TableSchema> staged = List.of();
    /** Positions that it has recorded. */
    private final List<ConditionalPosition> claimed = new ArrayList<>();

    /** Whether it has changed anything: such a transaction is a batch, with a position, or it is counted. */
    private boolean changed;

    /** Rows, by table. */
    private final Map<Long, Long> appended = new HashMap<>();
    /** Or replaced, at most. */
    private long removed;

    private @Nullable DuckDbRewrite copied;

    DuckDbTransaction(
            DuckDbInstance instance, DuckDbSessions sessions, AppliedPositions positions, SmallGroups groups) {
        this.instance = instance;
        this.positions = positions;
        this.groups = groups;
        transaction = new BegunTransaction(sessions);
        statements = new UserStatements(transaction, instance);
    }

    @Override
    public void takeSnapshot() {
        transaction.run("", session -> {
            session.execute("SELECT 1 FROM " + AppliedPositions.TABLE + " LIMIT 0");
            return true;
        });
    }

    @Override
    public void append(TableSchema table, List<RowBlock> blocks) {
        changed = true;
        transaction.run(table.database(), session -> {
            new RowAppend(session, instance.allocator(), table).append(blocks);
            long rows = blocks.stream().mapToLong(RowBlock::rowCount).sum();
            appended.merge(table.tableId(), rows, Long::sum);
            removed += table.isKeyed() ? rows : 0;
            return true;
        });
    }

    @Override
    public void stage(TableSchema table, List<RowBlock> blocks) {
        transaction.run(table.database(), session -> {
            new StagedRows(session, instance.allocator(), table).create(blocks);
            staged = StagedRows.schemas(table);
            return true;
        });
    }

    @Override
    public void replaceStaged(TableSchema table, List<RowBlock> blocks) {
        transaction.run(table.database(), session -> {
            new StagedRows(session, instance.allocator(), table).replaceOld(blocks);
            return true;
        });
    }

    @Override
    public ResultCursor queryStaged(String sql, QueryContext context) {
        return statements.queryStaged(sql, staged, context);
    }

    @Override
    public void unstage() {
        transaction.run("", session -> {
            StagedRows.drop(session);
            return true;
        });
    }

    @Override
    public void setAppliedPositions(List<ConditionalPosition> batches) {
        transaction.run("", session -> {
            positions.claims().claim(this, session, batches);
            claimed.addAll(batches);
            session.recordPositions(
                    batches.stream().map(ConditionalPosition::batch).toList());
            return true;
        });
    }

    @Override
    public long execute(String sql, RowRules rules, QueryContext context) {
        changed = true;
        long rows = statements.execute(sql, rules, context);
        removed += Math.max(0, rows);
        return rows;
    }

    @Override
    public ResultCursor executeReturning(String sql, RowRules rules, List<String> columns, QueryContext context) {
        changed = true;
        return statements.executeReturning(sql, rules, columns, context);
    }

    @Override
    public ResultCursor query(String sql, QueryContext context) {
        return statements.query(sql, context, changed);
    }

    @Override
    public ResultCursor queryToStore(String sql, QueryContext context) {
        return statements.queryToStore(sql, context, changed);
    }

    @Override
    public EvaluatedRows evaluate(Evaluation evaluation) {
        return transaction.run(
                evaluation.context().database(),
                session -> new RowEvaluation(session, instance.allocator(), instance.queryText(), evaluation).run());
    }

    @Override
    public void createDatabase(String database) {
        changed = true;
        define(database, "CREATE SCHEMA " + DuckDbSession.schema(database));
        defined.add(own -> own.defineDatabase(database));
    }

    @Override
    public void dropDatabase(String database) {
        changed = true;
        define(database, "DROP SCHEMA " + DuckDbSession.schema(database) + " CASCADE");
        defined.add(own -> own.dropDatabase(database));
    }

    @Override
    public void createTable(TableSchema table) {
        changed = true;
        String columns = table.columns().stream()
                .map(column -> SqlName.quote(column.name()) + " " + EngineTypes.ddl(column.type()))
                .collect(Collectors.joining(", "));
        define(table.database(), "CREATE TABLE " + DuckDbSession.table(table) + " (" + columns + ")");
        defined.add(own -> own.define(table));
    }

    @Override
    public void dropTable(String database, String table) {
        changed = true;
        define(database, "DROP TABLE " + DuckDbSession.table(database, table));
        defined.add(own -> own.drop(database, table));
    }

    private void define(String database, String statement) {
        transaction.run(database, session -> {
            session.execute(statement);
            return true;
        });
    }

    @Override
    public void alterTable(TableSchema before, TableChange change) {
        changed = true;
        transaction.run(before.database(), session -> {
            session.optimize(true);
            new TableAlteration(before, change).run(session);
            return true;
        });
        defined.add(own -> own.define(change.table()));
    }

    @Override
    public void takeOver(TableRewrite rewrite) {
        changed = true;
        DuckDbRewrite copy = (DuckDbRewrite) rewrite;
        transaction.run(copy.database(), session -> {
            copy.takeOver(session);
            return true;
        });
        copied = copy;
        defined.add(own -> own.define(copy.rewritten()));
    }

    @Override
    public void truncate(TableSchema table, List<Partition> partitions) {
        changed = true;
        transaction.run(table.database(), session -> {
            session.optimize(true);
            for (String sql : new TruncateSql(table).of(partitions)) {
                removed += session.change(sql);
            }
            return true;
        });
    }

    @Override
    public void putSystem(String space, String key, String value) {
        changed = true;
        transaction.run("", session -> {
            DuckDbSystemStore.write(session, space, key, value);
            return true;
        });
    }

    @Override
    public void removeSystem(String space, String key) {
        changed = true;
        transaction.run("", session -> {
            DuckDbSystemStore.delete(session, space, key);
            return true;
        });
    }

    @Override
    public void putLabel(LabelStore.UsedLabel label) {
        changed = true;
        transaction.run("", session -> {
            LabelTable.write(session, label);
            return true;
        });
    }

    @Override
    public void keepKeys(List<KeptKey> keys) {
        changed = true;
        transaction.run("", session -> {
            IdempotencyKeys.write(session, keys);
            return true;
        });
    }

    @Override
    public void quarantine(List<QuarantinedRow> rows) {
        changed = true;
        transaction.run("", session -> {
            QuarantineTable.write(session, rows);
            return true;
        });
    }

    @Override
    public long removeQuarantined(QuarantineStore.Filter filter) {
        changed = true;
        return transaction.run("", session -> QuarantineTable.remove(session, filter));
    }

    @Override
    public void commit() {
        statements.forgetResults();
        Runnable afterCommit = transaction.commit(changed && claimed.isEmpty());
        if (!claimed.isEmpty()) {
            positions.claims().ended(this, claimed, PositionClaims.End.COMMITTED);
            positions.committed(transaction.session(), claimed.size());
        }
        if (copied != null) {
            copied.takenOver();
        }
        groups.committed(appended, removed);
        defined.forEach(each -> each.accept(instance.systemSchemas().own()));
        transaction.giveBack();
        afterCommit.run();
    }

    @Override
    public void rollback() {
        if (!transaction.isOpen()) {
            return;
        }
        try {
            transaction.rollback();
        } finally {
            positions
                    .claims()
                    .ended(
                            this,
                            claimed,
                            transaction.isCommitting() ? PositionClaims.End.UNKNOWN : PositionClaims.End.ROLLED_BACK);
        }
    }

    @Override
    public void close() {
        rollback();
    }

    @Override
    public boolean isUsable() {
        return transaction.isUsable();
    }

    @Override
    public void interrupt() {
        transaction.interrupt();
    }
}
