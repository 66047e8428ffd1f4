package io.tributary.contract.row.encode;

import io.tributary.contract.error.TributaryException;

/**
 * Puts the rows of a {@link CellIndex}: all of them column by column, since that is one loop a column, or one by one where they are
 * few or one of them is refused.
 */
final class IndexedRows {
    /** So few rows cost less one by one: a column's loop has its own price. */
    private static final int COLUMN_WISE_ROWS_MIN = 3;

    private final CellIndex cells = new CellIndex();
    private final RowBlockWriter writer;
    private final ColumnEncoder[] columns;

    IndexedRows(RowBlockWriter writer, ColumnEncoder[] columns) {
        this.writer = writer;
        this.columns = columns;
    }

    CellIndex cells() {
        return cells;
    }

    /** Puts all rows, or none and throws what is wrong with the first bad one. */
    void putAll() {
        int before = writer.rowCount();
        int after = writer.requireRoom(cells.rowCount());
        if (cells.rowCount() < COLUMN_WISE_ROWS_MIN) {
            putRowByRow();
            return;
        }
        try {
            for (int cell = 0; cell < cells.cellsPerRow(); cell++) {
                columns[cells.target(cell)].putCells(cells, cell);
            }
            writer.endRows(after);
        } catch (TributaryException e) {
            writer.truncate(before);
            // Columns meet errors in another order than rows have them.
            putRowByRow();
            throw new IllegalStateException("rows are taken one by one but refused together", e);
        }
    }

    private void putRowByRow() {
        int before = writer.rowCount();
        try {
            for (int row = 0; row < cells.rowCount(); row++) {
                put(row);
            }
        } catch (TributaryException e) {
            writer.truncate(before);
            throw e;
        }
    }

    void put(int row) {
        writer.beginRow();
        for (int cell = 0; cell < cells.cellsPerRow(); cell++) {
            cells.put(row, cell, columns[cells.target(cell)]);
        }
        writer.endRow();
    }

    /** Puts a row with NULL instead of a value where non-strict mode says so. */
    void putLeniently(int row) {
        writer.beginRow();
        for (int cell = 0; cell < cells.cellsPerRow(); cell++) {
            putOrNull(row, cell);
        }
        writer.endRow();
    }

    private void putOrNull(int row, int cell) {
        int column = cells.target(cell);
        try {
            cells.put(row, cell, columns[column]);
        } catch (TributaryException e) {
            writer.putInstead(column, e);
        }
    }

    /** Throws what is wrong with the row that was begun in the index but not ended; stores nothing otherwise. */
    void checkBegun() {
        writer.beginRow();
        for (int cell = 0; cell < cells.begunCells(); cell++) {
            cells.put(cells.rowCount(), cell, columns[cells.target(cell)]);
        }
        writer.abandonRow();
    }
}
