package io.tributary.frontend.execution;

import io.tributary.rpc.row.RowBlock;
import io.tributary.rpc.row.RowBlockWriter;
import java.util.ArrayList;
import java.util.List;

/** Cuts the rows of one statement into blocks of about {@link RowBlockWriter#BLOCK_BYTES_TARGET} at most. */
public final class BlockSplitter {
    private final RowBlockWriter writer;
    private List<RowBlock> full = List.of();

    public BlockSplitter(RowBlockWriter writer) {
        this.writer = writer;
    }

    /** To be called after each row. */
    public void rowEnded() {
        if (writer.encodedBytes() >= RowBlockWriter.BLOCK_BYTES_TARGET) {
            if (full.isEmpty()) {
                full = new ArrayList<>();
            }
            full.add(writer.finish());
        }
    }

    /** All blocks of the statement; empty without any row. */
    public List<RowBlock> finish() {
        if (full.isEmpty()) {
            return writer.rowCount() == 0 ? List.of() : List.of(writer.finish());
        }
        if (writer.rowCount() > 0) {
            full.add(writer.finish());
        }
        return List.copyOf(full);
    }
}
