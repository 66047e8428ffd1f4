package io.tributary.protocol.command;

/** COM_STMT_CLOSE: drop a prepared statement. There is no reply, whatever the id. */
public record StmtClose(int statementId) implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }
}
