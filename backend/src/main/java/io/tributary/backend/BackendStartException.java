package io.tributary.backend;

import org.jspecify.annotations.Nullable;

/** A backend that cannot start; the message is one line for whoever operates it. */
public final class BackendStartException extends Exception {
    public BackendStartException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
