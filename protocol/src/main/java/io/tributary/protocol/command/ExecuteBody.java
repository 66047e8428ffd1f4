package io.tributary.protocol.command;

import io.tributary.protocol.LengthEncoded;
import io.tributary.protocol.MalformedPacketException;
import org.jspecify.annotations.Nullable;

/**
 * Where things are in the second half of COM_STMT_EXECUTE; the values themselves are still unread.
 *
 * <pre>
 *   0                          n                 n+1
 *   | null bitmap, ceil(p / 8) | new_params_bound | types, 2 × p (if bound = 1) | values …
 * </pre>
 *
 * Parameter {@code i} is NULL where bit {@code i % 8} of byte {@code i / 8} is set. A NULL has no value bytes, and
 * neither has a parameter that came by COM_STMT_SEND_LONG_DATA. Without parameters there is nothing at all.
 *
 * @param bytes the body; shared, not copied. It ends where the array ends
 * @param types those in force for this execution
 * @param typesToKeep those that the statement must remember for executions that send none; null where none is known
 * @param valuesOffset of the first value
 * @param attributesFollow whether values of query attributes stand behind those of the parameters
 * @see <a href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_stmt_execute.html">COM_STMT_EXECUTE</a>
 */
@SuppressWarnings("ArrayRecordComponent") // the hot path reads these bytes; nobody compares bodies
public record ExecuteBody(
        byte[] bytes,
        ParameterTypes types,
        @Nullable ParameterTypes typesToKeep,
        int valuesOffset,
        boolean attributesFollow) {
    private static final int TYPES_OMITTED = 0;
    private static final int TYPES_BOUND = 1;

    /**
     * Reads the head of a body.
     *
     * @param remembered {@link #typesToKeep} of the last execution, null before the first
     * @throws MalformedPacketException if the head is cut short, or types are missing for a value
     */
    public static ExecuteBody parse(byte[] body, int parameterCount, @Nullable ParameterTypes remembered) {
        if (parameterCount == 0) {
            return new ExecuteBody(body, ParameterTypes.allNull(0), remembered, body.length, false);
        }
        int boundAt = bitmapBytes(parameterCount);
        require(body, boundAt + 1, "null bitmap", parameterCount);
        int typesAt = boundAt + 1;
        return switch (body[boundAt]) {
            case TYPES_BOUND -> {
                int valuesAt = typesAt + ParameterTypes.BYTES_EACH * parameterCount;
                require(body, valuesAt, "types", parameterCount);
                ParameterTypes types = remembered != null && remembered.sameAs(body, typesAt, parameterCount)
                        ? remembered
                        : ParameterTypes.copyOf(body, typesAt, parameterCount);
                yield new ExecuteBody(body, types, types, valuesAt, false);
            }
            case TYPES_OMITTED -> withoutTypes(body, parameterCount, remembered, typesAt, false);
            default -> throw badBound(body[boundAt]);
        };
    }

    /**
     * The same where every type has a name behind it, and attributes may follow the parameters.
     *
     * @param valueCount parameters and attributes
     */
    static ExecuteBody parseNamed(
            byte[] body, int parameterCount, int valueCount, @Nullable ParameterTypes remembered) {
        if (valueCount < parameterCount) {
            throw new MalformedPacketException(
                    "COM_STMT_EXECUTE: " + valueCount + " values for " + parameterCount + " parameters");
        }
        if (parameterCount == 0) {
            return new ExecuteBody(body, ParameterTypes.allNull(0), remembered, body.length, true);
        }
        boolean attributes = valueCount > parameterCount;
        int boundAt = bitmapBytes(valueCount);
        require(body, boundAt + 1, "null bitmap", valueCount);
        int typesAt = boundAt + 1;
        return switch (body[boundAt]) {
            case TYPES_BOUND -> {
                int[] offsets = new int[parameterCount];
                ParameterTypes known = remembered != null && remembered.count() == parameterCount ? remembered : null;
                int at = typesAt;
                for (int i = 0; i < valueCount; i++) {
                    require(body, at + ParameterTypes.BYTES_EACH, "types", valueCount);
                    if (i < parameterCount) {
                        offsets[i] = at;
                        known = known != null && known.isSame(i, body, at) ? known : null;
                    }
                    at = afterName(body, at + ParameterTypes.BYTES_EACH);
                }
                ParameterTypes types = known != null ? known : ParameterTypes.copyFrom(body, offsets);
                yield new ExecuteBody(body, types, types, at, attributes);
            }
            case TYPES_OMITTED -> withoutTypes(body, parameterCount, remembered, typesAt, attributes);
            default -> throw badBound(body[boundAt]);
        };
    }

    private static int afterName(byte[] body, int at) {
        int lengthBytes = LengthEncoded.integerBytes(body, at, body.length);
        long length = LengthEncoded.integerAt(body, at);
        int name = at + lengthBytes;
        if (length < 0 || length > body.length - name) {
            throw new MalformedPacketException("COM_STMT_EXECUTE: the name of a value needs "
                    + Long.toUnsignedString(length) + " bytes, " + (body.length - name) + " are left");
        }
        return name + (int) length;
    }

    private static ExecuteBody withoutTypes(
            byte[] body, int parameterCount, @Nullable ParameterTypes remembered, int valuesAt, boolean attributes) {
        if (remembered != null && remembered.count() == parameterCount) {
            return new ExecuteBody(body, remembered, remembered, valuesAt, attributes);
        }
        // Connector/J omits the types of a first execution whose parameters are all NULL.
        requireAllNull(body, parameterCount);
        return new ExecuteBody(body, ParameterTypes.allNull(parameterCount), null, valuesAt, attributes);
    }

    private static MalformedPacketException badBound(byte bound) {
        return new MalformedPacketException(
                "COM_STMT_EXECUTE: new_params_bound " + (bound & 0xFF) + ", allowed: 0 and 1");
    }

    public static int bitmapBytes(int parameterCount) {
        return (parameterCount + 7) >> 3;
    }

    public boolean isNull(int parameter) {
        return isNull(bytes, parameter);
    }

    private static boolean isNull(byte[] bytes, int parameter) {
        return ((bytes[parameter >> 3] >> (parameter & 7)) & 1) != 0;
    }

    private static void requireAllNull(byte[] body, int parameterCount) {
        for (int i = 0; i < parameterCount; i++) {
            if (!isNull(body, i)) {
                throw new MalformedPacketException(
                        "COM_STMT_EXECUTE: parameter " + (i + 1) + " has a value, but no types were ever bound");
            }
        }
    }

    private static void require(byte[] body, int length, String what, int parameterCount) {
        if (body.length < length) {
            throw new MalformedPacketException("COM_STMT_EXECUTE: " + what + " of " + parameterCount
                    + " parameters need " + length + " bytes, the body has " + body.length);
        }
    }
}
