package io.tributary.frontend.execution;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.calls.ResultReceiver;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.dialect.token.SqlText;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Takes of a result's first row what is wanted, and waits for the result's end. The thread that delivers it. */
public final class FirstRow<T> implements ResultReceiver {
    private final Cells<T> cells;
    private final CompletableFuture<Optional<T>> value = new CompletableFuture<>();
    private List<ResultColumn> columns = List.of();
    private @Nullable RowBlockReader reader;
    private @Nullable Flow source;
    private boolean isRead;
    private Optional<T> found = Optional.empty();

    /** Reads what is wanted. */
    public interface Cells<T> {
        /** @param rows whose row 0 it is */
        Optional<T> of(RowBlockReader rows, List<ResultColumn> columns);
    }

    public FirstRow(Cells<T> cells) {
        this.cells = cells;
    }

    /** Completed at the result's end, by whoever delivers it; empty where it has no row, too. */
    public CompletableFuture<Optional<T>> value() {
        return value;
    }

    /** The text of row 0's column, from 0; empty of NULL. */
    public static Optional<String> text(RowBlockReader rows, int column) {
        return rows.isNull(column, 0)
                ? Optional.empty()
                : Optional.of(SqlText.strict(rows.array(), rows.bytesOffset(column, 0), rows.bytesLength(column, 0)));
    }

    @Override
    public void columns(List<ResultColumn> of, Flow flow) {
        columns = of;
        reader = new RowBlockReader(of.stream().map(ResultColumn::type).toList());
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
        if (!isRead && of.rowCount() > 0) {
            isRead = true;
            read(of);
        }
        flow.request(1);
    }

    /** Whoever waits would wait for ever for what a row is not as expected. */
    private void read(RowBlockReader rows) {
        try {
            found = cells.of(rows, columns);
        } catch (RuntimeException e) {
            value.completeExceptionally(e);
        }
    }

    @Override
    public void finished() {
        value.complete(found);
    }

    @Override
    public void failed(TributaryException error) {
        value.completeExceptionally(error);
    }
}
