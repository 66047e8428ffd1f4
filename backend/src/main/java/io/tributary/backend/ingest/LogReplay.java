package io.tributary.backend.ingest;

import io.tributary.backend.batch.Batch;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.wal.WalReader;
import io.tributary.backend.wal.WalRecord;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.row.RowBlock;
import io.tributary.rpc.schema.IdempotencyKey;
import io.tributary.rpc.schema.TableSchema;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forms from the log's records the same batches as before the crash, without their blocks. Skips loads that the engine
 * has, loads that never ended, and those of dropped tables. What cannot come from a log this program wrote is refused.
 */
final class LogReplay implements WalReader.Visitor {
    private static final Logger log = LoggerFactory.getLogger(LogReplay.class);

    private final TableLookup tables;
    private final Map<Long, Long> applied;
    private final long nowNanos;
    private final Map<Long, Opened> opened = new LinkedHashMap<>();
    private final List<Batch> sealed = new ArrayList<>();
    private final Set<Long> skippedTables = new HashSet<>();
    /** Blocks of the load whose LOAD_END is yet to come; loads are not interleaved. */
    private final List<LoggedBlock> unended = new ArrayList<>();

    private long unendedLoadId;

    /** What OPEN said, and the batch once it has a load that counts. */
    private static final class Opened {
        final long txnId;
        final long lowestLsn;

        @Nullable
        Batch batch;

        Opened(long txnId, long lowestLsn) {
            this.txnId = txnId;
            this.lowestLsn = lowestLsn;
        }
    }

    private record LoggedBlock(long lsn, long address, int schemaVersion, int rows, int bytes) {}

    /** @param applied position of each table that the engine has applied */
    LogReplay(TableLookup tables, Map<Long, Long> applied, long nowNanos) {
        this.tables = tables;
        this.applied = Map.copyOf(applied);
        this.nowNanos = nowNanos;
    }

    /** Batches whose SEAL is in the log, in its order. */
    List<Batch> sealed() {
        return sealed;
    }

    /** Batches that were open at the end of the log. */
    List<Batch> unsealed() {
        List<Batch> tails = new ArrayList<>();
        for (Opened tail : opened.values()) {
            if (tail.batch != null) {
                tails.add(tail.batch);
            }
        }
        return tails;
    }

    @Override
    public void record(WalRecord record) {
        ByteBuffer payload = record.payload();
        switch (record.type()) {
            case LogRecords.OPEN -> open(record, payload);
            case LogRecords.APPEND -> append(record, payload);
            case LogRecords.LOAD_END -> loadEnd(record, payload);
            case LogRecords.SEAL -> seal(record, payload);
            default -> throw unreadable(record, "type " + record.type() + ", which this program does not know");
        }
    }

    private void open(WalRecord record, ByteBuffer payload) {
        Opened before = opened.put(LogRecords.tableId(payload), new Opened(LogRecords.txnId(payload), record.lsn()));
        if (before != null && before.batch != null) {
            throw unreadable(record, "opens a batch while batch " + before.txnId + " of the table is not sealed");
        }
    }

    private void append(WalRecord record, ByteBuffer payload) {
        RowBlock block = LogRecords.block(payload);
        LoggedBlock logged = new LoggedBlock(
                record.lsn(), record.address(), LogRecords.schemaVersion(payload), block.rowCount(), block.length());
        long loadId = LogRecords.loadId(payload);
        if (loadId == LogRecords.SINGLE) {
            load(record, LogRecords.tableId(payload), List.of(logged));
            return;
        }
        if (loadId != unendedLoadId) {
            unended.clear();
            unendedLoadId = loadId;
        }
        unended.add(logged);
    }

    private void loadEnd(WalRecord record, ByteBuffer payload) {
        long tableId = LogRecords.tableId(payload);
        boolean whole = LogRecords.loadId(payload) == unendedLoadId && LogRecords.blocks(payload) == unended.size();
        if (!whole && !isApplied(tableId, record.lsn()) && !tables.wasDropped(tableId)) {
            throw unreadable(
                    record,
                    "ends load " + LogRecords.loadId(payload) + " of " + LogRecords.blocks(payload)
                            + " blocks, which are not all there");
        }
        if (whole) {
            load(record, tableId, unended);
        }
        unended.clear();
        unendedLoadId = 0;
    }

    private void load(WalRecord last, long tableId, List<LoggedBlock> blocks) {
        if (isApplied(tableId, last.lsn())) {
            return;
        }
        TableSchema table = tables.table(tableId);
        if (table == null) {
            skipTable(last, tableId);
            return;
        }
        Opened batch = opened.get(tableId);
        if (batch == null) {
            throw unreadable(last, "a load of table " + tableId + " outside any batch");
        }
        if (batch.batch == null) {
            batch.batch = new Batch(table, batch.txnId, batch.lowestLsn, nowNanos);
        }
        for (LoggedBlock block : blocks) {
            if (block.schemaVersion() != table.schemaVersion()) {
                throw unreadable(
                        last,
                        "rows of table " + tableId + " for schema version " + block.schemaVersion() + ", which is "
                                + table.schemaVersion() + " now");
            }
            batch.batch.addBlock(block.lsn(), block.address(), block.rows(), block.bytes(), null);
        }
        if (LogRecords.isSync(last.payload())) {
            batch.batch.endSyncLoad(last.lsn());
        } else {
            batch.batch.endLoad(last.lsn());
        }
        IdempotencyKey key = LogRecords.key(last);
        if (key != null) {
            batch.batch.addKey(key);
        }
    }

    private void seal(WalRecord record, ByteBuffer payload) {
        long tableId = LogRecords.tableId(payload);
        Opened closed = opened.remove(tableId);
        Batch batch = closed == null ? null : closed.batch;
        if (batch == null) {
            // Of a dropped table what came before may be deleted already.
            if (!isApplied(tableId, LogRecords.lastPosition(payload)) && !tables.wasDropped(tableId)) {
                throw unreadable(record, "seals a batch of table " + tableId + " that is not there");
            }
            return;
        }
        if (batch.txnId() != LogRecords.txnId(payload)
                || batch.firstPosition() != LogRecords.firstPosition(payload)
                || batch.lastPosition() != LogRecords.lastPosition(payload)) {
            throw unreadable(
                    record,
                    "seals batch " + LogRecords.txnId(payload) + " of table " + tableId + " at positions "
                            + LogRecords.firstPosition(payload) + " to " + LogRecords.lastPosition(payload) + ", read "
                            + batch.txnId() + " at " + batch.firstPosition() + " to " + batch.lastPosition());
        }
        batch.seal(record.lsn());
        sealed.add(batch);
    }

    private boolean isApplied(long tableId, long position) {
        return position <= applied.getOrDefault(tableId, 0L);
    }

    private void skipTable(WalRecord record, long tableId) {
        if (!tables.wasDropped(tableId)) {
            throw unreadable(record, "rows of table " + tableId + ", which the catalog does not know");
        }
        if (skippedTables.add(tableId)) {
            log.warn("rows of a dropped table skipped: tableId={} lsn={}", tableId, record.lsn());
        }
    }

    private static TributaryException unreadable(WalRecord record, String what) {
        return new TributaryException(
                ErrorCode.SERVER_ERROR_READING_LOG,
                String.format(
                        "log record with lsn %d in segment %016x at offset %d: %s",
                        record.lsn(), record.address() >>> 32, record.address() & 0xffff_ffffL, what));
    }
}
