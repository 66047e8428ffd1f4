package io.tributary.contract.row.encode;

import io.tributary.contract.schema.Column;

/** VARBINARY: any bytes; a length of 0 means no limit. */
final class BinaryColumn extends VariableWidthColumn {
    private final int bytesMax;

    BinaryColumn(Column column, RowContext context) {
        super(column, context);
        bytesMax =
                column.type().length() == 0 ? Integer.MAX_VALUE : column.type().length();
    }

    @Override
    int putUsual(CellIndex cells, int cell, int row) {
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
        append(bytes, offset, length);
    }
}
