package io.tributary.frontend.mysql;

import io.tributary.protocol.ColumnTypeCode;
import io.tributary.protocol.command.ExecuteBody;
import io.tributary.protocol.command.ParameterTypes;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.row.RowBlockWriter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values of a COM_STMT_EXECUTE one after the other, each straight into a column. Never outside the body,
 * whatever it holds.
 *
 * @see <a href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_binary_resultset.html">Binary values</a>
 */
final class BinaryParameters {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final byte[] @Nullable [] NO_LONG_DATA = new byte[0][];

    private @Nullable RowBlockWriter target;
    private @Nullable ExecuteBody body;
    private byte[] bytes = {};
    private int at;
    private int parameter;
    private byte[] @Nullable [] longData = NO_LONG_DATA;
    /** Null when text comes in UTF-8 and need not be converted. */
    private @Nullable Charset foreignCharset;

    /** Turns to the first value of a body. */
    void begin(ExecuteBody next, byte[] @Nullable [] nextLongData, Charset charset, RowBlockWriter writer) {
        target = writer;
        body = next;
        bytes = next.bytes();
        at = next.valuesOffset();
        parameter = 0;
        longData = nextLongData;
        foreignCharset = charset.equals(StandardCharsets.UTF_8) ? null : charset;
    }

    /** Lets go of the body, all of which must have been read. */
    void end() {
        if (at != bytes.length) {
            throw malformed((bytes.length - at) + " bytes behind the last of " + parameter + " values");
        }
        body = null;
        target = null;
        bytes = new byte[0];
        longData = NO_LONG_DATA;
    }

    /** Reads the next value and puts it into {@code column}. */
    void putNext(int column) {
        RowBlockWriter writer = target;
        ExecuteBody values = body;
        if (writer == null || values == null) {
            throw new IllegalStateException("no execution to read values of");
        }
        int index = parameter++;
        byte[] sent = index < longData.length ? longData[index] : null;
        if (sent != null) {
            putBytes(writer, column, sent, 0, sent.length);
        } else if (values.isNull(index)) {
            writer.putNull(column);
        } else {
            putValue(writer, column, values.types(), index);
        }
    }

    private void putValue(RowBlockWriter writer, int column, ParameterTypes types, int index) {
        switch (types.code(index)) {
            case ColumnTypeCode.TINY, ColumnTypeCode.BOOL -> {
                byte value = bytes[claim(1)];
                writer.putLong(column, types.isUnsigned(index) ? value & 0xff : value);
            }
            case ColumnTypeCode.SHORT, ColumnTypeCode.YEAR -> {
                short value = (short) SHORT.get(bytes, claim(2));
                writer.putLong(column, types.isUnsigned(index) ? value & 0xffff : value);
            }
            case ColumnTypeCode.LONG, ColumnTypeCode.INT24 -> {
                int value = (int) INT.get(bytes, claim(4));
                writer.putLong(column, types.isUnsigned(index) ? value & 0xffff_ffffL : value);
            }
            case ColumnTypeCode.LONGLONG -> {
                long value = (long) LONG.get(bytes, claim(8));
                if (types.isUnsigned(index)) {
                    writer.putUnsignedLong(column, value);
                } else {
                    writer.putLong(column, value);
                }
            }
            case ColumnTypeCode.FLOAT -> writer.putFloat(column, Float.intBitsToFloat((int) INT.get(bytes, claim(4))));
            case ColumnTypeCode.DOUBLE ->
                writer.putDouble(column, Double.longBitsToDouble((long) LONG.get(bytes, claim(8))));
            case ColumnTypeCode.NULL -> writer.putNull(column);
            case ColumnTypeCode.DATE, ColumnTypeCode.NEWDATE -> putDate(writer, column);
            case ColumnTypeCode.DATETIME, ColumnTypeCode.TIMESTAMP -> putDateTime(writer, column);
            case ColumnTypeCode.TIME -> putTime(writer, column);
            case ColumnTypeCode.DECIMAL,
                    ColumnTypeCode.NEWDECIMAL,
                    ColumnTypeCode.VARCHAR,
                    ColumnTypeCode.VAR_STRING,
                    ColumnTypeCode.STRING,
                    ColumnTypeCode.ENUM,
                    ColumnTypeCode.SET,
                    ColumnTypeCode.JSON -> {
                int length = readLength();
                putText(writer, column, claim(length), length);
            }
            case ColumnTypeCode.TINY_BLOB,
                    ColumnTypeCode.MEDIUM_BLOB,
                    ColumnTypeCode.LONG_BLOB,
                    ColumnTypeCode.BLOB,
                    ColumnTypeCode.BIT,
                    ColumnTypeCode.GEOMETRY -> {
                int length = readLength();
                putBytes(writer, column, bytes, claim(length), length);
            }
            default -> throw malformed("parameter " + parameter + " has the unknown type " + types.code(index));
        }
    }

