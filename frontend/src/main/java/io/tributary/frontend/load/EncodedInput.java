package io.tributary.frontend.load;

import io.tributary.contract.memory.ByteBudget;
import io.tributary.contract.row.FilteredRows;
import io.tributary.contract.row.RowBlock;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.execution.LoadMemory;
import io.tributary.frontend.load.format.RowSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * An input whose rows are those of the table: nothing is waited for but, with long pieces or a file, a thread. The memory
 * that its rows take before they are blocks is counted.
 */
public final class EncodedInput implements LoadInput {
    private final RowSource rows;
    private final ByteBudget.Share memory;
    private final ConnectionLoop loop;
    private boolean closed;

    public EncodedInput(RowSource rows, LoadMemory memory, ConnectionLoop loop) {
        this.rows = rows;
        this.memory = memory.share();
        this.loop = loop;
    }

    @Override
    public CompletableFuture<List<RowBlock>> add(byte[] piece) {
        return piece.length <= ConnectionLoop.BYTES_MAX && !rows.takesLong()
                ? started(() -> counted(rows.add(piece)))
                : loop.offLoop(() -> rows.add(piece)).thenApply(this::counted);
    }

    @Override
    public CompletableFuture<List<RowBlock>> finish() {
        return rows.takesLong()
                ? loop.resume(rows.turn())
                        .thenCompose(come -> loop.offLoop(rows::finish))
                        .thenApply(this::counted)
                : started(() -> counted(rows.finish()));
    }

    private List<RowBlock> counted(List<RowBlock> blocks) {
        if (!closed) {
            memory.hold(rows.heldBytes());
        }
        return blocks;
    }

    @Override
    public boolean hasMore() {
        return rows.hasMore();
    }

    @Override
    public void close() {
        closed = true;
        memory.hold(0);
        if (rows.takesLong()) {
            // Here only where no thread has time for it: rather late than never.
            CompletableFuture<?> unused = loop.offLoop(this::closed).exceptionally(refused -> closed());
        }
    }

    private boolean closed() {
        rows.close();
        return true;
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
