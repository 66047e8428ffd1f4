package io.tributary.test.history;

/** How an operation ended for its client. */
public enum Outcome {
    ANSWERED,
    /** It may take effect at any time after its beginning, or never. */
    UNKNOWN,
    /** An error that says that nothing is stored. */
    REFUSED
}
