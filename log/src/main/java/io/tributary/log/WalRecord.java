package io.tributary.log;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * A record as it is read.
 *
 * @param address where it is in the log, for {@link RecordReader}: segment id in the upper half, byte offset in the lower
 * @param forcedLsn the last LSN that was durable before it was written
 * @param tags its tagged fields, from position to limit; as the payload
 * @param payload little-endian, from position to limit, backed by an array; valid until the next record is read
 */
public record WalRecord(byte type, long lsn, long forcedLsn, long address, ByteBuffer tags, ByteBuffer payload) {
    /** Type of a record that stands for those from its LSN to {@link #lastLsn}, which were taken out of a damaged log. */
    public static final byte SKIPPED = 0;

    private static final int FIELD_HEAD_BYTES = 4;

    /** The bytes of the tagged field with this tag, little-endian, or null where there is none. */
    public @Nullable ByteBuffer field(int tag) {
        int at = tags.position();
        while (tags.limit() - at >= FIELD_HEAD_BYTES) {
            int length = Short.toUnsignedInt(tags.getShort(at + 2));
            int from = at + FIELD_HEAD_BYTES;
            if (Short.toUnsignedInt(tags.getShort(at)) == tag && length <= tags.limit() - from) {
                return tags.slice(from, length).order(ByteOrder.LITTLE_ENDIAN);
            }
            at = from + length;
        }
        return null;
    }

    /** Its LSN, or that of the last record that it stands for. */
    public long lastLsn() {
        ByteBuffer skipped = field(WalFrame.TAG_SKIPPED);
        return skipped == null || skipped.remaining() < Long.BYTES ? lsn : skipped.getLong(0);
    }

    public String segmentName() {
        return WalFileNames.segment(segmentIdOf(address));
    }

    /** Returns where it begins in its segment's file. */
    public long offset() {
        return offsetOf(address);
    }

    /** Returns the bytes of the frame, the tagged fields and the payload. */
    public int bytes() {
        return WalFrame.HEADER_BYTES + tags.remaining() + payload.remaining();
    }

    static long address(long segmentId, long offset) {
        return segmentId << 32 | offset;
    }

    static long segmentIdOf(long address) {
        return address >>> 32;
    }

    static long offsetOf(long address) {
        return address & 0xffff_ffffL;
    }
}
