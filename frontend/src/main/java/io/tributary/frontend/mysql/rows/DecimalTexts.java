package io.tributary.frontend.mysql.rows;

import io.tributary.contract.row.RowBlockReader;
import io.tributary.protocol.response.NumberText;

/** Decimals of up to 18 digits, which are text in both protocols. */
final class DecimalTexts extends CellColumn {
    private final int scale;

    DecimalTexts(RowBlockReader rows, int column, int scale, boolean binary) {
        super(rows, column, binary);
        this.scale = scale;
    }

    @Override
    void measure(int from, int count, int[] sizes) {
        for (int i = 0; i < count; i++) {
            sizes[i] += rows.isNull(column, from + i)
                    ? nullBytes()
                    : 1 + NumberText.decimalLength(rows.getLong(column, from + i), scale);
        }
    }

    @Override
    void write(int from, int count, byte[] out, int[] places) {
        for (int i = 0; i < count; i++) {
            int at = places[i];
            if (rows.isNull(column, from + i)) {
                places[i] = putNull(out, at);
            } else {
                int end = NumberText.putDecimal(out, at + 1, rows.getLong(column, from + i), scale);
                out[at] = (byte) (end - at - 1);
                places[i] = end;
            }
        }
    }
}
