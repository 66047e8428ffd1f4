package io.tributary.frontend.write;

import io.tributary.contract.calls.BackendClient;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.calls.TransactionTimeout;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.routing.BackendRouter;
import io.tributary.session.Savepoints;
import io.tributary.session.Session;
import io.tributary.session.Transaction;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transaction of a session that a backend holds, from the first statement that needs it to its end, however it comes. It is begun
 * at the owner of its tables, so all of them have one.
 *
 * <p>Event loop of the connection. Every future completes there.
 */
final class BackendTransaction {
    private static final Logger log = LoggerFactory.getLogger(BackendTransaction.class);
    private static final CompletableFuture<Answer.Done> NOTHING =
            CompletableFuture.completedFuture(Answer.Done.NOTHING);

    private final Session session;
    private final Transaction transaction;
    private final BackendRouter router;
    private final ConnectionLoop loop;
    /** The timeout that the session had at BEGIN, since when the time runs. */
    private int timeoutSeconds;

    private long beganNanos;
    private boolean closed;

    BackendTransaction(Session session, BackendRouter router, ConnectionLoop loop) {
        this.session = session;
        this.transaction = session.transaction();
        this.router = router;
        this.loop = loop;
    }

    /** BEGIN: the backend hears of it at its first statement. */
    void begin(String label, boolean readOnly) {
        transaction.begin(label, readOnly);
        timeoutSeconds = session.variables().limits().transactionTimeoutSeconds();
        beganNanos = System.nanoTime();
        session.transactionTracker().began();
    }

    /** Begins one that is not the session's before {@link #take}. */
    CompletableFuture<Long> beginFor(String label, List<Long> tables) {
        return begin(label, TransactionTimeout.of(session.variables().limits().transactionTimeoutSeconds()), tables);
    }

