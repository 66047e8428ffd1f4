package io.tributary.frontend.execution;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code sql_select_limit}: passes whole blocks on until the session's limit is reached, then ends the query. The last
 * block is passed with the number of its rows that count.
 */
public final class RowLimit extends PassedResult {
    private final Reply.LimitedReceiver receiver;
    private long left;
    private @Nullable Flow flow;
    private boolean ended;

    public RowLimit(long rowsMax, Reply.LimitedReceiver receiver) {
        super(receiver);
        this.left = rowsMax;
        this.receiver = receiver;
    }

    @Override
    public void columns(List<ResultColumn> columns, Flow source) {
        flow = source;
        super.columns(columns, source);
    }

    @Override
    public void rows(RowBlock block) {
        if (ended) {
            return;
        }
        int rows = (int) Math.min(left, block.rowCount());
        left -= rows;
        receiver.rows(block, rows);
        if (left == 0 && flow != null) {
            ended = true;
            flow.cancel();
            super.finished();
        }
    }

    @Override
    public void finished() {
        if (!ended) {
            ended = true;
            super.finished();
        }
    }

    @Override
    public void failed(TributaryException error) {
        if (!ended) {
            ended = true;
            super.failed(error);
        }
    }
}
