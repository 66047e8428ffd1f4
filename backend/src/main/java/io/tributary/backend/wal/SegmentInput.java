package io.tributary.backend.wal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Reads records of one segment through a window that grows to the longest of them. One thread. */
final class SegmentInput implements AutoCloseable {
    private static final int WINDOW_BYTES = 1 << 18;

    private final WalDirectory.File file;
    private final long segmentId;
    private final long fileBytes;
    private ByteBuffer window = ByteBuffer.allocate(WINDOW_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private long windowOffset;

    SegmentInput(WalDirectory.File file, long segmentId) throws IOException {
        this.file = file;
        this.segmentId = segmentId;
        this.fileBytes = file.size();
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
        if (WalFrame.segmentId(window, at) != segmentId) {
            return "record of segment " + WalFrame.segmentId(window, at) + ", expected " + segmentId;
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
        ByteBuffer payload = window.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        payload.limit(at + length).position(at + payloadAt);
        return new WalRecord(
                WalFrame.type(window, at),
                WalFrame.lsn(window, at),
                WalFrame.forcedLsn(window, at),
                WalRecord.address(segmentId, offset),
                payload);
    }

    int length(long offset) throws IOException {
        return WalFrame.length(window, at(offset, WalFrame.HEADER_BYTES));
    }

    /** Why the intact record at this offset may not be read by this version, or null. */
    @Nullable
    String unknownTag(long offset) throws IOException {
        int length = length(offset);
        return WalFrame.unknownTag(window, at(offset, length), length);
    }

    /** Whether a record header of zeros, or less than a header, stands at this offset. */
    boolean endsAt(long offset) throws IOException {
        int bytes = (int) Math.min(WalFrame.HEADER_BYTES, fileBytes - offset);
        int at = at(offset, bytes);
        for (int i = 0; i < bytes; i++) {
            if (window.get(at + i) != 0) {
                return false;
            }
        }
        return true;
    }

    /** The offset after the last byte that is not zero, or {@code from} if there is none behind it. */
    long endOfBytes(long from) throws IOException {
        long end = from;
        for (long offset = from; offset < fileBytes; offset += WINDOW_BYTES) {
            int bytes = (int) Math.min(WINDOW_BYTES, fileBytes - offset);
            int at = at(offset, bytes);
            for (int i = 0; i < bytes; i++) {
                if (window.get(at + i) != 0) {
                    end = offset + i + 1;
                }
            }
        }
        return end;
    }

    /** The offset of an intact record after {@code bad} that shows the record {@code badLsn} to have been durable, or -1. */
    long proofOfDamage(long bad, long badLsn, long end) throws IOException {
        for (long offset = bad + 1; offset <= end - WalFrame.HEADER_BYTES; offset++) {
            int at = at(offset, WalFrame.HEADER_BYTES);
            if (WalFrame.segmentId(window, at) == segmentId
                    && WalFrame.forcedLsn(window, at) >= badLsn
                    && WalFrame.lsn(window, at) > badLsn
                    && defect(offset, WalFrame.lsn(window, at)) == null) {
                return offset;
            }
        }
        return -1;
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
                throw new IOException("read " + window.limit() + " bytes at " + offset + " of segment " + segmentId
                        + ", expected " + bytes + " of " + fileBytes);
            }
        }
        return (int) (offset - windowOffset);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
