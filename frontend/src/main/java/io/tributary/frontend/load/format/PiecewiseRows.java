package io.tributary.frontend.load.format;

import io.tributary.contract.row.FilteredRows;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.frontend.execution.BlockSplitter;
import java.util.List;

/** Rows that stand one behind the other in bytes, and may be cut by the end of a piece; a format says how to read them. */
abstract class PiecewiseRows implements RowSource {
    final RowBlockWriter writer;
    final BlockSplitter blocks;
    final InputBytes input = new InputBytes();
    /** Rows of the input so far, bad ones included; counted by the format. */
    long rowCount;

    private FilteredRows filtered = FilteredRows.NONE;

    /** @param writer of the table, its filter, statement time and time zone set; it is reset first */
    PiecewiseRows(RowBlockWriter writer) {
        this.writer = writer;
        writer.reset();
        blocks = new BlockSplitter(writer);
    }

    /**
     * Puts the rows that stand whole in the {@link #input}, and tells it how far they go.
     *
     * @param last whether the input ends there
     */
    abstract void read(boolean last);

    @Override
    public final long rowCount() {
        return rowCount;
    }

    @Override
    public final FilteredRows filtered() {
        return filtered;
    }

    @Override
    public final long heldBytes() {
        return input.heldBytes() + writer.heldBytes();
    }

    @Override
    public final List<RowBlock> add(byte[] piece) {
        input.add(piece);
        if (input.isWorthReading()) {
            read(false);
        }
        return blocks.takeFull();
    }

    @Override
    public final List<RowBlock> finish() {
        read(true);
        input.clear();
        List<RowBlock> rest = blocks.finish();
        filtered = writer.filtered(rowCount);
        return rest;
    }
}
