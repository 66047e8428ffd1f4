package io.tributary.protocol.command;

import io.tributary.protocol.ColumnTypeCode;
import io.tributary.protocol.LengthEncoded;
import io.tributary.protocol.MalformedPacketException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Yields the parameters of one COM_STMT_EXECUTE one after the other, each as what the wire says it is, without
 * conversion. For paths where an object per execution does not matter; rows of an INSERT are read elsewhere.
 *
 * <pre>
 *   while (reader.next()) {
 *       switch (reader.kind()) { … reader.longValue() … }
 *   }
 * </pre>
 *
 * Not thread-safe. The getters speak of the parameter that {@link #next} moved to.
 */
public final class ParameterReader {
    /** What a value is, and so which getters may be asked. */
    public enum Kind {
        NULL,
        /** {@link #longValue()}. */
        LONG,
        /** {@link #longValue()}, to be read as unsigned. */
        UNSIGNED_LONG,
        /** {@link #doubleValue()}, with the precision of a {@code float}. */
        FLOAT,
        /** {@link #doubleValue()}. */
        DOUBLE,
        /** {@link #bytes()} from {@link #bytesOffset()} for {@link #bytesLength()}: a number as text. */
        DECIMAL,
        /** Bytes as for {@link #DECIMAL}: text in the connection's character set, or raw; the wire does not tell. */
        BYTES,
        /** {@link #year()}, {@link #month()}, {@link #day()}; all zero for the zero date. */
        DATE,
        /** Date, {@link #hour()}, {@link #minute()}, {@link #second()}, {@link #micros()}. */
        DATETIME,
        /** {@link #negative()}, {@link #days()}, {@link #hour()} and so on. */
        TIME
    }

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final ExecuteBody body;
    private final byte[] @Nullable [] longData;

    private int parameter = -1;
    private int position;
    private Kind kind = Kind.NULL;

    private long longValue;
    private double doubleValue;
    private byte[] bytes;
    private int bytesOffset;
    private int bytesLength;
    private boolean negative;
    private int days;
    private int year;
    private int month;
    private int day;
    private int hour;
    private int minute;
    private int second;
    private int micros;

    /** A reader for a statement without long data. */
    public ParameterReader(ExecuteBody body) {
        this(body, new byte[0][]);
    }

    /**
     * @param longData by parameter, what COM_STMT_SEND_LONG_DATA brought; null, or behind the end, where it brought
     *     nothing
     */
    public ParameterReader(ExecuteBody body, byte[] @Nullable [] longData) {
        this.body = body;
        this.longData = longData;
        this.bytes = body.bytes();
        this.position = body.valuesOffset();
    }

    /**
     * Moves to the next parameter.
     *
     * @return false behind the last one
     * @throws MalformedPacketException if the value is cut short or its type is unknown
     */
    public boolean next() {
        if (parameter + 1 >= body.types().count()) {
            return false;
        }
        parameter++;
        byte[] sent = parameter < longData.length ? longData[parameter] : null;
        if (sent != null) {
            kind = Kind.BYTES;
            bytes = sent;
            bytesOffset = 0;
            bytesLength = sent.length;
        } else if (body.isNull(parameter)) {
            kind = Kind.NULL;
        } else {
            kind = readValue(typeCode());
        }
        return true;
    }

    /** Index of the current parameter, from 0. */
    public int parameter() {
        return parameter;
    }

    public Kind kind() {
        return kind;
    }

    /** The type code the client bound. */
    public int typeCode() {
        return body.types().code(parameter);
    }

    public long longValue() {
        return longValue;
    }

    public double doubleValue() {
        return doubleValue;
    }

    /** The array that holds the bytes; shared, not a copy. */
    public byte[] bytes() {
        return bytes;
    }

    public int bytesOffset() {
        return bytesOffset;
    }

    public int bytesLength() {
        return bytesLength;
    }

    /** Returns the year as sent: like all parts of dates and times it is not checked against any calendar. */
    public int year() {
        return year;
    }

    public int month() {
        return month;
    }

    public int day() {
        return day;
    }

    /** Whether a time is below zero. */
    public boolean negative() {
        return negative;
    }

    /** Whole days of a time; unsigned 32 bits. */
    public long days() {
        return Integer.toUnsignedLong(days);
    }

    public int hour() {
        return hour;
    }

    public int minute() {
        return minute;
    }

    public int second() {
        return second;
    }

    public int micros() {
        return micros;
    }

    private Kind readValue(int type) {
        return switch (type) {
            case ColumnTypeCode.NULL -> Kind.NULL;
            case ColumnTypeCode.TINY, ColumnTypeCode.BOOL -> {
                byte value = source()[take(1)];
                yield integer(value, value & 0xFF);
            }
            case ColumnTypeCode.SHORT, ColumnTypeCode.YEAR -> {
                short value = (short) SHORT.get(source(), take(2));
                yield integer(value, value & 0xFFFF);
            }
            case ColumnTypeCode.LONG, ColumnTypeCode.INT24 -> {
                int value = (int) INT.get(source(), take(4));
                yield integer(value, Integer.toUnsignedLong(value));
            }
            case ColumnTypeCode.LONGLONG -> {
                long value = (long) LONG.get(source(), take(8));
                yield integer(value, value);
            }
            case ColumnTypeCode.FLOAT -> {
                doubleValue = Float.intBitsToFloat((int) INT.get(source(), take(4)));
                yield Kind.FLOAT;
            }
            case ColumnTypeCode.DOUBLE -> {
                doubleValue = Double.longBitsToDouble((long) LONG.get(source(), take(8)));
                yield Kind.DOUBLE;
            }
            case ColumnTypeCode.DECIMAL, ColumnTypeCode.NEWDECIMAL -> {
                readBytes();
                yield Kind.DECIMAL;
            }
            case ColumnTypeCode.VARCHAR,
                    ColumnTypeCode.VAR_STRING,
                    ColumnTypeCode.STRING,
                    ColumnTypeCode.TINY_BLOB,
                    ColumnTypeCode.MEDIUM_BLOB,
                    ColumnTypeCode.LONG_BLOB,
                    ColumnTypeCode.BLOB,
                    ColumnTypeCode.JSON,
                    ColumnTypeCode.ENUM,
                    ColumnTypeCode.SET,
                    ColumnTypeCode.BIT,
                    ColumnTypeCode.VECTOR,
                    ColumnTypeCode.GEOMETRY -> {
                readBytes();
                yield Kind.BYTES;
            }
            case ColumnTypeCode.DATE, ColumnTypeCode.NEWDATE -> {
                readDateTime();
                yield Kind.DATE;
            }
            case ColumnTypeCode.DATETIME, ColumnTypeCode.TIMESTAMP -> {
                readDateTime();
                yield Kind.DATETIME;
            }
            case ColumnTypeCode.TIME -> {
                readTime();
                yield Kind.TIME;
            }
            default -> throw malformed("is of an unknown type");
        };
    }

    private Kind integer(long signed, long unsigned) {
        if (body.types().isUnsigned(parameter)) {
            longValue = unsigned;
            return Kind.UNSIGNED_LONG;
        }
        longValue = signed;
        return Kind.LONG;
    }

    private void readBytes() {
        byte[] source = source();
        int header;
        try {
            header = LengthEncoded.integerBytes(source, position, source.length);
        } catch (MalformedPacketException e) {
            throw malformed("has a bad length: " + e.getMessage());
        }
        long length = LengthEncoded.integerAt(source, position);
        position += header;
        if (length < 0 || length > source.length - position) {
            throw malformed(
                    "needs " + Long.toUnsignedString(length) + " bytes, " + (source.length - position) + " are left");
        }
        bytes = source;
        bytesLength = (int) length;
        bytesOffset = take(bytesLength);
    }

    //   | length 0, 4, 7, 11 | year u16 | month | day | hour | minute | second | micros u32 |
    private void readDateTime() {
        byte[] source = source();
        int length = source[take(1)];
        if (length != 0 && length != 4 && length != 7 && length != 11) {
            throw malformed("has " + (length & 0xFF) + " bytes of date, allowed: 0, 4, 7 and 11");
        }
        int at = take(length);
        year = length >= 4 ? (short) SHORT.get(source, at) & 0xFFFF : 0;
        month = length >= 4 ? source[at + 2] & 0xFF : 0;
        day = length >= 4 ? source[at + 3] & 0xFF : 0;
        readClock(source, at + 4, length >= 7, length == 11);
    }

    //   | length 0, 8, 12 | negative | days u32 | hour | minute | second | micros u32 |
    private void readTime() {
        byte[] source = source();
        int length = source[take(1)];
        if (length != 0 && length != 8 && length != 12) {
            throw malformed("has " + (length & 0xFF) + " bytes of time, allowed: 0, 8 and 12");
        }
        int at = take(length);
        negative = length >= 8 && source[at] != 0;
        days = length >= 8 ? (int) INT.get(source, at + 1) : 0;
        readClock(source, at + 5, length >= 8, length == 12);
    }

    private void readClock(byte[] source, int at, boolean hasClock, boolean hasMicros) {
        hour = hasClock ? source[at] & 0xFF : 0;
        minute = hasClock ? source[at + 1] & 0xFF : 0;
        second = hasClock ? source[at + 2] & 0xFF : 0;
        micros = hasMicros ? (int) INT.get(source, at + 3) : 0;
    }

    private byte[] source() {
        return body.bytes();
    }

    /** Moves over bytes that must be there, and says where they begin. */
    private int take(int length) {
        int at = position;
        if (length > source().length - at) {
            throw malformed("needs " + length + " bytes, " + (source().length - at) + " are left");
        }
        position = at + length;
        return at;
    }

    private MalformedPacketException malformed(String what) {
        return new MalformedPacketException(
                "COM_STMT_EXECUTE: parameter " + (parameter + 1) + " (type " + typeCode() + ") " + what);
    }
}
