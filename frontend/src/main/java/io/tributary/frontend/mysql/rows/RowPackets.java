package io.tributary.frontend.mysql.rows;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.schema.ColumnType;
import io.tributary.protocol.ColumnTypeCode;
import io.tributary.protocol.codec.PacketWriter;
import io.tributary.protocol.response.BinaryRow;
import io.tributary.protocol.response.RowWriter;
import io.tributary.protocol.response.TextRow;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Rows of blocks as packets, many in one buffer: column by column, as blocks have them, so that each type has a loop of its
 * own and no cell is an object. Rows are measured first, and a buffer is as large as what comes into it.
 *
 * <p>Event loop of the connection.
 */
public final class RowPackets {
    /** Rows that are measured together. */
    static final int ROWS_MAX = 512;

    /** A buffer takes no more rows when it has so much; only a row that is larger by itself makes a larger one. */
    static final int BUFFER_BYTES = 128 << 10;

    private static final int BITMAP_OFFSET = 2;

    private final RowBlockReader rows;
    private final CellColumn[] columns;
    private final boolean[] onlyNulls;
    /** The bytes of the leading zero and the bitmap of a row of the binary protocol; else 0. */
    private final int headBytes;

    private final int[] sizes = new int[ROWS_MAX];
    private final int[] places = new int[ROWS_MAX];

    private RowPackets(List<ColumnType> types, int[] bits, boolean latin1, int headBytes, int[] typeCodes) {
        this.headBytes = headBytes;
        rows = new RowBlockReader(types);
        columns = new CellColumn[types.size()];
        onlyNulls = new boolean[columns.length];
        RowBlockValues values = new RowBlockValues(rows, latin1);
        for (int i = 0; i < columns.length; i++) {
            onlyNulls[i] = types.get(i).kind() == ColumnType.Kind.NULL;
            columns[i] = bits[i] > 0
                    ? new BitCells(rows, i, headBytes > 0, bits[i])
                    : headBytes == 0
                            ? text(i, types.get(i), values, latin1)
                            : binary(i, types.get(i), typeCodes[i], values, latin1);
        }
    }

    /**
     * Rows of the text protocol.
     *
     * @param bits of the columns that are BIT(n), 0 of others
     * @param latin1 whether text is to be transcoded for the client
     */
    public static RowPackets text(List<ColumnType> types, int[] bits, boolean latin1) {
        return new RowPackets(types, bits, latin1, 0, new int[0]);
    }

    /**
     * Rows of the binary protocol.
     *
     * @param bits of the columns that are BIT(n), 0 of others
     * @param typeCodes of the columns, as in their definitions
     */
    public static RowPackets binary(List<ColumnType> types, int[] bits, int[] typeCodes, boolean latin1) {
        return new RowPackets(types, bits, latin1, 1 + ((types.size() + BITMAP_OFFSET + 7) >> 3), typeCodes);
    }

    private CellColumn text(int column, ColumnType type, RowBlockValues values, boolean latin1) {
        return switch (type.kind()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT -> new IntegerTexts(rows, column);
            case DATE -> DateTexts.dates(rows, column);
            case DATETIME -> DateTexts.dateTimes(rows, column, type.scale());
            case FLOAT, DOUBLE, LARGEINT, TIME, DECIMAL, CHAR, VARCHAR, STRING, JSON, VARIANT, ARRAY, VARBINARY, NULL ->
                either(column, type, values, latin1, new TextRow());
        };
    }

    private CellColumn binary(int column, ColumnType type, int typeCode, RowBlockValues values, boolean latin1) {
        return switch (type.kind()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE ->
                new FixedCells(rows, column, type.width(), wireBytes(typeCode));
            case DATE,
                    DATETIME,
                    LARGEINT,
                    TIME,
                    DECIMAL,
                    CHAR,
                    VARCHAR,
                    STRING,
                    JSON,
                    VARIANT,
                    ARRAY,
                    VARBINARY,
                    NULL -> either(column, type, values, latin1, new BinaryRow(new int[] {typeCode}));
        };
    }

    private static int wireBytes(int typeCode) {
        return switch (typeCode) {
            case ColumnTypeCode.TINY -> 1;
            case ColumnTypeCode.SHORT -> 2;
            case ColumnTypeCode.LONG, ColumnTypeCode.INT24, ColumnTypeCode.FLOAT -> 4;
            case ColumnTypeCode.LONGLONG, ColumnTypeCode.DOUBLE -> 8;
            default -> throw new IllegalStateException("a number in a column of type " + typeCode);
        };
    }

