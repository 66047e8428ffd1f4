package io.tributary.frontend.execution;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.CellIndex;
import io.tributary.contract.row.encode.RowBlockWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes the rows of one statement from the writer's {@link CellIndex}, and cuts them into blocks of about {@link
 * RowBlockWriter#BLOCK_BYTES_TARGET} at most.
 */
public final class BlockSplitter {
    private final RowBlockWriter writer;
    private final CellIndex cells;
    private List<RowBlock> full = List.of();

    public BlockSplitter(RowBlockWriter writer) {
        this.writer = writer;
        this.cells = writer.cells();
    }

    /** Ends the row in the index. What a column refuses of it may be thrown now or later. */
    public void endRow() {
        cells.endRow();
        if (cells.isFull()) {
            putRows();
        }
    }

    private void putRows() {
        if (writer.putCells()) {
            return;
        }
        for (int row = 0; row < cells.rowCount(); row++) {
            writer.putRow(row);
            if (writer.encodedBytes() >= RowBlockWriter.BLOCK_BYTES_TARGET) {
                if (full.isEmpty()) {
                    full = new ArrayList<>();
                }
                full.add(writer.finish());
            }
        }
        cells.clear();
    }

    /** Leaves out the row that would come next, or throws the first refusal: of a row before it, or else this. */
    public void refuseRow(TributaryException refusal) {
        putRows();
        writer.refuseRow(refusal);
    }

    /**
     * Throws what a column refuses of the cells before, which is the error that a client must see; to be called where the
     * statement turns out malformed, or not to be literals.
     */
    public void checkCellsBefore() {
        putRows();
        writer.checkBegunRow();
    }

    /** The bytes that the index refers to end here; others may follow, behind a new begin of the index. */
    public void endInput() {
        putRows();
        cells.end();
    }

    /** Blocks that are full, each given once. */
    public List<RowBlock> takeFull() {
        List<RowBlock> taken = full;
        full = List.of();
        return taken;
    }

    /** All blocks that were not taken yet; empty without any row. */
    public List<RowBlock> finish() {
        putRows();
        cells.end();
        if (full.isEmpty()) {
            return writer.rowCount() == 0 ? List.of() : List.of(writer.finish());
        }
        if (writer.rowCount() > 0) {
            full.add(writer.finish());
        }
        return List.copyOf(full);
    }
}
