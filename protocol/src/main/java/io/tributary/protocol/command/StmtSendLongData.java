package io.tributary.protocol.command;

/**
 * COM_STMT_SEND_LONG_DATA: a piece of one parameter, appended to the pieces before. There is no reply, not even an
 * error: what is wrong with it is told by the next EXECUTE.
 *
 * @param data owned by this record
 */
@SuppressWarnings("ArrayRecordComponent") // raw bytes; nobody compares commands
public record StmtSendLongData(int statementId, int parameter, byte[] data) implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }
}
