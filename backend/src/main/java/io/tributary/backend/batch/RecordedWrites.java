package io.tributary.backend.batch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tributary.contract.row.RowBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The rows that are committed to one table from a moment on, in their order, for somebody who copies the table meanwhile.
 * Whoever enters the table's lane and leaves it without a word may have changed anything: the record is of no use then.
 * Any thread.
 */
public final class RecordedWrites implements AutoCloseable {
    private final Budget budget;
    private final Consumer<RecordedWrites> ended;

    @GuardedBy("this")
    private List<RowBlock> blocks = new ArrayList<>();

    @GuardedBy("this")
    private long bytes;

    /** Bytes of the rows that were taken last, and are still in use. */
    @GuardedBy("this")
    private long takenBytes;

    /** Whether who is in the lane has told what it wrote; begun in the lane by one who writes nothing. */
    @GuardedBy("this")
    private boolean told = true;

    @GuardedBy("this")
    private boolean useless;

    /** Encoded bytes that all records together may keep. Any thread. */
    public static final class Budget {
        private final long bytesMax;
        private final AtomicLong reserved = new AtomicLong();

        public Budget(long bytesMax) {
            this.bytesMax = bytesMax;
        }

        private boolean tryReserve(long bytes) {
            if (reserved.addAndGet(bytes) <= bytesMax) {
                return true;
            }
            reserved.addAndGet(-bytes);
            return false;
        }

        private void release(long bytes) {
            reserved.addAndGet(-bytes);
        }

        /** Bytes kept now. */
        public long reserved() {
            return reserved.get();
        }
    }

    /**
     * @param budget without room in it the record is of no use
     * @param ended called by {@link #close}
     */
    RecordedWrites(Budget budget, Consumer<RecordedWrites> ended) {
        this.budget = budget;
        this.ended = ended;
    }

    synchronized void entered() {
        told = false;
    }

    synchronized void wrote(List<RowBlock> committed) {
        told = true;
        long more = 0;
        for (RowBlock block : committed) {
            more += block.length();
        }
        if (useless) {
            return;
        }
        if (budget.tryReserve(more)) {
            bytes += more;
            blocks.addAll(committed);
        } else {
            becomeUseless();
        }
    }

    synchronized void left() {
        if (!told) {
            becomeUseless();
        }
    }

    @GuardedBy("this")
    private void becomeUseless() {
        useless = true;
        blocks = new ArrayList<>();
        budget.release(bytes);
        bytes = 0;
    }

    /** Whether something was written that is not among the blocks. Inside the lane the answer stays. */
    public synchronized boolean isUseless() {
        return useless;
    }

    /** Returns the bytes of the rows that were not taken yet. */
    public synchronized long bytes() {
        return bytes;
    }

    /**
     * The rows since the last call, to be used until the next one. A snapshot that is begun afterwards holds them.
     */
    public synchronized List<RowBlock> take() {
        List<RowBlock> taken = blocks;
        blocks = new ArrayList<>();
        budget.release(takenBytes);
        takenBytes = bytes;
        bytes = 0;
        return taken;
    }

    /** Records no longer; twice is harmless. */
    @Override
    public void close() {
        ended.accept(this);
        synchronized (this) {
            becomeUseless();
            budget.release(takenBytes);
            takenBytes = 0;
        }
    }
}
