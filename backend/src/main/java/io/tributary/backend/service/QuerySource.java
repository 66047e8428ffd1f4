package io.tributary.backend.service;

import io.tributary.backend.engine.ResultCursor;
import io.tributary.backend.txn.TransactionRegistry;
import io.tributary.rpc.client.QueryContext;
import io.tributary.rpc.client.StatusMapping;
import org.jspecify.annotations.Nullable;

/** A cursor with the transaction it reads in, if any: the transaction is in use until the cursor is closed. */
final class QuerySource implements AutoCloseable {
    private final ResultCursor cursor;
    private final TransactionRegistry.@Nullable Use use;

    private QuerySource(ResultCursor cursor, TransactionRegistry.@Nullable Use use) {
        this.cursor = cursor;
        this.use = use;
    }

    static QuerySource of(ResultCursor cursor) {
        return new QuerySource(cursor, null);
    }

    /** Takes the use over, also when it throws. */
    static QuerySource inTransaction(TransactionRegistry.Use use, String sql, QueryContext context) {
        boolean opened = false;
        try {
            QuerySource source = new QuerySource(use.transaction().query(sql, context), use);
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

    /** Closes after the cursor failed: the engine's transaction is not usable any more. */
    void closeFailed(Throwable error) {
        TransactionRegistry.Use transaction = use;
        try {
            cursor.close();
        } finally {
            if (transaction != null) {
                transaction.transaction().abort(StatusMapping.known(error));
                transaction.close();
            }
        }
    }

    @Override
    public void close() {
        try {
            cursor.close();
        } finally {
            if (use != null) {
                use.close();
            }
        }
    }
}
