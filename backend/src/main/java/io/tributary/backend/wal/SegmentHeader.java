package io.tributary.backend.wal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The first bytes of a segment, durable before the file has its name.
 *
 * <pre>
 *   0         8         12       16      24           32          40             48             56      60
 *   | magic   | version | length | epoch | segment id | first lsn | previous lsn | segment size | 0     | crc32c |
 * </pre>
 *
 * @param epoch of the log, the same in all its segments
 * @param segmentId grows by one from segment to segment
 * @param firstLsn of the segment's first record, whether or not it was written yet
 * @param previousLsn of the last record before this segment, so that a lost end of the one before is noticed
 * @param segmentBytes the file's size when it was made
 */
record SegmentHeader(long epoch, long segmentId, long firstLsn, long previousLsn, long segmentBytes) {
    static final int BYTES = 64;
    static final int VERSION = 1;

    private static final byte[] MAGIC = "TRIBUWAL".getBytes(StandardCharsets.US_ASCII);
    private static final int CRC_OFFSET = 60;
    private static final String SUFFIX = ".wal";

    String fileName() {
        return fileName(segmentId);
    }

    static String fileName(long segmentId) {
        return String.format("%016x%s", segmentId, SUFFIX);
    }

    /** The id in a segment's file name, or -1 if this is no name of a segment. */
    static long idOf(String fileName) {
        if (fileName.length() != 16 + SUFFIX.length() || !fileName.endsWith(SUFFIX)) {
            return -1;
        }
        try {
            return Long.parseLong(fileName.substring(0, 16), 16);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    ByteBuffer encode() {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(MAGIC).putInt(VERSION).putInt(BYTES);
        bytes.putLong(epoch).putLong(segmentId).putLong(firstLsn).putLong(previousLsn);
        bytes.putLong(segmentBytes).putInt(0).putInt(crc(bytes));
        return bytes.flip();
    }

    /** What is wrong with these bytes as a header, or null. */
    static @Nullable String defect(ByteBuffer bytes) {
        if (bytes.remaining() < BYTES) {
            return "segment header of " + bytes.remaining() + " bytes, expected " + BYTES;
        }
        if (!ByteBuffer.wrap(MAGIC).equals(bytes.slice(0, MAGIC.length))) {
            return "no segment header";
        }
        int version = bytes.getInt(8);
        if (version != VERSION) {
            return "format version " + version + ", this program knows " + VERSION;
        }
        int crc = crc(bytes);
        return crc == bytes.getInt(CRC_OFFSET)
                ? null
                : String.format("segment header crc32c %08x, computed %08x", bytes.getInt(CRC_OFFSET), crc);
    }

    /** Reads a header without {@link #defect}. */
    static SegmentHeader decode(ByteBuffer bytes) {
        return new SegmentHeader(
                bytes.getLong(16), bytes.getLong(24), bytes.getLong(32), bytes.getLong(40), bytes.getLong(48));
    }

    private static int crc(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.slice(0, CRC_OFFSET));
        return (int) crc.getValue();
    }
}
