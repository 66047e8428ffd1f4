package io.tributary.frontend.show;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.calls.ResultReceiver;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.dialect.token.SqlText;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Takes a column of text of a result's first row, which must be there. */
final class FirstText implements ResultReceiver {
    private final int column;
    private final CompletableFuture<String> text = new CompletableFuture<>();
    private @Nullable RowBlockReader reader;
    private @Nullable Flow source;
    private @Nullable String found;

    /** @param column from 0 */
    FirstText(int column) {
        this.column = column;
    }

    /** Completed by whoever delivers the result. */
    CompletableFuture<String> text() {
        return text;
    }

    @Override
    public void columns(List<ResultColumn> columns, Flow flow) {
        reader = new RowBlockReader(columns.stream().map(ResultColumn::type).toList());
        source = flow;
    }

    @Override
    public void rows(RowBlock block) {
        RowBlockReader of = reader;
        Flow flow = source;
        if (of == null || flow == null) {
            throw new IllegalStateException("rows before columns");
        }
        of.reset(block);
        if (found == null && of.rowCount() > 0 && !of.isNull(column, 0)) {
            found = SqlText.strict(of.array(), of.bytesOffset(column, 0), of.bytesLength(column, 0));
        }
        flow.request(1);
    }

    @Override
    public void finished() {
        String first = found;
        if (first == null) {
            failed(new TributaryException(ErrorCode.ENGINE, "the server has told no text"));
        } else {
            text.complete(first);
        }
    }

    @Override
    public void failed(TributaryException error) {
        text.completeExceptionally(error);
    }
}
