package io.tributary.engine.port;

import io.tributary.contract.calls.EvaluatedRows;
import io.tributary.contract.calls.Evaluation;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.information.SystemRows;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Another engine, which a test can hold at some points, or let fail there. Any thread. */
public class FaultyEngine implements TableEngine {
    /** Where a test may step in. */
    public enum Point {
        BEFORE_BEGIN,
        BEFORE_SNAPSHOT,
        BEFORE_APPEND,
        BEFORE_ALTER,
        /** A table is about to be copied; its lane is free. */
        BEFORE_COPY,
        BEFORE_COMMIT,
        /** The transaction is committed, its caller does not know yet. */
        AFTER_COMMIT,
        BEFORE_CHECKPOINT,
        /** A database or table is about to be made. */
        BEFORE_CREATE,
        /** A database or table is about to be dropped. */
        BEFORE_DROP,
        BEFORE_GET,
        BEFORE_PUT,
        AFTER_PUT,
        /** A transaction is about to be given back; it is rolled back if it is not committed. */
        BEFORE_CLOSE
    }

    private final TableEngine engine;
    private final Map<Point, Runnable> steps = new EnumMap<>(Point.class);
    private volatile long usableBytes = Long.MAX_VALUE;
    private volatile long logBytes;
    private volatile long mergeableRows;
    private volatile int changedTables;
    private volatile long removedRows;
    private volatile boolean growing;
    private final AtomicLong grown = new AtomicLong();
    private final AtomicInteger looks = new AtomicInteger();

    public FaultyEngine(TableEngine engine) {
        this.engine = engine;
    }

    /** Lets this happen at the point from now on: it may wait, or throw. */
    public synchronized void at(Point point, Runnable step) {
        steps.put(point, step);
    }

    /** So many rows until they are merged. */
    public void mergeable(long rows) {
        mergeableRows = rows;
    }

    /** So many tables with new rows. */
    public void changed(int tables) {
        changedTables = tables;
    }

    @Override
    public int changedTables() {
        return changedTables;
    }

    @Override
    public long mergeableRows() {
        looks.incrementAndGet();
        return mergeableRows;
    }

    /** How often that was asked. */
    public int looks() {
        return looks.get();
    }

    public void removed(long rows) {
        removedRows = rows;
    }

    @Override
    public long removedRows() {
        return removedRows;
    }

    @Override
    public void merge() {
        mergeableRows = 0;
    }

    /** Whether its own log grows from one look to the next. */
    public void growing(boolean grows) {
        growing = grows;
    }

    /** What its disk has left, and how long its own log is. */
    public void disk(long usable, long ofLog) {
        usableBytes = usable;
        logBytes = ofLog;
    }

    private void pass(Point point) {
        Runnable step;
        synchronized (this) {
            step = steps.getOrDefault(point, () -> {});
        }
        step.run();
    }

    @Override
    public EngineTraits traits() {
        return engine.traits();
    }

    @Override
    public LabelledBatches labelledBatches() {
        return engine.labelledBatches();
    }

    @Override
    public EngineTransaction begin() {
        pass(Point.BEFORE_BEGIN);
        return new Transaction(engine.begin());
    }

    @Override
    public EngineTransaction beginHeld() {
        pass(Point.BEFORE_BEGIN);
        return new Transaction(engine.beginHeld());
    }

    @Override
    public EngineTransaction beginReading() {
        pass(Point.BEFORE_BEGIN);
        return new Transaction(engine.beginReading());
    }

    public final class Transaction implements EngineTransaction {
        private final EngineTransaction transaction;

        Transaction(EngineTransaction transaction) {
            this.transaction = transaction;
        }

        @Override
        public void takeSnapshot() {
            pass(Point.BEFORE_SNAPSHOT);
            transaction.takeSnapshot();
        }

        @Override
        public void append(TableSchema table, List<RowBlock> blocks) {
            pass(Point.BEFORE_APPEND);
            transaction.append(table, blocks);
        }

        @Override
        public void stage(TableSchema table, List<RowBlock> blocks) {
            transaction.stage(table, blocks);
        }

        @Override
        public void replaceStaged(TableSchema table, List<RowBlock> blocks) {
            transaction.replaceStaged(table, blocks);
        }

