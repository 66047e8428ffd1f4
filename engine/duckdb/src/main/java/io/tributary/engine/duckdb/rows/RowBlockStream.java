package io.tributary.engine.duckdb.rows;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.duckdb.DuckDbEngine;
import io.tributary.engine.duckdb.query.DuckDbTypes;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Row blocks as a stream of Arrow batches, in order. A batch is as large as four of the engine's row groups unless its
 * text is; many blocks fill one batch, and a block may span two.
 *
 * <p>Pulled by the engine on a thread of its own, one call at a time.
 */
public final class RowBlockStream extends ArrowReader {
    static final int BATCH_ROWS_MAX = 4 * DuckDbEngine.ROW_GROUP_ROWS;
    /** A column's text in one batch; Arrow's 32-bit offsets end at 2 GiB. One block may go beyond. */
    static final int BATCH_DATA_BYTES = 256 << 20;

    private final List<Column> columns;
    /** Positions of the columns that are streamed. */
    private final int[] streamed;

    private final List<RowBlock> blocks;
    /** A bit for each row over all blocks; null for all of them. */
    private final @Nullable BitSet kept;

    private final RowBlockReader reader;
    private long rowsLeft;
    private int block;
    /** Rows of the blocks before the present one. */
    private int rowsBefore;

    private int row;
    private boolean positioned;

    /** Every row with every column. */
    public static RowBlockStream whole(BufferAllocator allocator, TableSchema table, List<RowBlock> blocks) {
        return of(allocator, table, blocks, null);
    }

    /**
     * Rows with every column.
     *
     * @param kept a bit for each row over all blocks, set where it is streamed; null for every row
     */
    static RowBlockStream of(
            BufferAllocator allocator, TableSchema table, List<RowBlock> blocks, @Nullable BitSet kept) {
        int[] all = IntStream.range(0, table.columns().size()).toArray();
        return new RowBlockStream(allocator, table, all, blocks, kept);
    }

    /**
     * @param streamed positions of the columns to stream
     * @param kept a bit for each row over all blocks, set where it is streamed; null for every row
     */
    RowBlockStream(
            BufferAllocator allocator,
            TableSchema table,
            int[] streamed,
            List<RowBlock> blocks,
            @Nullable BitSet kept) {
        super(allocator);
        this.columns = table.columns();
        this.streamed = streamed.clone();
        this.blocks = blocks;
        this.kept = kept;
        reader = new RowBlockReader(columns.stream().map(Column::type).toList());
        if (kept != null) {
            rowsLeft = kept.cardinality();
        } else {
            for (RowBlock each : blocks) {
                rowsLeft += each.rowCount();
            }
        }
    }

    @Override
    public boolean loadNextBatch() throws java.io.IOException {
        prepareLoadNextBatch();
        getVectorSchemaRoot().clear();
        if (rowsLeft == 0) {
            return false;
        }
        int rowsMax = (int) Math.min(BATCH_ROWS_MAX, rowsLeft);
        List<ArrowColumn> batch = new ArrayList<>(streamed.length);
        try {
            for (int i : streamed) {
                ColumnType type = columns.get(i).type();
                boolean widened = type.kind() == Kind.DECIMAL && type.width() == 8;
                batch.add(new ArrowColumn(allocator, i, type.width(), widened, rowsMax));
            }
            int rows = fill(batch, rowsMax);
            for (int i = 0; i < batch.size(); i++) {
                batch.get(i).load(getVectorSchemaRoot().getVector(i));
            }
            getVectorSchemaRoot().setRowCount(rows);
            rowsLeft -= rows;
            return true;
        } finally {
            batch.forEach(ArrowColumn::close);
        }
    }

    private int fill(List<ArrowColumn> batch, int rowsMax) {
        int rows = 0;
        while (rows < rowsMax) {
            if (!positioned) {
                reader.reset(blocks.get(block));
                positioned = true;
            }
            row = nextKept();
            int count = Math.min(rowsMax - rows, endOfKept() - row);
            boolean large = false;
            if (count > 0) {
                for (ArrowColumn column : batch) {
                    column.append(reader, row, row + count);
                    large |= column.dataBytes() >= BATCH_DATA_BYTES;
                }
            }
            rows += count;
            row += count;
            if (row == reader.rowCount()) {
                rowsBefore += row;
                block++;
                row = 0;
                positioned = false;
            }
            if (large) {
                break;
            }
        }
        return rows;
    }

    /** The first row from the present one on that is kept, or the end of the block. */
    private int nextKept() {
        if (kept == null) {
            return row;
        }
        int next = kept.nextSetBit(rowsBefore + row);
        return next < 0 ? reader.rowCount() : Math.min(next - rowsBefore, reader.rowCount());
    }

    /** The first row behind the present one that is not kept, or the end of the block. */
    private int endOfKept() {
        return kept == null
                ? reader.rowCount()
                : Math.min(kept.nextClearBit(rowsBefore + row) - rowsBefore, reader.rowCount());
    }

    @Override
    public long bytesRead() {
        return 0;
    }

    @Override
    protected void closeReadSource() {}

    @Override
    protected Schema readSchema() {
        List<Field> fields = new ArrayList<>(streamed.length);
        for (int i : streamed) {
            // Positions name the columns: the engine inserts by order, and users' names may be anything.
            fields.add(Field.nullable("c" + i, DuckDbTypes.arrow(columns.get(i).type())));
        }
        return new Schema(fields);
    }
}
