package io.tributary.protocol.command;

/** COM_INIT_DB: change the current database. */
public record InitDb(String database) implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }
}
