package io.tributary.backend.service;

import io.tributary.backend.txn.TransactionRegistry;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.ResultCursor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A cursor with the transaction it reads in, if any: the transaction is in use until the cursor is closed. */
final class QuerySource implements AutoCloseable {
    private final ResultCursor cursor;
    private final TransactionRegistry.@Nullable Use use;
    private final @Nullable EngineTransaction snapshot;

    private QuerySource(
            ResultCursor cursor, TransactionRegistry.@Nullable Use use, @Nullable EngineTransaction snapshot) {
        this.cursor = cursor;
        this.use = use;
        this.snapshot = snapshot;
    }

    static QuerySource of(ResultCursor cursor) {
        return new QuerySource(cursor, null, null);
    }

    /** Takes the transaction over, which is the query's alone, also when it throws. */
    static QuerySource inSnapshot(EngineTransaction snapshot, Function<EngineTransaction, ResultCursor> opening) {
        boolean opened = false;
        try {
            QuerySource source = new QuerySource(opening.apply(snapshot), null, snapshot);
            opened = true;
            return source;
        } finally {
            if (!opened) {
                snapshot.close();
            }
        }
    }

    /** Takes the use over, also when it throws. */
    static QuerySource inTransaction(TransactionRegistry.Use use, String sql, QueryContext context) {
        boolean opened = false;
        try {
            QuerySource source = new QuerySource(use.transaction().query(sql, context), use, null);
            opened = true;
            return source;
        } finally {
            if (!opened) {
                use.close();
            }
        }
    }

    ResultCursor cursor() {
        return cursor;
    }

    /** Whether an interrupt harms nobody else: it ends the whole transaction of a cursor. */
    boolean isAlone() {
        return use == null;
    }

    /** What to run, by any thread, when the transaction must end soon. */
    void onGiveWay(Runnable stop) {
        if (use != null) {
            use.interruptBy(stop);
        }
    }

    /** Closes after the query ended with this error; returns what to tell the client. */
    TributaryException closeFailed(Throwable error) {
        TributaryException known = TributaryException.of(error);
        TransactionRegistry.Use transaction = use;
        try {
            cursor.close();
        } finally {
            if (transaction != null) {
                try {
                    known = transaction.transaction().queryFailed(known);
                } finally {
                    transaction.close();
                }
            }
            leaveSnapshot();
        }
        return known;
    }

    @Override
    public void close() {
        try {
            cursor.close();
        } finally {
            if (use != null) {
                use.close();
            }
            leaveSnapshot();
        }
    }

    private void leaveSnapshot() {
        if (snapshot != null) {
            snapshot.close();
        }
    }
}
