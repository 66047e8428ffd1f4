package io.tributary.engine.port.rows;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.schema.ColumnType;
import java.util.BitSet;
import java.util.List;

/** Finds the rows of some blocks that only delete their keys. */
public final class DeletedRows {
    private DeletedRows() {}

    /** Returns a bit for each row, counted over all blocks, set where it only deletes its key. */
    public static BitSet of(List<ColumnType> types, List<RowBlock> blocks) {
        BitSet deleted = new BitSet();
        if (blocks.stream().noneMatch(RowBlock::hasDeletes)) {
            return deleted;
        }
        RowBlockReader reader = new RowBlockReader(types);
        int before = 0;
        for (RowBlock block : blocks) {
            reader.reset(block);
            for (int row = 0; row < reader.rowCount(); row++) {
                deleted.set(before + row, reader.isDeleted(row));
            }
            before += reader.rowCount();
        }
        return deleted;
    }
}
