package io.tributary.backend.simulation;

/** The process dies here. An error, so that nothing on the way takes it for a failure of a listener or of a commit. */
final class Death extends Error {
    private static final long serialVersionUID = 1;

    Death(String where) {
        super(where, null, false, false);
    }
}
