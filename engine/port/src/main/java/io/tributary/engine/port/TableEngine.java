package io.tributary.engine.port;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.information.SystemRows;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A database that stores tables: the port with one implementation an engine. Every method may block and is called on a
 * committer or engine thread, never on an event loop or the ingest agent; all are safe for concurrent callers.
 *
 * <p>Errors are {@link io.tributary.contract.error.TributaryException}s. {@code ENGINE} means that the engine refused or
 * failed (its own text), {@code WRITE_CONFLICT} and {@code LOCK_WAIT} that a retry may help; the finer client errors (1054, 1146, 1305, …)
 * are told where the engine tells them apart.
 */
public interface TableEngine extends AutoCloseable {
    /** What kind it is; the same for all of its life. Does not block. */
    EngineTraits traits();

    /** The engine that has the tables of a database: this one, unless it stands for others too. Does not block. */
    default TableEngine of(String database) {
        return this;
    }

    /** The engine that has a table, see {@link #of(String)}. */
    default TableEngine of(TableSchema table) {
        return of(table.database());
    }

    /** The engines for which it stands beside itself. Does not block. */
    default List<TableEngine> others() {
        return List.of();
    }

    /** Itself, and those for which it stands. */
    default List<TableEngine> all() {
        List<TableEngine> all = new ArrayList<>(others());
        all.add(0, this);
        return all;
    }

    /**
     * Whether it keeps what is told of loads into its tables: positions of logs, labels, idempotency keys, rows in quarantine. One
     * that applies batches by their labels has no transaction for that.
     */
    default boolean keepsLoads() {
        return traits().exactlyOnce() == ExactlyOnce.POSITION_IN_TRANSACTION;
    }

    /** The engine that keeps what is told of loads into tables of a database: theirs, or where that {@linkplain #keepsLoads does not}, this one. */
    default TableEngine keeperOf(String database) {
        TableEngine own = of(database);
        return own.keepsLoads() ? own : this;
    }

    /** The same of a table. */
    default TableEngine keeperOf(TableSchema table) {
        return keeperOf(table.database());
    }

    /** Those of {@link #all} that keep what is told of loads. */
    default List<TableEngine> keepers() {
        return all().stream().filter(TableEngine::keepsLoads).toList();
    }

    /**
     * The engine by which a statement is to be run: the one that has all tables that it names; empty where it names none, and any
     * will do.
     *
     * @throws TributaryException {@code NOT_SUPPORTED} naming two that have some of them
     */
    default Optional<TableEngine> ofStatement(String sql, QueryContext context) {
        return Optional.of(this);
    }

    /**
     * The databases of the tables that a statement names, none where it names none; of a view its own database, and those of its
     * tables. A text that is not understood has the current one alone.
     */
    default Set<String> databasesOf(String sql, QueryContext context) {
        throw EngineCapability.EVALUATION.missing();
    }

    /** Applies batches by their labels; only of an engine whose traits say {@link ExactlyOnce#REPEATED_LABEL}. */
    default LabelledBatches labelledBatches() {
        throw new UnsupportedOperationException("this engine applies batches in transactions");
    }

    /**
     * Begins a transaction on a connection of its own. It holds no lock until it writes. Only of an engine whose traits say {@link
     * ExactlyOnce#POSITION_IN_TRANSACTION}.
     */
    default EngineTransaction begin() {
        throw EngineCapability.HELD_TRANSACTIONS.missing();
    }

    /**
     * Begins one that a client holds open as long as it likes: it keeps no commit from its connection, and is refused with {@code
     * LIMIT_OR_LOCK_WAIT} where there are too many.
     */
    default EngineTransaction beginHeld() {
        return begin();
    }

    /**
     * Begins one that only reads, for a query whose snapshot is to be taken at a moment of its own: it counts among the queries,
     * which keep no commit from its connection, and is refused where they are.
     */
    default EngineTransaction beginReading() {
        return begin();
    }

