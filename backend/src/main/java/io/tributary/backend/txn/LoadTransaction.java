package io.tributary.backend.txn;

import io.tributary.backend.batch.CommittedKeys;
import io.tributary.backend.catalog.AutoIncrementIds;
import io.tributary.backend.engine.EngineTransaction;
import io.tributary.backend.engine.ResultCursor;
import io.tributary.backend.engine.TableEngine;
import io.tributary.rpc.client.InsertQuery;
import io.tributary.rpc.client.LoadResult;
import io.tributary.rpc.client.QueryContext;
import io.tributary.rpc.client.StatementResult;
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
    /** There while an engine transaction is held. */
    private CommittedKeys.@Nullable Watch watch;

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

    /** Whether rows of this table were added or changed. */
    public boolean hasWritten(long tableId) {
        return writtenTables.contains(tableId);
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
        wrote(rows.table(), rows.blocks());
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
     * Rows that queries of this transaction compute. A value that does not fit and a limit fail the
     * statement alone: none of its rows is in the transaction, which goes on.
     *
     * @param insert for this table as it is now; its context says when it began
     */
    StatementResult insert(TableSchema table, InsertQuery insert, AutoIncrementIds ids) {
        requireAlive();
        claimLabel(table.database());
        EngineTransaction transaction = hold();
        try {
            ComputedRows rows = new ComputedRows(table, insert, bytes, ids);
            List<RowBlock> blocks = gather(rows, transaction);
            inEngine(() -> {
                transaction.append(table, blocks);
                return rows;
            });
            wrote(table, blocks);
            return new StatementResult(rows.count(), "", 0, rows.firstGenerated(), rows.largestGiven());
        } finally {
            bytes.release();
        }
    }

    private void wrote(TableSchema table, List<RowBlock> blocks) {
        writtenTables.add(table.tableId());
        CommittedKeys.Watch watching = watch;
        if (watching != null) {
            watching.add(table, blocks);
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
            CommittedKeys.Watch watching = watch;
            return transaction == null || watching == null
                    ? committer.commitRows(buffered, label, claim)
                    : committer.commitHeld(transaction, writtenTables, watching, label, claim);
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
        CommittedKeys.Watch watching = watch;
        held = null;
        watch = null;
        claim = null;
        try {
            if (transaction != null) {
                transaction.close();
            }
        } finally {
            if (watching != null) {
                watching.close();
            }
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
        CommittedKeys.Watch watching = committer.watch();
        EngineTransaction begun;
        try {
            begun = engine.begin();
        } catch (RuntimeException e) {
            watching.close();
            throw e;
        }
        watch = watching;
        held = begun;
        inEngine(() -> {
            for (TableRows rows : buffered) {
                committer.requireCurrent(rows.table());
                begun.append(rows.table(), rows.blocks());
                watching.add(rows.table(), rows.blocks());
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
