package io.tributary.engine.port;

import io.tributary.contract.row.RowBlock;
import java.util.List;

/**
 * A table that is written anew for an ALTER while others read and write it: copied as it was at one moment, then brought up
 * to date by what was committed since, and at last put into its place by {@link EngineTransaction#takeOver}. A process that
 * ends before that leaves the table as it was. One thread at a time; every method may block.
 */
public interface TableRewrite extends AutoCloseable {
    /**
     * Copies the table as it was when the rewrite was begun. Once, before anything else.
     *
     * @throws io.tributary.contract.error.TributaryException as {@link EngineTransaction#alterTable}
     */
    void copy();

    /**
     * Brings the copy up to date with these rows, which are committed: all that were since the last call, in order. Rows of
     * a table with a key tell only which keys have changed.
     *
     * @throws io.tributary.contract.error.TributaryException as {@link #copy}
     */
    void catchUp(List<RowBlock> blocks);

    /** Drops the copy unless it was taken over. */
    @Override
    void close();
}
