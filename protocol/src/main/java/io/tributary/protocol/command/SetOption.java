package io.tributary.protocol.command;

/** COM_SET_OPTION: {@link #MULTI_STATEMENTS_ON} or {@link #MULTI_STATEMENTS_OFF}; anything else is an error. */
public record SetOption(int option) implements Command {
    public static final int MULTI_STATEMENTS_ON = 0;
    public static final int MULTI_STATEMENTS_OFF = 1;

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }
}
