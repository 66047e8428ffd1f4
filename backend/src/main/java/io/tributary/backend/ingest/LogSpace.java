package io.tributary.backend.ingest;

import io.tributary.backend.wal.Wal;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How much the log can still write: what its disk has free, and what its own files have room for. A log that cannot write
 * takes nothing more until a restart, so loads are turned away before: those that are large for what is left, and all
 * where less than {@code log_free_bytes_min} is. They pass the log by then, but not with less than {@code
 * log_free_bytes_hard_min}: a disk as full as that is for what was acknowledged.
 *
 * <p>Between two {@linkplain #look looks} at the disk what was logged is taken off. Ingest agent's thread, but for the looks.
 */
final class LogSpace {
    /** Of what is left, more than which no load may take. */
    private static final int LOAD_PERCENT_MAX = 80;

    /** The hard minimum is at most this part of the other one, which would never show otherwise. */
    private static final int HARD_PART_MIN = 8;

    /** More is as good as this; it keeps sums small. */
    private static final long USABLE_BYTES_MAX = 1L << 60;

    private static final Logger log = LoggerFactory.getLogger(LogSpace.class);

    private final Wal wal;
    private final long freeBytesMin;
    private final long freeBytesHardMin;

    private volatile Look newest = new Look(1, USABLE_BYTES_MAX);
    private long taken;
    private long leftThen;
    private long writtenThen;
    private boolean isShort;

    private record Look(long number, long usableBytes) {}

    /** Looks for the first time. */
    LogSpace(Wal wal, long freeBytesMin, long freeBytesHardMin) {
        this.wal = wal;
        this.freeBytesMin = freeBytesMin;
        this.freeBytesHardMin = Math.min(freeBytesHardMin, freeBytesMin / HARD_PART_MIN);
        look();
    }

    /** Why a load of so many bytes must not be logged now, or null. */
    @Nullable
    TributaryException refusal(long bytes) {
        Look look = newest;
        if (look.number() != taken) {
            take(look);
        }
        long left = Math.max(0, leftThen - (wal.bytesWritten() - writtenThen));
        if (left < freeBytesHardMin) {
            return new TributaryException(
                    ErrorCode.DISK_FULL,
                    "Disk full: the log has " + left
                            + " bytes left, less than log_free_bytes_hard_min = " + freeBytesHardMin
                            + "; nothing was stored; loads are taken again as soon as its disk has more room");
        }
        if (left < freeBytesMin) {
            return new TributaryException(
                    ErrorCode.LOG_SHORT,
                    "the log has " + left + " bytes left, less than log_free_bytes_min = " + freeBytesMin);
        }
        if (bytes > left / 100 * LOAD_PERCENT_MAX) {
            return new TributaryException(
                    ErrorCode.LOAD_TOO_LARGE,
                    "load of " + bytes + " bytes exceeds " + LOAD_PERCENT_MAX + " % of the " + left
                            + " bytes that the log has left");
        }
        return null;
    }

    /**
     * Asks the disk; may hang where that is one of the network, so not for the agent. What cannot be found out is taken to be
     * as it was: the log itself says when it cannot write. Any thread, one at a time.
     */
    void look() {
        try {
            newest = new Look(newest.number() + 1, Math.min(USABLE_BYTES_MAX, wal.usableBytes()));
        } catch (IOException e) {
            log.warn("free space of the log's disk is not known", e);
        }
    }

    /** What the disk had left at the last look. Any thread. */
    long usableBytes() {
        return newest.usableBytes();
    }

    private void take(Look look) {
        taken = look.number();
        leftThen = look.usableBytes() + wal.allocatedBytes();
        writtenThen = wal.bytesWritten();
        boolean isShortNow = leftThen < freeBytesMin;
        if (isShortNow != isShort) {
            isShort = isShortNow;
            log.warn(
                    "log {}: left={} usable={} log_free_bytes_min={}",
                    isShort ? "is short of disk, loads pass it by" : "has room again",
                    leftThen,
                    look.usableBytes(),
                    freeBytesMin);
        }
    }
}
