package io.tributary.protocol.command;

/** COM_PROCESS_KILL: end the connection with this thread id (unsigned 32 bits). */
public record ProcessKill(long threadId) implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }
}
