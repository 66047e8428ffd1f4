package io.tributary.engine.port;

/**
 * Runs checkpoints one after another and numbers them from 1, failed ones included, so that a commit can tell which
 * checkpoint is sure to hold it. Any thread.
 */
public final class CheckpointCount {
    private final Object lock = new Object();

    private final Runnable checkpoint;

    private volatile long begun;
    private volatile long last;

    /** @param checkpoint blocks until it has succeeded, or throws */
    public CheckpointCount(Runnable checkpoint) {
        this.checkpoint = checkpoint;
    }

    /** The next one; waits for the one under way. */
    public void run() {
        synchronized (lock) {
            long number = begun + 1;
            begun = number;
            checkpoint.run();
            last = number;
        }
    }

    /** @see TableEngine#checkpointAfter */
    public void runAfter(long number) {
        synchronized (lock) {
            if (last <= number) {
                run();
            }
        }
    }

    /** Runs an action while no checkpoint is under way. */
    public void between(Runnable action) {
        synchronized (lock) {
            action.run();
        }
    }

    /** @see TableEngine#nextCheckpoint */
    public long next() {
        return begun + 1;
    }

    /** @see TableEngine#lastCheckpoint */
    public long last() {
        return last;
    }
}
