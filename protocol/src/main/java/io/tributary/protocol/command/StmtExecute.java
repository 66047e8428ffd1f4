package io.tributary.protocol.command;

/**
 * COM_STMT_EXECUTE, its second half unread: that needs the statement's parameter count and types, see
 * {@link ExecuteBody}.
 *
 * @param flags the cursor type in the low bits; a server may ignore it and send all rows
 * @param body from the null bitmap on; owned by this record
 */
@SuppressWarnings("ArrayRecordComponent") // the hot path reads these bytes; nobody compares commands
public record StmtExecute(int statementId, int flags, byte[] body) implements Command {
    public static final int CURSOR_TYPE_NO_CURSOR = 0;
    public static final int CURSOR_TYPE_READ_ONLY = 1;
    public static final int CURSOR_TYPE_FOR_UPDATE = 2;
    public static final int CURSOR_TYPE_SCROLLABLE = 4;
    /** Only with QUERY_ATTRIBUTES, which is not offered. */
    public static final int PARAMETER_COUNT_AVAILABLE = 8;

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }
}
