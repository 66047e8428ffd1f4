package io.tributary.frontend.load;

import io.tributary.contract.calls.EvaluatedRows;
import io.tributary.contract.calls.Evaluation;
import io.tributary.contract.calls.ResultValues;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.memory.ByteBudget;
import io.tributary.contract.row.FilteredRows;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.load.LoadFields.Origin;
import io.tributary.frontend.load.format.RejectedRows;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * An input of whose values the engine computes others, or chooses the rows. Its rows are encoded as they are, a block of
 * {@link RowBlockWriter#BLOCK_BYTES_TARGET} at most at a time goes to the engine, and what comes back is put into the table's
 * columns with the values that stay as they are. One block is under way, and the client waits for it.
 */
final class ComputedInput implements LoadInput {
    private final LoadInput source;
    private final LoadFields fields;
    private final RowBlockWriter writer;
    private final ShownRow shown;
    private final LoadInputs.Surroundings surroundings;
    /** The share of the block that is under way, and of the one that is filled with what comes of it. */
    private final ByteBudget.Share memory;

    private final ResultValues sourceValues;

    private FilteredRows filtered = FilteredRows.NONE;
    /** Rows that went to the engine before the present block. */
    private long rowsBefore;

    private long stored;
    private long unselected;
    private boolean closed;

    /**
     * @param source of rows that have the columns of {@code fields}; shares the filter of {@code writer}
     * @param writer of the table; it is reset first
     * @param rejected is told of bad rows, and asks here what they look like
     * @param sourceLines what rows look like that do not come as far as here
     */
    ComputedInput(
            LoadInput source,
            LoadFields fields,
            RowBlockWriter writer,
            RejectedRows rejected,
            RejectedRows.Lines sourceLines,
            LoadInputs.Surroundings surroundings) {
        this.source = source;
        this.fields = fields;
        this.writer = writer;
        shown = new ShownRow(sourceLines);
        this.surroundings = surroundings;
        memory = surroundings.room().memory().share();
        sourceValues = ResultValues.ofRows(fields.columns());
        shown.types(fields.columns().stream().map(Column::type).toList());
        writer.reset();
        rejected.linesOf(shown);
    }

    @Override
    public CompletableFuture<List<RowBlock>> add(byte[] piece) {
        return source.add(piece).thenCompose(this::computed);
    }

    @Override
    public CompletableFuture<List<RowBlock>> finish() {
        return source.finish().thenCompose(this::computed).thenApply(this::finished);
    }

    private List<RowBlock> finished(List<RowBlock> blocks) {
        if (source.hasMore()) {
            return blocks;
        }
        // The share of bad rows is one of those that were wanted, whether the input or the engine found them bad.
        filtered = writer.filtered(rowCount() - unselected);
        keep(blocks);
        return blocks;
    }

    /** One block after the other. */
    private CompletableFuture<List<RowBlock>> computed(List<RowBlock> blocks) {
        CompletableFuture<List<RowBlock>> all = CompletableFuture.completedFuture(new ArrayList<>());
        for (RowBlock block : blocks) {
            all = all.thenCompose(made -> evaluated(block).thenCompose(rows -> put(block, rows, made)));
        }
        return all;
    }

    private CompletableFuture<EvaluatedRows> evaluated(RowBlock block) {
        hold(block.length());
        return surroundings
                .loop()
                .resume(surroundings
                        .engine()
                        .apply(Evaluation.ofEach(
                                fields.columns(), block, fields.values(), fields.condition(), surroundings.context())));
    }

    private CompletableFuture<List<RowBlock>> put(RowBlock block, EvaluatedRows rows, List<RowBlock> into) {
        CompletableFuture<List<RowBlock>> put = block.length() > ConnectionLoop.BYTES_MAX
                ? surroundings.loop().offLoop(() -> putAll(block, rows, into))
                : CompletableFuture.completedFuture(putAll(block, rows, into));
        return put.thenApply(all -> {
            hold(0);
            return all;
        });
    }

    private void hold(long blockBytes) {
        if (!closed) {
            memory.hold(blockBytes + writer.heldBytes());
        }
    }

    private List<RowBlock> putAll(RowBlock block, EvaluatedRows rows, List<RowBlock> into) {
        int count = sourceValues.read(block);
        shown.turnTo(block);
        try {
            for (EvaluatedRows.Refused refused : rows.refused()) {
                shown.put(Math.toIntExact(refused.row() - 1));
                writer.refuseRow(ofRow(refused));
            }
            int selected = 0;
            ResultValues values = new ResultValues(rows.columns());
            for (RowBlock computed : rows.blocks()) {
                int computedRows = values.read(computed);
                for (int i = 0; i < computedRows; i++) {
                    int row = Math.toIntExact(values.longAt(0, i) - 1);
                    shown.put(row);
                    putRow(values, i, row);
                    if (writer.encodedBytes() >= RowBlockWriter.BLOCK_BYTES_TARGET) {
                        keep(into);
                    }
                }
                selected += computedRows;
            }
            unselected += count - selected - rows.refused().size();
            return into;
        } finally {
            shown.none();
            rowsBefore += count;
        }
    }

    /** What makes an expression fail is the row's fault, also where the engine's number for it says otherwise. */
    private TributaryException ofRow(EvaluatedRows.Refused refused) {
        TributaryException reason = refused.reason();
        ErrorCode code = reason.code().kind() == ErrorCode.Kind.ROW ? reason.code() : ErrorCode.WRONG_VALUE_FOR_TYPE;
        return new TributaryException(
                code, reason.getMessage() + "; row " + (rowsBefore + refused.row()) + " of those computed", reason);
    }

    private void putRow(ResultValues values, int computedRow, int row) {
        writer.firstRowNumber(rowsBefore + row + 1 - writer.rowCount());
        try {
            writer.beginRow();
            for (int i = 0; i < fields.targets().count(); i++) {
                putValue(
                        values,
                        computedRow,
                        row,
                        fields.targets().position(i),
                        fields.origins().get(i));
            }
            writer.endRow();
            stored++;
        } catch (TributaryException e) {
            writer.refuseRow(e);
        }
    }

    private void putValue(ResultValues values, int computedRow, int row, int target, Origin origin) {
        try {
            switch (origin.kind()) {
                case FIELD -> sourceValues.put(origin.index(), row, writer, target);
                // The row's number stands before the values.
                case VALUE -> values.put(origin.index() + 1, computedRow, writer, target);
                case ONE -> writer.putLong(target, 1);
            }
        } catch (TributaryException e) {
            writer.putInstead(target, e);
        }
    }

    private void keep(List<RowBlock> into) {
        if (writer.rowCount() > 0) {
            into.add(writer.finish());
        }
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
        return unselected;
    }

    @Override
    public long storedCount() {
        return stored;
    }
}
