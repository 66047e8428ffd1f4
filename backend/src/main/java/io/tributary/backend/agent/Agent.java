package io.tributary.backend.agent;

import org.jspecify.annotations.Nullable;

/** Work that one thread does in rounds, so that what it owns needs no lock. All of it runs on that thread. */
public interface Agent {
    /** Is called before the first round. */
    void begun();

    /** One round; returns how much there was to do. */
    int doWork();

    /** Whether nothing has come since the last round that somebody has woken the thread for, or is about to. */
    boolean isIdle();

    /** Returns how long the thread may rest after a round in which there was nothing to do. */
    long nanosUntilDue();

    /** Whether there is to be no other round. */
    boolean isStopped();

    /**
     * Is called after the last round.
     *
     * @param failure what a round has thrown, or null
     */
    void finish(@Nullable Throwable failure);
}
