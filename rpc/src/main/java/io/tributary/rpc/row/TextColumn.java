package io.tributary.rpc.row;

import io.tributary.rpc.schema.Column;
import io.tributary.rpc.schema.ColumnType;

/** CHAR, VARCHAR and STRING: UTF-8, its length counted in characters. Surplus blanks at the end are cut, as in MySQL. */
class TextColumn extends VariableWidthColumn {
    private final int charactersMax;

    TextColumn(Column column, RowContext context) {
        super(column, context);
        ColumnType.Kind kind = column.type().kind();
        charactersMax = kind == ColumnType.Kind.CHAR || kind == ColumnType.Kind.VARCHAR
                ? column.type().length()
                : Integer.MAX_VALUE;
    }

    @Override
    void putText(byte[] bytes, int offset, int length) {
        int characters = Utf8.characters(bytes, offset, length);
        if (characters < 0) {
            throw badValue("string", bytes, offset, length);
        }
        if (characters <= charactersMax) {
            append(bytes, offset, length);
            return;
        }
        int surplus = characters - charactersMax;
        for (int i = length - surplus; i < length; i++) {
            if (bytes[offset + i] != ' ') {
                throw Refusal.tooLong(
                        column, context.rowNumber(), Refusal.shown(bytes, offset, length), characters, "characters");
            }
        }
        append(bytes, offset, length - surplus);
    }
}