    private void putText(RowBlockWriter writer, int column, int offset, int length) {
        Charset foreign = foreignCharset;
        if (foreign == null) {
            writer.putText(column, bytes, offset, length);
        } else {
            byte[] utf8 = new String(bytes, offset, length, foreign).getBytes(StandardCharsets.UTF_8);
            writer.putText(column, utf8, 0, utf8.length);
        }
    }

    private static void putBytes(RowBlockWriter writer, int column, byte[] value, int offset, int length) {
        writer.putBytes(column, value, offset, length);
    }

    //   0          1      3       4     5
    //   | length 4 | year | month | day |          a length of 0 is the zero date
    private void putDate(RowBlockWriter writer, int column) {
        int length = readTemporalLength(4, 7, 11);
        int from = claim(length);
        if (length == 0) {
            writer.putDate(column, 0, 0, 0);
        } else {
            writer.putDate(
                    column, Short.toUnsignedInt((short) SHORT.get(bytes, from)), bytes[from + 2], bytes[from + 3]);
        }
    }

    //   … day | hour | minute | second | micros (4 bytes, with a length of 11) |
    private void putDateTime(RowBlockWriter writer, int column) {
        int length = readTemporalLength(4, 7, 11);
        int from = claim(length);
        if (length == 0) {
            writer.putDateTime(column, 0, 0, 0, 0, 0, 0, 0);
            return;
        }
        boolean hasTime = length >= 7;
        writer.putDateTime(
                column,
                Short.toUnsignedInt((short) SHORT.get(bytes, from)),
                bytes[from + 2],
                bytes[from + 3],
                hasTime ? bytes[from + 4] : 0,
                hasTime ? bytes[from + 5] : 0,
                hasTime ? bytes[from + 6] : 0,
                length == 11 ? (int) INT.get(bytes, from + 7) : 0);
    }

    //   0          1          2               6      7        8        9
    //   | length 8 | negative | days, 4 bytes | hour | minute | second | micros (4 bytes, with a length of 12) |
    private void putTime(RowBlockWriter writer, int column) {
        int length = readTemporalLength(8, 12, 12);
        int from = claim(length);
        if (length == 0) {
            writer.putTime(column, 0);
            return;
        }
        long days = Integer.toUnsignedLong((int) INT.get(bytes, from + 1));
        int hour = bytes[from + 5] & 0xff;
        int minute = bytes[from + 6] & 0xff;
        int second = bytes[from + 7] & 0xff;
        long micros = length == 12 ? Integer.toUnsignedLong((int) INT.get(bytes, from + 8)) : 0;
        long hours = days * 24 + hour;
        if (hours > 838 || minute > 59 || second > 59 || micros >= MICROS_PER_SECOND) {
            throw malformed("parameter " + parameter + " is a TIME beyond 838:59:59.999999");
        }
        long span = ((hours * 60 + minute) * 60 + second) * MICROS_PER_SECOND + micros;
        writer.putTime(column, bytes[from] == 0 ? span : -span);
    }

    private int readTemporalLength(int shortest, int middle, int longest) {
        int length = bytes[claim(1)];
        if (length != 0 && length != shortest && length != middle && length != longest) {
            throw malformed("parameter " + parameter + " is a date or time of " + (length & 0xff) + " bytes");
        }
        return length;
    }

    /** A length-encoded integer; at most what is left of the body, which {@link #claim} checks. */
    private int readLength() {
        int first = bytes[claim(1)] & 0xff;
        if (first < 251) {
            return first;
        }
        return switch (first) {
            case 252 -> Short.toUnsignedInt((short) SHORT.get(bytes, claim(2)));
            case 253 -> {
                int from = claim(3);
                yield Short.toUnsignedInt((short) SHORT.get(bytes, from)) | (bytes[from + 2] & 0xff) << 16;
            }
            case 254 -> {
                long length = (long) LONG.get(bytes, claim(8));
                if (length < 0 || length > bytes.length) {
                    throw malformed("parameter " + parameter + " claims " + Long.toUnsignedString(length) + " bytes");
                }
                yield (int) length;
            }
            default -> throw malformed("parameter " + parameter + " begins with " + first + ", which is no length");
        };
    }

    /** Moves over the next {@code length} bytes and returns where they begin. */
    private int claim(int length) {
        int from = at;
        if (length > bytes.length - from) {
            throw malformed(
                    "parameter " + parameter + " needs " + length + " bytes, " + (bytes.length - from) + " are left");
        }
        at = from + length;
        return from;
    }

    private static TributaryException malformed(String what) {
        return new TributaryException(ErrorCode.WRONG_ARGUMENTS, "Incorrect arguments to mysqld_stmt_execute: " + what);
    }
}
