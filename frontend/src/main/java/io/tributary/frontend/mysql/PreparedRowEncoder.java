package io.tributary.frontend.mysql;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.CellIndex;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.SqlMode;
import io.tributary.frontend.execution.BlockSplitter;
import io.tributary.frontend.write.ColumnCount;
import io.tributary.frontend.write.LiteralCells;
import io.tributary.planner.plan.part.RowTemplate;
import io.tributary.planner.plan.part.TargetColumns;
import io.tributary.planner.sql.insert.ValuesScanner;
import io.tributary.protocol.command.ExecuteBody;
import java.nio.charset.Charset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns the parameters of COM_STMT_EXECUTE into row blocks: straight from the packet's bytes into the columns. One for a
 * prepared INSERT, kept with it; one thread at a time.
 */
public final class PreparedRowEncoder {
    private final TargetColumns columns;
    private final RowTemplate template;
    private final SqlMode mode;
    /** The position in the table of the column of each cell of a row. */
    private final int[] positions;

    private final ValuesScanner scanner = new ValuesScanner();
    private final BinaryParameters parameters = new BinaryParameters();

    /** @param mode in force when the statement was prepared */
    public PreparedRowEncoder(TargetColumns columns, RowTemplate template, SqlMode mode) {
        this.columns = columns;
        this.template = template;
        this.mode = mode;
        positions = template.cellsPerRow() == 0 ? new int[0] : columns.toArray();
    }

    /**
     * Encodes one execution.
     *
     * @param longData by parameter, what COM_STMT_SEND_LONG_DATA brought; null, or behind the end, where nothing
     * @param charset of text that the client sends
     * @param writer of the plan's table, its statement time and time zone set; it is reset first
     * @throws io.tributary.contract.error.TributaryException what a column refuses, COLUMN_COUNT, or WRONG_ARGUMENTS for
     *     bytes that are no values
     */
    public List<RowBlock> encode(
            ExecuteBody body, byte[] @Nullable [] longData, Charset charset, RowBlockWriter writer) {
        int cells = template.cellsPerRow();
        if (cells != columns.count() && cells != 0) {
            throw ColumnCount.mismatch(1);
        }
        writer.reset();
        writer.cells().begin(body.bytes(), positions);
        BlockSplitter blocks = new BlockSplitter(writer);
        parameters.begin(body, longData, charset, writer.cells());
        try {
            addRows(cells, blocks, writer.cells());
            List<RowBlock> encoded = blocks.finish();
            parameters.requireEnd();
            return encoded;
        } catch (TributaryException e) {
            blocks.checkCellsBefore();
            throw e;
        } finally {
            parameters.end();
            writer.cells().end();
        }
    }

    private void addRows(int cellsPerRow, BlockSplitter blocks, CellIndex cells) {
        if (template.onlyParameters()) {
            for (int row = 0; row < template.rowCount(); row++) {
                parameters.addNext(cellsPerRow);
                blocks.endRow();
            }
            return;
        }
        LiteralCells literals = new LiteralCells(blocks, cells, cellsPerRow, false);
        for (int row = 0; row < template.rowCount(); row++) {
            for (int cell = 0; cell < cellsPerRow; cell++) {
                addCell(row, cell, cells, literals);
            }
            blocks.endRow();
        }
    }

    private void addCell(int row, int cell, CellIndex cells, LiteralCells literals) {
        switch (template.cell(row, cell)) {
            case PARAMETER -> parameters.addNext(1);
            case DEFAULT -> cells.addDefault();
            case LITERAL ->
                scanner.literal(
                        template.sql(),
                        template.literalOffset(row, cell),
                        template.literalEnd(row, cell),
                        mode,
                        literals);
        }
    }
}
