package io.tributary.frontend.execution;

import io.tributary.contract.calls.ResultReceiver;
import io.tributary.contract.row.RowBlock;

/**
 * Where one statement's answer goes: exactly one of these methods is called, once, on the connection's event loop. A
 * result set of the engine then ends itself by {@link ResultReceiver#finished} or {@link ResultReceiver#failed}.
 */
public interface Reply {
    void done(Answer.Done done);

    void rows(Answer.LocalRows rows);

    /** Asks for a file, whose bytes go to its run; {@code StatementExecutor#finish} answers then. */
    void file(Answer.LocalFile file);

    LimitedReceiver resultSet();

    void failed(Throwable error);

    /** A receiver that can leave out the end of a block. */
    interface LimitedReceiver extends ResultReceiver {
        void rows(RowBlock block, int rows);

        @Override
        default void rows(RowBlock block) {
            rows(block, block.rowCount());
        }
    }
}
