package io.tributary.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The first bytes of a segment, durable before the file has its name.
 *
 * <pre>
 *   0         8         12       16      24           32          40             48             56     60
 *   | magic   | version | length | epoch | segment id | first lsn | previous lsn | segment size | salt | crc32c |
 * </pre>
 *
 * @param epoch of the log, the same in all its segments
 * @param segmentId grows by one from segment to segment
 * @param firstLsn of the segment's first record, whether or not it was written yet
 * @param previousLsn of the last record before this segment, so that a lost end of the one before is noticed
 * @param segmentBytes the file's size when it was made
 * @param salt random, not zero; stands in every record of the segment
 */
record SegmentHeader(long epoch, long segmentId, long firstLsn, long previousLsn, long segmentBytes, int salt) {
    static final int BYTES = 64;
    static final int VERSION = 1;

    private static final byte[] MAGIC = "TRIBUWAL".getBytes(StandardCharsets.US_ASCII);
    private static final int CRC_OFFSET = 60;

    String fileName() {
        return WalFileNames.segment(segmentId);
    }

    ByteBuffer encode() {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(MAGIC).putInt(VERSION).putInt(BYTES);
        bytes.putLong(epoch).putLong(segmentId).putLong(firstLsn).putLong(previousLsn);
        bytes.putLong(segmentBytes).putInt(salt).putInt(crc(bytes));
        return bytes.flip();
    }

    /** The header of this file, whose name says it is a segment of the log with this epoch. */
    static SegmentHeader read(WalDirectory directory, String name, WalDirectory.File file, long epoch)
            throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        file.read(bytes, 0);
        String defect = defect(bytes.flip());
        if (defect != null) {
            throw new LogDamagedException(directory, name, 0, defect);
        }
        SegmentHeader header = decode(bytes);
        if (header.epoch != epoch || !header.fileName().equals(name)) {
            throw new LogDamagedException(
                    directory,
                    name,
                    0,
                    String.format(
                            "segment %x of the log with epoch %016x, expected epoch %016x and the segment that the file is named after",
                            header.segmentId, header.epoch, epoch));
        }
        return header;
    }

    /** What is wrong with these bytes as a header, or null. */
    private static @Nullable String defect(ByteBuffer bytes) {
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

    /** Whether this is a segment in a newer format, rather than one of which the version is damaged. */
    static boolean isNewerVersion(WalDirectory.File file) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        file.read(bytes, 0);
        bytes.flip();
        return bytes.remaining() == BYTES
                && ByteBuffer.wrap(MAGIC).equals(bytes.slice(0, MAGIC.length))
                && bytes.getInt(8) > VERSION
                && (bytes.getInt(12) != BYTES || crc(bytes) == bytes.getInt(CRC_OFFSET));
    }

    /** Returns the epoch of the log that this is a segment of, or 0 if it has no intact header. */
    static long epoch(WalDirectory.File file) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        file.read(bytes, 0);
        return defect(bytes.flip()) == null ? decode(bytes).epoch : 0;
    }

    private static SegmentHeader decode(ByteBuffer bytes) {
        return new SegmentHeader(
                bytes.getLong(16),
                bytes.getLong(24),
                bytes.getLong(32),
                bytes.getLong(40),
                bytes.getLong(48),
                bytes.getInt(56));
    }

    private static int crc(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.slice(0, CRC_OFFSET));
        return (int) crc.getValue();
    }
}
