package io.tributary.frontend.execution;

import io.tributary.planner.sql.ValuesScanner;
import io.tributary.rpc.row.RowBlock;
import java.util.List;

/**
 * What the rows of a text INSERT came to.
 *
 * @param blocks empty unless the outcome is LITERALS
 */
public record LiteralRows(ValuesScanner.Outcome outcome, List<RowBlock> blocks, long rowCount) {
    public LiteralRows {
        blocks = List.copyOf(blocks);
    }
}
