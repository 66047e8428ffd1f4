package io.tributary.protocol.command;

/**
 * COM_STMT_PREPARE.
 *
 * @param text in the connection's character set; owned by this record
 */
@SuppressWarnings("ArrayRecordComponent") // scanned as bytes; nobody compares commands
public record StmtPrepare(byte[] text) implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }
}
