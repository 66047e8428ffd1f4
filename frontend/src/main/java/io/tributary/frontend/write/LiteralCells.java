package io.tributary.frontend.write;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.encode.CellIndex;
import io.tributary.contract.schema.ColumnType;
import io.tributary.frontend.execution.BlockSplitter;
import io.tributary.planner.sql.insert.LiteralVisitor;

/** The rows of a statement as a scanner meets them: each literal becomes a cell of the next target column. */
public final class LiteralCells implements LiteralVisitor {
    private final BlockSplitter blocks;
    private final CellIndex cells;
    private final int columns;
    private final boolean emptyRowAllowed;
    private final MomentLiteral literal = new MomentLiteral();
    private long rowCount;

    /**
     * @param blocks to which the rows go
     * @param columns values that each row must have
     * @param emptyRowAllowed whether {@code ()} is a row of defaults
     */
    public LiteralCells(BlockSplitter blocks, CellIndex cells, int columns, boolean emptyRowAllowed) {
        this.blocks = blocks;
        this.cells = cells;
        this.columns = columns;
        this.emptyRowAllowed = emptyRowAllowed;
    }

    /** Rows ended. */
    long rowCount() {
        return rowCount;
    }

    private CellIndex next() {
        if (cells.begunCells() >= columns) {
            throw ColumnCount.mismatch(rowCount + 1);
        }
        return cells;
    }

    @Override
    public void beginRow() {}

    @Override
    public void endRow() {
        int begun = cells.begunCells();
        if (begun != columns && !(begun == 0 && emptyRowAllowed)) {
            throw ColumnCount.mismatch(rowCount + 1);
        }
        rowCount++;
        blocks.endRow();
    }

    @Override
    public void text(byte[] bytes, int offset, int length) {
        next().addText(bytes, offset, length);
    }

    /** What is none, or names a zone, is read by the column. */
    @Override
    public void moment(ColumnType.Kind kind, byte[] bytes, int offset, int length) {
        if (!literal.parse(bytes, offset, length, kind)) {
            text(bytes, offset, length);
            return;
        }
        next().addMoment(kind, literal.micros(), literal.fractionDigits());
    }

    @Override
    public void number(byte[] bytes, int offset, int length) {
        next().addNumber(bytes, offset, length);
    }

    @Override
    public void binary(byte[] bytes, int offset, int length) {
        next().addBytes(bytes, offset, length);
    }

    @Override
    public void bits(byte[] bytes, int offset, int length) {
        next().addBits(bytes, offset, length);
    }

    @Override
    public void bool(boolean value) {
        next().addBoolean(value);
    }

    @Override
    public void nullValue() {
        next().addNull();
    }

    @Override
    public void defaultValue() {
        next().addDefault();
    }

    @Override
    public void parameter() {
        throw new TributaryException(
                ErrorCode.SYNTAX, "You have an error in your SQL syntax; a '?' can only be prepared");
    }
}
