package io.tributary.frontend.execution;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.calls.ResultReceiver;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import java.util.List;

/** Passes a result on as it comes; a subclass says what it changes. */
abstract class PassedResult implements ResultReceiver {
    private final ResultReceiver receiver;

    PassedResult(ResultReceiver receiver) {
        this.receiver = receiver;
    }

    @Override
    public final boolean wantsRows() {
        return receiver.wantsRows();
    }

    @Override
    public final void started(Flow flow) {
        receiver.started(flow);
    }

    @Override
    public void columns(List<ResultColumn> columns, Flow flow) {
        receiver.columns(columns, flow);
    }

    @Override
    public void rows(RowBlock block) {
        receiver.rows(block);
    }

    @Override
    public void finished() {
        receiver.finished();
    }

    @Override
    public void failed(TributaryException error) {
        receiver.failed(error);
    }
}
