package io.tributary.frontend.mysql.rows;

import io.tributary.contract.row.RowBlockReader;
import io.tributary.protocol.response.NumberText;

/** Integers of up to 8 bytes as text. */
final class IntegerTexts extends CellColumn {
    IntegerTexts(RowBlockReader rows, int column) {
        super(rows, column, false);
    }

    @Override
    void measure(int from, int count, int[] sizes) {
        for (int i = 0; i < count; i++) {
            sizes[i] +=
                    rows.isNull(column, from + i) ? nullBytes() : 1 + NumberText.length(rows.getLong(column, from + i));
        }
    }

    @Override
    void write(int from, int count, byte[] out, int[] places) {
        for (int i = 0; i < count; i++) {
            int at = places[i];
            if (rows.isNull(column, from + i)) {
                places[i] = putNull(out, at);
            } else {
                int end = NumberText.put(out, at + 1, rows.getLong(column, from + i));
                out[at] = (byte) (end - at - 1);
                places[i] = end;
            }
        }
    }
}
