package io.tributary.backend.simulation;

/** A history broke a promise. */
final class Violation extends AssertionError {
    private static final long serialVersionUID = 1;

    Violation(String what) {
        super(what);
    }

    Violation(String what, Throwable cause) {
        super(what, cause);
    }
}
