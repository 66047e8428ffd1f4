package io.tributary.protocol.command;

/** COM_QUIT: the client leaves. There is no reply; the server closes the connection. */
public record Quit() implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }
}
