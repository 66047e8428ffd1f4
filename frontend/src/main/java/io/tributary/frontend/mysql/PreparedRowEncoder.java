package io.tributary.frontend.mysql;

import io.tributary.frontend.execution.BlockSplitter;
import io.tributary.frontend.execution.ColumnCount;
import io.tributary.planner.plan.RowTemplate;
import io.tributary.planner.plan.TargetColumns;
import io.tributary.planner.sql.SqlMode;
import io.tributary.planner.sql.ValuesScanner;
import io.tributary.protocol.command.ExecuteBody;
import io.tributary.rpc.row.RowBlock;
import io.tributary.rpc.row.RowBlockWriter;
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
    private final ValuesScanner scanner = new ValuesScanner();
    private final LiteralCell literal = new LiteralCell();
    private final BinaryParameters parameters = new BinaryParameters();

    /** @param mode in force when the statement was prepared */
    public PreparedRowEncoder(TargetColumns columns, RowTemplate template, SqlMode mode) {
        this.columns = columns;
        this.template = template;
        this.mode = mode;
    }

    /**
     * Encodes one execution.
     *
     * @param longData by parameter, what COM_STMT_SEND_LONG_DATA brought; null, or behind the end, where nothing
     * @param charset of text that the client sends
     * @param writer of the plan's table, its statement time and time zone set; it is reset first
     * @throws io.tributary.rpc.error.TributaryException what a column refuses, COLUMN_COUNT, or WRONG_ARGUMENTS for
     *     bytes that are no values
     */
    public List<RowBlock> encode(
            ExecuteBody body, byte[] @Nullable [] longData, Charset charset, RowBlockWriter writer) {
        writer.reset();
        parameters.begin(body, longData, charset, writer);
        BlockSplitter splitter = new BlockSplitter(writer);
        int cells = template.cellsPerRow();
        if (cells != columns.count() && cells != 0) {
            throw ColumnCount.mismatch(1);
        }
        boolean onlyParameters = template.onlyParameters();
        for (int row = 0; row < template.rowCount(); row++) {
            writer.beginRow();
            for (int cell = 0; cell < cells; cell++) {
                int column = columns.position(cell);
                if (onlyParameters) {
                    parameters.putNext(column);
                } else {
                    putCell(row, cell, column, writer);
                }
            }
            writer.endRow();
            splitter.rowEnded();
        }
        parameters.end();
        return splitter.finish();
    }

    private void putCell(int row, int cell, int column, RowBlockWriter writer) {
        switch (template.cell(row, cell)) {
            case PARAMETER -> parameters.putNext(column);
            case DEFAULT -> writer.putDefault(column);
            case LITERAL ->
                scanner.literal(
                        template.sql(),
                        template.literalOffset(row, cell),
                        template.literalEnd(row, cell),
                        mode,
                        literal.at(writer, column));
        }
    }
}
