package io.tributary.engine.port;

/** How an engine holds each row once, though a batch whose outcome nobody knows is sent to it again. */
public enum ExactlyOnce {
    /** The batch and its position of the log are one transaction, which is refused where the position is another than expected. */
    POSITION_IN_TRANSACTION,
    /** A batch has a label, and one whose label has been used is not applied once more. */
    REPEATED_LABEL
}
