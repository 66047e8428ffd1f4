package io.tributary.frontend.write;

import io.tributary.contract.row.RowBlock;
import io.tributary.planner.sql.insert.ValuesScanner;
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
