package io.tributary.backend.ingest;

import io.tributary.backend.batch.Failpoint;
import io.tributary.backend.record.LogBeginning;
import io.tributary.log.LogFailedException;
import io.tributary.log.WriteAheadLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far the log reaches: begins it once its disk has room, and lets go of segments that nobody needs, the engine's file having
 * what they hold. Ingest agent's thread, but for what says so.
 */
final class LogExtent {
    /** A disk with less than so many times {@code log_free_bytes_min} keeps no segment that a checkpoint can free. */
    private static final int SHORT_FACTOR = 2;

    /** The part of {@code wal_keep_bytes} that stays for servers; half of it asks the process's own engine for a checkpoint. */
    private static final int SERVERS_PART = 4;

    private static final Logger log = LoggerFactory.getLogger(LogExtent.class);

    private final LogState state;
    private final WriteAheadLog wal;
    private final LogBeginning beginning;
    private final LogSpace space;
    private final CommitNotes notes;

    /** Whether segments are left to be deleted in the next round. */
    private boolean truncates;

    /** Whether the log may find room to begin. */
    private boolean begins;

    /** Everything below may go, as far as the engine is asked. */
    private long releasedLsn;

    private volatile Committed committed = new Committed(0, 0);

    /**
     * What the engine has committed of the log.
     *
     * @param lsn below which the log is needed only if the engine loses commits
     * @param bytes of the segments below it
     */
    record Committed(long lsn, long bytes) {}

    LogExtent(LogState state, LogBeginning beginning, LogSpace space, CommitNotes notes) {
        this.state = state;
        this.beginning = beginning;
        this.space = space;
        this.notes = notes;
        wal = state.wal;
    }

    /** What the start found is known. */
    void recovered() {
        truncates = true;
        committed = findCommitted();
    }

    /** The disk was looked at. */
    void lookedAtDisk(long nowNanos) {
        space.tell(nowNanos);
        begins = true;
    }

    /** Segments below this LSN may go. */
    void release(long lsn) {
        releasedLsn = Math.max(releasedLsn, lsn);
        truncates = true;
    }

    /** Begins a log that had no room, where it may have some; returns whether that was done. */
    int begin() throws LogFailedException {
        if (!begins) {
            return 0;
        }
        begins = false;
        if (wal.isBegun() || !beginning.begin()) {
            return 0;
        }
        log.info("log has room again and is begun: log={} lsn={}", state.directory, wal.nextLsn());
        return 1;
    }

    /** Whether segments may go although nothing was committed in this round. */
    boolean isTruncationDue() {
        return truncates;
    }

    /** Lets go of what may go; returns whether there was something to do, or is still. */
    int truncate() throws LogFailedException {
        boolean goesOn = truncates;
        truncates = false;
        state.parts.failpoint().pass(Failpoint.Point.BEFORE_TRUNCATE);
        long needed = state.watermark.value(wal.nextLsn(), state.parts.tables());
        long before = keepBytes() == 0 ? needed : Math.min(needed, releasedLsn);
        if (wal.isBegun() && notes.writeBefore(before)) {
            wal.force();
        }
        truncates = wal.truncateBefore(before);
        // The log is begun at once, for the note of the engine's commits, which may have gone.
        begins |= !wal.isBegun();
        begin();
        committed = findCommitted();
        return goesOn || truncates ? 1 : 0;
    }

    private Committed findCommitted() {
        long needed = state.watermark.value(wal.nextLsn(), state.parts.tables());
        Committed found = new Committed(needed, wal.bytesBelow(needed));
        space.keeps(found.bytes(), keepBytes());
        return found;
    }

    private long keepBytes() {
        return state.options.log().keepBytes();
    }

    /** Any thread. */
    Committed committed() {
        return committed;
    }

    /** Whether a checkpoint of the engine is to give this log room. Any thread. */
    boolean isCheckpointDue() {
        long bytes = committed.bytes();
        return bytes > 0 && keepBytes() > 0 && (bytes > keepBytes() / 2 || isDiskShort());
    }

    /** Whether open transactions are to give way to it: loads pass this log by already, or are about to. Any thread. */
    boolean isCheckpointPressing() {
        return isCheckpointDue() && (committed.bytes() >= keepBytes() || isDiskShort());
    }

    /** Bytes of the log that stay for servers which may lose what they have committed. Any thread. */
    long heldForServers() {
        return isDiskShort() ? 0 : keepBytes() / SERVERS_PART;
    }

    private boolean isDiskShort() {
        return space.usableBytes() < SHORT_FACTOR * state.options.logFreeBytesMin();
    }
}
