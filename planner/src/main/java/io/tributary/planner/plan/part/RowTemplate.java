package io.tributary.planner.plan.part;

/**
 * The rows of a prepared INSERT: rows × cells, where a cell is a parameter, a literal or DEFAULT. Parameters are counted
 * row by row, cell by cell. Rows of parameters alone, as drivers that rewrite batches send them, take no memory per cell.
 * Immutable.
 */
public final class RowTemplate {
    /** What stands in a cell. */
    public enum Cell {
        PARAMETER,
        DEFAULT,
        /** Bytes of the statement; read them with {@code ValuesScanner.literal}. */
        LITERAL
    }

    private static final int NO_LITERALS_LENGTH = 0;
    private static final int PARAMETER = -1;
    private static final int DEFAULT = -2;

    private final byte[] sql;
    private final int rowCount;
    private final int cellsPerRow;
    private final int parameterCount;
    /** Offset and end in {@link #sql} for each cell, the offset negative where it is no literal; or empty. */
    private final int[] cells;

    private RowTemplate(byte[] sql, int rowCount, int cellsPerRow, int parameterCount, int[] cells) {
        this.sql = sql;
        this.rowCount = rowCount;
        this.cellsPerRow = cellsPerRow;
        this.parameterCount = parameterCount;
        this.cells = cells;
    }

    /** Rows of parameters alone. */
    public static RowTemplate ofParameters(int rowCount, int cellsPerRow) {
        return new RowTemplate(new byte[0], rowCount, cellsPerRow, rowCount * cellsPerRow, new int[0]);
    }

    /**
     * Mixed rows.
     *
     * @param sql the statement, kept and not copied
     * @param cells for each cell its literal's first byte and the byte after its last, or (-1, 0) for a parameter and
     *     (-2, 0) for DEFAULT
     */
    public static RowTemplate mixed(byte[] sql, int rowCount, int cellsPerRow, int parameterCount, int... cells) {
        return new RowTemplate(sql, rowCount, cellsPerRow, parameterCount, cells.clone());
    }

    public int rowCount() {
        return rowCount;
    }

    public int cellsPerRow() {
        return cellsPerRow;
    }

    public int parameterCount() {
        return parameterCount;
    }

    /** Whether every cell is a parameter: then cell {@code (row, i)} is parameter {@code row * cellsPerRow + i}. */
    public boolean onlyParameters() {
        return cells.length == NO_LITERALS_LENGTH;
    }

    public Cell cell(int row, int i) {
        if (onlyParameters()) {
            return Cell.PARAMETER;
        }
        int offset = cells[2 * (row * cellsPerRow + i)];
        return offset == PARAMETER ? Cell.PARAMETER : offset == DEFAULT ? Cell.DEFAULT : Cell.LITERAL;
    }

    /** The statement in which literals stand; not a copy. */
    public byte[] sql() {
        return sql;
    }

    public int literalOffset(int row, int i) {
        return cells[2 * (row * cellsPerRow + i)];
    }

    /** The byte after the literal's last. */
    public int literalEnd(int row, int i) {
        return cells[2 * (row * cellsPerRow + i) + 1];
    }
}
