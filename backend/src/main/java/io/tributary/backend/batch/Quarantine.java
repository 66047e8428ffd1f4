package io.tributary.backend.batch;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.QuarantineStore;
import io.tributary.engine.port.TableEngine;
import java.util.Comparator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How much may be in the quarantine of an engine, and what came into it since start. A full one drops nothing: the batch whose rows find no
 * room stays in the log and is tried again. Any thread.
 */
public final class Quarantine {
    /** A batch that waits asks for room more often than this, so one that was full before is not any more. */
    private static final long FULL_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final TableEngine engine;
    private final long rowsMax;
    private final long bytesMax;
    private final LongSupplier nanoClock;
    private final ReentrantLock turn = new ReentrantLock();
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong refusedLoads = new AtomicLong();
    /** Why a batch waits, by the id of its table, until a batch of that commits or it is dropped. */
    private final ConcurrentMap<Long, Full> waiting = new ConcurrentHashMap<>();

    /** Why a batch found no room, or waits for another reason, and when. */
    private record Full(String why, long nanos) {}

    /**
     * @param rowsMax {@code quarantine_rows_max}
     * @param bytesMax {@code quarantine_bytes_max}, of rows as JSON
     * @param nanoClock a monotonic clock
     */
    public Quarantine(TableEngine engine, long rowsMax, long bytesMax, LongSupplier nanoClock) {
        this.engine = engine;
        this.rowsMax = rowsMax;
        this.bytesMax = bytesMax;
        this.nanoClock = nanoClock;
    }

    /** What a transaction may still add. One at a time has it, until it is closed, so that two cannot take the same room. */
    public final class Room implements AutoCloseable {
        private final long tableId;
        private long rowsLeft;
        private long bytesLeft;

        private Room(long tableId, QuarantineStore.Size size) {
            this.tableId = tableId;
            rowsLeft = rowsMax - size.rows();
            bytesLeft = bytesMax - size.bytes();
        }

        /** @throws TributaryException {@code LIMIT_OR_LOCK_WAIT} naming the limit */
        public void take(long newRows, long newBytes) {
            rowsLeft -= newRows;
            bytesLeft -= newBytes;
            if (rowsLeft < 0) {
                throw full(tableId, "quarantine_rows_max = " + rowsMax);
            }
            if (bytesLeft < 0) {
                throw full(tableId, "quarantine_bytes_max = " + bytesMax);
            }
        }

        @Override
        public void close() {
            turn.unlock();
        }
    }

    /** @param table of the batch whose rows need room, in the quarantine of its engine */
    public Room enter(TableSchema table) throws InterruptedException {
        turn.lockInterruptibly();
        boolean entered = false;
        try {
            Room room = new Room(
                    table.tableId(), engine.keeperOf(table).quarantine().size());
            entered = true;
            return room;
        } finally {
            if (!entered) {
                turn.unlock();
            }
        }
    }

    /** Rows that would fit now, not kept for anyone. */
    long rowsLeft(TableSchema table) {
        return rowsMax - engine.keeperOf(table).quarantine().size().rows();
    }

    TributaryException full(long tableId) {
        return full(tableId, "quarantine_rows_max = " + rowsMax);
    }

    private TributaryException full(long tableId, String limit) {
        String why = "the engine refuses rows, and the quarantine has no room for them, " + limit
                + ": they stay in the log until REPLAY QUARANTINE or DISCARD QUARANTINE makes room";
        waits(tableId, why);
        return new TributaryException(ErrorCode.LIMIT_OR_LOCK_WAIT, why);
    }

    /** A batch of this table waits for somebody as one does that finds no room. */
    void waits(long tableId, String why) {
        waiting.put(tableId, new Full(why, nanoClock.getAsLong()));
    }

    /** Why a batch waits for somebody, of several the last that has said so, or null. Any thread; does not ask the engine. */
    public @Nullable String whyWaiting() {
        long now = nanoClock.getAsLong();
        waiting.values().removeIf(full -> now - full.nanos() > FULL_NANOS);
        return waiting.values().stream()
                .min(Comparator.comparingLong(full -> now - full.nanos()))
                .map(Full::why)
                .orElse(null);
    }

    /** The first batch of this table has committed, whole or in part, or the table was dropped with its batches. */
    public void waitsNoLonger(long tableId) {
        waiting.remove(tableId);
    }

    void committed(RefusedPart refusedPart) {
        rows.addAndGet(refusedPart.quarantined());
        refusedLoads.addAndGet(refusedPart.loads().size());
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
