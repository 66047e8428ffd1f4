package io.tributary.test.history;

/** What the answer to a write promises, and what it is ordered with. */
public enum Mode {
    /** A write in a batch with others, in the log's order; visible when it is answered. */
    SYNC(true, true),
    /** A write in a batch with others, in the log's order; visible after a SYNC at the latest. */
    ASYNC(false, true),
    /** A commit of its own; visible when it is answered. */
    ALONE(true, false);

    private final boolean visibleWithAnswer;
    private final boolean shared;

    Mode(boolean visibleWithAnswer, boolean shared) {
        this.visibleWithAnswer = visibleWithAnswer;
        this.shared = shared;
    }

    public boolean isVisibleWithAnswer() {
        return visibleWithAnswer;
    }

    /** Whether rows of one table come in the log's order, in which an answered one is before those sent later. */
    public boolean isShared() {
        return shared;
    }
}
