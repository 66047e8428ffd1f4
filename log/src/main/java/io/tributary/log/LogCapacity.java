package io.tributary.log;

import java.io.IOException;

/**
 * How much a log can still write. A log consists of segments, each made and let go as a whole.
 *
 * <p>The thread that owns the log asks; any thread may ask {@link #bytesMade} and {@link #usableBytes}.
 */
public interface LogCapacity {
    /** Whether there is a segment to append to. */
    boolean isBegun();

    /** Size of new segments, but those for a long record. */
    long segmentBytes();

    /** What most segments have room for, their headers taken off; a longer record gets a segment of its own. */
    long recordBytesMax();

    /** What the current segment has room for. */
    long restBytes();

    /** What it can still write into the files that it has: the rest of the current one, and those kept for later. */
    long allocatedBytes();

    /** What its files have taken of the disk since it was opened, whatever was given back. Any thread. */
    long bytesMade();

    /**
     * What its disk has left for further files. Any thread; may hang where the disk does.
     *
     * <p>Also looks whether the current segment is still there: an open file can be written to after it was deleted, but
     * nothing of that outlives the process. If it is not, the next append or force fails.
     */
    long usableBytes() throws IOException;
}
