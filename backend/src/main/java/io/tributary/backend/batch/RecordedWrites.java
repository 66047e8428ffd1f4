package io.tributary.backend.batch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tributary.rpc.row.RowBlock;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows that are committed to one table from a moment on, in their order, for somebody who copies the table meanwhile.
 * Whoever enters the table's lane and leaves it without a word may have changed anything: the record is of no use then.
 * Any thread.
 */
public final class RecordedWrites implements AutoCloseable {
    private final long bytesMax;
    private final Runnable ended;

    @GuardedBy("this")
    private List<RowBlock> blocks = new ArrayList<>();

    @GuardedBy("this")
    private long bytes;

    /** Whether who is in the lane has told what it wrote; begun in the lane by one who writes nothing. */
    @GuardedBy("this")
    private boolean told = true;

    @GuardedBy("this")
    private boolean useless;

    /**
     * @param bytesMax encoded rows that are kept between two calls of {@link #take}; more make the record useless
     * @param ended called by {@link #close}
     */
    RecordedWrites(long bytesMax, Runnable ended) {
        this.bytesMax = bytesMax;
        this.ended = ended;
    }

    synchronized void entered() {
        told = false;
    }

    synchronized void wrote(List<RowBlock> committed) {
        told = true;
        for (RowBlock block : committed) {
            bytes += block.length();
        }
        if (bytes > bytesMax) {
            useless = true;
        }
        if (useless) {
            blocks = new ArrayList<>();
        } else {
            blocks.addAll(committed);
        }
    }

    synchronized void left() {
        if (!told) {
            useless = true;
            blocks = new ArrayList<>();
        }
    }

    /** Whether something was written that is not among the blocks. Inside the lane the answer stays. */
    public synchronized boolean isUseless() {
        return useless;
    }

    /** Of the rows that were not taken yet. */
    public synchronized long bytes() {
        return bytes;
    }

    /** The rows since the last call. A snapshot that is begun afterwards holds them. */
    public synchronized List<RowBlock> take() {
        List<RowBlock> taken = blocks;
        blocks = new ArrayList<>();
        bytes = 0;
        return taken;
    }

    /** Records no longer; twice is harmless. */
    @Override
    public void close() {
        ended.run();
    }
}
