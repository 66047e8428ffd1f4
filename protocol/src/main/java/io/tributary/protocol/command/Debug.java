package io.tributary.protocol.command;

/** COM_DEBUG: make the server dump debug information. */
public record Debug() implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }
}
