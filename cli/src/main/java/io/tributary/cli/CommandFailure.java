package io.tributary.cli;

/** A command that could not do what it was asked to; the message is one line for the one who typed it. */
final class CommandFailure extends Exception {
    CommandFailure(String message) {
        super(message);
    }
}