    /** What is the same in both protocols, or not worth a loop of its own. */
    private CellColumn either(int column, ColumnType type, RowBlockValues values, boolean latin1, RowWriter writer) {
        boolean binary = headBytes > 0;
        boolean bytes = type.isVariableWidth() && type.kind() != ColumnType.Kind.NULL;
        if (bytes && (!latin1 || type.kind() == ColumnType.Kind.VARBINARY)) {
            return new ByteCells(rows, column, binary);
        }
        return type.kind() == ColumnType.Kind.DECIMAL && type.width() == Long.BYTES
                ? new DecimalTexts(rows, column, type.scale(), binary)
                : new RenderedCells(rows, column, binary, values, type, writer);
    }

    /**
     * Encodes the rows {@code [from, to)} of a block.
     *
     * @param packets whose next packets they are
     * @param out takes each buffer over
     */
    public void write(
            RowBlock block, int from, int to, PacketWriter packets, ByteBufAllocator allocator, Consumer<ByteBuf> out) {
        rows.reset(block);
        for (int first = from; first < to; first += ROWS_MAX) {
            int count = Math.min(ROWS_MAX, to - first);
            measure(first, count);
            int next = 0;
            while (next < count) {
                int end = endOfBuffer(next, count);
                ByteBuf buffer = sizes[next] < PacketWriter.FRAME_BYTES_MAX
                        ? packets(first, next, end, packets, allocator)
                        : longPacket(first, next, packets, allocator);
                out.accept(buffer);
                next = end;
            }
        }
    }

    private void measure(int first, int count) {
        Arrays.fill(sizes, 0, count, headBytes);
        for (CellColumn column : columns) {
            column.measure(first, count, sizes);
        }
    }

    private int endOfBuffer(int next, int count) {
        int end = next + 1;
        long bytes = sizes[next];
        while (end < count && bytes + sizes[end] <= BUFFER_BYTES) {
            bytes += sizes[end++];
        }
        return end;
    }

    /** The measured rows {@code [next, end)}, each of one frame. */
    private ByteBuf packets(int first, int next, int end, PacketWriter packets, ByteBufAllocator allocator) {
        int bytes = 0;
        for (int i = next; i < end; i++) {
            bytes += PacketWriter.HEADER_BYTES + sizes[i];
        }
        ByteBuf buffer = allocator.heapBuffer(bytes);
        boolean done = false;
        try {
            byte[] array = buffer.array();
            int at = buffer.arrayOffset();
            for (int i = next; i < end; i++) {
                packets.header(array, at, sizes[i]);
                places[i - next] = at + PacketWriter.HEADER_BYTES;
                at += PacketWriter.HEADER_BYTES + sizes[i];
            }
            writeCells(first + next, end - next, array);
            buffer.writerIndex(bytes);
            done = true;
            return buffer;
        } finally {
            if (!done) {
                buffer.release();
            }
        }
    }

    /** A row of several frames. */
    private ByteBuf longPacket(int first, int row, PacketWriter packets, ByteBufAllocator allocator) {
        int frames = sizes[row] / PacketWriter.FRAME_BYTES_MAX + 1;
        int payloadEnd = PacketWriter.HEADER_BYTES + sizes[row];
        ByteBuf buffer = allocator.heapBuffer(Math.addExact(payloadEnd, PacketWriter.HEADER_BYTES * (frames - 1)));
        boolean done = false;
        try {
            packets.begin(buffer);
            places[0] = buffer.arrayOffset() + PacketWriter.HEADER_BYTES;
            writeCells(first + row, 1, buffer.array());
            buffer.writerIndex(payloadEnd);
            packets.end(buffer);
            done = true;
            return buffer;
        } finally {
            if (!done) {
                buffer.release();
            }
        }
    }

    private void writeCells(int from, int count, byte[] out) {
        if (headBytes > 0) {
            writeHeads(from, count, out);
        }
        for (CellColumn column : columns) {
            column.write(from, count, out, places);
        }
    }

    /** A zero and the bitmap, in which bit {@code column + 2} stands for a NULL. */
    private void writeHeads(int from, int count, byte[] out) {
        for (int i = 0; i < count; i++) {
            Arrays.fill(out, places[i], places[i] + headBytes, (byte) 0);
        }
        for (int column = 0; column < columns.length; column++) {
            int bit = column + BITMAP_OFFSET;
            for (int i = 0; i < count; i++) {
                if (onlyNulls[column] || rows.isNull(column, from + i)) {
                    out[places[i] + 1 + (bit >> 3)] |= (byte) (1 << (bit & 7));
                }
            }
        }
        for (int i = 0; i < count; i++) {
            places[i] += headBytes;
        }
    }
}
