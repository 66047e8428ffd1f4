package io.tributary.contract.row.encode;

import io.tributary.contract.schema.Column;

/** VARBINARY: any bytes; a length of 0 means no limit. BINARY: the same, filled up with zeros. */
final class BinaryColumn extends VariableWidthColumn {
    private final int bytesMax;
    private final boolean filled;

    BinaryColumn(Column column, RowContext context) {
        super(column, context);
        bytesMax =
                column.type().length() == 0 ? Integer.MAX_VALUE : column.type().length();
        filled = column.declared().isBinary();
    }

    @Override
    int putUsual(CellIndex cells, int cell, int row) {
        if (filled) {
            return row;
        }
        return switch (cells.kind(row, cell)) {
            case TEXT, BYTES, COPIED_TEXT, COPIED_BYTES -> appendStrings(cells, cell, row, bytesMax);
            default -> row;
        };
    }

    @Override
    void putText(byte[] bytes, int offset, int length) {
        if (length > bytesMax) {
            throw Refusal.tooLong(column, context.rowNumber(), Refusal.shown(bytes, offset, length), length, "bytes");
        }
        if (filled && length < bytesMax) {
            byte[] whole = new byte[bytesMax];
            System.arraycopy(bytes, offset, whole, 0, length);
            append(whole, 0, bytesMax);
        } else {
            append(bytes, offset, length);
        }
    }
}
