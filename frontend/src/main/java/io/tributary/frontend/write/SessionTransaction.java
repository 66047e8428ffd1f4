package io.tributary.frontend.write;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.execution.DecisionCounters;
import io.tributary.frontend.execution.ExecutionServices;
import io.tributary.frontend.routing.BackendRouter;
import io.tributary.planner.GroupCommitDecision;
import io.tributary.planner.TableRules;
import io.tributary.planner.plan.SavepointPlan;
import io.tributary.planner.plan.TransactionPlan.Access;
import io.tributary.session.Session;
import io.tributary.session.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a session has written and not yet committed: rows staged here under {@code autocommit = 0}, or a {@link BackendTransaction} of
 * a backend; never both.
 *
 * <p>Staged rows enter group commit at COMMIT as one load, in the mode then in force. They become a transaction of the
 * backend when a statement wants to see or change tables, when they outgrow their budget, and when COMMIT finds rows of
 * several tables: one load is one table's.
 *
 * <p>Event loop of the connection. Every future completes there.
 */
public final class SessionTransaction {
    private static final Logger log = LoggerFactory.getLogger(SessionTransaction.class);
    private static final CompletableFuture<Answer.Done> NOTHING =
            CompletableFuture.completedFuture(Answer.Done.NOTHING);

    private final Session session;
    private final Transaction transaction;
    private final BackendTransaction held;
    private final StagedRows staged;
    private final SessionSavepoints savepoints;
    private boolean alone;
    private final BackendRouter router;
    private final CurrentRows currentRows;
    private final Loads loads;
    private final DecisionCounters counters;

    public SessionTransaction(ExecutionServices services, Session session, ConnectionLoop loop) {
        this.session = session;
        this.transaction = session.transaction();
        this.held = new BackendTransaction(session, services.router(), loop);
        this.staged = new StagedRows(services.loadRoom().staged());
        this.savepoints = new SessionSavepoints(session, held, staged);
        this.router = services.router();
        this.currentRows = new CurrentRows(session, services.catalog(), loop);
        this.loads = new Loads(services, session, loop);
        this.counters = services.status().counters();
    }

    /** Whether a COMMIT would have something to do: SERVER_STATUS_IN_TRANS. */
    public boolean isOpen() {
        return transaction.isActive() || !staged.isEmpty();
    }

    /** Whether rows go to a transaction of the backend. */
    public boolean isActive() {
        return transaction.isActive();
    }

    /** Commits what is open, then starts a transaction of which the backend hears at its first statement. */
    public CompletableFuture<Answer.Done> begin(String label, Access access) {
        boolean readOnly =
                switch (access) {
                    case READ_ONLY -> true;
                    case READ_WRITE -> false;
                    case UNSPECIFIED -> nextReadOnly();
                };
        return commit().thenApply(committed -> {
            held.begin(label.isEmpty() ? newLabel() : label, readOnly);
            return new Answer.Done(0, new Answer.Load(transaction.label(), Answer.Status.PREPARE, 0));
        });
    }

    /** Keeps the rows of a statement for COMMIT, here or, where they find no room, on the backend. */
    CompletableFuture<Answer.Done> stage(TableSchema table, List<RowBlock> blocks, long rows) {
        requireConnected();
        if (!staged.isEmpty()) {
            // Now only this statement is refused; at COMMIT all rows would be.
            held.requireOneOwner(tables(table));
        }
        if (staged.add(table, blocks)) {
            session.transactionTracker().wrote();
            return CompletableFuture.completedFuture(
                    new Answer.Done(rows, new Answer.Load("", Answer.Status.PREPARE, 0)));
        }
        log.debug("session={} table={} staged rows move to the backend", session.id(), table.name());
        return becomeTransaction("", table).thenCompose(ignored -> {
            counters.count(decision(table));
            return append(table, blocks, rows, "");
        });
    }

    /** Refuses what began before the connection was lost: its transaction has ended, and it would be one of its own. */
    void requireConnected() {
        held.requireConnected();
    }

    /** Adds rows to the transaction of the backend. */
    public CompletableFuture<Answer.Done> append(TableSchema table, List<RowBlock> blocks, long rows, String label) {
        held.requireLabel(label);
        return held.append(table, blocks).thenApply(ignored -> {
            transaction.savepoints().appended();
            return prepared(rows);
        });
    }

    /**
     * The backend's answer to a statement that changes something, on the loop. Where it is lost within the transaction, nobody
     * knows what a COMMIT would store: the transaction is aborted.
     */
    public <T> CompletableFuture<T> within(CompletableFuture<T> answer) {
        return held.within(answer);
    }