    private CompletableFuture<Long> begin(String label, TransactionTimeout timeout, List<Long> tables) {
        try {
            return loop.resume(beginner(tables).begin(label, timeout));
        } catch (TributaryException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** @throws TributaryException 1235 where the tables have several owners */
    void requireOneOwner(List<Long> tables) {
        BackendClient unused = beginner(tables);
    }

    private BackendClient beginner(List<Long> tables) {
        return tables.isEmpty() ? router.queries() : router.ownerOf(tables);
    }

    /** Makes one that was begun the session's. @return false if the connection is gone, and the transaction with it */
    boolean take(String label, long id) {
        if (closed) {
            abandon(id);
            return false;
        }
        transaction.begin(label, false);
        transaction.openedOnBackend(id);
        return true;
    }

    /**
     * The open transaction, which the backend hears of now if it has not before.
     *
     * @param table that is written; null if that is not known
     */
    CompletableFuture<Long> onBackend(@Nullable TableSchema table) {
        if (!transaction.abortedBy().isEmpty()) {
            return CompletableFuture.failedFuture(aborted());
        }
        long open = transaction.backendId();
        if (open != 0) {
            return requireOwner(open, table);
        }
        long openMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNanos);
        TransactionTimeout timeout = TransactionTimeout.of(timeoutSeconds).after(openMillis);
        List<Long> tables = table == null ? List.of() : List.of(table.tableId());
        return begin(transaction.label(), timeout, tables).thenApply(id -> {
            if (closed) {
                abandon(id);
            } else {
                transaction.openedOnBackend(id);
            }
            return id;
        });
    }

    private CompletableFuture<Long> requireOwner(long id, @Nullable TableSchema table) {
        try {
            BackendClient unused = table == null ? router.ofTransaction(id) : router.ownerOf(table.tableId(), id);
            return CompletableFuture.completedFuture(id);
        } catch (TributaryException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** @throws TributaryException 1105 where it was aborted, and nothing but ROLLBACK is taken */
    void requireUnaborted() {
        if (!transaction.abortedBy().isEmpty()) {
            throw aborted();
        }
    }

    /** Adds rows to it. */
    CompletableFuture<Void> append(TableSchema table, List<RowBlock> blocks) {
        return onBackend(table)
                .thenCompose(id ->
                        within(router.ofTransaction(id).appendTo(id, table.tableId(), table.schemaVersion(), blocks)));
    }

    /** Takes back the rows of all but the first calls of {@link #append}; 1235 leaves the transaction as it is. */
    CompletableFuture<Void> keep(String savepoint, int appends) {
        long id = transaction.backendId();
        return within(router.ofTransaction(id).keep(id, appends)).exceptionallyCompose(error -> {
            Throwable cause = ConnectionLoop.cause(error);
            boolean refused = cause instanceof TributaryException told && told.code() == ErrorCode.NOT_SUPPORTED;
            return CompletableFuture.failedFuture(refused ? Savepoints.behindChange(savepoint) : cause);
        });
    }

    /**
     * The backend's answer to a statement that changes something, on the loop. Where it is lost within the transaction, nobody
     * knows what a COMMIT would store: the transaction is aborted.
     */
    <T> CompletableFuture<T> within(CompletableFuture<T> answer) {
        return loop.resume(answer).exceptionallyCompose(error -> {
            Throwable cause = ConnectionLoop.cause(error);
            boolean lost = cause instanceof TributaryException told && told.code() == ErrorCode.STATEMENT_LOST;
            return lost && transaction.isActive()
                    ? abort(cause).thenCompose(aborted -> CompletableFuture.failedFuture(cause))
                    : CompletableFuture.failedFuture(error);
        });
    }

    /** Refuses a statement whose label, unless empty, is not the transaction's. */
    void requireLabel(String label) {
        if (!label.isEmpty() && !label.equals(transaction.label())) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    "Transaction insert expect label " + transaction.label() + ", but got " + label);
        }
    }

    CompletableFuture<Answer.Done> commit() {
        return ended(id -> router.ofTransaction(id).commit(id), Answer.Status.VISIBLE);
    }

    /** The first of two phases: the rows, all of this table, are kept until another request decides. */
    CompletableFuture<Answer.Done> precommit(TableSchema table) {
        return ended(
                id -> router.ofTransaction(id).precommit(id, table.tableId(), table.schemaVersion()),
                Answer.Status.PREPARE);
    }

    private CompletableFuture<Answer.Done> ended(
            LongFunction<CompletableFuture<LoadResult>> ending, Answer.Status status) {
        long id = transaction.backendId();
        if (!transaction.abortedBy().isEmpty()) {
            return CompletableFuture.failedFuture(aborted());
        }
        if (id == 0) {
            transaction.end();
            return NOTHING;
        }
        return loop.resume(ending.apply(id)).handle((result, error) -> {
            if (error != null) {
                Throwable cause = ConnectionLoop.cause(error);
                if (!staysOpen(cause)) {
                    transaction.end();
                    // The id is forgotten here, so nobody else could end what the backend may still hold open.
                    abandon(id);
                }
                throw ConnectionLoop.unchecked(error);
            }
            transaction.end();
            return new Answer.Done(0, new Answer.Load(result.label(), status, result.txnId()));
        });
    }

    /** Aborted, it waits for ROLLBACK; busy, for another COMMIT. */
    private static boolean staysOpen(Throwable error) {
        return isBusy(error)
                || (error instanceof TributaryException refused && refused.code() == ErrorCode.TRANSACTION_ABORTED);
    }

    /** Whether nothing is stored, and another COMMIT may find room. */
    static boolean isBusy(Throwable error) {
        return error instanceof TributaryException refused
                && refused.code().number() == ErrorCode.LIMIT_OR_LOCK_WAIT.number();
    }

    CompletableFuture<Answer.Done> rollback() {
        String label = transaction.label();
        long id = transaction.backendId();
        transaction.end();
        if (id == 0) {
            return NOTHING;
        }
        return loop.resume(router.ofTransaction(id).rollback(id)).handle((ignored, error) -> {
            if (error != null) {
                // Gone already, by its lease or with its backend: rolled back all the same.
                log.debug("session={} transaction={} rollback: {}", session.id(), id, error.toString());
            }
            return new Answer.Done(0, new Answer.Load(label, Answer.Status.ABORTED, 0));
        });
    }

    /** The backend rolls all of it back now, and the client hears 1105 until its ROLLBACK. */
    CompletableFuture<Void> abort(Throwable cause) {
        long id = transaction.backendId();
        transaction.abort(String.valueOf(cause.getMessage()));
        if (id == 0) {
            return CompletableFuture.completedFuture(null);
        }
        return loop.resume(router.ofTransaction(id).rollback(id)).handle((ignored, error) -> {
            if (error != null) {
                log.debug("session={} transaction={} is left to its lease: {}", session.id(), id, error.toString());
            }
            return null;
        });
    }

    /** Rolls one back that is nobody's, and waits for nothing. */
    void abandon(long id) {
        CompletableFuture<?> unused = router.ofTransaction(id).rollback(id).whenComplete((ignored, error) -> {
            if (error != null) {
                log.debug("session={} transaction={} is left to its lease: {}", session.id(), id, error.toString());
            }
        });
    }

    private TributaryException aborted() {
        return new TributaryException(
                ErrorCode.TRANSACTION_ABORTED,
                "current transaction is aborted, commands ignored until ROLLBACK; it failed with: "
                        + transaction.abortedBy());
    }

    /** The connection is gone: what is open goes with it, and what is being begun when it comes. */
    void close() {
        closed = true;
        long id = transaction.backendId();
        transaction.end();
        if (id != 0) {
            abandon(id);
        }
    }

    /** @throws TributaryException {@code INTERRUPTED} behind {@link #close} */
    void requireConnected() {
        if (closed) {
            throw new TributaryException(ErrorCode.INTERRUPTED, "the connection is gone");
        }
    }
}
