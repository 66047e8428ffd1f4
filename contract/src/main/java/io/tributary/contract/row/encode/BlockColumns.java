package io.tributary.contract.row.encode;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.check.Cells;
import io.tributary.contract.row.check.RowChecks;
import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.value.LittleEndian;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a block under construction side by side: what they hold and take, what whole rows are held to, and the {@link
 * RowBlock} that is made of them.
 */
final class BlockColumns {
    private static final byte[] NONE = {};

    private final ColumnEncoder[] encoders;
    private final int tableColumns;
    /** Their values differ in length. */
    private final VariableWidthColumn[] variableColumns;

    private final RowContext context;
    /** Null where every row has its place. */
    private @Nullable PartitionSearch partitions;

    private final @Nullable PartitionSearch allPartitions;
    private final boolean limitsRows;
    private final @Nullable RowChecks checks;
    /** Each row takes so many besides the data of the variable columns and the null bitmaps. */
    private final int fixedRowBytes;

    /**
     * @param columns all of the table, and behind them the delete sign where rows may have one
     * @param tableColumns how many are the table's
     * @param table null where that is not known
     */
    BlockColumns(List<Column> columns, int tableColumns, RowContext context, @Nullable TableSchema table) {
        if (table != null) {
            context.members = AdoptedTable.columns(table, AdoptedTable.MEMBERS);
        }
        this.context = context;
        this.tableColumns = tableColumns;
        encoders = new ColumnEncoder[columns.size()];
        for (int i = 0; i < encoders.length; i++) {
            encoders[i] = ColumnEncoder.of(columns.get(i), context);
        }
        variableColumns = Arrays.stream(encoders)
                .filter(VariableWidthColumn.class::isInstance)
                .toArray(VariableWidthColumn[]::new);
        fixedRowBytes = columns.subList(0, tableColumns).stream()
                .mapToInt(column -> column.type().isVariableWidth()
                        ? VariableWidthColumn.END_OFFSET_BYTES
                        : column.type().width())
                .sum();
        limitsRows = table != null && table.limitsRows();
        allPartitions = table != null && table.layout().partitioning().hasPartitions()
                ? new PartitionSearch(table, encoders)
                : null;
        partitions = limitsRows ? allPartitions : null;
        checks = table == null || table.layout().constraints().checks().isEmpty()
                ? null
                : new RowChecks(
                        table.layout().constraints().checks(), name -> new ColumnCells(encoders[table.indexOf(name)]));
    }

    /** See {@link RowBlockWriter#partitions}. */
    void partitions(List<String> names) {
        if (allPartitions != null) {
            allPartitions.choose(names);
            partitions = limitsRows || !names.isEmpty() ? allPartitions : null;
        }
    }

    /** Whether whole rows are held to anything. */
    boolean limitsRows() {
        return partitions != null || checks != null;
    }

    /**
     * Requires a row that has all values to be one that the table takes; one that deletes its key need only have its place.
     *
     * @throws io.tributary.contract.error.TributaryException NO_PARTITION, NOT_IN_PARTITIONS or CONSTRAINT_VIOLATED
     */
    void requireRow(int row) {
        if (partitions != null) {
            partitions.require(row, context);
        }
        if (checks != null && !isDeleted(row)) {
            checks.require(row, context.rowNumber());
        }
    }

    private boolean isDeleted(int row) {
        return tableColumns < encoders.length && ((FixedWidthColumn) encoders[tableColumns]).values[row] != 0;
    }

    /** Not a copy: who puts values has them at hand. */
    ColumnEncoder[] encoders() {
        return encoders;
    }

    /** Gives the DEFAULT to each column that has one value less than there are rows now. */
    void complete(int rows) {
        for (ColumnEncoder column : encoders) {
            if (column.count != rows) {
                complete(column, rows);
            }
        }
    }

    private static void complete(ColumnEncoder column, int rows) {
        if (column.count != rows - 1) {
            throw new IllegalStateException(
                    "column " + column.column.name() + " has " + column.count + " values in row " + rows);
        }
        column.putDefault();
    }

    /** Gives the DEFAULT to all columns until they have so many values. */
    void fill(int rows) {
        for (ColumnEncoder column : encoders) {
            column.fill(rows);
        }
    }

    /** Takes back what there is beyond so many rows. */
    void truncate(int rows) {
        for (ColumnEncoder column : encoders) {
            column.truncate(rows);
        }
    }

    void reset() {
        for (ColumnEncoder column : encoders) {
            column.reset();
        }
    }

    /** Bytes of so many rows, which must be all there are: the block's length but for header and bitmaps. */
    long valueBytes(int rows) {
        long bytes = (long) rows * fixedRowBytes;
        for (VariableWidthColumn column : variableColumns) {
            bytes += column.dataLength();
        }
        return bytes;
    }

    /** Memory that is held for this block and the next one. */
    long heldBytes() {
        long bytes = 0;
        for (ColumnEncoder column : encoders) {
            bytes += column.heldBytes();
        }
        return bytes;
    }

    /** Makes a block of so many rows, which must be all there are, in an array of its own; then the columns are empty. */
    RowBlock seal(int rows) {
        byte[] deletes = deletes(rows);
        byte[] block = new byte[Math.addExact(blockBytes(rows), deletes.length)];
        block[0] = RowBlock.FORMAT;
        block[1] = (byte) (deletes.length == 0 ? 0 : 1);
        LittleEndian.putShort(block, 2, (short) tableColumns);
        LittleEndian.putInt(block, 4, rows);
        int at = RowBlock.HEADER_BYTES;
        for (int i = 0; i < tableColumns; i++) {
            ColumnEncoder column = encoders[i];
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
        if (tableColumns < encoders.length) {
            System.arraycopy(deletes, 0, block, at, deletes.length);
            encoders[tableColumns].reset();
        }
        return RowBlock.of(block);
    }

    private int blockBytes(int rows) {
        long bytes = RowBlock.HEADER_BYTES + valueBytes(rows);
        for (int i = 0; i < tableColumns; i++) {
            bytes += encoders[i].nullsBytes();
        }
        return Math.toIntExact(bytes);
    }

    /** The values of a column as checks read them. */
    private record ColumnCells(ColumnEncoder column) implements Cells {
        @Override
        public ColumnType type() {
            return column.column.type();
        }

        @Override
        public boolean isNull(int row) {
            return column.isNull(row);
        }

        @Override
        public byte[] bytes() {
            return column instanceof FixedWidthColumn fixed ? fixed.values : ((VariableWidthColumn) column).data();
        }

        @Override
        public int begin(int row) {
            return column instanceof FixedWidthColumn fixed
                    ? row * fixed.width
                    : ((VariableWidthColumn) column).begin(row);
        }

        @Override
        public int end(int row) {
            return begin(row + 1);
        }
    }

    /** Bit by bit the rows whose delete sign is set; empty where none is. */
    private byte[] deletes(int rows) {
        if (tableColumns == encoders.length) {
            return NONE;
        }
        byte[] signs = ((FixedWidthColumn) encoders[tableColumns]).values;
        byte[] bitmap = new byte[(rows + 7) >> 3];
        boolean any = false;
        for (int row = 0; row < rows; row++) {
            if (signs[row] != 0) {
                bitmap[row >> 3] |= (byte) (1 << (row & 7));
                any = true;
            }
        }
        return any ? bitmap : NONE;
    }
}
