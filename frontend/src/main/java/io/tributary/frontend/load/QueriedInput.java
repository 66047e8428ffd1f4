package io.tributary.frontend.load;

import io.tributary.contract.calls.EvaluatedRows;
import io.tributary.contract.calls.Evaluation;
import io.tributary.contract.calls.ResultValues;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.FilteredRows;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.frontend.load.format.RejectedRows;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * An input of which a query is asked as a whole, when it has ended: its rows wait in memory until then, {@link
 * #MEMORY_BYTES_MAX} of one input, and those of all in the budget of staged bytes. What the query gives is loaded.
 */
final class QueriedInput implements LoadInput {
    /** Encoded rows of one input; what the engine may give back, too. */
    static final long MEMORY_BYTES_MAX = 64L << 20;

    private final LoadInput source;
    private final HttpStreamQuery query;
    private final RowBlockWriter writer;
    private final ShownRow shown;
    private final LoadInputs.Surroundings surroundings;

    private final List<RowBlock> kept = new ArrayList<>();
    private long reserved;
    private boolean asked;
    private boolean closed;
    private FilteredRows filtered = FilteredRows.NONE;
    private long resultRows;
    private long stored;

    /**
     * @param source of rows that have the columns of the query; shares the filter of {@code writer}
     * @param writer of the table; it is reset first
     * @param rejected is told of bad rows, and asks here what they look like
     * @param sourceLines what rows look like that do not come as far as here
     */
    QueriedInput(
            LoadInput source,
            HttpStreamQuery query,
            RowBlockWriter writer,
            RejectedRows rejected,
            RejectedRows.Lines sourceLines,
            LoadInputs.Surroundings surroundings) {
        this.source = source;
        this.query = query;
        this.writer = writer;
        shown = new ShownRow(sourceLines);
        this.surroundings = surroundings;
        writer.reset();
        rejected.linesOf(shown);
    }

    @Override
    public CompletableFuture<List<RowBlock>> add(byte[] piece) {
        return source.add(piece).thenApply(this::keep);
    }

    private List<RowBlock> keep(List<RowBlock> blocks) {
        long bytes = blocks.stream().mapToLong(RowBlock::length).sum();
        if (closed || bytes == 0) {
            return List.of();
        }
        if (reserved + bytes > MEMORY_BYTES_MAX || !surroundings.room().staged().tryReserve(bytes)) {
            throw new TributaryException(
                    ErrorCode.LIMIT_OR_LOCK_WAIT,
                    "a statement that makes a row of several reads at most " + MEMORY_BYTES_MAX
                            + " encoded bytes, and as many as the budget of staged bytes has room for; load the rows"
                            + " into a table, and INSERT … SELECT from that");
        }
        reserved += bytes;
        kept.addAll(blocks);
        return List.of();
    }

    @Override
    public CompletableFuture<List<RowBlock>> finish() {
        return source.finish().thenApply(this::keep).thenCompose(nothing -> {
            if (source.hasMore() || asked) {
                return CompletableFuture.completedFuture(nothing);
            }
            asked = true;
            Evaluation evaluation = Evaluation.ofAll(query.columns(), kept, query.sql(), surroundings.context());
            return surroundings
                    .loop()
                    .resume(surroundings.engine().apply(evaluation))
                    .whenComplete((rows, error) -> release())
                    .thenCompose(rows -> surroundings.loop().offLoop(() -> put(rows)));
        });
    }

    private List<RowBlock> put(EvaluatedRows rows) {
        ResultValues values = new ResultValues(rows.columns());
        shown.types(rows.columns().stream().map(column -> column.type()).toList());
        List<RowBlock> into = new ArrayList<>();
        for (RowBlock block : rows.blocks()) {
            int count = values.read(block);
            shown.turnTo(block);
            for (int row = 0; row < count; row++) {
                resultRows++;
                shown.put(row);
                putRow(values, row);
                if (writer.encodedBytes() >= RowBlockWriter.BLOCK_BYTES_TARGET) {
                    into.add(writer.finish());
                }
            }
            shown.none();
        }
        filtered = writer.filtered(rowCount());
        if (writer.rowCount() > 0) {
            into.add(writer.finish());
        }
        return into;
    }

    private void putRow(ResultValues values, int row) {
        writer.firstRowNumber(resultRows - writer.rowCount());
        try {
            writer.beginRow();
            for (int i = 0; i < query.targets().count(); i++) {
                int target = query.targets().position(i);
                try {
                    values.put(i, row, writer, target);
                } catch (TributaryException e) {
                    writer.putInstead(target, e);
                }
            }
            writer.endRow();
            stored++;
        } catch (TributaryException e) {
            writer.refuseRow(e);
        }
    }

    private void release() {
        kept.clear();
        surroundings.room().staged().release(reserved);
        reserved = 0;
    }

    @Override
    public boolean hasMore() {
        return source.hasMore();
    }

    @Override
    public void close() {
        closed = true;
        release();
        source.close();
    }

    /** What the query gives, and rows of the body that were bad. */
    @Override
    public long rowCount() {
        return resultRows + source.filtered().count();
    }

    @Override
    public FilteredRows filtered() {
        return filtered;
    }

    @Override
    public long storedCount() {
        return stored;
    }
}
