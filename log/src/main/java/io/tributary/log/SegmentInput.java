package io.tributary.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads records of one segment through a window that grows to the longest of them. Behind the last record anything may
 * stand: zeros, or what was written before the file became this segment. One thread.
 */
final class SegmentInput implements AutoCloseable {
    private static final int WINDOW_BYTES = 1 << 18;
    private static final byte[] ZEROS = new byte[1 << 12];

    private final WalDirectory.File file;
    private final SegmentHeader segment;
    private final long fileBytes;
    private ByteBuffer window;
    private long windowOffset;

    SegmentInput(WalDirectory.File file, SegmentHeader segment) throws IOException {
        this.file = file;
        this.segment = segment;
        this.fileBytes = file.size();
        window = ByteBuffer.allocate((int) Math.min(WINDOW_BYTES, fileBytes)).order(ByteOrder.LITTLE_ENDIAN);
        window.limit(0);
    }

    long fileBytes() {
        return fileBytes;
    }

    /** What is wrong with the bytes at this offset as the record with this LSN, or null. */
    @Nullable
    String defect(long offset, long expectedLsn) throws IOException {
        if (fileBytes - offset < WalFrame.HEADER_BYTES) {
            return "record header of " + (fileBytes - offset) + " bytes, expected " + WalFrame.HEADER_BYTES;
        }
        int at = at(offset, WalFrame.HEADER_BYTES);
        int length = WalFrame.length(window, at);
        if (length < WalFrame.HEADER_BYTES || length > fileBytes - offset) {
            return "record of " + length + " bytes, expected " + WalFrame.HEADER_BYTES + " to " + (fileBytes - offset);
        }
        if (WalFrame.segmentId(window, at) != segment.segmentId()) {
            return "record of segment " + WalFrame.segmentId(window, at) + ", expected " + segment.segmentId();
        }
        if (WalFrame.salt(window, at) != segment.salt()) {
            return "record without the salt of segment " + segment.segmentId();
        }
        if (WalFrame.lsn(window, at) != expectedLsn) {
            return "record with lsn " + WalFrame.lsn(window, at) + ", expected " + expectedLsn;
        }
        at = at(offset, length);
        if (!WalFrame.crcMatches(window, at, length)) {
            return "crc32c of the record with lsn " + expectedLsn + " does not match";
        }
        return null;
    }

    /** The intact record at this offset. */
    WalRecord record(long offset) throws IOException {
        int at = at(offset, WalFrame.HEADER_BYTES);
        int length = WalFrame.length(window, at);
        at = at(offset, length);
        int payloadAt = WalFrame.payloadAt(window, at);
        ByteBuffer tags = window.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        tags.limit(at + payloadAt).position(at + WalFrame.HEADER_BYTES);
        ByteBuffer payload = window.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        payload.limit(at + length).position(at + payloadAt);
        return new WalRecord(
                WalFrame.type(window, at),
                WalFrame.lsn(window, at),
                WalFrame.forcedLsn(window, at),
                WalRecord.address(segment.segmentId(), offset),
                tags,
                payload);
    }

    /** LSN of the intact record at this offset, or of the last one that it stands for; the next has one more. */
    long lastLsn(long offset) throws IOException {
        int at = at(offset, WalFrame.HEADER_BYTES);
        return WalFrame.type(window, at) == WalRecord.SKIPPED ? record(offset).lastLsn() : WalFrame.lsn(window, at);
    }

    /** The LSN in the header at this offset, which may be damaged. */
    long lsn(long offset) throws IOException {
        return WalFrame.lsn(window, at(offset, WalFrame.HEADER_BYTES));
    }

    int length(long offset) throws IOException {
        return WalFrame.length(window, at(offset, WalFrame.HEADER_BYTES));
    }

    /** Returns the LSN up to which the log was durable when the intact record at this offset was written. */
    long forcedLsn(long offset) throws IOException {
        return WalFrame.forcedLsn(window, at(offset, WalFrame.HEADER_BYTES));
    }

    /** Why the intact record at this offset may not be read by this version, or null. */
    @Nullable
    String unknownTag(long offset) throws IOException {
        int length = length(offset);
        return WalFrame.unknownTag(window, at(offset, length), length);
    }

    /** Whether a record header of this segment stands at this offset, intact or not. */
    boolean hasHeader(long offset) throws IOException {
        return fileBytes - offset >= WalFrame.HEADER_BYTES && isHeader(at(offset, WalFrame.HEADER_BYTES));
    }

