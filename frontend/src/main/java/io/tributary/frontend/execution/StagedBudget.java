package io.tributary.frontend.execution;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Bytes of rows that all sessions together may keep staged for their COMMIT. Any thread; each reserved byte is released
 * exactly once.
 */
public final class StagedBudget {
    private final long bytesMax;
    private final long sessionBytesMax;
    private final long loadBytesMax;
    private final AtomicLong reserved = new AtomicLong();

    /**
     * @param bytesMax of all together
     * @param sessionBytesMax of one session's rows that wait for COMMIT
     * @param loadBytesMax of one file or body
     */
    public StagedBudget(long bytesMax, long sessionBytesMax, long loadBytesMax) {
        this.bytesMax = bytesMax;
        this.sessionBytesMax = sessionBytesMax;
        this.loadBytesMax = loadBytesMax;
    }

    public long sessionBytesMax() {
        return sessionBytesMax;
    }

    long loadBytesMax() {
        return loadBytesMax;
    }

    public long reserved() {
        return reserved.get();
    }

    boolean tryReserve(long bytes) {
        if (reserved.addAndGet(bytes) <= bytesMax) {
            return true;
        }
        reserved.addAndGet(-bytes);
        return false;
    }

    void release(long bytes) {
        if (reserved.addAndGet(-bytes) < 0) {
            throw new IllegalStateException("staged bytes below zero after releasing " + bytes);
        }
    }
}