        @Override
        public ResultCursor queryStaged(String sql, QueryContext context) {
            return transaction.queryStaged(sql, context);
        }

        @Override
        public void unstage() {
            transaction.unstage();
        }

        @Override
        public void setAppliedPositions(List<ConditionalPosition> positions) {
            transaction.setAppliedPositions(positions);
        }

        @Override
        public long lastInsertId() {
            return transaction.lastInsertId();
        }

        @Override
        public long execute(String sql, RowRules rules, QueryContext context) {
            return transaction.execute(sql, rules, context);
        }

        @Override
        public ResultCursor executeReturning(String sql, RowRules rules, List<String> columns, QueryContext context) {
            return transaction.executeReturning(sql, rules, columns, context);
        }

        @Override
        public ResultCursor query(String sql, QueryContext context) {
            return transaction.query(sql, context);
        }

        @Override
        public ResultCursor queryToStore(String sql, QueryContext context) {
            return transaction.queryToStore(sql, context);
        }

        @Override
        public EvaluatedRows evaluate(Evaluation evaluation) {
            return transaction.evaluate(evaluation);
        }

        @Override
        public void createDatabase(String database) {
            pass(Point.BEFORE_CREATE);
            transaction.createDatabase(database);
        }

        @Override
        public void dropDatabase(String database) {
            pass(Point.BEFORE_DROP);
            transaction.dropDatabase(database);
        }

        @Override
        public void createTable(TableSchema table) {
            pass(Point.BEFORE_CREATE);
            transaction.createTable(table);
        }

        @Override
        public void dropTable(String database, String table) {
            pass(Point.BEFORE_DROP);
            transaction.dropTable(database, table);
        }

        @Override
        public void alterTable(TableSchema before, TableChange change) {
            pass(Point.BEFORE_ALTER);
            transaction.alterTable(before, change);
        }

        @Override
        public void takeOver(TableRewrite rewrite) {
            pass(Point.BEFORE_ALTER);
            transaction.takeOver(((Rewrite) rewrite).rewrite);
        }

        @Override
        public void truncate(TableSchema table, List<Partition> partitions) {
            transaction.truncate(table, partitions);
        }

        @Override
        public void putSystem(String space, String key, String value) {
            pass(Point.BEFORE_PUT);
            transaction.putSystem(space, key, value);
        }

        @Override
        public void removeSystem(String space, String key) {
            pass(Point.BEFORE_PUT);
            transaction.removeSystem(space, key);
        }

        @Override
        public void putLabel(LabelStore.UsedLabel label) {
            transaction.putLabel(label);
        }

        @Override
        public void keepKeys(List<KeptKey> keys) {
            transaction.keepKeys(keys);
        }

        @Override
        public void quarantine(List<QuarantinedRow> rows) {
            transaction.quarantine(rows);
        }

        @Override
        public long removeQuarantined(QuarantineStore.Filter filter) {
            return transaction.removeQuarantined(filter);
        }

        @Override
        public void commit() {
            pass(Point.BEFORE_COMMIT);
            transaction.commit();
            pass(Point.AFTER_COMMIT);
        }

        @Override
        public void rollback() {
            transaction.rollback();
        }

        @Override
        public boolean isUsable() {
            return transaction.isUsable();
        }

        @Override
        public void interrupt() {
            transaction.interrupt();
        }

        @Override
        public void close() {
            pass(Point.BEFORE_CLOSE);
            transaction.close();
        }
    }

    @Override
    public ExistingTables existingTables() {
        return engine.existingTables();
    }

    @Override
    public LabelStore labelStore() {
        return engine.labelStore();
    }

    @Override
    public KeyStore keyStore() {
        return engine.keyStore();
    }

    @Override
    public QuarantineStore quarantine() {
        return engine.quarantine();
    }

    @Override
    public UnloggedCommits unloggedCommits() {
        return engine.unloggedCommits();
    }

    @Override
    public SystemStore systemStore() {
        return new Store(engine.systemStore());
    }

    private final class Store implements SystemStore {
        private final SystemStore store;

        Store(SystemStore store) {
            this.store = store;
        }

        @Override
        public Optional<String> get(String space, String key) {
            pass(Point.BEFORE_GET);
            return store.get(space, key);
        }

        @Override
        public Map<String, String> list(String space) {
            return store.list(space);
        }

