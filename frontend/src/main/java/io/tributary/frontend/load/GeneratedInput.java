package io.tributary.frontend.load;

import io.tributary.contract.calls.GeneratedRows;
import io.tributary.contract.memory.ByteBudget;
import io.tributary.contract.row.FilteredRows;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.frontend.execution.LoadMemory;
import io.tributary.frontend.load.format.RejectedRows;
import io.tributary.frontend.write.InsertExecutor;
import io.tributary.planner.plan.InsertPlan;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * An input whose rows get the values of their generated columns from the engine when all others are there. A row that makes an
 * expression fail is a bad one of the input.
 */
final class GeneratedInput implements LoadInput {
    private final LoadInput source;
    private final RejectedRows rejected;
    private final GeneratedRows rows;
    /** The share of the blocks that are under way. */
    private final ByteBudget.Share memory;

    private final RowLine line;
    private FilteredRows filtered = FilteredRows.NONE;
    private long stored;
    private boolean closed;

    private GeneratedInput(
            LoadInput source,
            InsertPlan target,
            RowBlockWriter writer,
            InsertExecutor inserts,
            LoadMemory memory,
            RejectedRows rejected) {
        this.source = source;
        this.rejected = rejected;
        this.memory = memory.share();
        line = new RowLine(target.table().columns().stream().map(Column::type).toList());
        rows = inserts.generated(target, writer, this::shown);
    }

    /**
     * The input itself where the table has no such columns.
     *
     * @param writer of the input's rows; what they are refused for goes where its refusals go
     */
    static LoadInput of(
            LoadInput source,
            InsertPlan target,
            RowBlockWriter writer,
            InsertExecutor inserts,
            LoadMemory memory,
            RejectedRows rejected) {
        return target.table().isCompleted()
                ? new GeneratedInput(source, target, writer, inserts, memory, rejected)
                : source;
    }

    private void shown(RowBlock block, int row) {
        rejected.shownBy((indexed, charactersMax) -> {
            line.turnTo(block);
            return line.of(row, charactersMax);
        });
    }

    @Override
    public CompletableFuture<List<RowBlock>> add(byte[] piece) {
        return source.add(piece).thenCompose(this::completed);
    }

    @Override
    public CompletableFuture<List<RowBlock>> finish() {
        return source.finish().thenCompose(this::completed).thenApply(blocks -> {
            if (!source.hasMore()) {
                filtered = rows.filtered(rowCount() - source.unselectedCount());
            }
            return blocks;
        });
    }

    private CompletableFuture<List<RowBlock>> completed(List<RowBlock> blocks) {
        if (!closed) {
            memory.hold(2 * blocks.stream().mapToLong(RowBlock::length).sum());
        }
        return rows.complete(blocks).whenComplete((whole, error) -> {
            rejected.shownBy(null);
            memory.hold(0);
            stored += whole == null
                    ? 0
                    : whole.stream().mapToLong(RowBlock::rowCount).sum();
        });
    }

    @Override
    public boolean hasMore() {
        return source.hasMore();
    }

    @Override
    public void close() {
        closed = true;
        memory.hold(0);
        source.close();
    }

    @Override
    public long rowCount() {
        return source.rowCount();
    }

    @Override
    public FilteredRows filtered() {
        return filtered;
    }

    @Override
    public long unselectedCount() {
        return source.unselectedCount();
    }

    @Override
    public long storedCount() {
        return stored;
    }
}
