package io.tributary.protocol.command;

/** COM_PING. */
public record Ping() implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }
}
