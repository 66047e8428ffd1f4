package io.tributary.contract.value;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in a byte array, in the byte order of a row block; any alignment. */
public final class LittleEndian {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    public static short getShort(byte[] bytes, int at) {
        return (short) SHORT.get(bytes, at);
    }

    public static int getInt(byte[] bytes, int at) {
        return (int) INT.get(bytes, at);
    }

    public static long getLong(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    /** @param width 1, 2, 4 or 8 bytes */
    public static long getSigned(byte[] bytes, int at, int width) {
        return switch (width) {
            case 1 -> bytes[at];
            case 2 -> getShort(bytes, at);
            case 4 -> getInt(bytes, at);
            default -> getLong(bytes, at);
        };
    }

    /** @param width 1, 2, 4 or 8 bytes; of 8, the result is an unsigned long */
    public static long getUnsigned(byte[] bytes, int at, int width) {
        return switch (width) {
            case 1 -> bytes[at] & 0xff;
            case 2 -> Short.toUnsignedInt(getShort(bytes, at));
            case 4 -> Integer.toUnsignedLong(getInt(bytes, at));
            default -> getLong(bytes, at);
        };
    }

    /** @param width 1, 2, 4 or 8 bytes, in which the value fits */
    public static void put(byte[] bytes, int at, long value, int width) {
        switch (width) {
            case 1 -> bytes[at] = (byte) value;
            case 2 -> putShort(bytes, at, (short) value);
            case 4 -> putInt(bytes, at, (int) value);
            default -> putLong(bytes, at, value);
        }
    }

    public static void putShort(byte[] bytes, int at, short value) {
        SHORT.set(bytes, at, value);
    }

    public static void putInt(byte[] bytes, int at, int value) {
        INT.set(bytes, at, value);
    }

    public static void putLong(byte[] bytes, int at, long value) {
        LONG.set(bytes, at, value);
    }
}
