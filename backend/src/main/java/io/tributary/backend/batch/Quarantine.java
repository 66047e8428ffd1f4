package io.tributary.backend.batch;

import io.tributary.backend.engine.QuarantineStore;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How much may be in quarantine, and what came into it since start. A full one drops nothing: the batch whose rows find no
 * room stays in the log and is tried again. Any thread.
 */
public final class Quarantine {
    /** A batch that waits asks for room more often than this, so one that was full before is not any more. */
    private static final long FULL_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final QuarantineStore store;
    private final long rowsMax;
    private final long bytesMax;
    private final LongSupplier nanoClock;
    private final ReentrantLock turn = new ReentrantLock();
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong refusedLoads = new AtomicLong();
    private volatile @Nullable Full full;

    /** Why a batch found no room, and when. */
    private record Full(String why, long nanos) {}

    /**
     * @param rowsMax {@code quarantine_rows_max}
     * @param bytesMax {@code quarantine_bytes_max}, of rows as JSON
     * @param nanoClock a monotonic clock
     */
    public Quarantine(QuarantineStore store, long rowsMax, long bytesMax, LongSupplier nanoClock) {
        this.store = store;
        this.rowsMax = rowsMax;
        this.bytesMax = bytesMax;
        this.nanoClock = nanoClock;
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

    private TributaryException full(String limit) {
        String why = "the engine refuses rows, and the quarantine has no room for them, " + limit
                + ": they stay in the log until REPLAY QUARANTINE or DISCARD QUARANTINE makes room";
        full = new Full(why, nanoClock.getAsLong());
        return new TributaryException(ErrorCode.LIMIT_OR_LOCK_WAIT, why);
    }

    /** Why a batch waits that found no room, or null. Any thread; does not ask the engine. */
    public @Nullable String whyFull() {
        Full last = full;
        return last == null || nanoClock.getAsLong() - last.nanos() > FULL_NANOS ? null : last.why();
    }

    void committed(LeftOut leftOut) {
        full = null;
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