    /** Runs a query in MySQL's dialect on a snapshot of what is committed. The caller closes the cursor. */
    default ResultCursor query(String sql, QueryContext context) {
        throw EngineCapability.QUERIES.missing();
    }

    /** Columns of a query without running it ({@code ?} may stand in it); empty for what returns no rows. */
    default List<ResultColumn> describe(String sql, QueryContext context) {
        throw EngineCapability.QUERIES.missing();
    }

    /**
     * Returns a view that is to be made with its columns, and with all that its asterisks mean written out.
     *
     * @param wanted its columns have names alone; none: those of the query
     */
    default ViewSchema view(ViewSchema wanted, QueryContext context) {
        throw EngineCapability.QUERIES.missing();
    }

    /**
     * Columns of a table as the engine itself has them, whatever {@link #systemTables} says.
     *
     * @throws TributaryException {@code UNKNOWN_TABLE} or {@code UNKNOWN_DATABASE} if it has none
     */
    default List<ResultColumn> columns(String database, String table) {
        throw EngineCapability.QUERIES.missing();
    }

    /** Creates a database in a transaction of its own, which the four below have as well. */
    /** What it tells of tables that others have made. */
    default ExistingTables existingTables() {
        throw EngineCapability.EXISTING_TABLES.missing();
    }

    default void createDatabase(String database) {
        define(transaction -> transaction.createDatabase(database));
    }

    default void dropDatabase(String database) {
        define(transaction -> transaction.dropDatabase(database));
    }

    default void createTable(TableSchema table) {
        define(transaction -> transaction.createTable(table));
    }

    default void dropTable(String database, String table) {
        define(transaction -> transaction.dropTable(database, table));
    }

    /** Makes of a table what the change says, see {@link EngineTransaction#alterTable}; the same again does no harm. */
    default void alterTable(TableSchema before, TableChange change) {
        define(transaction -> transaction.alterTable(before, change));
    }

    private void define(Consumer<EngineTransaction> definition) {
        try (EngineTransaction transaction = begin()) {
            definition.accept(transaction);
            transaction.commit();
        }
    }

    /** Whether a change writes every value of a column anew, or of all. */
    default boolean isRewrite(TableSchema before, TableChange change) {
        return false;
    }

    /**
     * Begins to write a table anew for a change that takes long. Called in the table's lane: the copy is of what is
     * committed by then. Empty where {@link EngineTransaction#alterTable} is done quickly.
     *
     * @param before the table as it is
     * @param rowsMin with fewer rows a table is always altered quickly
     */
    default Optional<TableRewrite> rewrite(TableSchema before, TableChange change, long rowsMin) {
        return Optional.empty();
    }

    /**
     * Forgets what it keeps of tables beside their rows, some at a time: they were dropped, and their ids are never used
     * again. What a transaction that is open holds stays, until it is asked again.
     *
     * @param dropped whether this was a table's id
     * @return how many entries went
     */
    default long forgetTables(LongPredicate dropped) {
        return 0;
    }

    /** How many keys it keeps of rows that were deleted by their sign, so that no older row brings them back. */
    default long tombstones() {
        return 0;
    }

    /**
     * What statements read in information_schema and mysql: a statement that begins after this sees the newest rows.
     * Until it is called those tables are empty.
     *
     * @param newest asked by the threads that run statements; must not block
     */
    default void systemTables(Supplier<SystemRows> newest) {}

    /**
     * Puts everything whose commit has returned into the engine's file, so that no start needs the engine's own log for it.
     * One at a time, the next waits; queries go on meanwhile, and commits into tables that it is not writing just then. Blocks for as long as that takes.
     *
     * @throws TributaryException {@code WRITE_CONFLICT} while transactions are open that have changed
     *     rows or definitions: nothing has happened, and it may be tried again; after any other the engine may take nothing
     *     more until it is opened again, and what was committed is still there then
     */
    default void checkpoint() {}

    /**
     * Blocks until one later than this number has succeeded: waits for the one under way, and begins one where there is none,
     * or it has failed. So two that each see that one is due do not make two. Fails as {@link #checkpoint}.
     *
     * @param number {@link #lastCheckpoint}, read before what said that one is due
     */
    default void checkpointAfter(long number) {}

