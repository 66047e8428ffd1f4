package io.tributary.contract.row.encode;

import io.tributary.contract.schema.Column;
import io.tributary.contract.value.JsonText;

/** JSON and VARIANT: kept as the text that came, after its syntax was checked. */
final class JsonColumn extends TextColumn {
    JsonColumn(Column column, RowContext context) {
        super(column, context);
    }

    @Override
    int putUsual(CellIndex cells, int cell, int row) {
        return row;
    }

    @Override
    void putText(byte[] bytes, int offset, int length) {
        if (!JsonText.isValid(bytes, offset, length)) {
            throw Refusal.badJson(column, context.rowNumber(), Refusal.shown(bytes, offset, length));
        }
        super.putText(bytes, offset, length);
    }
}
