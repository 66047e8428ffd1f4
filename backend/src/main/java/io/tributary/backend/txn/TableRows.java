package io.tributary.backend.txn;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.TableSchema;
import java.util.List;

/**
 * Rows for one table, checked against this schema.
 *
 * @param blocks in order
 */
public record TableRows(TableSchema table, List<RowBlock> blocks) {
    public TableRows {
        blocks = List.copyOf(blocks);
    }

    public long rowCount() {
        long sum = 0;
        for (RowBlock block : blocks) {
            sum += block.rowCount();
        }
        return sum;
    }

    public long bytes() {
        long sum = 0;
        for (RowBlock block : blocks) {
            sum += block.length();
        }
        return sum;
    }
}
