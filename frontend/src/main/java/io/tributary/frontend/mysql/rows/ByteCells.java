package io.tributary.frontend.mysql.rows;

import io.tributary.contract.row.RowBlockReader;
import io.tributary.protocol.LengthEncoded;

/** Texts and bytes as they are in the block, the same in both protocols. */
final class ByteCells extends CellColumn {
    /** So few bytes are copied one by one: a call that copies has its own price. */
    private static final int SHORT_BYTES = 8;

    ByteCells(RowBlockReader rows, int column, boolean binary) {
        super(rows, column, binary);
    }

    @Override
    void measure(int from, int count, int[] sizes) {
        for (int i = 0; i < count; i++) {
            if (rows.isNull(column, from + i)) {
                sizes[i] += nullBytes();
            } else {
                int length = rows.bytesLength(column, from + i);
                sizes[i] += LengthEncoded.lengthBytes(length) + length;
            }
        }
    }

    @Override
    void write(int from, int count, byte[] out, int[] places) {
        byte[] in = rows.array();
        for (int i = 0; i < count; i++) {
            if (rows.isNull(column, from + i)) {
                places[i] = putNull(out, places[i]);
                continue;
            }
            int length = rows.bytesLength(column, from + i);
            int at = LengthEncoded.putLength(out, places[i], length);
            int source = rows.bytesOffset(column, from + i);
            if (length <= SHORT_BYTES) {
                for (int k = 0; k < length; k++) {
                    out[at + k] = in[source + k];
                }
            } else {
                System.arraycopy(in, source, out, at, length);
            }
            places[i] = at + length;
        }
    }
}
