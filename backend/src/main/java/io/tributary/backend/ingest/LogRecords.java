package io.tributary.backend.ingest;

import io.tributary.backend.wal.LogFailedException;
import io.tributary.backend.wal.Wal;
import io.tributary.rpc.row.RowBlock;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What the log's records mean, little-endian. A load's position is the LSN of its last record: its only APPEND, or its
 * LOAD_END.
 *
 * <pre>
 *   OPEN      | table id | txn id |                                   a batch opens
 *   APPEND    | table id | load id or 0 | schema version u32 | 0 | row block …
 *   LOAD_END  | table id | load id | blocks u32 | 0 |                 load id: LSN of the load's first APPEND
 *   SEAL      | table id | txn id | first position | last position |  durable before the batch is committed
 *             0          8        16               24
 * </pre>
 *
 * Writing is the ingest agent's.
 */
final class LogRecords {
    static final byte OPEN = 1;
    static final byte APPEND = 2;
    static final byte LOAD_END = 3;
    static final byte SEAL = 4;

    /** The load id of a load that is a single block. */
    static final long SINGLE = 0;

    static final int APPEND_HEAD_BYTES = 24;

    private static final ByteBuffer NO_BODY = ByteBuffer.allocate(0);

    private final Wal wal;
    private final ByteBuffer head = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);

    LogRecords(Wal wal) {
        this.wal = wal;
    }

    long open(long tableId, long txnId) throws LogFailedException {
        head.clear().putLong(tableId).putLong(txnId).flip();
        return wal.append(OPEN, head, NO_BODY);
    }

    long append(long tableId, long loadId, int schemaVersion, RowBlock block) throws LogFailedException {
        head.clear();
        head.putLong(tableId).putLong(loadId).putInt(schemaVersion).putInt(0).flip();
        return wal.append(APPEND, head, block.buffer());
    }

    long loadEnd(long tableId, long loadId, int blocks) throws LogFailedException {
        head.clear();
        head.putLong(tableId).putLong(loadId).putInt(blocks).putInt(0).flip();
        return wal.append(LOAD_END, head, NO_BODY);
    }

    long seal(long tableId, long txnId, long firstPosition, long lastPosition) throws LogFailedException {
        head.clear();
        head.putLong(tableId).putLong(txnId).putLong(firstPosition).putLong(lastPosition);
        return wal.append(SEAL, head.flip(), NO_BODY);
    }

    static long tableId(ByteBuffer payload) {
        return payload.getLong(payload.position());
    }

    /** Of OPEN and SEAL. */
    static long txnId(ByteBuffer payload) {
        return payload.getLong(payload.position() + 8);
    }

    /** Of APPEND and LOAD_END. */
    static long loadId(ByteBuffer payload) {
        return payload.getLong(payload.position() + 8);
    }

    static int schemaVersion(ByteBuffer append) {
        return append.getInt(append.position() + 16);
    }

    static int blocks(ByteBuffer loadEnd) {
        return loadEnd.getInt(loadEnd.position() + 16);
    }

    static long firstPosition(ByteBuffer seal) {
        return seal.getLong(seal.position() + 16);
    }

    static long lastPosition(ByteBuffer seal) {
        return seal.getLong(seal.position() + 24);
    }

    /** The block of an APPEND, in the payload's own array. */
    static RowBlock block(ByteBuffer append) {
        return new RowBlock(
                append.array(),
                append.arrayOffset() + append.position() + APPEND_HEAD_BYTES,
                append.remaining() - APPEND_HEAD_BYTES);
    }
}
