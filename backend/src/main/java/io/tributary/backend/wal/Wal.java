package io.tributary.backend.wal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A write-ahead log: appends opaque records to the current segment and makes them durable.
 *
 * <p>Owned by the ingest agent; not thread-safe, but for {@link #reader}. {@link #force} must return before any record it
 * covers is acknowledged. After one failed write or force this log refuses everything: what reached the disk is unknown.
 *
 * <p>Life: {@link #open} (repairs a torn end), {@link #replay}, {@link #begin}, then appends.
 */
public final class Wal implements AutoCloseable {
    public static final int SEGMENT_BYTES_MIN = 4096;
    public static final int SEGMENT_BYTES_MAX = 1 << 30;

    /** Records gather here, so that those of a cycle need a single write. */
    private static final int BUFFER_BYTES = 1 << 20;

    private static final Logger log = LoggerFactory.getLogger(Wal.class);

    private final WalDirectory directory;
    private final WalSegments found;
    private final int segmentBytes;
    private final WalReader reader;
    private final WalFrame frame = new WalFrame();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final Deque<SegmentHeader> segments;

    private WalDirectory.@Nullable File file;
    private SegmentHeader current;
    /** Where the buffer's first byte belongs in the current segment. */
    private long bufferOffset;

    private long lastLsn;
    private long nextLsn;
    private long forcedLsn;
    private long lastAddress;
    private long bytesWritten;
    private long forces;
    private @Nullable LogFailedException failure;

    private Wal(WalDirectory directory, WalSegments found, int segmentBytes, long lastLsn) {
        this.directory = directory;
        this.found = found;
        this.segmentBytes = segmentBytes;
        this.reader = new WalReader(directory);
        this.segments = new ArrayDeque<>(found.headers());
        this.lastLsn = lastLsn;
        this.nextLsn = lastLsn + 1;
        this.forcedLsn = lastLsn;
        this.current = segments.isEmpty() ? new SegmentHeader(found.epoch(), 0, 1, 0, 0) : segments.getLast();
    }

    /**
     * Opens the log in this directory, or makes one; cuts a torn last write and keeps a copy of it.
     *
     * @param segmentBytes size of new segments; a longer record gets a segment of its own size
     * @throws LogDamagedException if it was not a torn write that broke it
     */
    public static Wal open(WalDirectory directory, int segmentBytes, LongSupplier newEpoch) throws IOException {
        if (segmentBytes < SEGMENT_BYTES_MIN || segmentBytes > SEGMENT_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "segment of " + segmentBytes + " bytes, must be " + SEGMENT_BYTES_MIN + " to " + SEGMENT_BYTES_MAX);
        }
        WalSegments found = WalSegments.find(directory, newEpoch);
        int count = found.headers().size();
        long lastLsn =
                count == 0 ? 0 : WalTail.repair(directory, found.headers().get(count - 1));
        return new Wal(directory, found, segmentBytes, lastLsn);
    }

    public long epoch() {
        return found.epoch();
    }

    /** Of the newest record; those after a recovery need not follow it without a gap. */
    public long lastLsn() {
        return lastLsn;
    }

    /** What the next record gets. */
    public long nextLsn() {
        return nextLsn;
    }

    /** Everything up to this LSN is durable. */
    public long forcedLsn() {
        return forcedLsn;
    }

    /** Of the newest record, for {@link WalReader.Cursor#read}. */
    public long lastAddress() {
        return lastAddress;
    }

    public long bytesWritten() {
        return bytesWritten;
    }

    public long forces() {
        return forces;
    }

    /** Why it takes nothing more, or null. */
    public @Nullable LogFailedException failure() {
        return failure;
    }

    public WalReader reader() {
        return reader;
    }

    /** Every record that was found, oldest first. */
    public void replay(WalReader.Visitor visitor) throws IOException {
        reader.scan(found.headers(), found.headers().isEmpty() ? 0 : lastLsn, visitor);
    }

    /** Starts a fresh segment, for a repaired one is never appended to. {@code firstLsn} is beyond every LSN ever used. */
    public void begin(long firstLsn) throws LogFailedException {
        if (file != null || firstLsn <= lastLsn) {
            throw new IllegalStateException("log begun twice or at used lsn " + firstLsn + ", last is " + lastLsn);
        }
        nextLsn = firstLsn;
        try {
            startSegment(0);
        } catch (IOException e) {
            throw fail(e);
        }
    }

    /**
     * Appends a record; it is durable after the next {@link #force}.
     *
     * @param head first part of the payload; its position is left alone
     * @param body the rest, copied once from here; its position is left alone
     * @return its LSN
     */
    public long append(byte type, ByteBuffer head, ByteBuffer body) throws LogFailedException {
        requireWorking();
        long bytes = (long) WalFrame.HEADER_BYTES + head.remaining() + body.remaining();
        if (bytes > WalFrame.RECORD_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "log record of " + bytes + " bytes, at most " + WalFrame.RECORD_BYTES_MAX);
        }
        try {
            if (bytes > current.segmentBytes() - writeOffset()) {
                flush();
                forceFile();
                startSegment(bytes);
            }
            lastAddress = WalRecord.address(current.segmentId(), writeOffset());
            put(frame.encode(type, current.segmentId(), nextLsn, forcedLsn, head, body));
            put(head);
            put(body);
        } catch (IOException e) {
            throw fail(e);
        }
        bytesWritten += bytes;
        lastLsn = nextLsn++;
        return lastLsn;
    }

    /** Makes every record appended so far durable. */
    public void force() throws LogFailedException {
        requireWorking();
        if (forcedLsn == lastLsn) {
            return;
        }
        try {
            flush();
            forceFile();
        } catch (IOException e) {
            throw fail(e);
        }
    }

    /** Deletes segments all of whose records are below this LSN, but never the current one. */
    public void truncateBefore(long lsn) throws LogFailedException {
        requireWorking();
        try {
            boolean deleted = false;
            while (segments.size() > 1) {
                SegmentHeader oldest = segments.removeFirst();
                if (segments.getFirst().previousLsn() >= lsn) {
                    segments.addFirst(oldest);
                    break;
                }
                directory.delete(oldest.fileName());
                deleted = true;
            }
            if (deleted) {
                directory.sync();
                log.debug("log truncated: log={} lsn={} segments={}", directory, lsn, segments.size());
            }
        } catch (IOException e) {
            throw fail(e);
        }
    }

    /** How many segments there are. */
    public int segmentCount() {
        return segments.size();
    }

    private long writeOffset() {
        return bufferOffset + buffer.position();
    }

    private void put(ByteBuffer part) throws IOException {
        int position = part.position();
        int limit = part.limit();
        while (part.position() < limit) {
            if (!buffer.hasRemaining()) {
                flush();
            }
            part.limit(Math.min(limit, part.position() + buffer.remaining()));
            buffer.put(part);
            part.limit(limit);
        }
        part.position(position);
    }

    private void flush() throws IOException {
        if (buffer.position() > 0) {
            int bytes = buffer.position();
            openFile().write(buffer.flip(), bufferOffset);
            bufferOffset += bytes;
            buffer.clear();
        }
    }

    private void forceFile() throws IOException {
        openFile().force();
        forces++;
        forcedLsn = lastLsn;
    }

    private WalDirectory.File openFile() {
        if (file == null) {
            throw new IllegalStateException("log " + directory + " is not begun");
        }
        return file;
    }

    /** The file gets its name only when its header is durable, so a segment without one is damage. */
    private void startSegment(long recordBytes) throws IOException {
        long size = Math.max(segmentBytes, SegmentHeader.BYTES + recordBytes);
        SegmentHeader next = new SegmentHeader(found.epoch(), current.segmentId() + 1, nextLsn, lastLsn, size);
        String unfinished = next.fileName() + WalSegments.UNFINISHED;
        if (file != null) {
            file.close();
        }
        file = directory.create(unfinished, size);
        file.write(next.encode(), 0);
        file.force();
        directory.rename(unfinished, next.fileName());
        directory.sync();
        segments.addLast(next);
        current = next;
        bufferOffset = SegmentHeader.BYTES;
        log.debug("log segment started: log={} segment={} lsn={}", directory, next.fileName(), nextLsn);
    }

    private void requireWorking() throws LogFailedException {
        LogFailedException failed = failure;
        if (failed != null) {
            throw new LogFailedException(directory, failed);
        }
    }

    private LogFailedException fail(IOException cause) {
        LogFailedException failed = new LogFailedException(directory, cause);
        failure = failed;
        log.error("log failed, nothing more is acknowledged until a restart: log={}", directory, cause);
        return failed;
    }

    /** Closes the file; what was not forced is not durable. */
    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
            file = null;
        }
    }
}
