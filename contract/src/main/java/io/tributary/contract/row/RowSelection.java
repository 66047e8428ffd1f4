package io.tributary.contract.row;

import io.tributary.contract.schema.ColumnType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Copies some rows of a block into a block of their own. One thread at a time. */
public final class RowSelection {
    private final int[] widths;
    private final RowBlockReader reader;

    /** @param types of the blocks' columns */
    public RowSelection(List<ColumnType> types) {
        widths = types.stream().mapToInt(ColumnType::width).toArray();
        reader = new RowBlockReader(types);
    }

    /**
     * Those rows of the block, in its order.
     *
     * @param wanted a bit for each row of the block
     */
    public RowBlock of(RowBlock block, BitSet wanted) {
        reader.reset(block);
        int[] rows = wanted.get(0, reader.rowCount()).stream().toArray();
        // Whatever a row takes, it took in the block.
        ByteBuffer out = ByteBuffer.allocate(block.length()).order(ByteOrder.LITTLE_ENDIAN);
        out.put(RowBlock.FORMAT).put((byte) (block.hasDeletes() ? 1 : 0)).putShort((short) widths.length);
        out.putInt(rows.length);
        for (int column = 0; column < widths.length; column++) {
            copyNulls(column, rows, out);
            if (widths[column] > 0) {
                copyFixed(column, rows, out);
            } else {
                copyVariable(column, rows, out);
            }
        }
        if (block.hasDeletes()) {
            BitSet deleted = new BitSet();
            for (int i = 0; i < rows.length; i++) {
                deleted.set(i, reader.isDeleted(rows[i]));
            }
            putBits(deleted, rows.length, out);
        }
        return RowBlock.of(Arrays.copyOf(out.array(), out.position()));
    }

    private void copyNulls(int column, int[] rows, ByteBuffer out) {
        if (reader.validityOffset(column) < 0) {
            out.put((byte) 0);
            return;
        }
        out.put((byte) 1);
        BitSet valid = new BitSet();
        for (int i = 0; i < rows.length; i++) {
            valid.set(i, !reader.isNull(column, rows[i]));
        }
        putBits(valid, rows.length, out);
    }

    private static void putBits(BitSet bits, int count, ByteBuffer out) {
        out.put(Arrays.copyOf(bits.toByteArray(), (count + 7) >> 3));
    }

    private void copyFixed(int column, int[] rows, ByteBuffer out) {
        int width = widths[column];
        for (int row : rows) {
            out.put(reader.array(), reader.valuesOffset(column) + row * width, width);
        }
    }

    private void copyVariable(int column, int[] rows, ByteBuffer out) {
        int end = 0;
        for (int row : rows) {
            end += reader.bytesLength(column, row);
            out.putInt(end);
        }
        for (int row : rows) {
            out.put(reader.array(), reader.bytesOffset(column, row), reader.bytesLength(column, row));
        }
    }
}
