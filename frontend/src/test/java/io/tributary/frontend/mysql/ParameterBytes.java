package io.tributary.frontend.mysql;

import io.tributary.protocol.ColumnTypeCode;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Builds the second half of COM_STMT_EXECUTE as drivers do, a parameter after the other. */
public final class ParameterBytes {
    private final ByteArrayOutputStream types = new ByteArrayOutputStream();
    private final ByteArrayOutputStream values = new ByteArrayOutputStream();
    private final ByteArrayOutputStream nulls = new ByteArrayOutputStream();

    public byte[] build() {
        return build(true);
    }

    /** Builds it with {@code new_params_bound = 0}. */
    public byte[] buildWithoutTypes() {
        return build(false);
    }

    private byte[] build(boolean bound) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        byte[] isNull = nulls.toByteArray();
        byte[] bitmap = new byte[(isNull.length + 7) / 8];
        for (int i = 0; i < isNull.length; i++) {
            bitmap[i / 8] |= (byte) (isNull[i] << (i % 8));
        }
        body.writeBytes(bitmap);
        body.write(bound ? 1 : 0);
        if (bound) {
            body.writeBytes(types.toByteArray());
        }
        body.writeBytes(values.toByteArray());
        return body.toByteArray();
    }

    public ParameterBytes type(int code, int flags, byte... value) {
        types.write(code);
        types.write(flags);
        nulls.write(0);
        values.writeBytes(value);
        return this;
    }

    public ParameterBytes nullOf(int code) {
        types.write(code);
        types.write(0);
        nulls.write(1);
        return this;
    }

    public ParameterBytes tiny(int value) {
        return type(ColumnTypeCode.TINY, 0, (byte) value);
    }

    public ParameterBytes integer(int value) {
        return type(ColumnTypeCode.LONG, 0, little(4).putInt(value).array());
    }

    public ParameterBytes bigint(long value) {
        return type(ColumnTypeCode.LONGLONG, 0, little(8).putLong(value).array());
    }

    public ParameterBytes number(double value) {
        return type(ColumnTypeCode.DOUBLE, 0, little(8).putDouble(value).array());
    }

    public ParameterBytes text(String value) {
        return string(ColumnTypeCode.VAR_STRING, value.getBytes(StandardCharsets.UTF_8));
    }

    public ParameterBytes text(String value, Charset charset) {
        return string(ColumnTypeCode.VAR_STRING, value.getBytes(charset));
    }

    public ParameterBytes decimal(String value) {
        return string(ColumnTypeCode.NEWDECIMAL, value.getBytes(StandardCharsets.US_ASCII));
    }

    public ParameterBytes string(int code, byte[] value) {
        ByteArrayOutputStream encoded = new ByteArrayOutputStream();
        if (value.length < 251) {
            encoded.write(value.length);
        } else if (value.length < 1 << 16) {
            encoded.write(252);
            encoded.write(value.length);
            encoded.write(value.length >> 8);
        } else if (value.length < 1 << 24) {
            encoded.write(253);
            encoded.write(value.length);
            encoded.write(value.length >> 8);
            encoded.write(value.length >> 16);
        } else {
            encoded.write(254);
            encoded.writeBytes(little(8).putLong(value.length).array());
        }
        encoded.writeBytes(value);
        return type(code, 0, encoded.toByteArray());
    }

    public ParameterBytes date(int year, int month, int day) {
        return type(
                ColumnTypeCode.DATE,
                0,
                little(5)
                        .put((byte) 4)
                        .putShort((short) year)
                        .put((byte) month)
                        .put((byte) day)
                        .array());
    }

    public static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
