package io.tributary.cli.options;

/** A command that could not do what it was asked to; the message is one line for the one who typed it. */
public final class CommandFailure extends Exception {
    public CommandFailure(String message) {
        super(message);
    }
}
