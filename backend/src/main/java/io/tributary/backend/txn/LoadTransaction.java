package io.tributary.backend.txn;

import io.tributary.backend.batch.CommittedKeys;
import io.tributary.backend.engine.OneEngine;
import io.tributary.backend.txn.ComputedInserts.GeneratedValues;
import io.tributary.contract.calls.InsertQuery;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.StatementResult;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.TableEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session's transaction: a private batch that is buffered until COMMIT, or, from its first statement by text on and when
 * it outgrows {@code transaction_bytes}, an engine transaction that it holds, so that it reads its own writes. It enters no lane before COMMIT, so a client that
 * thinks delays nobody; and should it hold rows whose keys a shared batch brings, it gives way to that.
 *
 * <p>Used by one thread at a time, the one that has it from {@link TransactionRegistry#use}, but for {@link #hasWritten},
 * {@link #writtenTables}, {@link #server}, {@link #isOutdone} and {@link #interrupt}, which any thread may call. After an error of the engine every call but {@link
 * #close} fails with {@code TRANSACTION_ABORTED}, after a conflict with {@code WRITE_CONFLICT}.
 */
public final class LoadTransaction implements AutoCloseable {
    /** What SHOW TRANSACTION gives as the reason, in Doris' words. */
    static final String TIMED_OUT = "timeout by txn manager";

    private static final Logger log = LoggerFactory.getLogger(LoadTransaction.class);

    private final long id;
    private final String label;
    private final PrivateCommitter committer;
    private final Labels labels;
    private final ByteReservation bytes;
    private final HeldTransactions places;
    private final CommittedKeys.Holder holder;

    private final List<TableRows> buffered = new ArrayList<>();
    private final WrittenTables written = new WrittenTables();

    private Labels.@Nullable Claim claim;
    private volatile @Nullable HeldTransaction held;
    private final OneEngine in;
    private @Nullable TributaryException abortedBy;
    private final long beganMillis = System.currentTimeMillis();

    /** @param holder whom to ask, by any thread, that this transaction gives way */
    LoadTransaction(
            long id,
            String label,
            PrivateCommitter committer,
            Labels labels,
            ByteReservation bytes,
            HeldTransactions places,
            CommittedKeys.Holder holder) {
        this.id = id;
        this.label = label;
        this.committer = committer;
        this.labels = labels;
        this.bytes = bytes;
        this.places = places;
        this.holder = holder;
        in = committer.engineOfTransaction();
    }

    public long id() {
        return id;
    }

    /** Whether it has its snapshot of the engine, and waits for no row any more. Any thread. */
    boolean hasSnapshot() {
        return held != null;
    }

    /** The server that has its tables; null: the process's own engine has, or there are none yet. Any thread. */
    public @Nullable TableEngine server() {
        return in.server();
    }

    /** Whether rows of this table were added or changed. */
    boolean hasWritten(long tableId) {
        return written.contains(tableId);
    }

    /** The tables of which that is true. Any thread. */
    List<Long> writtenTables() {
        return written.ids();
    }

    /** Adds rows; when it throws, none of them is in the transaction. */
    public void append(TableRows rows) {
        requireAlive();
        TableEngine engine = in.with(rows.table());
        claimLabel(rows.table().database());
        HeldTransaction transaction = held;
        if (transaction == null && !bytes.tryAdd(rows.bytes())) {
            // The engine spills what does not fit into memory.
            transaction = hold(engine, QueryContext.VISIBLE_MILLIS_DEFAULT);
        }
        if (transaction == null) {
            buffered.add(rows);
            written.add(rows.table());
        } else {
            HeldTransaction begun = transaction;
            runInEngine(() -> begun.append(rows.table(), rows.blocks()));
        }
        written.addRows(rows.rowCount());
    }

    /** Takes back the rows of all calls of {@link #append} but the first; 1235 where an engine has them, which has no way back. */
    public void keep(int appends) {
        requireAlive();
        if (held != null || appends > buffered.size()) {
            throw TributaryException.notSupported("taking rows back from an engine's transaction");
        }
        List<TableRows> later = buffered.subList(appends, buffered.size());
        later.forEach(rows -> bytes.remove(rows.bytes()));
        written.addRows(-later.stream().mapToLong(TableRows::rowCount).sum());
        later.clear();
    }

    /**
     * What the first of two phases keeps.
     *
     * @param claim of the label, to be closed by whoever has this
     */
    record Prepared(String label, Labels.Claim claim, List<RowBlock> blocks, long rows) {}

    /** Hands over its rows and its label, and may only be closed then. */
    Prepared prepare(TableSchema table) {
        requireAlive();
        if (held != null) {
            throw ErrorCode.LIMIT_OR_LOCK_WAIT.error(
                    "a load in two phases may bring as many rows as transaction_bytes and open_transactions_bytes"
                            + " allow");
        }
        if (buffered.stream().anyMatch(rows -> rows.table().tableId() != table.tableId())) {
            throw TributaryException.notSupported(
                    "a commit in two phases of other than rows of one table that were loaded");
        }
        buffered.forEach(rows -> committer.requireCurrent(rows.table()));
        claimLabel(table.database());
        Prepared prepared = new Prepared(
                label,
                Objects.requireNonNull(claim, "a load in two phases has a label"),
                buffered.stream().flatMap(rows -> rows.blocks().stream()).toList(),
                written.addedRows());
        claim = null;
        return prepared;
    }

    /** A query that sees this transaction's own rows. The caller closes the cursor before it gives the transaction back. */
    public ResultCursor query(String sql, QueryContext context) {
        requireAlive();
        HeldTransaction transaction = hold(in.with(sql, context), context.snapshotMillis());
        return statement(transaction, () -> transaction.query(sql, context));
    }

    /**
     * A statement that changes rows of a table.
     *
     * @param table as it is now, for which the statement was planned
     */
    public StatementResult execute(String sql, TableSchema table, QueryContext context) {
        requireAlive();
        HeldTransaction transaction = hold(in.with(table), context.snapshotMillis());
        return statement(transaction, () -> transaction.change(sql, table, context));
    }

    /**
     * Rows that queries of this transaction compute. A value that does not fit and a limit fail the
     * statement alone: none of its rows is in the transaction, which goes on.
     *
     * @param insert for this table as it is now; its context says when it began
     */
    StatementResult insert(TableSchema table, InsertQuery insert, GeneratedValues generated) {
        requireAlive();
        TableEngine engine = in.with(table);
        insert.sources().forEach(source -> in.with(source.sql(), insert.context()));
        claimLabel(table.database());
        HeldTransaction transaction = hold(engine, insert.context().visibleMillis());
        runInEngine(() -> transaction.missed().requireUnnamed(insert.texts()));
        try {
            ComputedRows rows = new ComputedRows(table, insert, bytes, generated);
            long stored = store(rows, transaction, table);
            written.addRows(stored);
            return new StatementResult(stored, "", 0, rows.firstGenerated(), rows.largestGiven(), rows.filtered());
        } finally {
            bytes.release();
        }
    }

    private long store(ComputedRows rows, HeldTransaction transaction, TableSchema table) {
        try {
            return rows.store(transaction.engine(), transaction.engine(), blocks -> transaction.append(table, blocks));
        } catch (RuntimeException e) {
            throw rows.engineFailed() && !(rows.isWhole() && transaction.goesOnAfter(e)) ? abortBy(e) : e;
        } catch (Error e) {
            throw rows.engineFailed() ? abortBy(e) : e;
        }
    }

    /**
     * Commits and ends. After a wait for a lane that was too long it stays as it was and may be tried again; after any
     * other error it is aborted.
     */
    public LoadResult commit() {
        requireAlive();
        HeldTransaction transaction = held;
        if (transaction == null && buffered.isEmpty()) {
            return committer.commitNothing(label);
        }
        try {
            return transaction == null
                    ? committer.commitRows(buffered, label, claim)
                    : committer.commitHeld(transaction, label, claim);
        } catch (TributaryException e) {
            if (e.code() != ErrorCode.LIMIT_OR_LOCK_WAIT) {
                abort(e);
            }
            if (e.code() == ErrorCode.LOCK_WAIT) {
                // A COMMIT that hears 1205 may be sent again, and this one is lost.
                requireAlive();
            }
            throw e;
        }
    }

    /**
     * Hears that the caller's cursor ended with this error and is closed. If the engine's transaction was lost with it, what
     * it holds is given back at once, not when the client gets round to its ROLLBACK. Returns what to tell the client.
     */
    public TributaryException queryFailed(TributaryException error) {
        if (isOutdone()) {
            TributaryException conflict = AbortedTransaction.outdone();
            abort(conflict);
            return conflict;
        }
        HeldTransaction transaction = held;
        if (transaction != null && !transaction.engine().isUsable()) {
            abort(error);
        }
        return error;
    }

    /** Whether it had to give way to a commit of others: it is lost, and fails as soon as it is used. */
    public boolean isOutdone() {
        HeldTransaction transaction = held;
        return transaction != null && transaction.watch().isOutdone();
    }

    /** Gives back at once what it holds in the engine if it had to give way. */
    void abortIfOutdone() {
        if (isOutdone()) {
            abort(AbortedTransaction.outdone());
        }
    }

    /** Ends what the engine does for it now, and the transaction with that. */
    public void interrupt() {
        HeldTransaction transaction = held;
        if (transaction != null) {
            transaction.engine().interrupt();
        }
    }

    /**
     * It was open for too long: gives back at once what it holds, and tells whoever uses it. False if it was lost before.
     * It is lost also if this throws.
     *
     * @param seconds of its timeout
     */
    boolean timeOut(int seconds) {
        if (abortedBy != null) {
            return false;
        }
        log.info("transaction={} rolled back after its timeout seconds={}", id, seconds);
        try {
            abort(AbortedTransaction.timedOut(seconds));
        } finally {
            // This comes behind the rollback: its id may have to come from an engine that is slow, or fails.
            committer.timedOut(label, written.rows(), beganMillis, TIMED_OUT);
        }
        return true;
    }

    private void abort(TributaryException cause) {
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
        HeldTransaction transaction = held;
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
        abortIfOutdone();
        TributaryException cause = abortedBy;
        if (cause != null) {
            throw AbortedTransaction.by(cause);
        }
    }

    /** The label's scope is the database of the first table written. */
    private void claimLabel(String database) {
        if (claim == null && !label.isEmpty()) {
            claim = labels.claim(database, label);
        }
    }

    /**
     * Moves into an engine transaction, with the rows so far; everything happens there from here on.
     *
     * @param engine of all its tables
     * @param visibleMillis for which it may wait for a snapshot's moment
     */
    private HeldTransaction hold(TableEngine engine, long visibleMillis) {
        requireAlive();
        HeldTransaction transaction = held;
        if (transaction != null) {
            return transaction;
        }
        HeldTransaction begun = places.begin(engine, holder, written, visibleMillis);
        held = begun;
        runInEngine(() -> {
            for (TableRows rows : buffered) {
                committer.requireCurrent(rows.table());
                begun.append(rows.table(), rows.blocks());
            }
        });
        buffered.clear();
        bytes.release();
        return begun;
    }

    private void runInEngine(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            throw abortBy(e);
        } catch (Error e) {
            throw abortBy(e);
        }
    }

    /** Runs one statement, after whose error the transaction goes on where nothing of it was done. */
    private <T> T statement(HeldTransaction transaction, Supplier<T> call) {
        try {
            return call.get();
        } catch (RuntimeException e) {
            throw transaction.goesOnAfter(e) ? e : abortBy(e);
        } catch (Error e) {
            throw abortBy(e);
        }
    }

    /** How much of the work was done is unknown, so it must not be committed. */
    private Error abortBy(Error error) {
        abort(AbortedTransaction.engineFailed(error));
        return error;
    }

    /** Returns what to tell the client: whoever was interrupted because he was in the way hears of the conflict. */
    private RuntimeException abortBy(RuntimeException error) {
        if (isOutdone()) {
            TributaryException conflict = AbortedTransaction.outdone();
            abort(conflict);
            return conflict;
        }
        abort(error instanceof TributaryException known ? known : AbortedTransaction.engineFailed(error));
        return error;
    }
}
