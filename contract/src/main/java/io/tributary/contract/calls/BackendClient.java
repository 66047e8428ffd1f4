package io.tributary.contract.calls;

import io.tributary.contract.row.RowBlock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The only door from a frontend to a backend.
 *
 * <p>No method blocks. Every future fails with a {@link io.tributary.contract.error.TributaryException}, and is completed on
 * a transport thread that must not be blocked. A request that could not be sent within
 * {@code group_commit_queue_timeout_ms} because the backend's inbox is full fails with {@code LIMIT_OR_LOCK_WAIT} and
 * stored nothing; so did one that fails with {@code BACKEND_UNAVAILABLE}. A connection lost after something was sent that
 * stores rows or changes tables fails with {@code OUTCOME_UNKNOWN}.
 */
public interface BackendClient extends AutoCloseable {
    /**
     * A load for group commit. In {@code ASYNC_MODE} it completes after the fsync of the log that covers it, in
     * {@code SYNC_MODE} after the commit of its batch. A load that the log cannot take fails with {@code LOAD_TOO_LARGE} or
     * {@code LOG_SHORT}; nothing of it was stored, and it may be inserted otherwise.
     */
    CompletableFuture<LoadResult> append(LoadRequest load);

    /**
     * One load as its own engine transaction (a private batch of one statement), committed when the future completes.
     *
     * @param label the user's label, or empty for a generated one; a used one fails with {@code LABEL_USED},
     *     {@code LABEL_RUNNING} or {@code LABEL_PRECOMMITTED}
     */
    CompletableFuture<LoadResult> insert(long tableId, int schemaVersion, List<RowBlock> blocks, String label);

    /**
     * Opens a transaction with a lease; its id stays valid until commit, rollback, or the lease's end. When its time is over
     * it is rolled back, and whatever is asked of it fails with {@code TRANSACTION_ABORTED}.
     */
    CompletableFuture<Long> begin(String label, TransactionTimeout timeout);

    /** Rows that become part of the transaction; nothing of a failed call is. */
    CompletableFuture<Void> appendTo(long transactionId, long tableId, int schemaVersion, List<RowBlock> blocks);

    /**
     * Takes back what the transaction was given by {@link #appendTo} but for the first calls.
     *
     * @param appends that are kept; {@code NOT_SUPPORTED} where an engine has the rows: the transaction is as it was then
     */
    CompletableFuture<Void> keep(long transactionId, int appends);

    CompletableFuture<LoadResult> commit(long transactionId);

    CompletableFuture<Void> rollback(long transactionId);

    /**
     * The first of two phases: the rows of the transaction, all of this table, are durable and not visible, and it ends.
     * Its label and id are for {@link #decide}.
     */
    CompletableFuture<LoadResult> precommit(long transactionId, long tableId, int schemaVersion);

    /**
     * The second phase: makes the rows visible, or drops them.
     *
     * @param label if it is not empty, it says which load is meant, and not the id
     */
    CompletableFuture<LoadResult> decide(String database, long txnId, String label, boolean commit);

    /**
     * What became of a load: none, or one, or for a label those that failed and the last.
     *
     * @param label of {@code database}; if it is empty, the load with this {@code txnId} is meant
     */
    CompletableFuture<List<TransactionInfo>> transactions(long txnId, String label, String database);

    /**
     * Acknowledged rows that the engine refused, by id: the first so many, fewer where they are large.
     *
     * @param tableId 0 for any table
     * @param ids none for any
     */
    CompletableFuture<List<QuarantineInfo>> quarantined(long tableId, List<Long> ids, int limit);

    /** Inserts those rows again; what is refused once more stays. Rows and ids as {@link #quarantined}. */
    CompletableFuture<QuarantineInfo.Outcome> replayQuarantine(long tableId, List<Long> ids);

    /** Forgets those rows. */
    CompletableFuture<QuarantineInfo.Outcome> discardQuarantine(long tableId, List<Long> ids);

    /** Runs a query in MySQL's dialect. The returned flow of blocks is driven by the receiver. */
    void query(String sql, QueryContext context, ResultReceiver receiver);

    /** Columns of a query without running it; empty for a statement without a result. {@code ?} may stand in it. */
    CompletableFuture<List<ResultColumn>> describe(String sql, QueryContext context);

    /**
     * Runs a statement that changes rows of one table, as a barrier of that table (see ARCHITECTURE.md), or inside
     * {@code context.transactionId()}. If the table has another schema version when its turn comes, nothing is done and
     * the answer is {@code SCHEMA_VERSION_MISMATCH}: the names in the text may mean another table by then.
     *
     * @param schemaVersion of the table that the statement was planned for
     */
    CompletableFuture<StatementResult> execute(String sql, long tableId, int schemaVersion, QueryContext context);

    /**
     * Inserts rows that the engine computes, as a barrier of their table or inside {@code context.transactionId()}; a
     * value that does not fit fails the statement, stores nothing and leaves the transaction as it was.
     */
    CompletableFuture<StatementResult> insertQuery(InsertQuery insert);

    /**
     * Computes expressions over rows that are no table's, and stores nothing. A row that makes one fail is told apart where
     * the engine can do so, else the call fails; {@code LIMIT_OR_LOCK_WAIT} for more than {@link EvaluatedRows#BYTES_MAX}.
     */
    CompletableFuture<EvaluatedRows> evaluate(Evaluation evaluation);

    /**
     * Reserves consecutive values for a table's AUTO_INCREMENT column, durably; completes with the first.
     *
     * @param count how many, possibly 0
     * @param atLeast no value below this is given to anybody from now on
     */
    CompletableFuture<ReservedIds> reserveIds(long tableId, long count, long atLeast);

    /** Applies a change and completes with the catalog that holds it. */
    CompletableFuture<CatalogState> change(CatalogChange change);

    /** The newest catalog, asked for now. */
    CompletableFuture<CatalogState> catalog();

    /**
     * Tells of every new catalog, the present one first, until this client is closed; reconnects by itself. The
     * listener is called on a transport thread.
     *
     * @param frontend whose temporary tables go when nobody has watched in its name for a while; empty: of nobody
     */
    void watchCatalog(String frontend, Consumer<CatalogState> listener);

    /**
     * Completes when every row of these tables that was acknowledged before is visible; asks for an early commit.
     *
     * @param timeoutMillis after which it fails with {@code LIMIT_OR_LOCK_WAIT}, naming the batches it waits for
     */
    CompletableFuture<Void> sync(List<Long> tableIds, int timeoutMillis);

    /** The uncommitted batches of all tables, those of one table oldest first. */
    CompletableFuture<List<BatchInfo>> batches();

    CompletableFuture<LogStatus> logStatus();

    CompletableFuture<BackendStatus> status();

    /**
     * Takes a backend out of service: new writes are refused, what its logs hold is committed. Completes when that has
     * begun; {@link #status} tells when it is done.
     *
     * @param address of the backend; another one's is refused
     * @param cancelled whether it takes writes again instead
     */
    CompletableFuture<Void> decommission(String address, boolean cancelled);

    @Override
    void close();
}
