package io.tributary.engine.port;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.row.RowBlock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A running query. Used by one thread at a time, except {@link #cancel}, which any thread may call. Between two calls it may be closed, cancelled or not, without harm to the transaction that it is part of.
 */
public interface ResultCursor extends AutoCloseable {
    /** May begin the query, as the first {@link #next} does, and fail with what is wrong with its text. */
    List<ResultColumn> columns();

    /** The next rows (at most a few thousand), or null at the end. */
    @Nullable
    RowBlock next();

    /** Returns the number of {@link #columns}, without running the query for it. */
    default int columnCount() {
        return columns().size();
    }

    /** Whether it is known, without computing anything, that no rows are left: then {@link #next} is null at once. */
    default boolean isRead() {
        return false;
    }

    /**
     * Makes a running or later {@link #next}, or the first {@link #columns}, fail with {@code INTERRUPTED}. One that is running ends its transaction with
     * it. May be too early for one that is just beginning: who must be sure cancels again.
     */
    void cancel();

    @Override
    void close();
}
