package io.tributary.protocol.command;

import io.tributary.protocol.ColumnTypeCode;
import java.util.Arrays;

/**
 * The wire types of a statement's parameters, as the client bound them; kept by the statement, because later
 * executions may omit them. Immutable.
 *
 * <p>Two bytes a parameter, as they travel: the type code, then a byte whose top bit says unsigned.
 */
public final class ParameterTypes {
    static final int BYTES_EACH = 2;
    private static final int UNSIGNED = 0x80;

    private final byte[] pairs;

    private ParameterTypes(byte[] pairs) {
        this.pairs = pairs;
    }

    /** Copies {@code count} pairs from {@code offset} on; the caller has checked that they are there. */
    static ParameterTypes copyOf(byte[] bytes, int offset, int count) {
        return new ParameterTypes(Arrays.copyOfRange(bytes, offset, offset + BYTES_EACH * count));
    }

    /** Copies the types at the offsets, each a pair of bytes; the caller has checked that they are there. */
    static ParameterTypes copyFrom(byte[] bytes, int[] offsets) {
        byte[] pairs = new byte[BYTES_EACH * offsets.length];
        for (int i = 0; i < offsets.length; i++) {
            pairs[BYTES_EACH * i] = bytes[offsets[i]];
            pairs[BYTES_EACH * i + 1] = bytes[offsets[i] + 1];
        }
        return new ParameterTypes(pairs);
    }

    /** {@code count} parameters of type NULL: what an execution without any type can mean. */
    static ParameterTypes allNull(int count) {
        byte[] pairs = new byte[BYTES_EACH * count];
        for (int i = 0; i < pairs.length; i += BYTES_EACH) {
            pairs[i] = ColumnTypeCode.NULL;
        }
        return new ParameterTypes(pairs);
    }

    public int count() {
        return pairs.length / BYTES_EACH;
    }

    /** One of {@link ColumnTypeCode}, or whatever else the client sent; 0 to 255. */
    public int code(int parameter) {
        return pairs[BYTES_EACH * parameter] & 0xFF;
    }

    public boolean isUnsigned(int parameter) {
        return (pairs[BYTES_EACH * parameter + 1] & UNSIGNED) != 0;
    }

    /** Whether the pair at {@code offset} is that of the parameter. */
    boolean isSame(int parameter, byte[] bytes, int offset) {
        return pairs[BYTES_EACH * parameter] == bytes[offset] && pairs[BYTES_EACH * parameter + 1] == bytes[offset + 1];
    }

    /** Whether the pairs at {@code offset} say the same as these: then these are used on. */
    boolean sameAs(byte[] bytes, int offset, int count) {
        int length = BYTES_EACH * count;
        return pairs.length == length && Arrays.equals(pairs, 0, length, bytes, offset, offset + length);
    }
}
