package io.tributary.frontend.mysql.rows;

import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.schema.ColumnType;
import io.tributary.protocol.CharacterSet;
import io.tributary.protocol.response.RowWriter;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Carries single values of row blocks to a row of either protocol. One thread at a time. */
final class RowBlockValues {
    private static final Charset WINDOWS_1252 = CharacterSet.charset(CharacterSet.LATIN1_SWEDISH_CI);

    private final RowBlockReader reader;
    private final boolean latin1;

    /** @param latin1 whether text is to be transcoded for the client */
    RowBlockValues(RowBlockReader reader, boolean latin1) {
        this.reader = reader;
        this.latin1 = latin1;
    }

    /** Appends a value that is not NULL. */
    void value(int column, int row, ColumnType type, RowWriter out) {
        switch (type.kind()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT -> out.appendLong(reader.getLong(column, row));
            case LARGEINT -> {
                if (type.isUnsigned()) {
                    out.appendUnsignedLong(reader.getLong(column, row));
                } else {
                    wide(column, row, 0, out);
                }
            }
            case DECIMAL -> {
                if (type.width() == Long.BYTES) {
                    out.appendDecimal(reader.getLong(column, row), type.scale());
                } else {
                    wide(column, row, type.scale(), out);
                }
            }
            case FLOAT -> out.appendFloat((float) reader.getDouble(column, row));
            case DOUBLE -> {
                if (type.isFixedDouble()) {
                    out.appendDouble(reader.getDouble(column, row), type.scale());
                } else {
                    out.appendDouble(reader.getDouble(column, row));
                }
            }
            case DATE -> out.appendDate(reader.getLong(column, row));
            case DATETIME -> out.appendDateTime(reader.getLong(column, row), type.scale());
            case TIME -> out.appendTime(reader.getLong(column, row), type.scale());
            case CHAR, VARCHAR, STRING, JSON, VARIANT, ARRAY -> text(column, row, out);
            case VARBINARY ->
                out.appendBytes(reader.array(), reader.bytesOffset(column, row), reader.bytesLength(column, row));
            case NULL -> out.appendNull();
        }
    }

    private void wide(int column, int row, int scale, RowWriter out) {
        long low = reader.getLong(column, row);
        long high = reader.getLongHigh(column, row);
        if (high == low >> 63) {
            out.appendDecimal(low, scale);
        } else {
            BigInteger number = BigInteger.valueOf(high).shiftLeft(Long.SIZE).or(new BigInteger(1, bigEndian(low)));
            out.appendDecimal(number, scale);
        }
    }

    private void text(int column, int row, RowWriter out) {
        int offset = reader.bytesOffset(column, row);
        int length = reader.bytesLength(column, row);
        if (latin1) {
            byte[] bytes = new String(reader.array(), offset, length, StandardCharsets.UTF_8).getBytes(WINDOWS_1252);
            out.appendBytes(bytes, 0, bytes.length);
        } else {
            out.appendBytes(reader.array(), offset, length);
        }
    }

    private static byte[] bigEndian(long value) {
        byte[] bytes = new byte[Long.BYTES];
        for (int i = 0; i < Long.BYTES; i++) {
            bytes[i] = (byte) (value >>> (Long.SIZE - Byte.SIZE - Byte.SIZE * i));
        }
        return bytes;
    }
}
