package io.tributary.frontend.mysql.rows;

import io.tributary.contract.row.RowBlockReader;
import io.tributary.protocol.LengthEncoded;

/**
 * The way of one column's cells into packets of one of the protocols. First the cells of some rows are measured, then, when
 * every row has its place, they are written there. A NULL is a byte in the text protocol and nothing in the binary one,
 * whose bitmap is not written here.
 */
abstract class CellColumn {
    final RowBlockReader rows;
    final int column;
    private final boolean binary;

    CellColumn(RowBlockReader rows, int column, boolean binary) {
        this.rows = rows;
        this.column = column;
        this.binary = binary;
    }

    /** Adds to {@code sizes[i]} the bytes that the cell of row {@code from + i} takes. */
    abstract void measure(int from, int count, int[] sizes);

    /** Writes the cell of row {@code from + i} at {@code places[i]}, and moves the place behind it. */
    abstract void write(int from, int count, byte[] out, int[] places);

    final int nullBytes() {
        return binary ? 0 : 1;
    }

    /** Returns the place behind it. */
    final int putNull(byte[] out, int at) {
        if (binary) {
            return at;
        }
        out[at] = (byte) LengthEncoded.NULL;
        return at + 1;
    }
}
