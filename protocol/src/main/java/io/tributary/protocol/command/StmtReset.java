package io.tributary.protocol.command;

/** COM_STMT_RESET: forget long data and the open cursor of a prepared statement. */
public record StmtReset(int statementId) implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }
}
