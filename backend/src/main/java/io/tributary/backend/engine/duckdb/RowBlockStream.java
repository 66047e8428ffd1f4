package io.tributary.backend.engine.duckdb;

import io.tributary.rpc.row.RowBlock;
import io.tributary.rpc.row.RowBlockReader;
import io.tributary.rpc.schema.Column;
import io.tributary.rpc.schema.ColumnType;
import io.tributary.rpc.schema.ColumnType.Kind;
import io.tributary.rpc.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Row blocks as a stream of Arrow batches, in order. A batch is as large as four of the engine's row groups unless its
 * text is; many blocks fill one batch, and a block may span two.
 *
 * <p>Pulled by the engine on a thread of its own, one call at a time.
 */
final class RowBlockStream extends ArrowReader {
    static final int BATCH_ROWS_MAX = 4 * DuckDbEngine.ROW_GROUP_ROWS;
    /** A column's text in one batch; Arrow's 32-bit offsets end at 2 GiB. One block may go beyond. */
    static final int BATCH_DATA_BYTES = 256 << 20;

    private final List<Column> columns;
    private final List<RowBlock> blocks;
    private final RowBlockReader reader;
    private long rowsLeft;
    private int block;
    private int row;
    private boolean positioned;

    RowBlockStream(BufferAllocator allocator, TableSchema table, List<RowBlock> blocks) {
        super(allocator);
        this.columns = table.columns();
        this.blocks = blocks;
        reader = new RowBlockReader(columns.stream().map(Column::type).toList());
        for (RowBlock each : blocks) {
            rowsLeft += each.rowCount();
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
        List<ArrowColumn> batch = new ArrayList<>(columns.size());
        try {
            for (int i = 0; i < columns.size(); i++) {
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
            int count = Math.min(rowsMax - rows, reader.rowCount() - row);
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

    @Override
    public long bytesRead() {
        return 0;
    }

    @Override
    protected void closeReadSource() {}

    @Override
    protected Schema readSchema() {
        List<Field> fields = new ArrayList<>(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            // Positions name the columns: the engine inserts by order, and users' names may be anything.
            fields.add(Field.nullable("c" + i, DuckDbTypes.arrow(columns.get(i).type())));
        }
        return new Schema(fields);
    }
}
