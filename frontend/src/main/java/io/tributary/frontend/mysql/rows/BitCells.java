package io.tributary.frontend.mysql.rows;

import io.tributary.contract.row.RowBlockReader;

/** Values of BIT(n), which are numbers in blocks and bytes on the wire, the first one the highest; the same in both protocols. */
final class BitCells extends CellColumn {
    private final int bytes;

    /** @param bits 1 to 63 */
    BitCells(RowBlockReader rows, int column, boolean binary, int bits) {
        super(rows, column, binary);
        bytes = (bits + 7) >> 3;
    }

    @Override
    void measure(int from, int count, int[] sizes) {
        for (int i = 0; i < count; i++) {
            sizes[i] += rows.isNull(column, from + i) ? nullBytes() : 1 + bytes;
        }
    }

    @Override
    void write(int from, int count, byte[] out, int[] places) {
        for (int i = 0; i < count; i++) {
            int at = places[i];
            if (rows.isNull(column, from + i)) {
                places[i] = putNull(out, at);
                continue;
            }
            long value = rows.getLong(column, from + i);
            out[at++] = (byte) bytes;
            for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
                out[at++] = (byte) (value >>> shift);
            }
            places[i] = at;
        }
    }
}
