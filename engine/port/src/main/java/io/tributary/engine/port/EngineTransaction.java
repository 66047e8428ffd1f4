package io.tributary.engine.port;

import io.tributary.contract.calls.EvaluatedRows;
import io.tributary.contract.calls.Evaluation;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.OnDuplicateKey;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableSchema;
import java.util.List;

/**
 * One engine transaction. Used by one thread at a time, except {@link #interrupt}, which any thread may call; {@link
 * #close} rolls back what was not committed. After any method or cursor of it has failed in the engine, only {@link
 * #rollback} and {@link #close} may be called.
 */
public interface EngineTransaction extends AutoCloseable {
    /** Takes the snapshot: from here on it sees what is committed by now; else from the first statement on. */
    default void takeSnapshot() {}

    /**
     * Appends rows, already validated, in order. They reach the engine before this returns, or it throws.
     *
     * @throws io.tributary.contract.error.TributaryException of kind ROW where the engine refuses some of them for their values,
     *     and would again; of another kind for anything else
     */
    void append(TableSchema table, List<RowBlock> blocks);

    /** What the rows of a table that have the keys of staged ones are called while those are staged. */
    String OLD_ROWS = "$old";

    /** Column of staged rows: 1 for the first row of its key among them, 2 for the second, and so on. */
    String ROUND = "$round";

    /** Column of staged rows: their number among them, from 1 on. */
    String ORDER = "$order";

    /**
     * Makes rows of a table with a key readable for {@link #queryStaged}, until {@link #unstage}, as {@link
     * OnDuplicateKey#NEW_ROWS}, their columns named {@link OnDuplicateKey#newColumnName}; and those rows of the table that
     * have the same keys as {@link #OLD_ROWS}. Earlier ones are forgotten.
     */
    default void stage(TableSchema table, List<RowBlock> blocks) {
        throw EngineCapability.MERGE_BY_KEY.missing();
    }

    /** Puts rows into {@link #OLD_ROWS}, one a key, instead of those that are there of their keys. */
    default void replaceStaged(TableSchema table, List<RowBlock> blocks) {
        throw EngineCapability.MERGE_BY_KEY.missing();
    }

    /** A query of staged rows whose columns have different names. */
    default ResultCursor queryStaged(String sql, QueryContext context) {
        throw EngineCapability.MERGE_BY_KEY.missing();
    }

    default void unstage() {}

    /**
     * Records, in this transaction, that everything of these batches' tables up to their positions of their logs is in the engine.
     * Where the engine can, {@link SystemStore#lastBatches} tells of them.
     *
     * @param positions of batches of different tables
     * @throws io.tributary.contract.error.TributaryException {@code WRITE_CONFLICT} or {@code LOCK_WAIT}, here or at the commit, where a table is not where it
     *     is expected, an owner of a later generation is there, or another transaction that is open has the same table and log
     */
    void setAppliedPositions(List<ConditionalPosition> positions);

    /**
     * Runs an UPDATE or DELETE in MySQL's dialect, and of a table that was adopted an INSERT; returns how many rows it changed.
     *
     * @param rules held in time that grows with the rows which change, not with those of the table
     */
    default long execute(String sql, RowRules rules, QueryContext context) {
        throw EngineCapability.QUERIES.missing();
    }

    /** The first number that the last {@link #execute} was given for an AUTO_INCREMENT column, or 0. */
    default long lastInsertId() {
        return 0;
    }

    /**
     * Executes like {@link #execute}, and gives a row for each that it changed or deleted, with the values of these columns.
     * The cursor must be read to its end, and only then the statement has been carried out.
     */
    default ResultCursor executeReturning(String sql, RowRules rules, List<String> columns, QueryContext context) {
        throw EngineCapability.RETURNED_ROWS.missing();
    }

    /** Runs a query that sees this transaction's own rows. */
    default ResultCursor query(String sql, QueryContext context) {
        throw EngineCapability.QUERIES.missing();
    }

    /** A query whose rows are to be stored, with all digits that its values carry; what a strict mode refuses of them is an error. */
    default ResultCursor queryToStore(String sql, QueryContext context) {
        return query(sql, context);
    }

    /**
     * Computes expressions over rows that are no table's. To be called in a transaction that does nothing else, and is not
     * to be committed.
     *
     * @throws io.tributary.contract.error.TributaryException for what is wrong with an expression; for what fails in a row only
     *     where that row cannot be told from the others
     */
    default EvaluatedRows evaluate(Evaluation evaluation) {
        throw EngineCapability.EVALUATION.missing();
    }

    default void createDatabase(String database) {
        throw EngineCapability.DEFINITIONS_IN_TRANSACTIONS.missing();
    }

    /** Drops it with everything in it. */
    default void dropDatabase(String database) {
        throw EngineCapability.DEFINITIONS_IN_TRANSACTIONS.missing();
    }

    default void createTable(TableSchema table) {
        throw EngineCapability.DEFINITIONS_IN_TRANSACTIONS.missing();
    }

    default void dropTable(String database, String table) {
        throw EngineCapability.DEFINITIONS_IN_TRANSACTIONS.missing();
    }

    /**
     * Makes of a table what the change says, rows included.
     *
     * @param before the table as it is
     * @throws io.tributary.contract.error.TributaryException INVALID_NULL, TOO_LONG, OUT_OF_RANGE, BAD_DATE or
     *     BAD_NUMBER_OR_TEXT where a value that exists does not fit its column
     */
    default void alterTable(TableSchema before, TableChange change) {
        throw EngineCapability.DEFINITIONS_IN_TRANSACTIONS.missing();
    }

    /**
     * Puts a rewritten table, which is up to date, into the place of the one it was copied from.
     *
     * @param rewrite of the same engine
     */
    default void takeOver(TableRewrite rewrite) {
        throw new IllegalArgumentException("a rewrite of another engine: " + rewrite);
    }

    /**
     * Deletes rows of a table, and forgets what it keeps of rows that were deleted there. Where a transaction that is open has
     * deleted or replaced one of them, this is a {@code WRITE_CONFLICT} or {@code LOCK_WAIT}, or the commit is a conflict.
     *
     * @param partitions of which the rows go; empty: all rows
     */
    void truncate(TableSchema table, List<Partition> partitions);

    /** Writes a key of the {@link SystemStore} in this transaction. */
    void putSystem(String space, String key, String value);

    /** Removes a key of the {@link SystemStore} in this transaction. */
    default void removeSystem(String space, String key) {
        throw EngineCapability.DEFINITIONS_IN_TRANSACTIONS.missing();
    }

    /** Keeps the label of the load whose rows are in this transaction, see {@link LabelStore}. */
    default void putLabel(LabelStore.UsedLabel label) {
        throw EngineCapability.LABELS.missing();
    }

    /** Keeps the keys of loads whose rows are in this transaction, see {@link KeyStore}. */
    void keepKeys(List<KeptKey> keys);

    /** Keeps these rows aside, those without an id under new ones. */
    default void quarantine(List<QuarantinedRow> rows) {
        throw EngineCapability.QUARANTINE.missing();
    }

    /** Forgets rows of the quarantine; returns how many. */
    default long removeQuarantined(QuarantineStore.Filter filter) {
        throw EngineCapability.QUARANTINE.missing();
    }

    void commit();

    void rollback();

    /** Whether it can go on: nothing of it has failed in the engine. */
    boolean isUsable();

    /**
     * Makes what runs in it now fail with {@code INTERRUPTED}, and the transaction with it; a commit is never interrupted.
     * Without effect where nothing runs, and maybe where something is just beginning.
     */
    void interrupt();

    @Override
    void close();
}