    /** Whether at least a part of such a header stands there: the segment's id or its salt. */
    boolean hasTraceOfHeader(long offset) throws IOException {
        if (fileBytes - offset < WalFrame.HEADER_BYTES) {
            return false;
        }
        int at = at(offset, WalFrame.HEADER_BYTES);
        return WalFrame.segmentId(window, at) == segment.segmentId() || WalFrame.salt(window, at) == segment.salt();
    }

    /** Where the next header of this segment stands, at this offset or behind it, or -1. One pass over the bytes. */
    long nextHeader(long from) throws IOException {
        long offset = from;
        while (offset <= fileBytes - WalFrame.HEADER_BYTES) {
            int at = at(offset, WalFrame.HEADER_BYTES);
            int last = window.limit() - WalFrame.HEADER_BYTES;
            while (at <= last) {
                long id = WalFrame.segmentId(window, at);
                if (id == 0) {
                    at += headersRuledOutByZeros(at);
                } else if (id == segment.segmentId() && isHeader(at)) {
                    return windowOffset + at;
                } else {
                    at++;
                }
            }
            offset = windowOffset + at;
        }
        return -1;
    }

    /**
     * Returns at how many places from here on a segment's id would consist of zeros, which no id does, where one does. Most
     * of a last segment is zeros, and byte by byte they took a start a tenth of its time.
     */
    private int headersRuledOutByZeros(int at) {
        int from = window.arrayOffset() + at + WalFrame.SEGMENT_ID_AT;
        int to = Math.min(from + ZEROS.length, window.arrayOffset() + window.limit());
        int different = Arrays.mismatch(window.array(), from, to, ZEROS, 0, to - from);
        int zeros = different < 0 ? to - from : different;
        return zeros - Long.BYTES + 1;
    }

    /** Nobody but this segment's writer knows both, so no value that a client wrote can pass for a header. */
    private boolean isHeader(int at) {
        return WalFrame.segmentId(window, at) == segment.segmentId() && WalFrame.salt(window, at) == segment.salt();
    }

    /** Where the next intact record with at least this LSN stands, at this offset or behind it, or -1. */
    long nextIntact(long from, long lsnMin) throws IOException {
        for (long header = nextHeader(from); header >= 0; header = nextHeader(header + 1)) {
            long lsn = lsn(header);
            if (lsn >= lsnMin && defect(header, lsn) == null) {
                return header;
            }
        }
        return -1;
    }

    /** Where the record under this header ends, by its length if the file can hold it, or else the header does. */
    long endOf(long offset) throws IOException {
        int length = length(offset);
        boolean plausible = length >= WalFrame.HEADER_BYTES && length <= fileBytes - offset;
        return offset + (plausible ? length : WalFrame.HEADER_BYTES);
    }

    /** The offset behind the last byte in this range that is not zero, or {@code from} if there is none. */
    long endOfBytes(long from, long to) throws IOException {
        long end = from;
        for (long offset = from; offset < to; offset += WINDOW_BYTES) {
            int bytes = (int) Math.min(WINDOW_BYTES, to - offset);
            int at = at(offset, bytes);
            for (int i = 0; i < bytes; i++) {
                if (window.get(at + i) != 0) {
                    end = offset + i + 1;
                }
            }
        }
        return end;
    }

    /** Whether an intact record stands under this header that was written when the one with this LSN was durable. */
    boolean vouchesFor(long lsn, long offset) throws IOException {
        int at = at(offset, WalFrame.HEADER_BYTES);
        return WalFrame.forcedLsn(window, at) >= lsn
                && WalFrame.lsn(window, at) > lsn
                && defect(offset, WalFrame.lsn(window, at)) == null;
    }

    /** Where in the window these bytes are, after reading them if need be. */
    private int at(long offset, int bytes) throws IOException {
        if (offset < windowOffset || offset + bytes > windowOffset + window.limit()) {
            if (bytes > window.capacity()) {
                window = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
            }
            window.clear();
            file.read(window, offset);
            window.flip();
            windowOffset = offset;
            if (window.limit() < bytes) {
                throw new IOException("read " + window.limit() + " bytes at " + offset + " of segment "
                        + segment.segmentId() + ", expected " + bytes + " of " + fileBytes);
            }
        }
        return (int) (offset - windowOffset);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
