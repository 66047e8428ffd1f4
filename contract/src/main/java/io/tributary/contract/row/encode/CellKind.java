package io.tributary.contract.row.encode;

/** The form in which a value stands in the bytes that a {@link CellIndex} points into. Numbers are little-endian. */
public enum CellKind {
    NULL(0),
    /** FALSE, TRUE or DEFAULT: the offset is 0, 1 or 2. */
    KEYWORD(1),
    /** A hexadecimal or bit literal: its bytes, which are a number where a number is wanted; always a copy. */
    BITS(2, true),
    /** A signed integer of 1, 2, 4 or 8 bytes. */
    INTEGER(3),
    /** An unsigned integer of 1, 2, 4 or 8 bytes. */
    UNSIGNED(4),
    /** An IEEE 754 number of 4 or 8 bytes. */
    FLOATING(5),
    /** Year (2 bytes), month, day: 4 bytes, or none, which is the zero date. */
    DATE(6),
    /**
     * A date like {@link #DATE}; of 7 bytes with hour, minute, second behind it, of 11 with microseconds (4 bytes) as well.
     */
    DATETIME(7),
    /** A DATE, DATETIME or TIME: microseconds in 8 bytes, its type and the digits of a second in one each; always a copy. */
    MOMENT(8, true),
    /** Text in UTF-8. */
    TEXT(9),
    /** A number as written in SQL. */
    NUMBER(10),
    /** A binary string. */
    BYTES(11),
    /** {@link #TEXT} that the index keeps a copy of. */
    COPIED_TEXT(12, true),
    COPIED_NUMBER(13, true),
    COPIED_BYTES(14, true),
    /** {@link #BYTES} in an array of their own: the offset is its number. */
    LONG_DATA(15);

    private static final CellKind[] BY_CODE = new CellKind[16];

    static {
        for (CellKind kind : values()) {
            BY_CODE[kind.code] = kind;
        }
    }

    /** The four bits of a cell that name the kind. */
    final int code;
    /** Whether the index holds the bytes, and not the source. */
    final boolean copied;

    CellKind(int code) {
        this(code, false);
    }

    CellKind(int code, boolean copied) {
        this.code = code;
        this.copied = copied;
    }

    static CellKind of(int code) {
        return BY_CODE[code];
    }
}
