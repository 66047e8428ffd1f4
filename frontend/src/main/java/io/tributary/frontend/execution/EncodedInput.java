package io.tributary.frontend.execution;

import io.tributary.rpc.row.FilteredRows;
import io.tributary.rpc.row.RowBlock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** An input whose rows are those of the table: nothing is waited for but, with long pieces, a thread. */
final class EncodedInput implements LoadInput {
    private final RowSource rows;
    private final ConnectionLoop loop;

    EncodedInput(RowSource rows, ConnectionLoop loop) {
        this.rows = rows;
        this.loop = loop;
    }

    @Override
    public CompletableFuture<List<RowBlock>> add(byte[] piece) {
        return piece.length <= StatementExecutor.LOOP_BYTES_MAX
                ? started(() -> rows.add(piece))
                : loop.offLoop(() -> rows.add(piece));
    }

    @Override
    public CompletableFuture<List<RowBlock>> finish() {
        return started(rows::finish);
    }

    private static CompletableFuture<List<RowBlock>> started(Supplier<List<RowBlock>> encoding) {
        try {
            return CompletableFuture.completedFuture(encoding.get());
        } catch (RuntimeException e) {
            // Whatever it is waits for the end of the file.
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public long rowCount() {
        return rows.rowCount();
    }

    @Override
    public FilteredRows filtered() {
        return rows.filtered();
    }
}
