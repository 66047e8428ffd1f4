package io.tributary.log;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The frame of a record, little-endian. The checksum covers everything after itself.
 *
 * <pre>
 *   0        4        8      9   10           12     16           24    32           40
 *   | crc32c | length | type | 0 | tags bytes | salt | segment id | lsn | forced lsn | tagged fields … | payload … |
 *
 *   tagged field:  | tag u16 | length u16 | bytes … |      tag & 0x8000: critical
 * </pre>
 *
 * {@code length} is that of the whole record. {@code forced lsn} is the last LSN that was durable before this record was
 * written; it is what tells damage from a torn write. A reader that does not know a critical tag refuses the log, other
 * unknown tags are skipped. Which there are is the business of who writes the records.
 *
 * <p>{@code salt} is the segment's: the file may hold older records, and a client may write a value that looks like a
 * frame, but neither knows it.
 *
 * <p>An instance encodes frames for one thread; reading is static.
 */
final class WalFrame {
    static final int HEADER_BYTES = 40;
    static final int RECORD_BYTES_MAX = 1 << 30;
    static final int TAG_CRITICAL = 0x8000;

    /** The tag of a record that stands for others which {@link LogSkip} took out: the LSN of the last of them, i64. */
    static final int TAG_SKIPPED = TAG_CRITICAL | 2;

    static final int SKIPPED_FIELD_BYTES = 2 * Short.BYTES + Long.BYTES;

    static final int LENGTH_AT = 4;
    static final int SALT_AT = 12;
    static final int SEGMENT_ID_AT = 16;
    static final int LSN_AT = 24;
    private static final int TYPE_AT = 8;
    private static final int TAGS_BYTES_AT = 10;
    private static final int FORCED_LSN_AT = 32;
    private static final int CRC_COVERS_FROM = 4;

    private final ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C crc = new CRC32C();

    /** The frame of a record with these tagged fields and this payload; valid until the next call. */
    ByteBuffer encode(
            byte type,
            SegmentHeader segment,
            long lsn,
            long forcedLsn,
            ByteBuffer tags,
            ByteBuffer head,
            ByteBuffer body) {
        header.clear();
        header.putInt(0).putInt(HEADER_BYTES + tags.remaining() + head.remaining() + body.remaining());
        header.put(type).put((byte) 0).putShort((short) tags.remaining()).putInt(segment.salt());
        header.putLong(segment.segmentId()).putLong(lsn).putLong(forcedLsn).flip();
        crc.reset();
        crc.update(header.position(CRC_COVERS_FROM));
        update(tags);
        update(head);
        update(body);
        header.rewind();
        header.putInt(0, (int) crc.getValue());
        return header;
    }

    private void update(ByteBuffer part) {
        int position = part.position();
        crc.update(part);
        part.position(position);
    }

    static int length(ByteBuffer bytes, int at) {
        return bytes.getInt(at + LENGTH_AT);
    }

    static int salt(ByteBuffer bytes, int at) {
        return bytes.getInt(at + SALT_AT);
    }

    static long segmentId(ByteBuffer bytes, int at) {
        return bytes.getLong(at + SEGMENT_ID_AT);
    }

    static long lsn(ByteBuffer bytes, int at) {
        return bytes.getLong(at + LSN_AT);
    }

    static long forcedLsn(ByteBuffer bytes, int at) {
        return bytes.getLong(at + FORCED_LSN_AT);
    }

    static byte type(ByteBuffer bytes, int at) {
        return bytes.get(at + TYPE_AT);
    }

    /** Whether the checksum of the whole record at this place is right. */
    static boolean crcMatches(ByteBuffer bytes, int at, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.array(), bytes.arrayOffset() + at + CRC_COVERS_FROM, length - CRC_COVERS_FROM);
        return (int) crc.getValue() == bytes.getInt(at);
    }

    /** Where the payload of an intact record begins, counted from its frame. */
    static int payloadAt(ByteBuffer bytes, int at) {
        return HEADER_BYTES + Short.toUnsignedInt(bytes.getShort(at + TAGS_BYTES_AT));
    }

    /** Why an intact record may not be read by this version, or null. */
    static @Nullable String unknownTag(ByteBuffer bytes, int at, int length) {
        int end = payloadAt(bytes, at);
        if (end > length) {
            return "tagged fields of " + (end - HEADER_BYTES) + " bytes in a record of " + length;
        }
        int field = HEADER_BYTES;
        while (field < end) {
            if (end - field < 4) {
                return "tagged field cut off at byte " + field + " of the record";
            }
            int tag = Short.toUnsignedInt(bytes.getShort(at + field));
            int fieldBytes = 4 + Short.toUnsignedInt(bytes.getShort(at + field + 2));
            if ((tag & TAG_CRITICAL) != 0 && (tag != TAG_SKIPPED || fieldBytes != SKIPPED_FIELD_BYTES)) {
                return String.format("critical tag 0x%04x, which this program does not know", tag);
            }
            field += fieldBytes;
        }
        return field == end ? null : "tagged fields end at byte " + field + " of the record, expected " + end;
    }
}
