package io.tributary.protocol.command;

/** A command byte this server does not know: error 1047. */
public record Unknown(int code) implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }
}
