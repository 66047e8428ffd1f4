package io.tributary.frontend.write;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.SqlMode;
import io.tributary.frontend.execution.BlockSplitter;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.part.TargetColumns;
import io.tributary.planner.sql.insert.ValuesScanner;
import java.util.List;

/**
 * Turns the literals of a text INSERT into row blocks, each about {@link RowBlockWriter#BLOCK_BYTES_TARGET} long at
 * most. Reusable; one thread at a time.
 */
public final class LiteralRowEncoder {
    private final ValuesScanner scanner = new ValuesScanner();
    private TargetColumns targets = new TargetColumns();
    private int[] positions = {};

    /**
     * Encodes the rows of the statement {@code sql[from, to)}, planned as {@code plan}.
     *
     * @param writer of the plan's table, its statement time and time zone set; it is reset first
     * @throws TributaryException SYNTAX, COLUMN_COUNT with the row's number, or what a column refuses
     */
    public LiteralRows encode(InsertPlan plan, byte[] sql, int from, int to, SqlMode mode, RowBlockWriter writer) {
        writer.reset();
        writer.cells().begin(sql, positions(plan.columns()));
        BlockSplitter blocks = new BlockSplitter(writer);
        LiteralCells rows =
                new LiteralCells(blocks, writer.cells(), plan.columns().count(), !plan.columnList());
        try {
            ValuesScanner.Outcome outcome = scanner.scan(plan, sql, from, to, mode, rows);
            if (outcome == ValuesScanner.Outcome.LITERALS) {
                return new LiteralRows(outcome, blocks.finish(), rows.rowCount());
            }
            blocks.checkCellsBefore();
            writer.reset();
            return new LiteralRows(outcome, List.of(), 0);
        } catch (TributaryException e) {
            blocks.checkCellsBefore();
            throw e;
        } finally {
            writer.cells().end();
        }
    }

    private int[] positions(TargetColumns columns) {
        if (columns != targets) {
            targets = columns;
            positions = columns.toArray();
        }
        return positions;
    }
}
