package io.tributary.contract.calls;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import java.util.List;

/**
 * Takes a result set as it comes: {@link #columns} once, {@link #rows} any number of times, then {@link #finished} or
 * {@link #failed}, exactly one of them. Called by one thread at a time, never concurrently, except {@link #started}; must not block.
 */
public interface ResultReceiver {
    /** The source sends the first block behind the columns, if it is wanted then, and one more for each {@code request(1)}. */
    interface Flow {
        void request(int blocks);

        /** Ends the query; {@link #failed} with {@code INTERRUPTED} may still follow. */
        void cancel();
    }

    /**
     * The query is on its way: from now on it may be ended, while it computes its first rows, too, with which its columns come.
     * Called once by the thread that asked, perhaps beside the others.
     */
    default void started(Flow flow) {}

    /** Whether the first block is to come behind the columns, or when it is asked for. Asked before the query is. */
    default boolean wantsRows() {
        return true;
    }

    void columns(List<ResultColumn> columns, Flow flow);

    void rows(RowBlock block);

    void finished();

    void failed(TributaryException error);
}
