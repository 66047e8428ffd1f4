package io.tributary.frontend.mysql;

import io.tributary.contract.row.encode.CellIndex;
import io.tributary.contract.row.encode.CellKind;
import io.tributary.protocol.ColumnTypeCode;
import io.tributary.protocol.command.ParameterTypes;

/** How the values of a parameter type stand in a body; a byte for each, so that a statement's types are looked up once. */
final class WireForm {
    /** Forms below it have a fixed width. */
    static final byte FIXED_FORMS = 10;
    /** A text with a length before it. */
    static final byte TEXT = 10;

    static final byte BYTES = 11;
    static final byte DATE = 12;
    static final byte DATETIME = 13;
    static final byte TIME = 14;
    /** No bytes at all. */
    static final byte NULL = 15;
    /** A code that is no type, or none that a client may send. */
    static final byte UNKNOWN = 16;

    private static final byte UNSIGNED_FORMS = 4;
    private static final byte FLOAT = 8;
    private static final byte DOUBLE = 9;

    private static final int[] WIDTHS = {1, 2, 4, 8, 1, 2, 4, 8, 4, 8};
    private static final long[] CELLS = cells();

    private WireForm() {}

    private static long[] cells() {
        long[] cells = new long[FIXED_FORMS];
        for (int form = 0; form < FIXED_FORMS; form++) {
            CellKind kind =
                    form < UNSIGNED_FORMS ? CellKind.INTEGER : form < FLOAT ? CellKind.UNSIGNED : CellKind.FLOATING;
            cells[form] = CellIndex.form(kind, WIDTHS[form]);
        }
        return cells;
    }

    /** The {@link CellIndex#form} of a fixed form, which says its width. */
    static long cell(int form) {
        return CELLS[form];
    }

    /** Returns the form of each parameter. */
    static byte[] of(ParameterTypes types) {
        byte[] forms = new byte[types.count()];
        for (int i = 0; i < forms.length; i++) {
            forms[i] = of(types.code(i), types.isUnsigned(i));
        }
        return forms;
    }

    private static byte of(int code, boolean unsigned) {
        return switch (code) {
            case ColumnTypeCode.TINY, ColumnTypeCode.BOOL -> integer(0, unsigned);
            case ColumnTypeCode.SHORT, ColumnTypeCode.YEAR -> integer(1, unsigned);
            case ColumnTypeCode.LONG, ColumnTypeCode.INT24 -> integer(2, unsigned);
            case ColumnTypeCode.LONGLONG -> integer(3, unsigned);
            case ColumnTypeCode.FLOAT -> FLOAT;
            case ColumnTypeCode.DOUBLE -> DOUBLE;
            case ColumnTypeCode.NULL -> NULL;
            case ColumnTypeCode.DATE, ColumnTypeCode.NEWDATE -> DATE;
            case ColumnTypeCode.DATETIME, ColumnTypeCode.TIMESTAMP -> DATETIME;
            case ColumnTypeCode.TIME -> TIME;
            case ColumnTypeCode.DECIMAL,
                    ColumnTypeCode.NEWDECIMAL,
                    ColumnTypeCode.VARCHAR,
                    ColumnTypeCode.VAR_STRING,
                    ColumnTypeCode.STRING,
                    ColumnTypeCode.ENUM,
                    ColumnTypeCode.SET,
                    ColumnTypeCode.JSON -> TEXT;
            case ColumnTypeCode.TINY_BLOB,
                    ColumnTypeCode.MEDIUM_BLOB,
                    ColumnTypeCode.LONG_BLOB,
                    ColumnTypeCode.BLOB,
                    ColumnTypeCode.BIT,
                    ColumnTypeCode.GEOMETRY -> BYTES;
            default -> UNKNOWN;
        };
    }

    private static byte integer(int widthIndex, boolean unsigned) {
        return (byte) (unsigned ? UNSIGNED_FORMS + widthIndex : widthIndex);
    }
}
