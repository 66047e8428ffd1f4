package io.tributary.protocol.command;

/** COM_STATISTICS: one line of text about the server. */
public record Statistics() implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }
}
