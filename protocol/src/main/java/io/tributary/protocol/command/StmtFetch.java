package io.tributary.protocol.command;

/** COM_STMT_FETCH: the next rows of a cursor. */
public record StmtFetch(int statementId, int rows) implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }
}
