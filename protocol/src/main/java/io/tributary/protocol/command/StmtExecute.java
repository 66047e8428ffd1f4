package io.tributary.protocol.command;

import org.jspecify.annotations.Nullable;

/**
 * COM_STMT_EXECUTE, its second half unread: that needs the statement's parameter count and types, see
 * {@link ExecuteBody}.
 *
 * @param flags the cursor type in the low bits; a server may ignore it and send all rows
 * @param valueCount parameters and behind them attributes, each with a name, as the client counted them; or {@link
 *     #NOT_COUNTED}
 * @param body from the null bitmap on; owned by this record
 */
@SuppressWarnings("ArrayRecordComponent") // the hot path reads these bytes; nobody compares commands
public record StmtExecute(int statementId, int flags, int valueCount, byte[] body) implements Command {
    /** The values are those of the statement's parameters, without names. */
    public static final int NOT_COUNTED = -1;

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
        return valueCount == NOT_COUNTED
                ? ExecuteBody.parse(body, parameterCount, remembered)
                : ExecuteBody.parseNamed(body, parameterCount, valueCount, remembered);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }
}