    /** One that reads or writes tables: with autocommit, and outside of BEGIN, it was a transaction. */
    public void statementEnded() {
        if (session.variables().autocommit() && !isOpen()) {
            transaction.end();
        }
    }

    /** Refuses a statement that writes where the transaction, or the next one, only reads. */
    public void requireWritable() {
        // Rows that are staged are a transaction that began without being read only.
        if (transaction.isActive() ? transaction.isReadOnly() : staged.isEmpty() && nextReadOnly()) {
            statementEnded();
            throw new TributaryException(
                    ErrorCode.READ_ONLY_TRANSACTION, "Cannot execute statement in a READ ONLY transaction.");
        }
    }

    private boolean nextReadOnly() {
        Boolean next = transaction.nextReadOnly();
        return next == null ? session.variables().transactionReadOnly() : next;
    }

    /** Refuses a statement whose label, unless empty, is not the transaction's. */
    void requireLabel(String label) {
        held.requireLabel(label);
    }

    /** Refuses a statement that no transaction can hold while one is open, or rows wait for COMMIT. */
    void requireNone() {
        if (isOpen()) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    "This is in a transaction, only insert, update, delete, commit, rollback is acceptable.");
        }
    }

    /** The answer to a statement that changed rows inside the transaction. */
    public Answer.Done done(long rows) {
        if (rows > 0 && !alone) {
            transaction.savepoints().changed();
        }
        return prepared(rows);
    }

    private Answer.Done prepared(long rows) {
        session.transactionTracker().wrote();
        return new Answer.Done(rows, new Answer.Load(transaction.label(), Answer.Status.PREPARE, 0));
    }

    /**
     * The transaction a statement that reads or changes tables must run in: 0 when none is open. Staged rows become one
     * first, so that the statement sees them.
     */
    public CompletableFuture<Long> forStatement() {
        return forStatement(null);
    }

    private CompletableFuture<Long> forStatement(@Nullable TableSchema changed) {
        requireConnected();
        if (!staged.isEmpty()) {
            return seeing(becomeTransaction("", changed));
        }
        return transaction.isActive() ? seeing(held.onBackend(changed)) : CompletableFuture.completedFuture(0L);
    }

    private CompletableFuture<Long> seeing(CompletableFuture<Long> id) {
        return id.thenApply(of -> {
            transaction.snapshotTaken();
            return of;
        });
    }

    /** Refuses everything but ROLLBACK where only that is taken. */
    public void requireUnaborted() {
        held.requireUnaborted();
    }

    /**
     * Runs a statement whose rows ROLLBACK leaves, where nothing of an open transaction is there for it to see; else within that.
     */
    public <T> CompletableFuture<T> aloneIfNothingIsWritten(Supplier<CompletableFuture<T>> statement) {
        if (!staged.isEmpty() || transaction.backendId() != 0) {
            return statement.get();
        }
        alone = true;
        // What is thrown ends it, too.
        return NOTHING.thenCompose(begun -> statement.get()).whenComplete((done, error) -> alone = false);
    }

    /** Returns the transaction like {@link #forStatement} for a query that reads no table: what is staged stays so. */
    public CompletableFuture<Long> forNoTable() {
        return staged.isEmpty() ? forStatement() : CompletableFuture.completedFuture(0L);
    }

    /**
     * The transaction for a statement that changes rows other than by staging them: the open one, 0 for one of its own, or,
     * without autocommit, a new one, so that ROLLBACK undoes the statement.
     *
     * @param label the user's, or empty
     * @param table whose rows change: 1235 where the transaction is of another owner's tables
     */
    public CompletableFuture<Long> forChange(String label, TableSchema table) {
        requireConnected();
        if (alone) {
            return CompletableFuture.completedFuture(0L);
        }
        if (transaction.isActive()) {
            held.requireLabel(label);
        } else if (!session.variables().autocommit()) {
            return seeing(becomeTransaction(label, table));
        }
        return forStatement(table);
    }

    /**
     * Turns what is staged, possibly nothing, into a transaction of the backend, under the user's label or a new one.
     *
     * @param next table that is to be written then; null if that is not known
     */
    public CompletableFuture<Long> becomeTransaction(String label, @Nullable TableSchema next) {
        String name = label.isEmpty() ? newLabel() : label;
        return held.beginFor(name, tables(next))
                .thenCompose(id -> appendStaged(id).handle((ignored, error) -> {
                    if (error != null) {
                        // The rows stay staged: the client may COMMIT or ROLLBACK them still.
                        held.abandon(id);
                        throw ConnectionLoop.unchecked(error);
                    }
                    if (held.take(name, id)) {
                        staged.tables().forEach(table -> counters.count(decision(table.schema())));
                    }
                    transaction
                            .savepoints()
                            .moved(staged.statements(), staged.tables().size());
                    staged.clear();
                    return id;
                }));
    }

    /**
     * COMMIT, explicit or implied. After 1205 everything stays as it was, since nothing is stored, and another COMMIT may
     * find room. After any other error nothing stays staged; a transaction stays open only when the backend says that it
     * waits for ROLLBACK.
     */
    public CompletableFuture<Answer.Done> commit() {
        if (transaction.isActive()) {
            return held.commit();
        }
        if (staged.isEmpty()) {
            transaction.end();
            return NOTHING;
        }
        if (staged.tables().size() == 1) {
            return commitOneTable(staged.tables().iterator().next());
        }
        return becomeTransaction("", null)
                .handle((id, error) -> {
                    if (error != null) {
                        endStaged(error);
                        throw ConnectionLoop.unchecked(error);
                    }
                    return id;
                })
                .thenCompose(id -> held.commit());
    }

    /** The commit that a statement outside of transactions implies; then refuses it as {@link #requireWritable} does. */
    public CompletableFuture<Answer.Done> commitBeforeWriting() {
        return commit().thenApply(committed -> {
            requireWritable();
            return committed;
        });
    }

    public CompletableFuture<Answer.Done> rollback() {
        if (!transaction.isActive()) {
            staged.clear();
            transaction.end();
            return NOTHING;
        }
        return held.rollback();
    }

    /** SAVEPOINT and what belongs to it, see {@link SessionSavepoints}. */
    public CompletableFuture<Answer.Done> savepoint(SavepointPlan plan) {
        return savepoints.execute(plan);
    }

    /**
     * A statement failed half-way and cannot be undone alone: the backend rolls all of it back now, and the client, who may
     * not have noticed, hears 1105 until its ROLLBACK.
     */
    public CompletableFuture<Void> abort(Throwable cause) {
        return held.abort(cause);
    }

    /** The connection is gone: everything uncommitted goes with it. */
    public void close() {
        staged.clear();
        held.close();
    }

    /** The first of two phases: the rows, all of this table, are kept until another request decides. Ends the transaction. */
    public CompletableFuture<Answer.Done> precommit(TableSchema table) {
        return held.precommit(table);
    }

    /** Ends what was staged behind a COMMIT of it; what waits for another one keeps its budget. */
    private void endStaged(@Nullable Throwable error) {
        if (error == null || !BackendTransaction.isBusy(ConnectionLoop.cause(error))) {
            staged.clear();
            transaction.end();
        }
    }

    private CompletableFuture<Answer.Done> commitOneTable(StagedRows.Table table) {
        // The budget is held until the backend has them: they are memory of this process until then.
        return currentRows.send(table, this::sendOneTable).handle((load, error) -> {
            endStaged(error);
            if (error != null) {
                throw ConnectionLoop.unchecked(error);
            }
            if (load.status() == Answer.Status.PREPARE) {
                session.wrote(table.schema().tableId());
            }
            return new Answer.Done(0, load);
        });
    }

    private CompletableFuture<Answer.Load> sendOneTable(StagedRows.Table table) {
        return loads.send(table.schema(), List.copyOf(table.blocks()), decision(table.schema()), "");
    }

    /** Decides for what was staged: one load, by whichever statements it came. */
    private GroupCommitDecision decision(TableSchema table) {
        return GroupCommitDecision.decide(new GroupCommitDecision.Facts(
                Optional.empty(),
                session.variables().groupCommit(),
                session.variables().globalGroupCommit(),
                table.properties().groupCommitMode(),
                TableRules.of(table, session.variables().timeZone(), true),
                transaction.isActive(),
                null));
    }

    /** What is staged and what is written next, if that is known. */
    private List<Long> tables(@Nullable TableSchema next) {
        List<Long> tables = new ArrayList<>();
        staged.tables().forEach(one -> tables.add(one.schema().tableId()));
        if (next != null) {
            tables.add(next.tableId());
        }
        return tables;
    }

    private CompletableFuture<Void> appendStaged(long id) {
        CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
        for (StagedRows.Table table : staged.tables()) {
            all = all.thenCompose(ignored -> currentRows.send(table, now -> router.ofTransaction(id)
                    .appendTo(id, now.schema().tableId(), now.schemaVersion(), List.copyOf(now.blocks()))));
        }
        return all;
    }

    private static String newLabel() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return String.format("txn_insert_%016x_%016x", random.nextLong(), random.nextLong());
    }
}
