package io.tributary.backend.batch;

import io.tributary.backend.engine.QuarantineStore;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How much may be in quarantine, and what came into it since start. A full one drops nothing: the batch whose rows find no
 * room stays in the log and is tried again. Any thread.
 */
public final class Quarantine {
    private final QuarantineStore store;
    private final long rowsMax;
    private final long bytesMax;
    private final ReentrantLock turn = new ReentrantLock();
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong refusedLoads = new AtomicLong();

    /**
     * @param rowsMax {@code quarantine_rows_max}
     * @param bytesMax {@code quarantine_bytes_max}, of rows as JSON
     */
    public Quarantine(QuarantineStore store, long rowsMax, long bytesMax) {
        this.store = store;
        this.rowsMax = rowsMax;
        this.bytesMax = bytesMax;
    }

    /** What a transaction may still add. One at a time has it, until it is closed, so that two cannot take the same room. */
    public final class Room implements AutoCloseable {
        private long rowsLeft;
        private long bytesLeft;

        private Room(QuarantineStore.Size size) {
            rowsLeft = rowsMax - size.rows();
            bytesLeft = bytesMax - size.bytes();
        }

        /** @throws TributaryException {@code LIMIT_OR_LOCK_WAIT} naming the limit */
        public void take(long newRows, long newBytes) {
            rowsLeft -= newRows;
            bytesLeft -= newBytes;
            if (rowsLeft < 0) {
                throw full("quarantine_rows_max = " + rowsMax);
            }
            if (bytesLeft < 0) {
                throw full("quarantine_bytes_max = " + bytesMax);
            }
        }

        @Override
        public void close() {
            turn.unlock();
        }
    }

    public Room enter() throws InterruptedException {
        turn.lockInterruptibly();
        boolean entered = false;
        try {
            Room room = new Room(store.size());
            entered = true;
            return room;
        } finally {
            if (!entered) {
                turn.unlock();
            }
        }
    }

    /** Rows that would fit now, not kept for anyone. */
    long rowsLeft() {
        return rowsMax - store.size().rows();
    }

    TributaryException full() {
        return full("quarantine_rows_max = " + rowsMax);
    }

    private static TributaryException full(String limit) {
        return new TributaryException(
                ErrorCode.LIMIT_OR_LOCK_WAIT,
                "the engine refuses rows, and the quarantine has no room for them, " + limit
                        + ": they stay in the log until REPLAY QUARANTINE or DISCARD QUARANTINE makes room");
    }

    void committed(LeftOut leftOut) {
        rows.addAndGet(leftOut.quarantined());
        refusedLoads.addAndGet(leftOut.loads().size());
    }

    /** Rows that came in since start. */
    public long rows() {
        return rows.get();
    }

    /** Sync loads that were refused as a whole since start. */
    public long refusedLoads() {
        return refusedLoads.get();
    }
}
