package io.tributary.backend.txn;

import io.tributary.backend.engine.EngineTransaction;
import io.tributary.backend.engine.ResultCursor;
import io.tributary.backend.engine.TableEngine;
import io.tributary.rpc.client.InsertQuery;
import io.tributary.rpc.client.LoadResult;
import io.tributary.rpc.client.QueryContext;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.row.RowBlock;
import io.tributary.rpc.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A session's transaction: a private batch that is buffered until COMMIT, or, from its first statement by text on, an
 * engine transaction that it holds, so that it reads its own writes. It enters no lane before COMMIT, so a client that
 * thinks delays nobody.
 *
 * <p>Used by one thread at a time, the one that has it from {@link TransactionRegistry#use}. After an error of the
 * engine every call but {@link #close} fails with {@code TRANSACTION_ABORTED}.
 */
public final class LoadTransaction implements AutoCloseable {
    private final long id;
    private final String label;
    private final TableEngine engine;
    private final PrivateCommitter committer;
    private final Labels labels;
    private final ByteReservation bytes;

    private final List<TableRows> buffered = new ArrayList<>();
    private final Set<Long> writtenTables = new TreeSet<>();
    private Labels.@Nullable Claim claim;
    private @Nullable EngineTransaction held;
    private @Nullable TributaryException abortedBy;

    LoadTransaction(
            long id,
            String label,
            TableEngine engine,
            PrivateCommitter committer,
            Labels labels,
            ByteReservation bytes) {
        this.id = id;
        this.label = label;
        this.engine = engine;
        this.committer = committer;
        this.labels = labels;
        this.bytes = bytes;
    }

    public long id() {
        return id;
    }

    /** Adds rows; when it throws, none of them is in the transaction. */
    public void append(TableRows rows) {
        requireAlive();
        claimLabel(rows.table().database());
        EngineTransaction transaction = held;
        if (transaction == null) {
            bytes.add(rows.bytes());
            buffered.add(rows);
        } else {
            inEngine(() -> {
                transaction.append(rows.table(), rows.blocks());
                return rows;
            });
        }
        writtenTables.add(rows.table().tableId());
    }

    /** A query that sees this transaction's own rows. The caller closes the cursor before it gives the transaction back. */
    public ResultCursor query(String sql, QueryContext context) {
        EngineTransaction transaction = hold();
        return inEngine(() -> transaction.query(sql, context));
    }

    /** A statement that changes rows of a table; returns how many. */
    public long execute(String sql, long tableId, QueryContext context) {
        EngineTransaction transaction = hold();
        long affected = inEngine(() -> committer.change(transaction, sql, tableId, context));
        if (tableId != 0) {
            writtenTables.add(tableId);
        }
        return affected;
    }

    /**
     * Rows that queries of this transaction compute; returns how many. A value that does not fit and a limit fail the
     * statement alone: none of its rows is in the transaction, which goes on.
     *
     * @param insert for this table as it is now; its context says when it began
     */
    long insert(TableSchema table, InsertQuery insert) {
        requireAlive();
        claimLabel(table.database());
        EngineTransaction transaction = hold();
        try {
            ComputedRows rows = new ComputedRows(table, insert, bytes);
            List<RowBlock> blocks = gather(rows, transaction);
            inEngine(() -> {
                transaction.append(table, blocks);
                return rows;
            });
            writtenTables.add(table.tableId());
            return rows.count();
        } finally {
            bytes.release();
        }
    }

    private List<RowBlock> gather(ComputedRows rows, EngineTransaction transaction) {
        try {
            return rows.gather(transaction);
        } catch (RuntimeException e) {
            if (rows.engineFailed()) {
                abortBy(e);
            }
            throw e;
        }
    }

    /**
     * Commits and ends. After a wait for a lane that was too long it stays as it was and may be tried again; after any
     * other error it is aborted.
     */
    public LoadResult commit() {
        requireAlive();
        EngineTransaction transaction = held;
        if (transaction == null && buffered.isEmpty()) {
            return committer.commitNothing(label);
        }
        try {
            return transaction == null
                    ? committer.commitRows(buffered, label, claim)
                    : committer.commitHeld(transaction, writtenTables, label, claim);
        } catch (TributaryException e) {
            if (e.code() != ErrorCode.LIMIT_OR_LOCK_WAIT) {
                abort(e);
            }
            throw e;
        }
    }

    /**
     * For the caller whose cursor failed while its rows were read. What the engine holds for the transaction is given
     * back at once, not when the client gets round to its ROLLBACK.
     */
    public void abort(TributaryException cause) {
        if (abortedBy == null) {
            abortedBy = cause;
            close();
        }
    }

    /** Rolls back what was not committed. */
    @Override
    public void close() {
        buffered.clear();
        bytes.release();
        EngineTransaction transaction = held;
        Labels.Claim taken = claim;
        held = null;
        claim = null;
        try {
            if (transaction != null) {
                transaction.close();
            }
        } finally {
            if (taken != null) {
                taken.close();
            }
        }
    }

    private void requireAlive() {
        TributaryException cause = abortedBy;
        if (cause != null) {
            // MySQL has rolled back after a conflict: who retries on 1213 must hear it from COMMIT, too, and be done.
            throw new TributaryException(
                    cause.code() == ErrorCode.WRITE_CONFLICT ? ErrorCode.WRITE_CONFLICT : ErrorCode.TRANSACTION_ABORTED,
                    "current transaction is aborted, commands ignored until ROLLBACK; it failed with: "
                            + cause.getMessage());
        }
    }

    /** The label's scope is the database of the first table written. */
    private void claimLabel(String database) {
        if (claim == null && !label.isEmpty()) {
            claim = labels.claim(database, label);
        }
    }

    /** From here on everything happens in an engine transaction; the rows so far move into it. */
    private EngineTransaction hold() {
        requireAlive();
        EngineTransaction transaction = held;
        if (transaction != null) {
            return transaction;
        }
        EngineTransaction begun = engine.begin();
        held = begun;
        inEngine(() -> {
            for (TableRows rows : buffered) {
                committer.requireCurrent(rows.table());
                begun.append(rows.table(), rows.blocks());
            }
            return begun;
        });
        buffered.clear();
        bytes.release();
        return begun;
    }

    private <T> T inEngine(Supplier<T> call) {
        try {
            return call.get();
        } catch (RuntimeException e) {
            abortBy(e);
            throw e;
        }
    }

    private void abortBy(RuntimeException error) {
        abort(
                error instanceof TributaryException known
                        ? known
                        : new TributaryException(ErrorCode.ENGINE, "engine failed: " + error, error));
    }
}
