package io.tributary.backend.ingest;

/**
 * One hand-over of a batch, or of several together, to the committers: it waits for one first, which is nobody's fault and may
 * take long, and only then is the engine asked. A committer's thread writes, the agent's reads.
 */
final class CommitAttempt {
    private volatile boolean begun;
    private long beganNanos; // written before begun
    private volatile boolean ended;

    void began(long nowNanos) {
        beganNanos = nowNanos;
        begun = true;
    }

    void ended() {
        ended = true;
    }

    boolean hasEnded() {
        return ended;
    }

    /** Returns how long the engine has been at it; 0 while it has not been asked. */
    long engineNanos(long nowNanos) {
        return begun ? Math.max(0, nowNanos - beganNanos) : 0;
    }
}
