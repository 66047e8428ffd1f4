package io.tributary.protocol.command;

/** COM_RESET_CONNECTION: back to the state after authentication, without authenticating again. */
public record ResetConnection() implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }
}
