package io.tributary.contract.row.encode;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.value.LittleEndian;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Says of some rows where each value stands and in what form, before any is converted: statements come row by row, and so
 * they are walked once, but converting goes column by column ({@link RowBlockWriter#putCells}).
 *
 * <p>Filled row after row, a cell for each target column and then {@link #endRow}. When it {@link #isFull}, the rows are
 * to be put, which empties it: so it stays small however long the statement is. What the source does not hold as it is
 * meant (a string with escapes, text in another character set) is copied. No value is checked here. One thread at a time.
 */
public final class CellIndex {
    /** Cells that are put together: index, source and one column fit the first-level cache. A row may go beyond. */
    static final int CELLS_TARGET = 2048;
    /** Bytes of source or copies that are put together. A row may go beyond. */
    static final int BYTES_TARGET = 256 * 1024;
    /** Copied bytes that are kept room for between statements. */
    static final int COPIES_RETAINED_BYTES_MAX = 64 * 1024;

    private static final int MOMENT_BYTES = Long.BYTES + 2;
    private static final List<ColumnType.Kind> MOMENTS =
            List.of(ColumnType.Kind.DATE, ColumnType.Kind.DATETIME, ColumnType.Kind.TIME);
    /** What offset and length can say, in bytes; also the largest {@code max_allowed_packet}. */
    static final int BYTES_MAX = 1 << 30;

    //   63     60 59     30 29     0
    //   | kind   | length  | offset |
    static final int KIND_SHIFT = 60;
    static final int LENGTH_SHIFT = 30;
    private static final int BITS_30 = (1 << LENGTH_SHIFT) - 1;

    /** The keyword behind FALSE and TRUE among the {@link CellKind#KEYWORD}s. */
    private static final int DEFAULT = 2;

    private static final byte[] EMPTY = {};

    private byte[] source = EMPTY;
    /** The position in the table of the column of each cell of a row. */
    private int[] targets = {};
    /** Row after row. */
    private long[] cells = new long[64];

    private int size;
    private int rowCount;
    /** Cells of all ended rows. */
    private int ended;

    private byte[] copies = EMPTY;
    private int copiesLength;
    private final List<byte[]> longData = new ArrayList<>();

    /** The upper part of a cell, to which the offset is added. */
    public static long form(CellKind kind, int length) {
        return (long) kind.code << KIND_SHIFT | (long) length << LENGTH_SHIFT;
    }

    static int offset(long cell) {
        return (int) cell & BITS_30;
    }

    public static int length(long cell) {
        return (int) (cell >>> LENGTH_SHIFT) & BITS_30;
    }

    /** Kind and length, for comparison. */
    static long formOf(long cell) {
        return cell >>> LENGTH_SHIFT;
    }

    static int kind(long cell) {
        return (int) (cell >>> KIND_SHIFT);
    }

    /**
     * Begins a statement.
     *
     * @param bytes in which the values stand, at most {@link #BYTES_MAX}; not copied
     * @param columns for each cell of a row the position of its column in the table; not copied
     */
    public void begin(byte[] bytes, int... columns) {
        if (bytes.length > BYTES_MAX) {
            throw tooLarge(bytes.length);
        }
        size = 0;
        ended = 0;
        clear();
        source = bytes;
        targets = columns;
    }

    /** Lets go of the statement and of what a large one took. */
    public void end() {
        size = 0;
        ended = 0;
        clear();
        source = EMPTY;
        if (copies.length > COPIES_RETAINED_BYTES_MAX) {
            copies = EMPTY;
        }
    }

    /** Memory that it holds, but for a source that is somebody else's. */
    long heldBytes() {
        return (long) Long.BYTES * cells.length + copies.length;
    }

    /** Forgets the rows that are ended. */
    public void clear() {
        int begun = size - ended;
        System.arraycopy(cells, ended, cells, 0, begun);
        size = begun;
        ended = 0;
        rowCount = 0;
        if (begun == 0) {
            copiesLength = 0;
            longData.clear();
        }
    }

    // ---- the row that is being written

    /** @param cell a {@link #form} plus the offset in the source, less than {@link #BYTES_MAX} */
    public void add(long cell) {
        int at = size;
        if (at == cells.length) {
            cells = Arrays.copyOf(cells, 2 * at);
        }
        cells[at] = cell;
        size = at + 1;
    }

    public void addNull() {
        add(form(CellKind.NULL, 0));
    }

    public void addDefault() {
        add(form(CellKind.KEYWORD, 0) | DEFAULT);
    }

    public void addBoolean(boolean value) {
        add(form(CellKind.KEYWORD, 0) | (value ? 1 : 0));
    }

    /** See {@link RowBlockWriter#putMoment}. */
    public void addMoment(ColumnType.Kind kind, long micros, int fraction) {
        int at = claimCopy(MOMENT_BYTES);
        LittleEndian.putLong(copies, at, micros);
        copies[at + 8] = (byte) MOMENTS.indexOf(kind);
        copies[at + 9] = (byte) fraction;
        add(form(CellKind.MOMENT, MOMENT_BYTES) | at);
    }

    public void addText(byte[] bytes, int offset, int length) {
        add(
                bytes == source
                        ? form(CellKind.TEXT, length) | offset
                        : copied(CellKind.COPIED_TEXT, bytes, offset, length));
    }

    public void addNumber(byte[] bytes, int offset, int length) {
        add(
                bytes == source
                        ? form(CellKind.NUMBER, length) | offset
                        : copied(CellKind.COPIED_NUMBER, bytes, offset, length));
    }

    public void addBytes(byte[] bytes, int offset, int length) {
        add(
                bytes == source
                        ? form(CellKind.BYTES, length) | offset
                        : copied(CellKind.COPIED_BYTES, bytes, offset, length));
    }

    /** A hexadecimal or bit literal. */
    public void addBits(byte[] bytes, int offset, int length) {
        add(copied(CellKind.BITS, bytes, offset, length));
    }

    /** A binary string in an array of its own, which is not copied. */
    public void addLongData(byte[] value) {
        add(form(CellKind.LONG_DATA, 0) | longData.size());
        longData.add(value);
    }

    private long copied(CellKind kind, byte[] bytes, int offset, int length) {
        int at = claimCopy(length);
        System.arraycopy(bytes, offset, copies, at, length);
        return form(kind, length) | at;
    }

    private int claimCopy(int length) {
        int at = copiesLength;
        if (length > copies.length - at) {
            long needed = (long) at + length;
            if (needed >= BYTES_MAX) {
                throw tooLarge(needed);
            }
            copies = Arrays.copyOf(copies, (int) Math.min(BYTES_MAX, Math.max(needed, 256 + 2L * copies.length)));
        }
        copiesLength = at + length;
        return at;
    }

    private static TributaryException tooLarge(long bytes) {
        return new TributaryException(
                ErrorCode.PACKET_TOO_LARGE,
                "Got a packet bigger than 'max_allowed_packet' bytes: values of " + bytes + " bytes, allowed 0 to "
                        + BYTES_MAX);
    }

    /** Completes the row; a row without any cell is one of defaults. */
    public void endRow() {
        if (size == ended) {
            for (int i = 0; i < targets.length; i++) {
                addDefault();
            }
        }
        ended = size;
        rowCount++;
    }

    /** Whether the rows are to be put before another is added. */
    public boolean isFull() {
        // Rows without cells take no place in the index, but their values do.
        return size >= CELLS_TARGET
                || rowCount >= CELLS_TARGET
                || copiesLength >= BYTES_TARGET
                || (size > 0 && offset(cells[size - 1]) - offset(cells[0]) >= BYTES_TARGET);
    }

    // ---- for the columns

    /** Rows ended. */
    public int rowCount() {
        return rowCount;
    }

    int cellsPerRow() {
        return targets.length;
    }

    /** Cells of the row that has not been ended. */
    public int begunCells() {
        return size - ended;
    }

    int target(int cell) {
        return targets[cell];
    }

    CellKind kind(int row, int cell) {
        return CellKind.of(kind(cells[row * targets.length + cell]));
    }

    /** All cells, row after row; not a copy. */
    long[] cells() {
        return cells;
    }

    /** The array that holds values of this kind; not a copy. */
    byte[] bytes(int kind) {
        return CellKind.of(kind).copied ? copies : source;
    }

    /** Converts one cell of whatever kind: all rules of a column stand in its methods {@code put…}. */
    void put(int row, int cell, ColumnEncoder column) {
        long word = cells[row * targets.length + cell];
        CellKind kind = CellKind.of(kind(word));
        byte[] bytes = kind.copied ? copies : source;
        int at = offset(word);
        int length = length(word);
        switch (kind) {
            case NULL -> column.putNull();
            case KEYWORD -> {
                if (at == DEFAULT) {
                    column.putDefault();
                } else {
                    column.putLong(at);
                }
            }
            case BITS -> column.putBits(bytes, at, length);
            case INTEGER -> column.putLong(LittleEndian.getSigned(bytes, at, length));
            case UNSIGNED -> column.putUnsignedLong(LittleEndian.getUnsigned(bytes, at, length));
            case FLOATING -> {
                if (length == Float.BYTES) {
                    column.putFloat(Float.intBitsToFloat(LittleEndian.getInt(bytes, at)));
                } else {
                    column.putDouble(Double.longBitsToDouble(LittleEndian.getLong(bytes, at)));
                }
            }
            case DATE -> putDate(column, bytes, at, length);
            case DATETIME -> putDateTime(column, bytes, at, length);
            case MOMENT -> column.putMoment(MOMENTS.get(bytes[at + 8]), LittleEndian.getLong(bytes, at), bytes[at + 9]);
            case TEXT, COPIED_TEXT -> column.putText(bytes, at, length);
            case NUMBER, COPIED_NUMBER -> column.putNumber(bytes, at, length);
            case BYTES, COPIED_BYTES -> column.putBytes(bytes, at, length);
            case LONG_DATA -> {
                byte[] value = longData.get(at);
                column.putBytes(value, 0, value.length);
            }
        }
    }

    private static void putDate(ColumnEncoder column, byte[] bytes, int at, int length) {
        if (length == 0) {
            column.putAnyDate(0, 0, 0);
        } else {
            column.putAnyDate(Short.toUnsignedInt(LittleEndian.getShort(bytes, at)), bytes[at + 2], bytes[at + 3]);
        }
    }

    private static void putDateTime(ColumnEncoder column, byte[] bytes, int at, int length) {
        if (length == 0) {
            column.putAnyDateTime(0, 0, 0, 0, 0, 0, 0);
            return;
        }
        boolean hasTime = length >= 7;
        column.putAnyDateTime(
                Short.toUnsignedInt(LittleEndian.getShort(bytes, at)),
                bytes[at + 2],
                bytes[at + 3],
                hasTime ? bytes[at + 4] : 0,
                hasTime ? bytes[at + 5] : 0,
                hasTime ? bytes[at + 6] : 0,
                length == 11 ? LittleEndian.getInt(bytes, at + 7) : 0);
    }
}
