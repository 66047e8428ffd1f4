package io.tributary.backend.record;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.log.LogFailedException;
import io.tributary.log.RecordAppender;
import io.tributary.log.WalRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What the log's records mean, little-endian. A load's position is the LSN of its last record: its only APPEND, or its
 * LOAD_END.
 *
 * <pre>
 *   OPEN      | table id | txn id |                                   a batch opens
 *   APPEND    | table id | load id or 0 | schema version u32 | flags u32 | row block …
 *   LOAD_END  | table id | load id | blocks u32 | flags u32 |         load id: LSN of the load's first APPEND
 *   SEAL      | table id | txn id | first position | last position |  durable before the batch is committed
 *             0          8        16               24
 * </pre>
 *
 * Flag {@value #SYNC} of a load's last record: its writer is not told before the commit, so that it fails as a whole. Flag
 * {@value #BOUND}: its writer is told when it is durable, and whoever reads the table after that waits for its commit; of it
 * single rows are refused, as of one without a flag.
 *
 * <p>The last record of a load that has an idempotency key carries it in a tagged field, {@link #KEY_TAG}:
 *
 * <pre>
 *   | rows digest u64 | first id u64 | key, 1 to 128 bytes of UTF-8 |
 * </pre>
 *
 * <p>An OPEN of table 0, which there is not, opens nothing. It is a note, with one tagged field, {@link #COMMITS_TAG}:
 *
 * <pre>
 *   | commits u64 |     at least so many commits of the engine that are in no log were durable when it was written
 * </pre>
 *
 * Writing is the ingest agent's.
 */
public final class LogRecords {
    static final byte OPEN = 1;
    public static final byte APPEND = 2;
    public static final byte LOAD_END = 3;
    public static final byte SEAL = 4;

    /** The load id of a load that is a single block. */
    public static final long SINGLE = 0;

    static final int APPEND_HEAD_BYTES = 24;

    /** What a block takes at most beside itself: frame, head and key of its APPEND, and the OPEN or LOAD_END beside it. */
    public static final int OVERHEAD_BYTES_MAX = 512;

    public static final int ASYNC = 0;
    public static final int SYNC = 1;
    public static final int BOUND = 2;

    /** Not critical: a program that does not know keys has no clients that repeat loads by them. */
    static final int KEY_TAG = 1;

    /** Not critical: a program that does not know it does not notice an engine that went back. */
    static final int COMMITS_TAG = 2;

    /** Table id of an OPEN that is a note. */
    static final long NO_TABLE = 0;

    /** What a note takes. */
    public static final int NOTE_BYTES = 128;

    private static final int KEY_HEAD_BYTES = 2 * Long.BYTES;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final RecordAppender log;
    private final ByteBuffer head = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer keyField = ByteBuffer.allocate(2 * Short.BYTES + KEY_HEAD_BYTES + IdempotencyKey.BYTES_MAX)
            .order(ByteOrder.LITTLE_ENDIAN);

    public LogRecords(RecordAppender log) {
        this.log = log;
    }

    public long open(long tableId, long txnId) throws LogFailedException {
        head.clear().putLong(tableId).putLong(txnId).flip();
        return log.append(OPEN, NOTHING, head, NOTHING);
    }

    /**
     * @param flags of the load that this record ends, else {@link #ASYNC}
     * @param key of the load that this record ends, or null
     */
    public long append(
            long tableId, long loadId, int schemaVersion, int flags, RowBlock block, @Nullable IdempotencyKey key)
            throws LogFailedException {
        head.clear();
        head.putLong(tableId)
                .putLong(loadId)
                .putInt(schemaVersion)
                .putInt(flags)
                .flip();
        return log.append(APPEND, tags(key), head, block.buffer());
    }

    /** @param key of the load, or null */
    public long loadEnd(long tableId, long loadId, int blocks, int flags, @Nullable IdempotencyKey key)
            throws LogFailedException {
        head.clear();
        head.putLong(tableId).putLong(loadId).putInt(blocks).putInt(flags).flip();
        return log.append(LOAD_END, tags(key), head, NOTHING);
    }

    /** @param commits of the engine that are in no log and durable */
    public long note(long commits) throws LogFailedException {
        ByteBuffer field = keyField.clear().putShort((short) COMMITS_TAG).putShort((short) Long.BYTES);
        head.clear().putLong(NO_TABLE).putLong(0).flip();
        return log.append(OPEN, field.putLong(commits).flip(), head, NOTHING);
    }

    private ByteBuffer tags(@Nullable IdempotencyKey key) {
        if (key == null) {
            return NOTHING;
        }
        byte[] text = key.utf8();
        keyField.clear().putShort((short) KEY_TAG).putShort((short) (KEY_HEAD_BYTES + text.length));
        keyField.putLong(key.rowsDigest()).putLong(key.firstId()).put(text);
        return keyField.flip();
    }

    public long seal(long tableId, long txnId, long firstPosition, long lastPosition) throws LogFailedException {
        head.clear();
        head.putLong(tableId).putLong(txnId).putLong(firstPosition).putLong(lastPosition);
        return log.append(SEAL, NOTHING, head.flip(), NOTHING);
    }

    static long tableId(ByteBuffer payload) {
        return payload.getLong(payload.position());
    }

    /** Returns the transaction id of an OPEN or SEAL. */
    static long txnId(ByteBuffer payload) {
        return payload.getLong(payload.position() + 8);
    }

    /** Returns the load's id of an APPEND or LOAD_END. */
    public static long loadId(ByteBuffer payload) {
        return payload.getLong(payload.position() + 8);
    }

    static int schemaVersion(ByteBuffer append) {
        return append.getInt(append.position() + 16);
    }

    static int blocks(ByteBuffer loadEnd) {
        return loadEnd.getInt(loadEnd.position() + 16);
    }

    /** Whether the writer of the load that this APPEND or LOAD_END ends is told only of the commit. */
    static boolean isSync(ByteBuffer payload) {
        return (payload.getInt(payload.position() + 20) & SYNC) != 0;
    }

    /** Whether reads wait for the load that this APPEND or LOAD_END ends. */
    static boolean isBound(ByteBuffer payload) {
        return (payload.getInt(payload.position() + 20) & BOUND) != 0;
    }

    /** The key of the load that this APPEND or LOAD_END ends, or null. */
    static @Nullable IdempotencyKey key(WalRecord record) {
        ByteBuffer field = record.field(KEY_TAG);
        if (field == null) {
            return null;
        }
        long rowsDigest = field.getLong();
        long firstId = field.getLong();
        return new IdempotencyKey(StandardCharsets.UTF_8.decode(field).toString(), rowsDigest, firstId);
    }

    /** How many commits of the engine a note tells of; 0 if it is none. */
    static long commits(WalRecord open) {
        ByteBuffer field = tableId(open.payload()) == NO_TABLE ? open.field(COMMITS_TAG) : null;
        return field == null ? 0 : field.getLong();
    }

    static long firstPosition(ByteBuffer seal) {
        return seal.getLong(seal.position() + 16);
    }

    static long lastPosition(ByteBuffer seal) {
        return seal.getLong(seal.position() + 24);
    }

    /** The block of an APPEND, in the payload's own array. */
    public static RowBlock block(ByteBuffer append) {
        return new RowBlock(
                append.array(),
                append.arrayOffset() + append.position() + APPEND_HEAD_BYTES,
                append.remaining() - APPEND_HEAD_BYTES);
    }
}
