package io.tributary.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A write-ahead log: appends opaque records to the current segment and makes them durable.
 *
 * <p>Owned by the ingest agent; not thread-safe, but for {@link #reader} and {@link #usableBytes}. {@link #force} must return before any record it
 * covers is acknowledged. After one failed write or force this log refuses everything: what reached the disk is unknown.
 *
 * <p>Life: {@link #open} (repairs a torn end), {@link #replay}, {@link #begin}, then appends.
 */
public final class Wal implements AutoCloseable {
    /** Segments that one call of {@link #truncateBefore} deletes. */
    static final int SEGMENTS_RETIRED_MAX = 8;

    private static final Logger log = LoggerFactory.getLogger(Wal.class);
    private static final ByteBuffer NO_TAGS = ByteBuffer.allocate(0);

    private final WalDirectory directory;
    private final WalSegments found;
    private final WalOptions options;
    private final LongSupplier random;
    private final SegmentFiles files;
    private final SegmentOutput output;
    private final WalReader reader;
    private final WalFrame frame = new WalFrame();
    private final Deque<SegmentHeader> segments;

    private SegmentHeader current;
    /** File of the current segment once it is written to, for {@link #usableBytes}. */
    private volatile String currentName = "";
    /** Set by {@link #usableBytes} when somebody took that file away. */
    private volatile boolean taken;

    /** Offset in the current segment at which the next one's file is asked for. */
    private long prepareOffset = Long.MAX_VALUE;

    /** How many spares there may be: of segments that go together, in several calls, as many as go, for the next ones. */
    private int sparesMax;

    private long lastLsn;
    private long nextLsn;
    private long forcedLsn;
    private long lastAddress;
    private long bytesWritten;
    private long forces;
    private @Nullable LogFailedException failure;

    private Wal(
            WalDirectory directory,
            WalSegments found,
            WalOptions options,
            LongSupplier random,
            SegmentFiles files,
            long lastLsn) {
        this.directory = directory;
        this.found = found;
        this.options = options;
        this.random = random;
        this.files = files;
        this.sparesMax = options.spareSegments();
        this.output = new SegmentOutput(options.segmentBytes());
        this.reader = new WalReader(directory, found.epoch());
        this.segments = new ArrayDeque<>(found.headers());
        this.lastLsn = lastLsn;
        this.nextLsn = lastLsn + 1;
        this.forcedLsn = lastLsn;
        this.current = segments.isEmpty() ? new SegmentHeader(found.epoch(), 0, 1, 0, 0, 0) : segments.getLast();
    }

    /**
     * Opens the log in this directory, or makes one; cuts a torn last write and keeps a copy of it.
     *
     * @param random 64 bits that nobody can guess, for the epoch and the segments' salts
     * @param preparer makes the next segment's file in the background, one at a time; the caller closes it after the log
     * @throws LogDamagedException if it was not a torn write that broke it
     */
    public static Wal open(WalDirectory directory, WalOptions options, LongSupplier random, Executor preparer)
            throws IOException {
        WalSegments found = WalSegments.find(directory, random);
        int count = found.headers().size();
        long lastLsn =
                count == 0 ? 0 : WalTail.repair(directory, found.headers().get(count - 1));
        return new Wal(directory, found, options, random, SegmentFiles.open(directory, options, preparer), lastLsn);
    }

    public long epoch() {
        return found.epoch();
    }

    /** Returns the LSN of the newest record; those after a recovery need not follow it without a gap. */
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

    /** Returns the address of the newest record, for {@link WalReader.Cursor#read}. */
    public long lastAddress() {
        return lastAddress;
    }

    public long bytesWritten() {
        return bytesWritten;
    }

    /** What its files have taken of the disk since it was opened, whatever was given back. Any thread. */
    public long bytesMade() {
        return files.bytesMade();
    }

    /** What the files of most segments have room for, their headers taken off; a longer record gets a file of its own. */
    public long recordBytesMax() {
        return (long) options.segmentBytes() - SegmentHeader.BYTES;
    }

    /** Size of new segments, but those for a long record. */
    public long segmentBytes() {
        return options.segmentBytes();
    }

    /** What the current segment has room for. */
    public long restBytes() {
        return output.isBegun() ? current.segmentBytes() - output.offset() : 0;
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
        requireUnbegun(firstLsn);
        nextLsn = firstLsn;
        try {
            startSegment(0);
        } catch (IOException e) {
            throw fail(e);
        }
    }

    /**
     * Begins like {@link #begin}. False: no file can be made for it, most likely since the disk is full. Until one can, what
     * was found may be read and {@linkplain #truncateBefore truncated}, and nothing may be appended.
     */
    public boolean tryBegin(long firstLsn) throws LogFailedException {
        requireWorking();
        requireUnbegun(firstLsn);
        nextLsn = firstLsn;
        try {
            startSegment(0);
            return true;
        } catch (SegmentFiles.NoFileException e) {
            nextLsn = lastLsn + 1;
            log.debug("log not begun: log={}", directory, e);
            return false;
        } catch (IOException e) {
            throw fail(e);
        }
    }

    private void requireUnbegun(long firstLsn) {
        if (output.isBegun() || firstLsn <= lastLsn) {
            throw new IllegalStateException("log begun twice or at used lsn " + firstLsn + ", last is " + lastLsn);
        }
    }

    /** Whether records can be appended. */
    public boolean isBegun() {
        return output.isBegun();
    }

    /**
     * Appends a record without tagged fields; it is durable after the next {@link #force}.
     *
     * @param head first part of the payload; its position is left alone
     * @param body the rest, copied once from here; its position is left alone
     * @return its LSN
     */
    public long append(byte type, ByteBuffer head, ByteBuffer body) throws LogFailedException {
        return append(type, NO_TAGS, head, body);
    }

    /**
     * Appends a record with tagged fields.
     *
     * @param tags the tagged fields, encoded as docs/wal-format.md says; its position is left alone
     */
    public long append(byte type, ByteBuffer tags, ByteBuffer head, ByteBuffer body) throws LogFailedException {
        requireWorking();
        long bytes = (long) WalFrame.HEADER_BYTES + tags.remaining() + head.remaining() + body.remaining();
        if (bytes > WalFrame.RECORD_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "log record of " + bytes + " bytes, at most " + WalFrame.RECORD_BYTES_MAX);
        }
        try {
            if (bytes > restBytes()) {
                forceOutput();
                startSegment(bytes);
            }
            lastAddress = WalRecord.address(current.segmentId(), output.offset());
            output.put(frame.encode(type, current, nextLsn, forcedLsn, tags, head, body));
            output.put(tags);
            output.put(head);
            output.put(body);
        } catch (IOException e) {
            throw fail(e);
        }
        if (output.offset() >= prepareOffset) {
            prepareOffset = Long.MAX_VALUE;
            files.prepare();
        }
        bytesWritten += bytes;
        lastLsn = nextLsn++;
        return lastLsn;
    }

    /** Gives every record appended so far to the operating system, which a killed process does not take along. */
    public void write() throws LogFailedException {
        requireWorking();
        try {
            output.flush();
        } catch (IOException e) {
            throw fail(e);
        }
    }

    /** Makes every record appended so far durable. */
    public void force() throws LogFailedException {
        requireWorking();
        if (forcedLsn == lastLsn) {
            return;
        }
        try {
            forceOutput();
        } catch (IOException e) {
            throw fail(e);
        }
    }

    /**
     * Deletes segments all of whose records are below this LSN, but never the current one; some files stay as spares. At most
     * {@link #SEGMENTS_RETIRED_MAX} a call, for each takes a sync of the directory, and acknowledgements wait meanwhile.
     *
     * @return whether there are more
     */
    public boolean truncateBefore(long lsn) throws LogFailedException {
        requireWorking();
        int going = segmentsBelow(lsn);
        List<SegmentHeader> outdone = new ArrayList<>();
        while (isOldestBelow(lsn) && outdone.size() < SEGMENTS_RETIRED_MAX) {
            outdone.add(segments.removeFirst());
        }
        if (outdone.isEmpty()) {
            return false;
        }
        try {
            sparesMax = Math.max(sparesMax, Math.min(going, options.recycledSegmentsMax()));
            files.retire(outdone, sparesMax);
        } catch (IOException e) {
            throw fail(e);
        }
        boolean goesOn = isOldestBelow(lsn);
        if (!goesOn) {
            sparesMax = options.spareSegments();
        }
        log.debug(
                "log truncated: log={} lsn={} segments={} spares={}",
                directory,
                lsn,
                segments.size(),
                files.spareCount());
        return goesOn;
    }

    /** Whether {@link #truncateBefore} would delete anything. */
    public boolean isTruncatable(long lsn) {
        return isOldestBelow(lsn);
    }

    /** Sizes of the segments that {@link #truncateBefore} would delete, if it is called often enough. */
    public long bytesBelow(long lsn) {
        return segments.stream()
                .limit(segmentsBelow(lsn))
                .mapToLong(SegmentHeader::segmentBytes)
                .sum();
    }

    private int segmentsBelow(long lsn) {
        int below = -1;
        for (SegmentHeader segment : segments) {
            if (below >= 0 && segment.previousLsn() >= lsn) {
                break;
            }
            below++;
        }
        return Math.max(0, below);
    }

    private boolean isOldestBelow(long lsn) {
        Iterator<SegmentHeader> oldest = segments.iterator();
        if (!oldest.hasNext()) {
            return false; // not begun
        }
        oldest.next();
        return oldest.hasNext() && oldest.next().previousLsn() < lsn;
    }

    /** How many segments there are. */
    public int segmentCount() {
        return segments.size();
    }

    /** Files of deleted segments that are kept for new ones. */
    public int spareCount() {
        return files.spareCount();
    }

    /**
     * What its disk has left for further files. Any thread; may hang where the disk does.
     *
     * <p>Also looks whether the current segment is still there: an open file can be written to after it was deleted, but
     * nothing of that outlives the process. If it is not, the next append or force fails.
     */
    public long usableBytes() throws IOException {
        String name = currentName;
        boolean isThere = name.isEmpty() || isThere(name);
        // A segment that is no longer the current one may be deleted at any time.
        if (!isThere && name.equals(currentName)) {
            taken = true;
        }
        return directory.usableBytes();
    }

    private boolean isThere(String name) throws IOException {
        try {
            return directory.list().contains(name);
        } catch (NoSuchFileException e) {
            return false; // nor is the directory
        }
    }

    /** What it can still write into the files that it has: the rest of the current one, and those kept for later. */
    public long allocatedBytes() {
        return restBytes() + files.readyCount() * (long) options.segmentBytes();
    }

    private void forceOutput() throws IOException {
        output.force();
        forces++;
        forcedLsn = lastLsn;
    }

    private void startSegment(long recordBytes) throws IOException {
        long size = Math.max(options.segmentBytes(), SegmentHeader.BYTES + recordBytes);
        SegmentHeader next =
                new SegmentHeader(found.epoch(), current.segmentId() + 1, nextLsn, lastLsn, size, newSalt());
        output.begin(files.start(next));
        segments.addLast(next);
        current = next;
        currentName = next.fileName();
        prepareOffset = size / 2;
        log.debug("log segment started: log={} segment={} lsn={}", directory, next.fileName(), nextLsn);
    }

    /** Not zero, which is what a file holds that nobody has written to. */
    private int newSalt() {
        int salt = (int) random.getAsLong();
        while (salt == 0) {
            salt = (int) random.getAsLong();
        }
        return salt;
    }

    private void requireWorking() throws LogFailedException {
        LogFailedException failed = failure;
        if (failed != null) {
            throw new LogFailedException(directory, failed);
        }
        if (taken) {
            throw fail(new NoSuchFileException(directory + "/" + currentName + " was taken away"));
        }
    }

    private LogFailedException fail(IOException cause) {
        LogFailedException failed = new LogFailedException(directory, cause);
        failure = failed;
        log.error("log failed, nothing more is acknowledged until a restart: log={}", directory, cause);
        return failed;
    }

    /** Closes the files; what was not forced is not durable. */
    @Override
    public void close() throws IOException {
        try {
            output.close();
        } finally {
            files.close();
        }
    }
}
