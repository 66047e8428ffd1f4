package io.tributary.protocol.command;

/**
 * COM_QUERY: one statement, or several between semicolons where the client may.
 *
 * @param text in the connection's character set; owned by this record
 */
@SuppressWarnings("ArrayRecordComponent") // the hot path scans these bytes; nobody compares commands
public record Query(byte[] text) implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }
}
