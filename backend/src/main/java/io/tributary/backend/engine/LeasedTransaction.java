package io.tributary.backend.engine;

import io.tributary.contract.calls.EvaluatedRows;
import io.tributary.contract.calls.Evaluation;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.AppliedBatch;
import io.tributary.engine.port.ConditionalPosition;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.KeptKey;
import io.tributary.engine.port.LabelStore;
import io.tributary.engine.port.QuarantineStore;
import io.tributary.engine.port.QuarantinedRow;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.TableRewrite;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A transaction that is lost with its instance of the engine, its cursors with it; what fails in it is told to {@link
 * EngineHealth}. Every method of the port is passed on, also those that have a default there.
 */
final class LeasedTransaction implements EngineTransaction {
    private final EngineHealth health;
    private final CommittedPositions positions;
    private final EngineTransaction transaction;
    private final Lease lease;
    /** Open ones; within calls of the lease. */
    private final Set<ResultCursor> cursors = new HashSet<>();
    /** What its commit says; within calls of the lease. */
    private final List<AppliedBatch> applied = new ArrayList<>(1);

    /** @param positions told of those that are committed here */
    LeasedTransaction(
            EngineInstance instance, EngineHealth health, CommittedPositions positions, EngineTransaction transaction) {
        this.health = health;
        this.positions = positions;
        this.transaction = transaction;
        lease = new Lease(instance, health, this::closeAll, transaction::interrupt);
    }

    private void closeAll() {
        cursors.forEach(ResultCursor::close);
        transaction.close();
    }

    private void write(Runnable body) {
        lease.run(true, body);
    }

    private <T> T call(Supplier<T> body) {
        return lease.call(false, body);
    }

    private ResultCursor cursor(Supplier<ResultCursor> opened) {
        return call(() -> {
            ResultCursor cursor = opened.get();
            cursors.add(cursor);
            return new LeasedCursor(cursor, lease, () -> close(cursor));
        });
    }

    private void close(ResultCursor cursor) {
        lease.unlessEnded(() -> {
            cursors.remove(cursor);
            cursor.close();
        });
    }

    @Override
    public void takeSnapshot() {
        lease.run(false, transaction::takeSnapshot);
    }

    @Override
    public void append(TableSchema table, List<RowBlock> blocks) {
        write(() -> health.storing(CallsUnderWay.Kind.CHANGE, () -> transaction.append(table, blocks)));
    }

    @Override
    public void stage(TableSchema table, List<RowBlock> blocks) {
        lease.run(false, () -> transaction.stage(table, blocks));
    }

    @Override
    public void replaceStaged(TableSchema table, List<RowBlock> blocks) {
        lease.run(false, () -> transaction.replaceStaged(table, blocks));
    }

    @Override
    public ResultCursor queryStaged(String sql, QueryContext context) {
        return cursor(() -> transaction.queryStaged(sql, context));
    }

    @Override
    public void unstage() {
        lease.run(false, transaction::unstage);
    }

    @Override
    public void setAppliedPositions(List<ConditionalPosition> batches) {
        write(() -> {
            transaction.setAppliedPositions(batches);
            batches.forEach(position -> applied.add(position.batch()));
        });
    }

    @Override
    public long execute(String sql, RowRules rules, QueryContext context) {
        return call(() -> transaction.execute(sql, rules, context));
    }

    @Override
    public long lastInsertId() {
        return call(transaction::lastInsertId);
    }

    @Override
    public ResultCursor executeReturning(String sql, RowRules rules, List<String> columns, QueryContext context) {
        return cursor(() -> transaction.executeReturning(sql, rules, columns, context));
    }

    @Override
    public ResultCursor query(String sql, QueryContext context) {
        return cursor(() -> transaction.query(sql, context));
    }

    @Override
    public ResultCursor queryToStore(String sql, QueryContext context) {
        return cursor(() -> transaction.queryToStore(sql, context));
    }

    @Override
    public EvaluatedRows evaluate(Evaluation evaluation) {
        return call(() -> transaction.evaluate(evaluation));
    }

    @Override
    public void createDatabase(String database) {
        lease.run(false, () -> transaction.createDatabase(database));
    }

    @Override
    public void dropDatabase(String database) {
        lease.run(false, () -> transaction.dropDatabase(database));
    }

    @Override
    public void createTable(TableSchema table) {
        lease.run(false, () -> transaction.createTable(table));
    }

    @Override
    public void dropTable(String database, String table) {
        lease.run(false, () -> transaction.dropTable(database, table));
    }

    @Override
    public void alterTable(TableSchema before, TableChange change) {
        lease.run(false, () -> transaction.alterTable(before, change));
    }

    @Override
    public void takeOver(TableRewrite rewrite) {
        write(() -> transaction.takeOver(((LeasedRewrite) rewrite).rewrite()));
    }

    @Override
    public void truncate(TableSchema table, List<Partition> partitions) {
        write(() -> transaction.truncate(table, partitions));
    }

    @Override
    public void putSystem(String space, String key, String value) {
        write(() -> transaction.putSystem(space, key, value));
    }

    @Override
    public void removeSystem(String space, String key) {
        write(() -> transaction.removeSystem(space, key));
    }

    @Override
    public void putLabel(LabelStore.UsedLabel label) {
        write(() -> transaction.putLabel(label));
    }

    @Override
    public void keepKeys(List<KeptKey> keys) {
        write(() -> transaction.keepKeys(keys));
    }

    @Override
    public void quarantine(List<QuarantinedRow> rows) {
        write(() -> transaction.quarantine(rows));
    }

    @Override
    public long removeQuarantined(QuarantineStore.Filter filter) {
        return call(() -> transaction.removeQuarantined(filter));
    }

    /**
     * @throws TributaryException {@code OUTCOME_UNKNOWN} where the engine failed within it for reasons of its own; of any
     *     other code nothing was stored
     */
    @Override
    public void commit() {
        lease.run(true, () -> {
            try {
                health.storing(CallsUnderWay.Kind.COMMIT, transaction::commit);
                applied.forEach(batch -> positions.said(batch.logEpoch(), batch.tableId(), batch.position()));
            } catch (TributaryException e) {
                switch (e.code()) {
                    case ENGINE, ENGINE_DOWN, ENGINE_DOWN_DISK_FULL -> {
                        health.seenInCommit(e);
                        throw new TributaryException(
                                ErrorCode.OUTCOME_UNKNOWN,
                                "the engine failed within a commit, and whether it took place is unknown: " + e.why(),
                                e);
                    }
                    case ENGINE_MEMORY -> {
                        health.seenInCommit(e);
                        throw e;
                    }
                    default -> throw e;
                }
            }
        });
    }

    @Override
    public void rollback() {
        lease.unlessEnded(transaction::rollback);
    }

    @Override
    public boolean isUsable() {
        boolean[] usable = {false};
        lease.unlessEnded(() -> usable[0] = transaction.isUsable());
        return usable[0];
    }

    @Override
    public void interrupt() {
        transaction.interrupt();
    }

    @Override
    public void close() {
        lease.close();
    }
}
