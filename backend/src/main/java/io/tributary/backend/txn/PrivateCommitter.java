package io.tributary.backend.txn;

import io.tributary.backend.batch.CommitTarget;
import io.tributary.backend.batch.CommittedKeys;
import io.tributary.backend.batch.TableLanes;
import io.tributary.backend.batch.TxnIds;
import io.tributary.backend.catalog.TableChanged;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.engine.CommitTokens;
import io.tributary.backend.engine.OneEngine;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.TableEngine;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Commits what does not go through the log: private batches and statements that change rows by text. Like a shared batch
 * each enters the lanes of its tables first, so that it respects the order of barriers. Blocks; engine threads.
 */
public final class PrivateCommitter {
    /** Attempts when another engine transaction wrote the same rows first; nothing was answered yet. */
    static final int CONFLICT_ATTEMPTS_MAX = 3;

    private final TableEngine engine;
    private final CommitTokens tokens;
    private final TableLookup tables;
    private final TableLanes lanes;
    private final Labels labels;
    private final LoadLedger ledger;
    private final long laneTimeoutMillis;

    /**
     * @param random for generated labels and tokens
     * @param laneTimeoutMillis {@code group_commit_queue_timeout_ms}
     */
    public PrivateCommitter(
            CommitTarget target, TxnIds txnIds, KnownLoads known, RandomGenerator random, long laneTimeoutMillis) {
        this.engine = target.engine();
        this.tokens = new CommitTokens(target.engine(), random);
        this.tables = target.tables();
        this.lanes = target.lanes();
        this.labels = known.labels();
        this.ledger = new LoadLedger(txnIds, known.history(), random);
        this.laneTimeoutMillis = laneTimeoutMillis;
    }

    /** What happens inside the engine transaction. */
    @FunctionalInterface
    public interface Work {
        void run(EngineTransaction transaction);
    }

    /**
     * One load of one table.
     *
     * @param label the user's, or empty
     */
    public LoadResult insert(TableRows rows, String label) {
        if (label.isEmpty()) {
            return commitRows(List.of(rows), "", null);
        }
        try (Labels.Claim claim = labels.claim(rows.table().database(), label)) {
            return commitRows(List.of(rows), label, claim);
        }
    }

    /** All rows of a private batch in one engine transaction. */
    LoadResult commitRows(Collection<TableRows> batch, String label, Labels.@Nullable Claim claim) {
        return commitRows(batch, label, claim, ledger::newTxnId);
    }

    /** The id of a load whose rows are committed later, by {@link #commitPrecommitted}. */
    long newTxnId() {
        return ledger.newTxnId();
    }

    void commitPrecommitted(TableRows rows, long txnId, String label, Labels.Claim claim) {
        commitRows(List.of(rows), label, claim, () -> txnId);
    }

    private LoadResult commitRows(
            Collection<TableRows> batch, String label, Labels.@Nullable Claim claim, LongSupplier txnId) {
        List<Long> tableIds = batch.stream().map(rows -> rows.table().tableId()).toList();
        return inLanes(tableIds, () -> {
            // Inside the lanes no DDL of these tables can run, so what is current now stays so.
            batch.forEach(rows -> requireCurrent(rows.table()));
            LoadResult result = ledger.ended(
                    txnId.getAsLong(),
                    label,
                    WrittenRows.of(batch),
                    id -> retried(engineOf(batch), claim, id, transaction -> appendAll(transaction, batch)));
            batch.forEach(rows -> inserted(rows.table(), rows.blocks()));
            return result;
        });
    }

    public CommitTokens tokens() {
        return tokens;
    }

    /** The engines of a transaction that begins. */
    OneEngine engineOfTransaction() {
        return new OneEngine(engine, engine);
    }

    /** The engine of what is read beside a table; that of the table where nothing is. */
    OneEngine engineReadFor(TableSchema table) {
        return new OneEngine(engine, engine.of(table));
    }

    /** @throws TributaryException {@code NOT_SUPPORTED} where two engines have tables of it */
    private TableEngine engineOf(Collection<TableRows> batch) {
        OneEngine one = engineOfTransaction();
        TableEngine found = engine;
        for (TableRows rows : batch) {
            found = one.with(rows.table());
        }
        return found;
    }

    private static void appendAll(EngineTransaction transaction, Collection<TableRows> batch) {
        for (TableRows rows : batch) {
            transaction.append(rows.table(), rows.blocks());
        }
    }

    /**
     * One engine transaction of its own around this work. The caller has entered the lanes.
     *
     * @param table which is written, and so the only one whose engine has a part in it
     * @param label the user's, or empty for a generated one
     */
    public LoadResult commit(TableSchema table, String label, Labels.@Nullable Claim claim, Work work) {
        return ledger.ended(label, WrittenRows.UNKNOWN, txnId -> retried(engine.of(table), claim, txnId, work));
    }

