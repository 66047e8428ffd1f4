package io.tributary.frontend.mysql.rows;

import io.tributary.contract.row.RowBlockReader;

/**
 * Numbers of the binary protocol: the lower bytes of what the block has, as many as the type has on the wire. Both are
 * little-endian.
 */
final class FixedCells extends CellColumn {
    private final int blockBytes;
    private final int wireBytes;

    /** @param blockBytes of a value in the block, not fewer than {@code wireBytes} */
    FixedCells(RowBlockReader rows, int column, int blockBytes, int wireBytes) {
        super(rows, column, true);
        this.blockBytes = blockBytes;
        this.wireBytes = wireBytes;
    }

    @Override
    void measure(int from, int count, int[] sizes) {
        for (int i = 0; i < count; i++) {
            sizes[i] += rows.isNull(column, from + i) ? nullBytes() : wireBytes;
        }
    }

    @Override
    void write(int from, int count, byte[] out, int[] places) {
        byte[] in = rows.array();
        int source = rows.valuesOffset(column) + from * blockBytes;
        for (int i = 0; i < count; i++, source += blockBytes) {
            if (!rows.isNull(column, from + i)) {
                int at = places[i];
                for (int k = 0; k < wireBytes; k++) {
                    out[at + k] = in[source + k];
                }
                places[i] = at + wireBytes;
            }
        }
    }
}
