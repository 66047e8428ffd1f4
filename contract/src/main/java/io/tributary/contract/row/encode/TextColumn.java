package io.tributary.contract.row.encode;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.value.Utf8;

/** CHAR, VARCHAR and STRING: UTF-8, its length counted in characters. Surplus blanks at the end are cut, as in MySQL. */
class TextColumn extends VariableWidthColumn {
    private final int charactersMax;
    private final boolean hasMembers;

    TextColumn(Column column, RowContext context) {
        super(column, context);
        ColumnType.Kind kind = column.type().kind();
        charactersMax = kind == ColumnType.Kind.CHAR || kind == ColumnType.Kind.VARCHAR
                ? column.type().length()
                : Integer.MAX_VALUE;
        hasMembers = context.members.contains(column.name());
    }

    /** Copies first, then checks all that was copied at once: a text has at most as many characters as bytes. */
    @Override
    int putUsual(CellIndex cells, int cell, int row) {
        return switch (cells.kind(row, cell)) {
            case TEXT, BYTES, COPIED_TEXT, COPIED_BYTES -> {
                int before = count;
                appendStrings(cells, cell, row, charactersMax);
                yield row + keepValid(before);
            }
            default -> row;
        };
    }

    /** Drops the values from the first on that is no UTF-8, and answers how many are left behind {@code before}. */
    private int keepValid(int before) {
        int begin = begin(before);
        if (!Utf8.isAscii(data(), begin, dataLength() - begin)) {
            for (int row = before; row < count; row++) {
                int end = begin(row + 1);
                if (Utf8.characters(data(), begin, end - begin) < 0) {
                    truncate(row);
                    break;
                }
                begin = end;
            }
        }
        return count - before;
    }

    @Override
    void putLong(long value) {
        if (hasMembers) {
            throw numberOfMember(Long.toString(value));
        }
        super.putLong(value);
    }

    @Override
    void putDecimal(long high, long low, int scale) {
        if (hasMembers) {
            context.decimal.set(high, low);
            throw numberOfMember(context.decimal.toString(scale));
        }
        super.putDecimal(high, low, scale);
    }

    @Override
    void putNumber(byte[] bytes, int offset, int length) {
        if (hasMembers) {
            throw numberOfMember(Refusal.shown(bytes, offset, length));
        }
        super.putNumber(bytes, offset, length);
    }

    private TributaryException numberOfMember(String number) {
        return Refusal.numberOfMember(column, context.rowNumber(), number);
    }

    /** What has more digits than there is room for is rounded, as in MySQL. */
    @Override
    void putDouble(double value) {
        if (hasMembers) {
            throw numberOfMember(Double.toString(value));
        }
        if (!Double.isFinite(value)) {
            super.putDouble(value);
            return;
        }
        context.text.setDouble(value, charactersMax);
        putOwnText();
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