        @Override
        public void put(String space, String key, String value) {
            pass(Point.BEFORE_PUT);
            store.put(space, key, value);
            pass(Point.AFTER_PUT);
        }

        @Override
        public void remove(String space, String key) {
            store.remove(space, key);
        }

        @Override
        public boolean compareAndPut(String space, String key, @Nullable String expected, String value) {
            pass(Point.BEFORE_PUT);
            boolean written = store.compareAndPut(space, key, expected, value);
            pass(Point.AFTER_PUT);
            return written;
        }

        @Override
        public long advance(String space, String key, long initial, LongUnaryOperator next) {
            return SystemStore.super.advance(space, key, initial, next);
        }

        @Override
        public long raiseGeneration() {
            return store.raiseGeneration();
        }

        @Override
        public long generation() {
            return store.generation();
        }

        @Override
        public Map<Long, Long> appliedPositions(long logEpoch) {
            pass(Point.BEFORE_GET);
            return store.appliedPositions(logEpoch);
        }

        @Override
        public OptionalLong appliedPosition(long logEpoch, long tableId) {
            return store.appliedPosition(logEpoch, tableId);
        }

        @Override
        public long positionCount() {
            return store.positionCount();
        }

        @Override
        public List<AppliedBatch> lastBatches(int most) {
            return store.lastBatches(most);
        }
    }

    @Override
    public ResultCursor query(String sql, QueryContext context) {
        return engine.query(sql, context);
    }

    @Override
    public List<ResultColumn> describe(String sql, QueryContext context) {
        return engine.describe(sql, context);
    }

    @Override
    public List<ResultColumn> columns(String database, String table) {
        return engine.columns(database, table);
    }

    @Override
    public boolean isRewrite(TableSchema before, TableChange change) {
        return engine.isRewrite(before, change);
    }

    @Override
    public Optional<TableRewrite> rewrite(TableSchema before, TableChange change, long rowsMin) {
        Optional<TableRewrite> rewrite = engine.rewrite(before, change, rowsMin);
        return rewrite.map(Rewrite::new);
    }

    public final class Rewrite implements TableRewrite {
        private final TableRewrite rewrite;

        Rewrite(TableRewrite rewrite) {
            this.rewrite = rewrite;
        }

        @Override
        public void copy() {
            pass(Point.BEFORE_COPY);
            rewrite.copy();
        }

        @Override
        public void catchUp(List<RowBlock> blocks) {
            rewrite.catchUp(blocks);
        }

        @Override
        public void close() {
            rewrite.close();
        }
    }

    @Override
    public long forgetTables(LongPredicate dropped) {
        return engine.forgetTables(dropped);
    }

    @Override
    public long tombstones() {
        return engine.tombstones();
    }

    @Override
    public ViewSchema view(ViewSchema wanted, QueryContext context) {
        return engine.view(wanted, context);
    }

    @Override
    public void systemTables(Supplier<SystemRows> newest) {
        engine.systemTables(newest);
    }

    @Override
    public void checkpoint() {
        pass(Point.BEFORE_CHECKPOINT);
        engine.checkpoint();
    }

    @Override
    public void checkpointAfter(long number) {
        pass(Point.BEFORE_CHECKPOINT);
        engine.checkpointAfter(number);
    }

    @Override
    public long nextCheckpoint() {
        return engine.nextCheckpoint();
    }

    @Override
    public long lastCheckpoint() {
        return engine.lastCheckpoint();
    }

    @Override
    public long logBytes() {
        return engine.logBytes() + logBytes + (growing ? grown.incrementAndGet() : grown.get());
    }

    @Override
    public long usableBytes() {
        return usableBytes;
    }

    @Override
    public @Nullable TributaryException refusal() {
        return engine.refusal();
    }

    @Override
    public boolean isLost() {
        return engine.isLost();
    }

    @Override
    public void batchFailed(TributaryException error) {
        engine.batchFailed(error);
    }

    @Override
    public TransactionLimit transactionLimit() {
        return engine.transactionLimit();
    }

    @Override
    public void disconnect() {
        engine.disconnect();
    }

    @Override
    public boolean abandon(long waitMillis) throws InterruptedException {
        return engine.abandon(waitMillis);
    }

    @Override
    public void close() {
        engine.close();
    }
}
