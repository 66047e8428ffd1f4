package io.tributary.backend.ingest;

import io.tributary.backend.batch.MemoryBudget;
import io.tributary.backend.record.LogRecords;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.log.LogCapacity;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How much the log can still write: what its disk has free, and what its own files have room for. A log that cannot write
 * takes nothing more until a restart, so loads are turned away before: those that are large for what is left, and all
 * where less than {@code log_free_bytes_min} is. They pass the log by then, but not with less than {@code
 * log_free_bytes_hard_min}: a disk as full as that is for what was acknowledged. All pass by, too, while so much waits in the
 * log that the memory for where it is would grow without bound.
 *
 * <p>Between two {@linkplain #look looks} at the disk the files that were made are taken off. Ingest agent's thread, but for
 * the looks.
 */
final class LogSpace {
    /** The percentage of what is left, more than which no load may take. */
    private static final int LOAD_PERCENT_MAX = 80;

    /** The hard minimum is at most this part of the other one, which would never show otherwise. */
    private static final int HARD_PART_MIN = 8;

    /** More is as good as this; it keeps sums small. */
    private static final long USABLE_BYTES_MAX = 1L << 60;

    private static final Logger log = LoggerFactory.getLogger(LogSpace.class);

    private final LogCapacity capacity;
    private final MemoryBudget budget;
    private final long freeBytesMin;
    private final long freeBytesHardMin;

    private volatile Look newest = new Look(1, 0, USABLE_BYTES_MAX);
    private long taken;
    private volatile String shortage = "";
    private volatile boolean isFull;
    private long keptBytes;
    private long keepBytesMax;
    /** Null: for as long as nothing else is said. */
    private volatile @Nullable Long roomPromisedUntilNanos;

    /** @param bytesMade of the log's files before it */
    private record Look(long number, long bytesMade, long usableBytes) {}

    /** Looks for the first time. */
    LogSpace(LogCapacity capacity, MemoryBudget budget, long freeBytesMin, long freeBytesHardMin) {
        this.capacity = capacity;
        this.budget = budget;
        this.freeBytesMin = freeBytesMin;
        this.freeBytesHardMin = Math.min(freeBytesHardMin, freeBytesMin / HARD_PART_MIN);
        look();
    }

    /**
     * What the log keeps, although it is committed, until a checkpoint of the engine.
     *
     * @param most from which on it takes no load, unless a checkpoint promises room; 0: it keeps nothing for long
     */
    void keeps(long bytes, long most) {
        keptBytes = bytes;
        keepBytesMax = most;
    }

    /**
     * Says until when the log may count on a checkpoint for the room of what it keeps, as it does from the start on. Any
     * thread, one at a time.
     *
     * @param untilNanos of the agent's clock; null: until something else is said
     */
    void roomPromised(@Nullable Long untilNanos) {
        roomPromisedUntilNanos = untilNanos;
    }

    private boolean isRoomPromised(long nowNanos) {
        Long until = roomPromisedUntilNanos;
        return until == null || nowNanos - until < 0;
    }

    /** Why a load must not be logged now, or null. */
    @Nullable
    TributaryException refusal(LoadTask load, long nowNanos) {
        if (newest.number() != taken) {
            tell(nowNanos);
        }
        long usable = usable(newest);
        TributaryException refusesAll = refusal(usable, nowNanos);
        if (refusesAll != null) {
            return refusesAll;
        }
        long left = left(usable);
        long bytes = load.bytes();
        if (bytes > left / 100 * LOAD_PERCENT_MAX) {
            return new TributaryException(
                    ErrorCode.LOAD_TOO_LARGE,
                    "load of " + bytes + " bytes exceeds " + LOAD_PERCENT_MAX + " % of the " + left
                            + " bytes that the log has left");
        }
        if (!fits(load, usable)) {
            return new TributaryException(
                    ErrorCode.LOAD_TOO_LARGE,
                    "load of " + bytes + " bytes finds no room in whole segments of the " + left
                            + " bytes that the log has left");
        }
        return null;
    }

    /** Why no load may be logged, or null. */
    private @Nullable TributaryException refusal(long usable, long nowNanos) {
        // What lies below a whole segment is room for all but the log.
        long unrounded = usable + capacity.allocatedBytes();
        if (unrounded < freeBytesHardMin) {
            return new TributaryException(
                    ErrorCode.DISK_FULL,
                    "Disk full: the log has " + unrounded
                            + " bytes left, less than log_free_bytes_hard_min = " + freeBytesHardMin
                            + "; nothing was stored; loads are taken again as soon as its disk has more room");
        }
        if (!capacity.isBegun()) {
            return new TributaryException(
                    ErrorCode.LOG_SHORT, "the log's disk has had no room for its next file since the start");
        }
        long left = left(usable);
        if (left < freeBytesMin) {
            return new TributaryException(
                    ErrorCode.LOG_SHORT,
                    "the log has " + left + " bytes left, less than log_free_bytes_min = " + freeBytesMin);
        }
        if (budget.isOutOfPlaces()) {
            return new TributaryException(
                    ErrorCode.LOG_SHORT,
                    "what waits in the log for its commit counts as " + budget.blocks()
                            + " loads, this log's part of uncommitted_loads_max is " + budget.blocksMax());
        }
        // The last commit of many tables' batches lets go of more at once than may be kept. To pass by would be dear: a
        // commit for each load, beside the checkpoint.
        if (keepBytesMax > 0 && keptBytes >= keepBytesMax && !isRoomPromised(nowNanos)) {
            return new TributaryException(
                    ErrorCode.LOG_SHORT,
                    "the log keeps " + keptBytes + " bytes until a checkpoint of the engine, wal_keep_bytes = "
                            + keepBytesMax);
        }
        return null;
    }

    /** A disk with less room than a segment takes has none for the log's next file. */
    private long left(long usable) {
        return usable - usable % capacity.segmentBytes() + capacity.allocatedBytes();
    }

    /** Why no load was logged when the disk was looked at last, or empty. Any thread. */
    String shortage() {
        return shortage;
    }

    /** Whether loads were not even to pass it by then. Any thread. */
    boolean isFull() {
        return isFull;
    }

    /** Whether a note may be logged: below the hard minimum what is left is for batches that are open. */
    boolean hasRoomForNote() {
        long usable = usable(newest);
        if (!capacity.isBegun() || usable + capacity.allocatedBytes() < freeBytesHardMin) {
            return false;
        }
        // SEALs find room behind it, here or in another segment.
        boolean fits = capacity.restBytes() >= LogRecords.NOTE_BYTES + LogRecords.OVERHEAD_BYTES_MAX;
        return fits || capacity.allocatedBytes() - capacity.restBytes() + usable >= capacity.segmentBytes();
    }

    private long usable(Look look) {
        return Math.max(0, look.usableBytes() - (capacity.bytesMade() - look.bytesMade()));
    }

    /**
     * Whether its records find room: each in the rest of a segment, or in a new one, or, where no segment of the usual size can
     * hold it, in a file of its own. Then another segment must be left, for SEALs.
     */
    private boolean fits(LoadTask load, long usable) {
        // The SEAL of the batch before, and the OPEN of its own, come first.
        boolean isFull = capacity.restBytes() < LogRecords.OVERHEAD_BYTES_MAX;
        long rest = isFull ? capacity.recordBytesMax() : capacity.restBytes();
        long segments = isFull ? 1 : 0;
        long own = 0;
        for (RowBlock block : load.blocks()) {
            long record = (long) block.length() + LogRecords.OVERHEAD_BYTES_MAX;
            if (record <= rest) {
                rest -= record;
            } else if (record <= capacity.recordBytesMax()) {
                segments++;
                rest = capacity.recordBytesMax() - record;
            } else {
                own += record;
                rest = 0;
            }
        }
        long ready = (capacity.allocatedBytes() - capacity.restBytes()) / capacity.segmentBytes();
        return (segments == 0 && own == 0)
                || (own <= usable && segments < ready + (usable - own) / capacity.segmentBytes());
    }

    /**
     * Asks the disk; may hang where that is one of the network, so not for the agent. What cannot be found out is taken to be
     * as it was: the log itself says when it cannot write. Any thread, one at a time.
     */
    void look() {
        try {
            long made = capacity.bytesMade();
            newest = new Look(newest.number() + 1, made, Math.min(USABLE_BYTES_MAX, capacity.usableBytes()));
        } catch (IOException e) {
            log.warn("free space of the log's disk is not known", e);
        }
    }

    /** What the disk had left at the last look. Any thread. */
    long usableBytes() {
        return newest.usableBytes();
    }

    /** Says what the last look has found, where that is something new. */
    void tell(long nowNanos) {
        taken = newest.number();
        TributaryException refusal = refusal(usable(newest), nowNanos);
        boolean isShort = refusal != null;
        if (isShort == shortage.isEmpty()) {
            log.warn(
                    "log {}: left={} usable={} log_free_bytes_min={} uncommitted={}",
                    isShort ? "is short of room, loads pass it by" : "has room again",
                    left(usable(newest)),
                    newest.usableBytes(),
                    freeBytesMin,
                    budget.blocks());
        }
        shortage = refusal == null ? "" : String.valueOf(refusal.getMessage());
        isFull = refusal != null && refusal.code() == ErrorCode.DISK_FULL;
    }
}
