package io.tributary.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A log in the segments of one directory: it appends to the newest, and goes on in a new one when that is full. */
public final class SegmentedLog implements WriteAheadLog {
    private static final Logger log = LoggerFactory.getLogger(SegmentedLog.class);

    private final WalDirectory directory;
    private final WalSegments found;
    private final WalOptions options;
    private final LongSupplier random;
    private final SegmentFiles files;
    private final SegmentOutput output;
    private final SegmentReader reader;
    private final SegmentChain segments;
    private final WalFrame frame = new WalFrame();

    private SegmentHeader current;
    /** File of the current segment once it is written to, for {@link #usableBytes}. */
    private volatile String currentName = "";
    /** Set by {@link #usableBytes} when somebody took that file away. */
    private volatile boolean taken;

    /** Offset in the current segment at which the next one's file is asked for. */
    private long prepareOffset = Long.MAX_VALUE;

    private long lastLsn;
    private long nextLsn;
    private long forcedLsn;
    private long lastAddress;
    private long bytesWritten;
    private long forces;
    private @Nullable LogFailedException failure;

    private SegmentedLog(
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
        this.output = new SegmentOutput(options.segmentBytes());
        this.reader = new SegmentReader(directory, found.epoch());
        this.segments = new SegmentChain(directory, options, files, found.headers());
        this.lastLsn = lastLsn;
        this.nextLsn = lastLsn + 1;
        this.forcedLsn = lastLsn;
        SegmentHeader last = found.last();
        this.current = last == null ? new SegmentHeader(found.epoch(), 0, 1, 0, 0, 0) : last;
    }

    /**
     * Opens the log in this directory, or makes one; cuts a torn last write and keeps a copy of it.
     *
     * @param random 64 bits that nobody can guess, for the epoch and the segments' salts
     * @param preparer makes the next segment's file in the background, one at a time; the caller closes it after the log
     * @throws LogDamagedException if it was not a torn write that broke it
     */
    public static SegmentedLog open(WalDirectory directory, WalOptions options, LongSupplier random, Executor preparer)
            throws IOException {
        WalSegments found = WalSegments.find(directory, random);
        SegmentHeader last = found.last();
        long lastLsn = last == null ? 0 : WalTail.repair(directory, last);
        return new SegmentedLog(
                directory, found, options, random, SegmentFiles.open(directory, options, preparer), lastLsn);
    }

    @Override
    public long epoch() {
        return found.epoch();
    }

    @Override
    public long lastLsn() {
        return lastLsn;
    }

    @Override
    public long nextLsn() {
        return nextLsn;
    }

    @Override
    public long forcedLsn() {
        return forcedLsn;
    }

    @Override
    public long lastAddress() {
        return lastAddress;
    }

    @Override
    public long bytesWritten() {
        return bytesWritten;
    }

    @Override
    public long forces() {
        return forces;
    }

    @Override
    public long bytesMade() {
        return files.bytesMade();
    }

    @Override
    public long recordBytesMax() {
        return (long) options.segmentBytes() - SegmentHeader.BYTES;
    }

    @Override
    public long segmentBytes() {
        return options.segmentBytes();
    }

    @Override
    public long restBytes() {
        return output.isBegun() ? current.segmentBytes() - output.offset() : 0;
    }

    @Override
    public long allocatedBytes() {
        return restBytes() + files.readyCount() * (long) options.segmentBytes();
    }

    /** Why it takes nothing more, or null. */
    @Nullable
    LogFailedException failure() {
        return failure;
    }

    @Override
    public RecordReader reader() {
        return reader;
    }

    @Override
    public void replay(RecordVisitor visitor) throws IOException {
        reader.scan(found.headers(), lastLsn, visitor);
    }

    /** Starts a fresh segment, for a repaired one is never appended to. */
    @Override
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

    @Override
    public boolean isBegun() {
        return output.isBegun();
    }

    @Override
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

    @Override
    public void write() throws LogFailedException {
        requireWorking();
        try {
            output.flush();
        } catch (IOException e) {
            throw fail(e);
        }
    }

    @Override
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

    @Override
    public boolean truncateBefore(long lsn) throws LogFailedException {
        requireWorking();
        try {
            return segments.truncateBefore(lsn);
        } catch (IOException e) {
            throw fail(e);
        }
    }

    @Override
    public boolean isTruncatable(long lsn) {
        return segments.isOldestBelow(lsn);
    }

    @Override
    public long bytesBelow(long lsn) {
        return segments.bytesBelow(lsn);
    }

    @Override
    public int segmentCount() {
        return segments.size();
    }

    @Override
    public int spareCount() {
        return files.spareCount();
    }

    @Override
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
        segments.add(next);
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

    @Override
    public void close() throws IOException {
        try {
            output.close();
        } finally {
            files.close();
        }
    }
}
