package io.tributary.contract.row.encode;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.FilteredRows;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.HiddenColumns;
import io.tributary.contract.schema.TableSchema;
import java.time.ZoneId;
import java.util.ArrayList;
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

    private final RowContext context = new RowContext();
    private final BlockColumns block;
    /** The encoders of the table's columns, and behind them that of the delete sign where rows may have one. */
    private final ColumnEncoder[] columns;

    private final IndexedRows indexed;

    private boolean rowBegun;
    /** Null in strict mode. */
    private @Nullable RowFilter filter;
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
     * A writer of rows of a table, which refuses those that its partitions do not take or that break its checks.
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
        block = new BlockColumns(columns, tableColumns, context, table);
        this.columns = block.encoders();
        indexed = new IndexedRows(this, this.columns);
        keyed = table == null || table.isKeyed();
        sequencePosition = table == null ? -1 : table.sequencePosition();
    }

    /**
     * The partitions that take the rows from now on.
     *
     * @param names of the table's; none: all
     * @throws TributaryException {@code UNKNOWN_PARTITION}
     */
    public void partitions(List<String> names) {
        block.partitions(names);
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

    /** Lets bad rows go from now on where those of another writer of the same load go. */
    public void filterOf(RowBlockWriter other) {
        filter = other.filter;
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
        requireRoom(1);
        rowBegun = true;
    }

    /** Refuses more rows than a block takes. @return how many there will be */
    int requireRoom(int more) {
        int after = context.rowsEnded + more;
        if (after > RowBlock.ROWS_MAX) {
            throw new IllegalStateException("a block takes " + RowBlock.ROWS_MAX + " rows");
        }
        return after;
    }

    /** The type of a column. */
    public ColumnType type(int column) {
        return columns[column].column.type();
    }

    public void putNull(int column) {
        columns[column].putNull();
    }

    /** The keyword DEFAULT. */
    public void putDefault(int column) {
        columns[column].putDefault();
    }

    /** An integer; of a column of dates or times one of its digits. */
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

    /**
     * A date or time of a type that says its digits.
     *
     * @param kind DATE or DATETIME: microseconds since 1970-01-01 00:00:00 without zone; TIME: of a signed span
     * @param fraction digits of a second that a text shows, 0 to 6
     */
    public void putMoment(int column, ColumnType.Kind kind, long micros, int fraction) {
        columns[column].putMoment(kind, micros, fraction);
    }

    /** Completes the row: a column not put gets its DEFAULT, else NULL, else error 1364. It must be one that the table takes. */
    public void endRow() {
        int expected = context.rowsEnded + 1;
        block.complete(expected);
        block.requireRow(context.rowsEnded);
        context.rowsEnded = expected;
        rowBegun = false;
    }

    /** Completes all rows up to this one, whose cells were put column by column. */
    void endRows(int after) {
        block.fill(after);
        if (block.limitsRows()) {
            for (int row = context.rowsEnded; row < after; row++) {
                block.requireRow(row);
            }
        }
        context.rowsEnded = after;
    }

    // ---- many rows

    /** Where to say what {@link #putCells} shall put; empty after {@link #reset}. */
    public CellIndex cells() {
        return indexed.cells();
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
            indexed.putAll();
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
        indexed.cells().clear();
        return true;
    }

    /** Puts one of the indexed rows, or leaves it out; the index stays as it is. */
    public void putRow(int row) {
        if (filter == null) {
            indexed.put(row);
            return;
        }
        try {
            indexed.putLeniently(row);
        } catch (TributaryException e) {
            refuseRow(row, e);
        }
    }

    /**
     * Puts NULL instead of a value that was refused, where non-strict mode says so: for what is none of the values of a
     * column that takes NULL, and that does not decide which row replaces which. Else throws the refusal.
     */
    public void putInstead(int column, TributaryException refusal) {
        ColumnEncoder encoder = columns[column];
        boolean nullInstead =
                encoder.takesNullFor(refusal.code()) && column != sequencePosition && !(keyed && encoder.column.key());
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

    /**
     * Throws what a column refuses of the indexed row that was begun but not ended: for who finds that the statement is
     * malformed behind these cells, since the first error is the one to report. Stores nothing. With a filter bad values
     * are no errors.
     */
    public void checkBegunRow() {
        if (filter == null) {
            indexed.checkBegun();
        }
    }

    void truncate(int rows) {
        block.truncate(rows);
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
        return block.valueBytes(context.rowsEnded);
    }

    /** Memory that it holds: of the present block, and what is kept for the next one. Cheap, but for every column. */
    public long heldBytes() {
        return indexed.cells().heldBytes() + block.heldBytes();
    }

    /**
     * The rows ended so far as a block, in an array of its own. The next row begins another block of the same
     * statement, and its number continues; another statement begins with {@link #reset}.
     */
    public RowBlock finish() {
        if (rowBegun) {
            abandonRow();
        }
        RowBlock sealed = block.seal(context.rowsEnded);
        context.firstRowNumber += context.rowsEnded;
        context.rowsEnded = 0;
        return sealed;
    }

    /** Begins a statement: forgets all rows, and numbers them from 1 again. */
    public void reset() {
        if (rowBegun || context.rowsEnded > 0) {
            block.reset();
            context.rowsEnded = 0;
            rowBegun = false;
        }
        context.firstRowNumber = 1;
        if (filter != null) {
            filter.reset();
        }
        indexed.cells().end();
    }
}
