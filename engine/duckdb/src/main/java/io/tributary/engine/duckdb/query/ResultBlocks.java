package io.tributary.engine.duckdb.query;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.ColumnType;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FloatingPointVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeStampMilliVector;
import org.apache.arrow.vector.TimeStampSecVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;

/**
 * Turns Arrow batches of a result into row blocks: vectors are copied whole, decimals of up to 18 digits narrowed, bits
 * spread to bytes. Types that clients know only as text are printed value by value. One thread at a time.
 */
public final class ResultBlocks {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The most bytes of a block; only a row that is larger by itself makes a larger one. */
    public static final int BLOCK_BYTES_MAX = 1 << 20;

    private final List<ResultColumn> columns;
    private final List<ColumnType> types;
    private byte[] bytes = new byte[4096];
    private int length;

    ResultBlocks(List<ResultColumn> columns) {
        this.columns = List.copyOf(columns);
        types = columns.stream().map(ResultColumn::type).toList();
    }

    /** About how many bytes the rows {@code [from, from + rows)} take as a block. */
    long bytes(VectorSchemaRoot batch, int from, int rows) {
        long sum = RowBlock.HEADER_BYTES;
        for (FieldVector vector : batch.getFieldVectors()) {
            if (vector instanceof BaseVariableWidthVector && batch.getRowCount() > 0) {
                ArrowBuf offsets = vector.getOffsetBuffer();
                sum += 5L * rows + offsets.getInt(4L * (from + rows)) - offsets.getInt(4L * from);
            } else {
                sum += (long) vector.getBufferSize() * rows / Math.max(1, batch.getRowCount());
            }
        }
        return sum;
    }

    /** How many rows from this one on make a block of at most {@link #BLOCK_BYTES_MAX}; at least one where there is one. */
    int fitting(VectorSchemaRoot batch, int from) {
        int rows = batch.getRowCount() - from;
        while (rows > 1 && bytes(batch, from, rows) > BLOCK_BYTES_MAX) {
            // Whole bytes of the bitmaps where that is possible.
            rows = rows > 16 ? rows / 2 & ~7 : rows / 2;
        }
        return rows;
    }

    /**
     * A block of the rows {@code [from, from + rows)}.
     *
     * @throws TributaryException 1690 for an infinite number, which MySQL has not and the engine makes of what is too large
     */
    RowBlock encode(VectorSchemaRoot batch, int from, int rows) {
        length = 0;
        int header = claim(RowBlock.HEADER_BYTES);
        bytes[header] = RowBlock.FORMAT;
        bytes[header + 1] = 0;
        SHORT.set(bytes, header + 2, (short) types.size());
        INT.set(bytes, header + 4, rows);
        for (int i = 0; i < types.size(); i++) {
            encode(batch.getVector(i), types.get(i), from, rows);
            if (batch.getVector(i) instanceof FloatingPointVector) {
                requireFinite(rows, i);
            }
        }
        RowBlock block = RowBlock.of(Arrays.copyOf(bytes, length));
        if (bytes.length > 2 * BLOCK_BYTES_MAX) {
            bytes = new byte[4096]; // a cursor that is not read keeps no large row
        }
        return block;
    }

    /** Requires finite numbers in the column that was written last. */
    private void requireFinite(int rows, int column) {
        int width = types.get(column).width();
        for (int at = length - rows * width; at < length; at += width) {
            double value = width == Double.BYTES
                    ? Double.longBitsToDouble((long) LONG.get(bytes, at))
                    : Float.intBitsToFloat((int) INT.get(bytes, at));
            if (!Double.isFinite(value)) {
                throw new TributaryException(
                        ErrorCode.OUT_OF_RANGE_IN_EXPRESSION,
                        "DOUBLE value is out of range in '"
                                + columns.get(column).name() + "'");
            }
        }
    }

    private void encode(FieldVector vector, ColumnType type, int from, int rows) {
        int bitmap = encodeValidity(vector, from, rows);
        if (vector instanceof NullVector) {
            int ends = claim(4 * rows);
            Arrays.fill(bytes, ends, length, (byte) 0);
        } else if (type.isVariableWidth()) {
            if (vector instanceof VarCharVector || (vector instanceof VarBinaryVector && isBytes(type))) {
                encodeBytes(vector, from, rows);
            } else {
                encodePrinted(vector, from, rows);
            }
        } else {
            int values = encodeFixed(vector, type, from, rows);
            if (bitmap >= 0) {
                zeroNulls(bitmap, values, type.width(), rows);
            }
        }
    }

    private static boolean isBytes(ColumnType type) {
        return type.kind() == ColumnType.Kind.VARBINARY;
    }

    /** Writes the nulls byte and the bitmap; returns where the bitmap is, or -1. */
    private int encodeValidity(FieldVector vector, int from, int rows) {
        int nulls = vector.getNullCount();
        int at = claim(1);
        if (nulls == 0) {
            bytes[at] = 0;
            return -1;
        }
        bytes[at] = 1;
        int size = (rows + 7) >> 3;
        int bitmap = claim(size);
        if (vector instanceof NullVector) {
            Arrays.fill(bytes, bitmap, bitmap + size, (byte) 0);
            return bitmap;
        }
        if ((from & 7) == 0) {
            vector.getValidityBuffer().getBytes(from >> 3, bytes, bitmap, size);
        } else {
            Arrays.fill(bytes, bitmap, bitmap + size, (byte) 0);
            for (int row = 0; row < rows; row++) {
                if (!vector.isNull(from + row)) {
                    bytes[bitmap + (row >> 3)] |= (byte) (1 << (row & 7));
                }
            }
        }
        if ((rows & 7) != 0) {
            bytes[bitmap + size - 1] &= (byte) (0xff >> (8 - (rows & 7)));
        }
        return bitmap;
    }

