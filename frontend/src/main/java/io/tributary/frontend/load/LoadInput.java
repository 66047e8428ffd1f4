package io.tributary.frontend.load;

import io.tributary.contract.row.FilteredRows;
import io.tributary.contract.row.RowBlock;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Turns the pieces of an input into row blocks of a table, though that may take its time. Event loop of the connection; the
 * next call may come when the future of the one before is complete, and what it tells is right by then.
 */
interface LoadInput {
    /**
     * Takes the next piece and gives the blocks that are full by now; fails with what a row or a column refuses, and takes
     * nothing more then.
     *
     * @param piece owned from now on
     */
    CompletableFuture<List<RowBlock>> add(byte[] piece);

    /**
     * The input has ended: what is left, or of much a part. Fails as {@link #add}, or with {@code TOO_MANY_FILTERED}; to be
     * called again while it {@link #hasMore}.
     */
    CompletableFuture<List<RowBlock>> finish();

    /** Whether {@link #finish} has left something. */
    default boolean hasMore() {
        return false;
    }

    /** No more is wanted of it; may be called while a future of it is not complete. */
    default void close() {}

    /** Rows of the input so far. */
    long rowCount();

    /** Those of them that were left out because they are bad, once all have been taken. */
    FilteredRows filtered();

    /** Those of them that nobody wants. */
    default long unselectedCount() {
        return 0;
    }

    /** Those of them that were taken, once all have been. */
    default long storedCount() {
        return rowCount() - unselectedCount() - filtered().count();
    }
}
