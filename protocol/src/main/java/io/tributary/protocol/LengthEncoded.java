package io.tributary.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.Charset;

/**
 * The protocol's variable-length primitives.
 *
 * <pre>
 *   0x00 … 0xFA      the value itself
 *   0xFB             NULL in a text row; elsewhere malformed
 *   0xFC u16         little-endian
 *   0xFD u24
 *   0xFE u64
 *   0xFF             malformed
 * </pre>
 *
 * <p>Readers never go behind the readable bytes and allocate only what has arrived: a length is checked first.
 *
 * @see <a href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_dt_integers.html">Integer
 *     types</a>
 */
public final class LengthEncoded {
    /** Stands for a NULL in a text row. */
    public static final int NULL = 0xFB;

    /** The longest encoding of an integer. */
    public static final int INTEGER_BYTES_MAX = 9;

    private static final int ONE_BYTE_MAX = 0xFA;
    private static final int U16 = 0xFC;
    private static final int U24 = 0xFD;
    private static final int U64 = 0xFE;

    private LengthEncoded() {}

    /**
     * An unsigned 64-bit integer.
     *
     * @throws MalformedPacketException if it is cut short or begins with 0xFB or 0xFF
     */
    public static long readInteger(ByteBuf in) {
        require(in, 1, "length-encoded integer");
        int first = in.readUnsignedByte();
        if (first <= ONE_BYTE_MAX) {
            return first;
        }
        return switch (first) {
            case U16 -> {
                require(in, 2, "length-encoded integer");
                yield in.readUnsignedShortLE();
            }
            case U24 -> {
                require(in, 3, "length-encoded integer");
                yield in.readUnsignedMediumLE();
            }
            case U64 -> {
                require(in, 8, "length-encoded integer");
                yield in.readLongLE();
            }
            default -> throw badFirstByte(first);
        };
    }

    /** A length-encoded integer that counts bytes still to come. */
    public static int readLength(ByteBuf in, String what) {
        long length = readInteger(in);
        if (length < 0 || length > in.readableBytes()) {
            throw cutShort(what, length, in.readableBytes());
        }
        return (int) length;
    }

    public static byte[] readBytes(ByteBuf in, String what) {
        return ByteBufUtil.getBytes(in.readSlice(readLength(in, what)));
    }

    /** Text up to a NUL, which is consumed, or up to the end where there is none. */
    public static String readNulTerminated(ByteBuf in, Charset charset) {
        int length = in.bytesBefore((byte) 0);
        if (length < 0) {
            return in.readString(in.readableBytes(), charset);
        }
        String text = in.readString(length, charset);
        in.skipBytes(1);
        return text;
    }

    public static void writeInteger(ByteBuf out, long value) {
        if (value >= 0 && value <= ONE_BYTE_MAX) {
            out.writeByte((int) value);
        } else if (value >= 0 && value <= 0xFFFF) {
            out.writeByte(U16).writeShortLE((int) value);
        } else if (value >= 0 && value <= 0xFFFFFF) {
            out.writeByte(U24).writeMediumLE((int) value);
        } else {
            out.writeByte(U64).writeLongLE(value);
        }
    }

    /** How many bytes {@link #writeInteger} takes for a length: 1, 3, 4 or 9. */
    public static int lengthBytes(int length) {
        return length <= ONE_BYTE_MAX ? 1 : length <= 0xFFFF ? 3 : length <= 0xFFFFFF ? 4 : INTEGER_BYTES_MAX;
    }

    /** Writes a length into an array and returns the place behind it. */
    public static int putLength(byte[] out, int at, int length) {
        if (length <= ONE_BYTE_MAX) {
            out[at] = (byte) length;
            return at + 1;
        }
        int bytes = lengthBytes(length) - 1;
        out[at] = (byte) (bytes == 2 ? U16 : bytes == 3 ? U24 : U64);
        for (int i = 0; i < bytes; i++) {
            out[at + 1 + i] = (byte) ((long) length >> (Byte.SIZE * i));
        }
        return at + 1 + bytes;
    }

    public static void writeBytes(ByteBuf out, byte[] bytes, int offset, int length) {
        writeInteger(out, length);
        out.writeBytes(bytes, offset, length);
    }

    /** Text as UTF-8, without an intermediate array. */
    public static void writeText(ByteBuf out, CharSequence text) {
        writeInteger(out, ByteBufUtil.utf8Bytes(text));
        ByteBufUtil.writeUtf8(out, text);
    }

    /**
     * How many bytes the integer at {@code offset} takes: 1, 3, 4 or 9, all of them before {@code end}.
     *
     * @throws MalformedPacketException if it is cut short or begins with 0xFB or 0xFF
     */
    public static int integerBytes(byte[] bytes, int offset, int end) {
        if (offset >= end) {
            throw cutShort("length-encoded integer", 1, 0);
        }
        int first = bytes[offset] & 0xFF;
        int length =
                switch (first) {
                    case U16 -> 3;
                    case U24 -> 4;
                    case U64 -> 9;
                    case 0xFB, 0xFF -> throw badFirstByte(first);
                    default -> 1;
                };
        if (length > end - offset) {
            throw cutShort("length-encoded integer", length, end - offset);
        }
        return length;
    }

    /** The integer at {@code offset}, whose {@link #integerBytes} were checked. */
    public static long integerAt(byte[] bytes, int offset) {
        int first = bytes[offset] & 0xFF;
        return switch (first) {
            case U16 -> littleEndian(bytes, offset + 1, 2);
            case U24 -> littleEndian(bytes, offset + 1, 3);
            case U64 -> littleEndian(bytes, offset + 1, 8);
            default -> first;
        };
    }

    /** Fails unless {@code length} more bytes are there. */
    public static void require(ByteBuf in, int length, String what) {
        if (in.readableBytes() < length) {
            throw cutShort(what, length, in.readableBytes());
        }
    }

    private static long littleEndian(byte[] bytes, int offset, int length) {
        long value = 0;
        for (int i = length - 1; i >= 0; i--) {
            value = (value << 8) | (bytes[offset + i] & 0xFF);
        }
        return value;
    }

    private static MalformedPacketException cutShort(String what, long needed, int left) {
        return new MalformedPacketException(
                what + " needs " + Long.toUnsignedString(needed) + " bytes, " + left + " are left in the packet");
    }

    private static MalformedPacketException badFirstByte(int first) {
        return new MalformedPacketException("length-encoded integer begins with 0x" + Integer.toHexString(first)
                + ", allowed: 0x00 to 0xfa, 0xfc to 0xfe");
    }
}
