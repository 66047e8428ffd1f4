package io.tributary.engine.duckdb.rows;

import io.tributary.contract.row.RowBlockReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/**
 * One column of an Arrow batch while it is filled from row blocks: whole ranges are copied, no value becomes an object.
 * The validity bitmap is joined on the heap; values go straight to native memory. Must be {@link #close}d.
 */
final class ArrowColumn implements AutoCloseable {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int SCRATCH_VALUES = 1024;

    private final BufferAllocator allocator;
    private final int column;
    private final int blockWidth;
    private final boolean widened;
    private final byte[] validity;
    private final byte[] scratch = new byte[16 * SCRATCH_VALUES];

    /** Fixed width: the values. Variable width: n + 1 offsets. */
    private final ArrowBuf values;

    private ArrowBuf data;
    private int rows;
    private int dataBytes;
    private boolean nulls;

    /**
     * @param blockWidth bytes of a value in a row block, 0 when they vary
     * @param widened whether 8 bytes there are 16 here
     * @param rowsMax of the batch
     */
    ArrowColumn(BufferAllocator allocator, int column, int blockWidth, boolean widened, int rowsMax) {
        this.allocator = allocator;
        this.column = column;
        this.blockWidth = blockWidth;
        this.widened = widened;
        validity = new byte[((rowsMax + 7) >> 3) + 1];
        long width = widened ? 16 : blockWidth;
        values = allocator.buffer(blockWidth == 0 ? 4L * (rowsMax + 1) : width * rowsMax);
        data = allocator.getEmpty();
        if (blockWidth == 0) {
            values.setInt(0, 0);
        }
    }

    /** Takes rows {@code from} to {@code to} (exclusive) of the reader's block. */
    void append(RowBlockReader block, int from, int to) {
        int count = to - from;
        int bitmap = block.validityOffset(column);
        if (bitmap < 0) {
            Bitmaps.append(validity, rows, count);
        } else {
            nulls = true;
            Bitmaps.append(validity, rows, block.array(), bitmap + (from >> 3), from & 7, count);
        }
        if (blockWidth == 0) {
            appendBytes(block, from, to);
        } else if (widened) {
            appendWidened(block, from, to);
        } else {
            values.setBytes(
                    (long) rows * blockWidth,
                    block.array(),
                    block.valuesOffset(column) + from * blockWidth,
                    (long) count * blockWidth);
        }
        rows += count;
    }

    private void appendBytes(RowBlockReader block, int from, int to) {
        byte[] array = block.array();
        int offsets = block.endOffsetsOffset(column);
        int first = from == 0 ? 0 : (int) INT.get(array, offsets + 4 * (from - 1));
        int end = (int) INT.get(array, offsets + 4 * (to - 1));
        int shift = dataBytes - first;
        for (int row = from; row < to; ) {
            int chunk = Math.min(4 * SCRATCH_VALUES, to - row);
            for (int i = 0; i < chunk; i++) {
                INT.set(scratch, 4 * i, (int) INT.get(array, offsets + 4 * (row + i)) + shift);
            }
            values.setBytes(4L * (rows + row - from + 1), scratch, 0, 4L * chunk);
            row += chunk;
        }
        reserve(dataBytes + end - first);
        data.setBytes(dataBytes, array, block.dataOffset(column) + first, (long) end - first);
        dataBytes += end - first;
    }

    private void reserve(int bytes) {
        if (bytes <= data.capacity()) {
            return;
        }
        ArrowBuf larger = allocator.buffer(Math.max(bytes, Math.max(1024, Math.min(2 * data.capacity(), 1L << 30))));
        larger.setBytes(0, data, 0, dataBytes);
        data.close();
        data = larger;
    }

    private void appendWidened(RowBlockReader block, int from, int to) {
        byte[] array = block.array();
        int source = block.valuesOffset(column);
        for (int row = from; row < to; ) {
            int chunk = Math.min(SCRATCH_VALUES, to - row);
            for (int i = 0; i < chunk; i++) {
                long value = (long) LONG.get(array, source + 8 * (row + i));
                LONG.set(scratch, 16 * i, value);
                LONG.set(scratch, 16 * i + 8, value >> 63);
            }
            values.setBytes(16L * (rows + row - from), scratch, 0, 16L * chunk);
            row += chunk;
        }
    }

    /** Bytes of variable-width data so far. */
    int dataBytes() {
        return dataBytes;
    }

    /** Hands the rows to a vector, which shares the buffers, and begins anew: closing stays this object's duty. */
    void load(FieldVector vector) {
        int nullCount = nulls ? rows - Bitmaps.count(validity, rows) : 0;
        try (ArrowBuf bitmap = nullCount == 0 ? allocator.getEmpty() : allocator.buffer((rows + 7) >> 3)) {
            if (nullCount != 0) {
                bitmap.setBytes(0, validity, 0, (rows + 7) >> 3);
            }
            ArrowFieldNode node = new ArrowFieldNode(rows, nullCount);
            vector.loadFieldBuffers(node, blockWidth == 0 ? List.of(bitmap, values, data) : List.of(bitmap, values));
        }
    }

    /** Frees what no vector shares any more. */
    @Override
    public void close() {
        values.close();
        data.close();
        Arrays.fill(validity, (byte) 0);
    }
}
