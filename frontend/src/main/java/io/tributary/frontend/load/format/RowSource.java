package io.tributary.frontend.load.format;

import io.tributary.contract.row.FilteredRows;
import io.tributary.contract.row.RowBlock;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Turns the pieces of a file, or of a request's body, into row blocks of a table. One thread at a time. */
public interface RowSource {
    /**
     * Takes the next piece and gives the blocks that are full by now.
     *
     * @param piece owned from now on
     * @throws io.tributary.contract.error.TributaryException what a row or a column refuses; nothing more may be added then
     */
    List<RowBlock> add(byte[] piece);

    /**
     * The input has ended: what is left, or the next part of it.
     *
     * @throws io.tributary.contract.error.TributaryException as {@link #add}, or {@code TOO_MANY_FILTERED}
     */
    List<RowBlock> finish();

    /** Completes when {@link #finish} may be called first; on any thread. */
    default CompletableFuture<Void> turn() {
        return CompletableFuture.completedFuture(null);
    }

    /** Whether {@link #finish} has more to give, and is to be called again. */
    default boolean hasMore() {
        return false;
    }

    /** Whether all that it does waits for a disk or the like, and so has no place on an event loop. */
    default boolean takesLong() {
        return false;
    }

    /** Memory that it holds, but for blocks that it gave away. */
    long heldBytes();

    /** Gives back what it holds beside memory; may be called at any time, by any thread, more than once. */
    default void close() {}

    /** Rows of the input so far. */
    long rowCount();

    /** Those of them that were left out because they are bad, once {@link #finish} has returned. */
    FilteredRows filtered();

    /** Those of them that were taken, once {@link #finish} has returned. */
    default long storedCount() {
        return rowCount() - filtered().count();
    }
}
