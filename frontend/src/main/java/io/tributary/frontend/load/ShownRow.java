package io.tributary.frontend.load;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.ColumnType;
import io.tributary.frontend.load.format.RejectedRows;
import java.util.List;

/**
 * How a bad row is shown whose input is followed by another step: as that step's row while it puts one, else as the input
 * shows it. One thread at a time.
 */
final class ShownRow implements RejectedRows.Lines {
    private static final int NO_ROW = -1;

    private final RejectedRows.Lines sourceLines;
    private RowLine lines = new RowLine(List.of());
    private int row = NO_ROW;

    /** @param sourceLines what rows look like that do not come as far as here */
    ShownRow(RejectedRows.Lines sourceLines) {
        this.sourceLines = sourceLines;
    }

    void types(List<ColumnType> types) {
        lines = new RowLine(types);
    }

    void turnTo(RowBlock block) {
        lines.turnTo(block);
    }

    /** The row of the block that is put from now on. */
    void put(int number) {
        row = number;
    }

    /** No row is put from now on. */
    void none() {
        row = NO_ROW;
    }

    @Override
    public String line(int indexedRow, int charactersMax) {
        return row == NO_ROW ? sourceLines.line(indexedRow, charactersMax) : lines.of(row, charactersMax);
    }
}
