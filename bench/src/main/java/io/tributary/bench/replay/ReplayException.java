package io.tributary.bench.replay;

import java.io.IOException;

/** The server refused something, went away, or said what this client does not understand; the message says which. */
public final class ReplayException extends IOException {
    private static final long serialVersionUID = 1;

    public ReplayException(String message) {
        super(message);
    }
}
