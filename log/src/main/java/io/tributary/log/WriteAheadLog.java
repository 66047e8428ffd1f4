package io.tributary.log;

import java.io.IOException;

/**
 * A write-ahead log: opaque records in their order, each with a number, its LSN, that is never used twice.
 *
 * <p>Life: whoever opens it {@linkplain #replay replays} what was found, {@linkplain #tryBegin begins} it, and appends. What
 * was found may be read and {@linkplain #truncateBefore truncated} before it is begun, but nothing can be appended.
 *
 * <p>Threads: one at a time owns it, the start-up's and then the ingest agent's; there is no lock. Any thread may call
 * {@link #epoch}, {@link #reader}, {@link #bytesMade} and {@link #usableBytes}.
 *
 * <p>Errors: after an append, write, force, begin or truncation that failed, what reached the disk is unknown. Each of them
 * throws {@link LogFailedException} from then on, until the log is opened anew: a force is never tried again. {@link
 * #forcedLsn} stays what it was, and what it covers may still be read.
 */
public interface WriteAheadLog extends RecordAppender, LogCapacity, AutoCloseable {
    /** Returns what tells this log from all others: random, not zero, made with it and kept for its life. Any thread. */
    long epoch();

    /**
     * Shows every record that was found, oldest first; as often as one likes until the log is begun or truncated.
     *
     * @throws LogDamagedException if what was found is not what was written
     */
    void replay(RecordVisitor visitor) throws IOException;

    /**
     * Makes it ready for records. False: no file can be made for them, most likely since the disk is full; it may be tried
     * again.
     *
     * @param firstLsn of the next record; beyond every LSN ever used
     */
    boolean tryBegin(long firstLsn) throws LogFailedException;

    /** Gives every record appended so far to the operating system, which a killed process does not take along. */
    void write() throws LogFailedException;

    /** Makes every record appended so far durable; it must have returned before any of them is acknowledged. */
    void force() throws LogFailedException;

    /** Returns the LSN up to which everything is durable; an append may move it, too. */
    long forcedLsn();

    /** Returns the LSN of the newest record; those after a recovery need not follow it without a gap. */
    long lastLsn();

    /** Returns the LSN that the next record gets. */
    long nextLsn();

    /** Returns the address of the newest record, for {@link RecordReader.Cursor#read}. */
    long lastAddress();

    /** Reads back what was appended. Any thread. */
    RecordReader reader();

    /**
     * Lets go of segments all of whose records are below this LSN, but never of the current one. Only some go at a time, for
     * acknowledgements wait meanwhile.
     *
     * @return whether there are more
     */
    boolean truncateBefore(long lsn) throws LogFailedException;

    /** Whether {@link #truncateBefore} would let anything go. */
    boolean isTruncatable(long lsn);

    /** Sizes of the segments that {@link #truncateBefore} would let go, if it is called often enough. */
    long bytesBelow(long lsn);

    /** How many segments there are. */
    int segmentCount();

    /** Files of segments that were let go, kept for new ones. */
    int spareCount();

    /** What was appended since it was opened. */
    long bytesWritten();

    /** How often it was forced since it was opened. */
    long forces();

    /** Closes the files; what was not forced is not durable. */
    @Override
    void close() throws IOException;
}
