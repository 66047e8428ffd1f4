package io.tributary.frontend.execution;

import io.tributary.contract.memory.ByteBudget;

/**
 * Bytes of rows that all sessions together may keep staged for their COMMIT. Any thread; each reserved byte is released
 * exactly once.
 */
public final class StagedBudget {
    private final ByteBudget all;
    private final long sessionBytesMax;
    private final long loadBytesMax;

    /**
     * @param bytesMax of all together
     * @param sessionBytesMax of one session's rows that wait for COMMIT
     * @param loadBytesMax of one file or body
     */
    public StagedBudget(long bytesMax, long sessionBytesMax, long loadBytesMax) {
        all = new ByteBudget(bytesMax);
        this.sessionBytesMax = sessionBytesMax;
        this.loadBytesMax = loadBytesMax;
    }

    public long sessionBytesMax() {
        return sessionBytesMax;
    }

    public long loadBytesMax() {
        return loadBytesMax;
    }

    public long reserved() {
        return all.held();
    }

    public boolean tryReserve(long bytes) {
        return all.tryReserve(bytes);
    }

    public void release(long bytes) {
        all.release(bytes);
    }
}
