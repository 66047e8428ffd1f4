package io.tributary.contract.row.encode;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.FilteredRows;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.HiddenColumns;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.value.LittleEndian;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@link RowBlock}s: takes the values of one row after the other, in whatever form the client sent them, converts
 * each to its column's type as MySQL does, and refuses what does not fit.
 *
 * <p>Between {@link #beginRow} and {@link #endRow} each column is put at most once, in any order; one that is not put
 * gets its DEFAULT. A refusal is a {@link TributaryException} of kind ROW that names column, row (1-based in the
 * statement), value and allowed range; after it the row must be ended by {@link #abandonRow}, or the writer be {@link
 * #reset}. With a {@link #filter} rows that are put by {@link #putRow} or given to {@link #refuseRow} are left out
 * instead. A writer is made once for a table and reused. One thread at a time.
 */
public final class RowBlockWriter {
    /** Where a load of many rows should be cut into blocks; a block may be larger by one row. */
    public static final int BLOCK_BYTES_TARGET = 8 << 20;
    /** So few rows cost less one by one: a column's loop has its own price. */
    private static final int COLUMN_WISE_ROWS_MIN = 3;

    private static final byte[] NONE = {};

    private final RowContext context = new RowContext();
    private final CellIndex cells = new CellIndex();
    /** The encoders of the table's columns, and behind them that of the delete sign where rows may have one. */
    private final ColumnEncoder[] columns;

    private final int tableColumns;
    /** Those of the columns whose values differ in length. */
    private final VariableWidthColumn[] variableColumns;
    /** What each row takes besides the data of the variable columns and the null bitmaps. */
    private final int fixedRowBytes;

    private boolean rowBegun;
    /** Null in strict mode. */
    private @Nullable RowFilter filter;
    /** Null where every row has its place. */
    private @Nullable PartitionSearch partitions;

    private final @Nullable PartitionSearch allPartitions;
    private final boolean limitsRows;
    /** Whether rows of the same key are one row. */
    private final boolean keyed;
    /** -1 where there is none. */
    private final int sequencePosition;

    /**
     * A writer without rows.
     *
     * @param columns all of the table, in table order
     * @throws TributaryException {@code INVALID_DEFAULT} if a column does not take its own default
     */
    public RowBlockWriter(List<Column> columns) {
        this(columns, columns.size(), null);
    }

    /**
     * A writer of rows of a table, which refuses those that its partitions do not take.
     *
     * @throws TributaryException as the other
     */
    public RowBlockWriter(TableSchema table) {
        this(table.columns(), table.columns().size(), table);
    }

    /**
     * A writer without rows, which takes the delete sign of a row as the value of one more column, behind the others: a
     * row that has another value there than 0 deletes its key.
     */
    public static RowBlockWriter withDeleteSign(List<Column> columns) {
        return new RowBlockWriter(andDeleteSign(columns), columns.size(), null);
    }

    /** Returns a writer like {@link #withDeleteSign(List)}, which refuses rows that the table's partitions do not take. */
    public static RowBlockWriter withDeleteSign(TableSchema table) {
        return new RowBlockWriter(
                andDeleteSign(table.columns()), table.columns().size(), table);
    }

    private static List<Column> andDeleteSign(List<Column> columns) {
        List<Column> all = new ArrayList<>(columns);
        all.add(HiddenColumns.deleteSign());
        return all;
    }

    private RowBlockWriter(List<Column> columns, int tableColumns, @Nullable TableSchema table) {
        this.tableColumns = tableColumns;
        this.columns = new ColumnEncoder[columns.size()];
        for (int i = 0; i < this.columns.length; i++) {
            this.columns[i] = ColumnEncoder.of(columns.get(i), context);
        }
        variableColumns = Arrays.stream(this.columns)
                .filter(VariableWidthColumn.class::isInstance)
                .toArray(VariableWidthColumn[]::new);
        fixedRowBytes = columns.subList(0, tableColumns).stream()
                .mapToInt(column -> column.type().isVariableWidth()
                        ? VariableWidthColumn.END_OFFSET_BYTES
                        : column.type().width())
                .sum();
        keyed = table == null || table.isKeyed();
        sequencePosition = table == null ? -1 : table.sequencePosition();
        limitsRows = table != null && table.limitsRows();
        allPartitions = table != null && table.layout().partitioning().hasPartitions()
                ? new PartitionSearch(table, this.columns)
                : null;
        partitions = limitsRows ? allPartitions : null;
    }

    /**
     * The partitions that take the rows from now on.
     *
     * @param names of the table's; none: all
     * @throws TributaryException {@code UNKNOWN_PARTITION}
     */
    public void partitions(List<String> names) {
        if (allPartitions != null) {
            allPartitions.choose(names);
            partitions = limitsRows || !names.isEmpty() ? allPartitions : null;
        }
    }

    /** The statement's time for DEFAULT CURRENT_TIMESTAMP, in microseconds since 1970 on the session's clock. */
    public void statementTime(long localMicros) {
        context.statementMicros = localMicros;
    }

    /** The zone into which values with an offset are converted; the system's until set. */
    public void setTimeZone(ZoneId zone) {
        context.zone = zone;
    }

    /** The number that errors give the first row of the present block, where it is not what went before. */
    public void firstRowNumber(long number) {
        context.firstRowNumber = number;
    }

    /** What becomes of bad rows from now on: they go to this filter, or, with null, are errors. */
    public void filter(@Nullable RowFilter nonStrict) {
        filter = nonStrict;
    }

    /**
     * What was left out of a statement of so many rows since {@link #reset}.
     *
     * @throws TributaryException {@code TOO_MANY_FILTERED}
     */
    public FilteredRows filtered(long rows) {
        return filter == null ? FilteredRows.NONE : filter.of(rows);
    }

    public void beginRow() {
        if (context.rowsEnded == RowBlock.ROWS_MAX) {
            throw tooManyRows();
        }
        rowBegun = true;
    }

    private static IllegalStateException tooManyRows() {
        return new IllegalStateException("a block takes " + RowBlock.ROWS_MAX + " rows");
    }

    public void putNull(int column) {
        columns[column].putNull();
    }

    /** The keyword DEFAULT. */
    public void putDefault(int column) {
        columns[column].putDefault();
    }

    /** An integer; microseconds for a TIME column. */
    public void putLong(int column, long value) {
        columns[column].putLong(value);
    }

    public void putUnsignedLong(int column, long value) {
        columns[column].putUnsignedLong(value);
    }

    public void putFloat(int column, float value) {
        columns[column].putFloat(value);
    }

    public void putDouble(int column, double value) {
        columns[column].putDouble(value);
    }

    /** The 128-bit two's complement number {@code high:low} times 10<sup>-scale</sup>; scale 0 to 38. */
    public void putDecimal(int column, long high, long low, int scale) {
        columns[column].putDecimal(high, low, scale);
    }

    /** Text, converted to the column's type. */
    public void putText(int column, byte[] utf8, int offset, int length) {
        columns[column].putText(utf8, offset, length);
    }

    /** A number as written in SQL: text to a number column, and to a text column what MySQL prints for it. */
    public void putNumber(int column, byte[] ascii, int offset, int length) {
        columns[column].putNumber(ascii, offset, length);
    }

    /** A binary string: raw for VARBINARY, else as {@link #putText}. */
    public void putBytes(int column, byte[] bytes, int offset, int length) {
        columns[column].putBytes(bytes, offset, length);
    }

    /** A hexadecimal or bit literal: a number where the column is one, else as {@link #putBytes}. */
    public void putBits(int column, byte[] bytes, int offset, int length) {
        columns[column].putBits(bytes, offset, length);
    }

    /** A date of the proleptic Gregorian calendar. */
    public void putDate(int column, int year, int month, int day) {
        columns[column].putAnyDate(year, month, day);
    }

    /** A date and a time without zone. */
    public void putDateTime(int column, int year, int month, int day, int hour, int minute, int second, int micros) {
        columns[column].putAnyDateTime(year, month, day, hour, minute, second, micros);
    }

    /** A DATE or DATETIME as microseconds since 1970-01-01 00:00:00 without zone. */
    public void putEpochMicros(int column, long micros) {
        columns[column].putEpochMicros(micros);
    }

    /** A signed time span, as the type TIME of the binary protocol brings it. */
    public void putTime(int column, long micros) {
        columns[column].putTime(micros);
    }

    /** Completes the row: a column not put gets its DEFAULT, else NULL, else error 1364. It must have a partition. */
    public void endRow() {
        int expected = context.rowsEnded + 1;
        for (ColumnEncoder column : columns) {
            if (column.count != expected) {
                complete(column, expected);
            }
        }
        if (partitions != null) {
            partitions.require(context.rowsEnded, context);
        }
        context.rowsEnded = expected;
        rowBegun = false;
    }

    private static void complete(ColumnEncoder column, int expected) {
        if (column.count != expected - 1) {
            throw new IllegalStateException(
                    "column " + column.column.name() + " has " + column.count + " values in row " + expected);
        }
        column.putDefault();
    }

    // ---- many rows

    /** Where to say what {@link #putCells} shall put; empty after {@link #reset}. */
    public CellIndex cells() {
        return cells;
    }

    /**
     * Puts the indexed rows and empties the index, unless that would fill the block: with {@link #BLOCK_BYTES_TARGET} or
     * more the answer is false, no row is put, and the caller puts them one by one with {@link #putRow}.
     *
     * <p>What a column refuses is the error of the first bad row, and in it of the first bad cell, as if the rows had been
     * put one by one; no row is put then. With a filter the answer is false instead.
     */
    public boolean putCells() {
        int before = context.rowsEnded;
        try {
            putAllOrNone();
        } catch (TributaryException e) {
            if (filter == null) {
                throw e;
            }
            return false;
        }
        if (valueBytes() >= BLOCK_BYTES_TARGET) {
            truncate(before);
            return false;
        }
        cells.clear();
        return true;
    }

    private void putAllOrNone() {
        int before = context.rowsEnded;
        int after = before + cells.rowCount();
        if (after > RowBlock.ROWS_MAX) {
            throw tooManyRows();
        }
        if (cells.rowCount() < COLUMN_WISE_ROWS_MIN) {
            putRowByRow();
            return;
        }
        try {
            for (int cell = 0; cell < cells.cellsPerRow(); cell++) {
                columns[cells.target(cell)].putCells(cells, cell);
            }
            for (ColumnEncoder column : columns) {
                column.fill(after);
            }
            if (partitions != null) {
                for (int row = before; row < after; row++) {
                    partitions.require(row, context);
                }
            }
            context.rowsEnded = after;
        } catch (TributaryException e) {
            truncate(before);
            // Columns meet errors in another order than rows have them.
            putRowByRow();
            throw new IllegalStateException("rows are taken one by one but refused together", e);
        }
    }

    private void putRowByRow() {
        int before = context.rowsEnded;
        try {
            for (int row = 0; row < cells.rowCount(); row++) {
                putWhole(row);
            }
        } catch (TributaryException e) {
            truncate(before);
            throw e;
        }
    }

    /** Puts one of the indexed rows, or leaves it out; the index stays as it is. */
    public void putRow(int row) {
        if (filter == null) {
            putWhole(row);
            return;
        }
        try {
            beginRow();
            for (int cell = 0; cell < cells.cellsPerRow(); cell++) {
                putOrNull(row, cell);
            }
            endRow();
        } catch (TributaryException e) {
            refuseRow(row, e);
        }
    }

    private void putOrNull(int row, int cell) {
        int column = cells.target(cell);
        try {
            cells.put(row, cell, columns[column]);
        } catch (TributaryException e) {
            putInstead(column, e);
        }
    }

    /**
     * Puts NULL instead of a value that was refused, where non-strict mode says so: for text that is no number in a column
     * of numbers that takes NULL, and that does not decide which row replaces which. Else throws the refusal.
     */
    public void putInstead(int column, TributaryException refusal) {
        ColumnEncoder encoder = columns[column];
        boolean nullInstead = refusal.code() == ErrorCode.BAD_NUMBER_OR_TEXT
                && encoder.takesNullForText()
                && column != sequencePosition
                && !(keyed && encoder.column.key());
        if (filter == null || !filter.nullsInstead() || !nullInstead) {
            throw refusal;
        }
        encoder.truncate(context.rowsEnded);
        encoder.putNull();
    }

    /** Leaves out the row that was begun, or the next one if none was; without a filter the refusal is thrown. */
    public void refuseRow(TributaryException refusal) {
        refuseRow(RowFilter.NOT_INDEXED, refusal);
    }

    private void refuseRow(int indexedRow, TributaryException refusal) {
        if (filter == null || refusal.code().kind() != ErrorCode.Kind.ROW) {
            throw refusal;
        }
        abandonRow();
        filter.add(indexedRow, refusal);
        context.firstRowNumber++;
    }

    private void putWhole(int row) {
        beginRow();
        for (int cell = 0; cell < cells.cellsPerRow(); cell++) {
            cells.put(row, cell, columns[cells.target(cell)]);
        }
        endRow();
    }

    /**
     * Throws what a column refuses of the indexed row that was begun but not ended: for who finds that the statement is
     * malformed behind these cells, since the first error is the one to report. Stores nothing. With a filter bad values
     * are no errors.
     */
    public void checkBegunRow() {
        if (filter != null) {
            return;
        }
        beginRow();
        for (int cell = 0; cell < cells.begunCells(); cell++) {
            cells.put(cells.rowCount(), cell, columns[cells.target(cell)]);
        }
        abandonRow();
    }

    private void truncate(int rows) {
        for (ColumnEncoder column : columns) {
            column.truncate(rows);
        }
        context.rowsEnded = rows;
    }

    /** Takes back what was put since {@link #beginRow}. */
    public void abandonRow() {
        truncate(context.rowsEnded);
        rowBegun = false;
    }

    /** Rows of the present block, without one that has not been ended. */
    public int rowCount() {
        return context.rowsEnded;
    }

    /** Bytes of the values in the present block: its length but for header and null bitmaps. Cheap. */
    public int encodedBytes() {
        return (int) Math.min(Integer.MAX_VALUE, valueBytes());
    }

    private long valueBytes() {
        long bytes = (long) context.rowsEnded * fixedRowBytes;
        for (VariableWidthColumn column : variableColumns) {
            bytes += column.dataLength();
        }
        return bytes;
    }

    /** Memory that it holds: of the present block, and what is kept for the next one. Cheap, but for every column. */
    public long heldBytes() {
        long bytes = cells.heldBytes();
        for (ColumnEncoder column : columns) {
            bytes += column.heldBytes();
        }
        return bytes;
    }

    private int blockBytes() {
        long bytes = RowBlock.HEADER_BYTES + valueBytes();
        for (int i = 0; i < tableColumns; i++) {
            bytes += columns[i].nullsBytes();
        }
        return Math.toIntExact(bytes);
    }

    /** Bit by bit the rows whose delete sign is set; empty where none is. */
    private byte[] deletes() {
        if (tableColumns == columns.length) {
            return NONE;
        }
        byte[] signs = ((FixedWidthColumn) columns[tableColumns]).values;
        byte[] bitmap = new byte[(context.rowsEnded + 7) >> 3];
        boolean any = false;
        for (int row = 0; row < context.rowsEnded; row++) {
            if (signs[row] != 0) {
                bitmap[row >> 3] |= (byte) (1 << (row & 7));
                any = true;
            }
        }
        return any ? bitmap : NONE;
    }

    /**
     * The rows ended so far as a block, in an array of its own. The next row begins another block of the same
     * statement, and its number continues; another statement begins with {@link #reset}.
     */
    public RowBlock finish() {
        if (rowBegun) {
            abandonRow();
        }
        byte[] deletes = deletes();
        byte[] block = new byte[Math.addExact(blockBytes(), deletes.length)];
        block[0] = RowBlock.FORMAT;
        block[1] = (byte) (deletes.length == 0 ? 0 : 1);
        LittleEndian.putShort(block, 2, (short) tableColumns);
        LittleEndian.putInt(block, 4, context.rowsEnded);
        int at = RowBlock.HEADER_BYTES;
        for (int i = 0; i < tableColumns; i++) {
            ColumnEncoder column = columns[i];
            at = column.writeNulls(block, at);
            // Not virtual: of so many classes the JIT inlines none, and for a single row the calls are what costs.
            if (column instanceof FixedWidthColumn fixed) {
                at = fixed.writeValues(block, at);
                fixed.reset();
            } else if (column instanceof VariableWidthColumn variable) {
                at = variable.writeValues(block, at);
                variable.reset();
            }
        }
        if (tableColumns < columns.length) {
            System.arraycopy(deletes, 0, block, at, deletes.length);
            columns[tableColumns].reset();
        }
        context.firstRowNumber += context.rowsEnded;
        context.rowsEnded = 0;
        return RowBlock.of(block);
    }

    /** Begins a statement: forgets all rows, and numbers them from 1 again. */
    public void reset() {
        if (rowBegun || context.rowsEnded > 0) {
            for (ColumnEncoder column : columns) {
                column.reset();
            }
            context.rowsEnded = 0;
            rowBegun = false;
        }
        context.firstRowNumber = 1;
        if (filter != null) {
            filter.reset();
        }
        cells.end();
    }
}
