package io.tributary.backend.batch;

/**
 * The bytes of uncommitted batches that may be held in memory ({@code open_batches_bytes}). It never refuses: its owner
 * asks {@link #isOver} and gives memory back. Each byte is reserved once and released once. Ingest agent's thread.
 */
public final class MemoryBudget {
    private final long bytesMax;
    private long reserved;

    public MemoryBudget(long bytesMax) {
        if (bytesMax < 1) {
            throw new IllegalArgumentException("open_batches_bytes = " + bytesMax + ", must be at least 1");
        }
        this.bytesMax = bytesMax;
    }

    public void reserve(long bytes) {
        reserved += bytes;
    }

    public void release(long bytes) {
        if (bytes > reserved) {
            throw new IllegalStateException("release of " + bytes + " bytes, only " + reserved + " are reserved");
        }
        reserved -= bytes;
    }

    public boolean isOver() {
        return reserved > bytesMax;
    }

    public long bytesMax() {
        return bytesMax;
    }

    public long reserved() {
        return reserved;
    }
}