    /**
     * Commits like {@link #commit}, for work that deletes any rows of a table: transactions that wait for clients give way.
     */
    public LoadResult commitOver(TableSchema table, String label, Labels.@Nullable Claim claim, Work work) {
        return ledger.ended(label, WrittenRows.UNKNOWN, txnId -> retried(engine.of(table), claim, txnId, work, table));
    }

    private void retried(TableEngine in, Labels.@Nullable Claim claim, long txnId, Work work) {
        retried(in, claim, txnId, work, null);
    }

    /** @param changedBefore of which open transactions that have changed rows give way, or null */
    private void retried(
            TableEngine in, Labels.@Nullable Claim claim, long txnId, Work work, @Nullable TableSchema changedBefore) {
        for (int attempt = 1; ; attempt++) {
            try (EngineTransaction transaction = tokens.begin(in)) {
                work.run(transaction);
                if (claim != null) {
                    claim.write(transaction, txnId);
                }
                tokens.commit(in, transaction);
                return;
            } catch (TributaryException e) {
                if (!e.code().isConflict() || attempt == CONFLICT_ATTEMPTS_MAX) {
                    throw e;
                }
                if (changedBefore != null && !lanes.committedKeys().makeWay(changedBefore, null)) {
                    throw e;
                }
            }
        }
    }

    /**
     * Commits an engine transaction that a session held, unless a table written in it was dropped since, or altered.
     *
     * @throws TributaryException {@code WRITE_CONFLICT} if somebody else committed a row of the same UNIQUE KEY meanwhile
     */
    LoadResult commitHeld(HeldTransaction held, String label, Labels.@Nullable Claim claim) {
        Map<Long, Integer> versions = held.written().versions();
        return inLanes(
                versions.keySet(),
                () -> ledger.ended(label, held.written().rows(), txnId -> {
                    versions.forEach((tableId, version) -> requireCurrent(tables, tableId, version));
                    requireNoConflict(held.watch());
                    if (claim != null) {
                        claim.write(held.engine(), txnId);
                    }
                    tokens.commit(held.in(), held.engine());
                    held.watch().committed();
                }));
    }

    /**
     * The table as it is now; in its lane it stays so.
     *
     * @throws TributaryException {@code UNKNOWN_TABLE} or {@code SCHEMA_VERSION_MISMATCH}
     */
    public TableSchema current(long tableId, int schemaVersion) {
        return requireCurrent(tables, tableId, schemaVersion);
    }

    /** @throws TributaryException {@code UNKNOWN_TABLE} */
    public TableSchema current(long tableId) {
        TableSchema table = tables.table(tableId);
        if (table == null) {
            throw tables.missing(tableId);
        }
        return table;
    }

    /** What a snapshot of the engine holds that is taken {@link #ifUnchanging}. */
    TableLookup tablesNow() {
        return tables.snapshot();
    }

    /** See {@link TableLookup#ifUnchanging}. */
    boolean ifUnchanging(Runnable body) {
        return tables.ifUnchanging(body);
    }

    /** Waits until no table becomes another, as for a lane. */
    void awaitUnchanging() {
        tables.awaitUnchanging(laneTimeoutMillis);
    }

    /** Watches an engine transaction that will be held outside of the lanes; to be called before it begins. */
    CommittedKeys.Watch watch(CommittedKeys.Holder holder) {
        return lanes.committedKeys().watch(holder);
    }

    /** Rows of this table were committed, null: any; inside its lane. */
    void committed(TableSchema table, @Nullable List<RowBlock> blocks) {
        if (table.isKeyed()) {
            lanes.committedKeys().committed(table, blocks);
        }
    }

    /** These rows were committed to it, and nothing else was changed; inside its lane. */
    void inserted(TableSchema table, List<RowBlock> blocks) {
        committed(table, blocks);
        lanes.wrote(table.tableId(), blocks);
    }

    private static void requireNoConflict(CommittedKeys.Watch watch) {
        if (watch.conflicts()) {
            throw new TributaryException(
                    ErrorCode.WRITE_CONFLICT,
                    "Deadlock found when trying to get lock; try restarting transaction: another one committed a row"
                            + " of the same UNIQUE KEY since this transaction began");
        }
    }

    /** Keeps how a transaction ended whose client did not end it. */
    void timedOut(String label, WrittenRows rows, long beganMillis, String reason) {
        ledger.timedOut(label, rows, beganMillis, reason);
    }

