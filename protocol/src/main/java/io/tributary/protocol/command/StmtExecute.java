package io.tributary.protocol.command;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.tributary.protocol.LengthEncoded;
import io.tributary.protocol.MalformedPacketException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * COM_STMT_EXECUTE, its second half unread: that needs the statement's parameter count and types, see
 * {@link ExecuteBody}.
 *
 * @param flags the cursor type in the low bits; a server may ignore it and send all rows
 * @param valueCount parameters and behind them attributes, each with a name, as the client counted them; or {@link
 *     #NOT_COUNTED}, or {@link #COUNTED_IN_BODY}
 * @param body from the null bitmap on, or from the count before it; owned by this record
 */
@SuppressWarnings("ArrayRecordComponent") // the hot path reads these bytes; nobody compares commands
public record StmtExecute(int statementId, int flags, int valueCount, byte[] body) implements Command {
    /** The values are those of the statement's parameters, without names. */
    public static final int NOT_COUNTED = -1;
    /** With QUERY_ATTRIBUTES a statement that has parameters counts them in any case, with the flag or without. */
    public static final int COUNTED_IN_BODY = -2;

    public static final int CURSOR_TYPE_NO_CURSOR = 0;
    public static final int CURSOR_TYPE_READ_ONLY = 1;
    public static final int CURSOR_TYPE_FOR_UPDATE = 2;
    public static final int CURSOR_TYPE_SCROLLABLE = 4;
    /** Values are counted and have names; only with QUERY_ATTRIBUTES. */
    public static final int PARAMETER_COUNT_AVAILABLE = 8;

    /**
     * The head of the body, read for a statement of so many parameters.
     *
     * @param remembered types of the last execution that sent some, null before the first
     */
    public ExecuteBody body(int parameterCount, @Nullable ParameterTypes remembered) {
        if (valueCount == NOT_COUNTED || (valueCount == COUNTED_IN_BODY && parameterCount == 0)) {
            return ExecuteBody.parse(body, parameterCount, remembered);
        }
        if (valueCount != COUNTED_IN_BODY) {
            return ExecuteBody.parseNamed(body, parameterCount, valueCount, remembered);
        }
        ByteBuf counted = Unpooled.wrappedBuffer(body);
        int count = readCount(counted);
        byte[] rest = Arrays.copyOfRange(body, counted.readerIndex(), body.length);
        return ExecuteBody.parseNamed(rest, parameterCount, count, remembered);
    }

    /**
     * The count of values before a null bitmap.
     *
     * @throws MalformedPacketException if there are fewer bytes than such a bitmap needs
     */
    static int readCount(ByteBuf in) {
        long count = LengthEncoded.readInteger(in);
        // Each takes a bit at least, so a count that was only claimed allocates nothing.
        if (count < 0 || count > 8L * in.readableBytes()) {
            throw new MalformedPacketException("COM_STMT_EXECUTE: " + Long.toUnsignedString(count) + " values in "
                    + in.readableBytes() + " bytes");
        }
        return (int) count;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }
}
