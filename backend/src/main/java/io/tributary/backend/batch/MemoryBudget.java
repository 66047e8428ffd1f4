package io.tributary.backend.batch;

/**
 * The bytes of uncommitted batches that may be held in memory ({@code open_batches_bytes}). It never refuses: its owner
 * asks {@link #isOver} and gives memory back. Each byte is reserved once and released once.
 *
 * <p>Where each block is in the log stays in memory until its batch is committed, and can't be given back; so there is a
 * number of blocks, too, from which on the log takes no load ({@code uncommitted_loads_max}). Ingest agent's thread.
 */
public final class MemoryBudget {
    /** A batch takes some 500 bytes, a block in it about 4. */
    public static final int BATCH_BLOCKS = 128;

    private final long bytesMax;
    private final long blocksMax;
    private long reserved;
    private long blocks;

    public MemoryBudget(long bytesMax, long blocksMax) {
        if (bytesMax < 1 || blocksMax < 1) {
            throw new IllegalArgumentException("open_batches_bytes = " + bytesMax + ", uncommitted_loads_max = "
                    + blocksMax + ", must be at least 1");
        }
        this.bytesMax = bytesMax;
        this.blocksMax = blocksMax;
    }

    /** A batch has begun; it takes as much memory as so many blocks in it. */
    public void opened() {
        blocks += BATCH_BLOCKS;
    }

    /** Blocks have got their place in the log. */
    public void placed(int count) {
        blocks += count;
    }

    /** A batch with so many is committed, or never will be. */
    public void left(int count) {
        if (count + BATCH_BLOCKS > blocks) {
            throw new IllegalStateException(count + " blocks and their batch leave, of " + blocks);
        }
        blocks -= count + BATCH_BLOCKS;
    }

    /** Blocks in the log that are not committed, and what their batches count for. */
    public long blocks() {
        return blocks;
    }

    public long blocksMax() {
        return blocksMax;
    }

    public boolean isOutOfPlaces() {
        return blocks >= blocksMax;
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