    private int encodeFixed(FieldVector vector, ColumnType type, int from, int rows) {
        int width = type.width();
        int at = claim(width * rows);
        if (vector instanceof BitVector bits) {
            for (int row = 0; row < rows; row++) {
                bytes[at + row] = (byte) (bits.isNull(from + row) ? 0 : bits.get(from + row));
            }
        } else if (type.kind() == ColumnType.Kind.DECIMAL && width == 8) {
            ArrowBuf data = vector.getDataBuffer();
            for (int row = 0; row < rows; row++) {
                LONG.set(bytes, at + 8 * row, data.getLong(16L * (from + row)));
            }
        } else if (vector instanceof TimeStampSecVector) {
            encodeTimes(vector, at, from, rows, 1_000_000);
        } else if (vector instanceof TimeStampMilliVector) {
            encodeTimes(vector, at, from, rows, 1000);
        } else if (vector instanceof TimeNanoVector) {
            encodeNanos(vector, at, from, rows);
        } else if (isUnsigned(vector)) {
            for (int row = 0; row < rows; row++) {
                putUnsigned(at + width * row, width, vector.isNull(from + row) ? 0 : unsigned(vector, from + row));
            }
        } else {
            vector.getDataBuffer().getBytes((long) width * from, bytes, at, width * rows);
        }
        return at;
    }

    private void encodeTimes(FieldVector vector, int at, int from, int rows, long micros) {
        ArrowBuf data = vector.getDataBuffer();
        for (int row = 0; row < rows; row++) {
            LONG.set(bytes, at + 8 * row, data.getLong(8L * (from + row)) * micros);
        }
    }

    private void encodeNanos(FieldVector vector, int at, int from, int rows) {
        ArrowBuf data = vector.getDataBuffer();
        for (int row = 0; row < rows; row++) {
            LONG.set(bytes, at + 8 * row, data.getLong(8L * (from + row)) / 1000);
        }
    }

    private static boolean isUnsigned(FieldVector vector) {
        return vector instanceof UInt1Vector
                || vector instanceof UInt2Vector
                || vector instanceof UInt4Vector
                || vector instanceof UInt8Vector;
    }

    private static long unsigned(FieldVector vector, int row) {
        ArrowBuf data = vector.getDataBuffer();
        if (vector instanceof UInt1Vector) {
            return data.getByte(row) & 0xffL;
        }
        if (vector instanceof UInt2Vector) {
            return data.getShort(2L * row) & 0xffffL;
        }
        return vector instanceof UInt4Vector ? data.getInt(4L * row) & 0xffff_ffffL : data.getLong(8L * row);
    }

    private void putUnsigned(int at, int width, long value) {
        switch (width) {
            case 2 -> SHORT.set(bytes, at, (short) value);
            case 4 -> INT.set(bytes, at, (int) value);
            case 8 -> LONG.set(bytes, at, value);
            default -> {
                LONG.set(bytes, at, value);
                LONG.set(bytes, at + 8, 0L);
            }
        }
    }

    private void zeroNulls(int bitmap, int values, int width, int rows) {
        for (int row = 0; row < rows; row++) {
            if (((bytes[bitmap + (row >> 3)] >> (row & 7)) & 1) == 0) {
                Arrays.fill(bytes, values + width * row, values + width * (row + 1), (byte) 0);
            }
        }
    }

    private void encodeBytes(FieldVector vector, int from, int rows) {
        ArrowBuf offsets = vector.getOffsetBuffer();
        int first = rows == 0 ? 0 : offsets.getInt(4L * from);
        int at = claim(4 * rows);
        for (int row = 0; row < rows; row++) {
            INT.set(bytes, at + 4 * row, offsets.getInt(4L * (from + row + 1)) - first);
        }
        int size = rows == 0 ? 0 : offsets.getInt(4L * (from + rows)) - first;
        int data = claim(size);
        vector.getDataBuffer().getBytes(first, bytes, data, size);
    }

    private void encodePrinted(FieldVector vector, int from, int rows) {
        int at = claim(4 * rows);
        int end = 0;
        for (int row = 0; row < rows; row++) {
            if (!vector.isNull(from + row)) {
                byte[] text = printed(vector, from + row).getBytes(StandardCharsets.UTF_8);
                // First: it may make the bytes anew.
                int place = claim(text.length);
                System.arraycopy(text, 0, bytes, place, text.length);
                end += text.length;
            }
            INT.set(bytes, at + 4 * row, end);
        }
    }

    private static String printed(FieldVector vector, int row) {
        return vector instanceof ListVector list ? ListText.of(list, row) : String.valueOf(vector.getObject(row));
    }

    private int claim(int size) {
        int at = length;
        length = Math.addExact(length, size);
        if (length > bytes.length) {
            int room = Math.min(bytes.length, BLOCK_BYTES_MAX);
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8L, (long) length + room));
        }
        return at;
    }
}