    /**
     * The number of the checkpoint that begins next. A commit that has returned by now is in the engine's file as soon as
     * {@link #lastCheckpoint} is at least this: at once where an engine has no log of its own. Does not block.
     */
    default long nextCheckpoint() {
        return 0;
    }

    /** The number of the last checkpoint that has succeeded since the engine was opened, 0 before the first. Does not block. */
    default long lastCheckpoint() {
        return 0;
    }

    /** Bytes of the engine's own log, which a start has to read. Does not block for long. */
    default long logBytes() {
        return 0;
    }

    /** How many tables have new rows for the next checkpoint; an estimate. Does not block. */
    default int changedTables() {
        return 0;
    }

    /** How many rows {@link #merge} would write once more, at most; an estimate. Does not block. */
    default long mergeableRows() {
        return 0;
    }

    /** How many it would let go, at most; an estimate. Does not block. */
    default long removedRows() {
        return 0;
    }

    /**
     * Puts together what checkpoints have written in small pieces, and lets removed rows go. Commits wait for it. Does nothing,
     * and {@link #mergeableRows} stay, where transactions or queries are open that keep it from that. Fails as {@link
     * #checkpoint}, which it is otherwise.
     */
    default void merge() {}

    /** The engine's own small key-value state, for the catalog, positions and counters. */
    SystemStore systemStore();

    /** The idempotency keys of committed loads. */
    default KeyStore keyStore() {
        throw EngineCapability.KEYS.missing();
    }

    /** How much one of its transactions may bring, as far as it has told. Does not block. */
    default TransactionLimit transactionLimit() {
        return TransactionLimit.NONE;
    }

    /** How many of its commits no log holds. */
    default UnloggedCommits unloggedCommits() {
        return UnloggedCommits.UNCOUNTED;
    }

    /** The labels of committed loads. */
    default LabelStore labelStore() {
        throw EngineCapability.LABELS.missing();
    }

    /** Acknowledged rows that it refuses for their values. */
    default QuarantineStore quarantine() {
        return QuarantineStore.NONE;
    }

    /** Bytes that the disk of its files has left; {@link Long#MAX_VALUE} where that is not known. Asks the disk. */
    default long usableBytes() {
        return Long.MAX_VALUE;
    }

    /**
     * Asks it for something small that it does not answer from memory alone, and that does not wait long where it hangs.
     *
     * @throws TributaryException {@code ENGINE_DOWN} where it is down
     */
    default void ping() {
        try (EngineTransaction transaction = begin()) {
            transaction.takeSnapshot();
        }
    }

    /**
     * Asks as {@link #ping} does, and for no longer, which generation of owners it has by now.
     *
     * @throws TributaryException {@code ENGINE_DOWN} where it is down
     */
    default long pingGeneration() {
        ping();
        return systemStore().generation();
    }

    /** Why it takes nothing now, or null: then it may be asked. Does not block. */
    default @Nullable TributaryException refusal() {
        return null;
    }

    /** Whether {@link #refusal} stays until this process is started again, so that nothing may be acknowledged for it. */
    default boolean isLost() {
        return false;
    }

    /**
     * Tells that a batch of acknowledged rows was not committed for this reason, which it gave itself: what fails for one load
     * alone is that load's, what keeps such a batch waiting is the engine's. Does not block.
     */
    default void batchFailed(TributaryException error) {}

    /**
     * Lets whatever waits for an answer out of another process fail soon, as if its connection was lost, and what begins after it at
     * once. Called when it is down, before anybody waits for what still runs in it. Does not block.
     */
    default void disconnect() {}

    /**
     * Closes it after a failure, writing nothing. Every transaction and cursor must have ended.
     *
     * @param waitMillis at most, for what it does by itself to end
     * @return whether it has given its files back, so that it may be opened again
     */
    default boolean abandon(long waitMillis) throws InterruptedException {
        close();
        return true;
    }

    @Override
    void close();
}
