package io.tributary.backend.wal;

import java.nio.ByteBuffer;

/**
 * A record as it is read.
 *
 * @param address where it is in the log, for {@link WalReader}: segment id in the upper half, byte offset in the lower
 * @param forcedLsn the last LSN that was durable before it was written
 * @param payload little-endian, from position to limit, backed by an array; valid until the next record is read
 */
public record WalRecord(byte type, long lsn, long forcedLsn, long address, ByteBuffer payload) {
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