    /** A transaction that changed nothing has a label and an id all the same, and the engine need not know. */
    LoadResult commitNothing(String label) {
        return ledger.ended(label, WrittenRows.UNKNOWN, txnId -> {});
    }

    /**
     * Runs the body while nothing else writes these tables.
     *
     * @throws TributaryException {@code LIMIT_OR_LOCK_WAIT} after {@code group_commit_queue_timeout_ms}; the body did
     *     not run then
     */
    public <R> R inLanes(Collection<Long> tableIds, Supplier<R> body) {
        TableLanes.Pass pass = enter(tableIds);
        try {
            return body.get();
        } finally {
            pass.close();
        }
    }

    /**
     * Runs the body while nothing else writes this table.
     *
     * @throws TributaryException {@code UNKNOWN_TABLE} if it was dropped while the caller waited, even if there is
     *     another of its name now; also as {@link #inLanes}
     */
    public <R> R inLaneOf(long tableId, Supplier<R> body) {
        return inLanes(List.of(tableId), () -> {
            requireExists(tableId);
            return body.get();
        });
    }

    /** @throws TributaryException {@code UNKNOWN_TABLE} */
    public void requireExists(long tableId) {
        if (tables.table(tableId) == null) {
            throw tables.missing(tableId);
        }
    }

    /** @throws TributaryException where the engine of one of these takes nothing now, as 1021 for a full disk */
    void requireEngine(Collection<Long> tableIds) {
        for (long tableId : tableIds) {
            TableSchema table = tables.table(tableId);
            TributaryException refusal = (table == null ? engine : engine.of(table)).refusal();
            if (refusal != null) {
                throw refusal;
            }
        }
    }

    private TableLanes.Pass enter(Collection<Long> tableIds) {
        // This comes before a lane, a transaction id and a line of the history are taken for it.
        requireEngine(tableIds);
        Optional<TableLanes.Pass> pass;
        try {
            pass = lanes.enter(tableIds, laneTimeoutMillis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TributaryException(
                    ErrorCode.SERVER_SHUTDOWN, "Server shutdown in progress; nothing was stored", e);
        }
        return pass.orElseThrow(() -> laneTimeout(tableIds));
    }

    /** {@code group_commit_queue_timeout_ms}: how long a statement may wait for the lanes of its tables. */
    public long laneTimeoutMillis() {
        return laneTimeoutMillis;
    }

    /** What a statement hears that has waited for so long. */
    public TributaryException laneTimeout(Collection<Long> tableIds) {
        return new TributaryException(
                ErrorCode.LIMIT_OR_LOCK_WAIT,
                waitedFor(tableIds) + " for " + laneTimeoutMillis
                        + " ms (group_commit_queue_timeout_ms); nothing was stored");
    }

    private String waitedFor(Collection<Long> tableIds) {
        for (long tableId : tableIds) {
            TableSchema table = tables.table(tableId);
            if (table != null && lanes.isChanging(tableId)) {
                return "insert table " + table.name() + " is blocked on schema change";
            }
        }
        return "Lock wait timeout exceeded; try restarting transaction: other statements were writing "
                + names(tableIds);
    }

    private String names(Collection<Long> tableIds) {
        return tableIds.stream()
                .map(id -> {
                    TableSchema table = tables.table(id);
                    if (table != null) {
                        return table.database() + "." + table.name();
                    }
                    return id == 0 ? "the catalog" : "table " + id;
                })
                .collect(Collectors.joining(", "));
    }

    /**
     * The table as it is now.
     *
     * @throws TributaryException {@code UNKNOWN_TABLE} or {@code SCHEMA_VERSION_MISMATCH}
     */
    public static TableSchema requireCurrent(TableLookup tables, long tableId, int schemaVersion) {
        TableSchema table = tables.table(tableId);
        if (table == null) {
            throw tables.missing(tableId);
        }
        if (table.schemaVersion() != schemaVersion) {
            throw TableChanged.since(table, schemaVersion);
        }
        TributaryException changedThere = tables.refusal(table);
        if (changedThere != null) {
            throw changedThere;
        }
        return table;
    }

    /** The engine goes by name, and the name may be another table's by now: its rows must be this one's. */
    void requireCurrent(TableSchema encodedFor) {
        if (tables.table(encodedFor.tableId()) == null) {
            TributaryException missing = tables.missing(encodedFor.tableId());
            throw missing.code() != ErrorCode.UNKNOWN_TABLE
                    ? missing
                    : new TributaryException(
                            ErrorCode.UNKNOWN_TABLE,
                            "Table '" + encodedFor.database() + "." + encodedFor.name() + "' doesn't exist");
        }
        requireCurrent(tables, encodedFor.tableId(), encodedFor.schemaVersion());
    }
}
