package io.tributary.backend.record;

import io.tributary.backend.batch.Batch;
import io.tributary.backend.batch.LogPositions;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.contract.schema.TableSchema;
import io.tributary.log.RecordVisitor;
import io.tributary.log.WalRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forms from the log's records the same batches as before the crash, without their blocks. Skips loads that the engine
 * has, loads that never ended, and those of dropped tables. What cannot come from a log this program wrote is refused.
 */
public final class LogReplay implements RecordVisitor {
    private static final Logger log = LoggerFactory.getLogger(LogReplay.class);
    private static final long UNKNOWN = 0;

    private final TableLookup tables;
    private final ReplayedPositions positions;
    private final long nowNanos;
    private final LongSupplier freshTxnId;
    private final Map<Long, Opened> opened = new LinkedHashMap<>();
    private final List<Batch> sealed = new ArrayList<>();
    private final Set<Long> skippedTables = new HashSet<>();
    /** Blocks of the load whose LOAD_END is yet to come; loads are not interleaved. */
    private final List<LoggedBlock> unended = new ArrayList<>();
    /** Tables of which a batch was opened or sealed since the last record that stands for skipped ones. */
    private final Set<Long> certain = new HashSet<>();

    private final Set<Long> found = new HashSet<>();
    private final Map<Long, Long> outdated = new HashMap<>();

    private long unendedLoadId;
    /** LSN of the last record that stands for skipped ones, and its last LSN; 0: there was none. */
    private long skippedFrom;

    private long skippedTo;

    /** What OPEN said, and the batch once it has a load that counts. */
    private final class Opened {
        final long lowestLsn;
        long txnId;
        /** Loads of a batch of which the OPEN was skipped, until a SEAL tells its transaction id. */
        final List<Load> unnamed = new ArrayList<>();

        @Nullable
        Batch batch;

        Opened(long txnId, long lowestLsn) {
            this.txnId = txnId;
            this.lowestLsn = lowestLsn;
        }

        void add(Load load) {
            if (txnId == UNKNOWN) {
                unnamed.add(load);
                return;
            }
            Batch open = batch;
            if (open != null
                    && open.lastPosition() == positions.begunOf(load.table().tableId())) {
                // It was sent to the engine with the loads up to here, under a label of its own.
                open.seal(open.lastPosition());
                sealed.add(open);
                open = null;
            }
            if (open == null) {
                open = new Batch(load.table(), txnId, lowestLsn, nowNanos);
                batch = open;
            }
            for (LoggedBlock block : load.blocks()) {
                open.addBlock(block.lsn(), block.address(), block.rows(), block.bytes(), null);
            }
            if (load.isSync()) {
                open.endSyncLoad(load.position());
            } else if (load.isBound()) {
                open.endBoundLoad(load.position());
            } else {
                open.endLoad(load.position());
            }
            if (load.key() != null) {
                open.addKey(load.key());
            }
        }

        void name(long newTxnId) {
            if (txnId == UNKNOWN) {
                txnId = newTxnId;
                unnamed.forEach(this::add);
                unnamed.clear();
            }
        }
    }

    private record Load(
            TableSchema table,
            List<LoggedBlock> blocks,
            long position,
            boolean isSync,
            boolean isBound,
            @Nullable IdempotencyKey key) {}

    private record LoggedBlock(long lsn, long address, int schemaVersion, int rows, int bytes) {}

    /**
     * @param applied position of each table that the engine has applied
     * @param freshTxnId for a batch of which neither OPEN nor SEAL is left
     */
    public LogReplay(TableLookup tables, Map<Long, Long> applied, long nowNanos, LongSupplier freshTxnId) {
        this(tables, ReplayedPositions.of(applied), nowNanos, freshTxnId);
    }

    /**
     * @param positions of each table, as far as its engine has answered: of others the replay finds all that the log holds
     * @param freshTxnId for a batch of which neither OPEN nor SEAL is left
     */
    public LogReplay(TableLookup tables, LogPositions positions, long nowNanos, LongSupplier freshTxnId) {
        this(tables, ReplayedPositions.of(positions), nowNanos, freshTxnId);
    }

    private LogReplay(TableLookup tables, ReplayedPositions positions, long nowNanos, LongSupplier freshTxnId) {
        this.tables = tables;
        this.positions = positions;
        this.nowNanos = nowNanos;
        this.freshTxnId = freshTxnId;
    }

    /** Batches whose SEAL is in the log, in its order. */
    public List<Batch> sealed() {
        return sealed;
    }

    /** Tables of which there are loads, also of such that the engine has. */
    public Set<Long> found() {
        return found;
    }

    /**
     * How far servers have had tables that have another definition by now, without having said so: nothing of a table is left in
     * the log uncommitted when a change of it begins.
     */
    public Map<Long, Long> outdated() {
        return outdated;
    }

    /** Batches that were open at the end of the log. */
    public List<Batch> unsealed() {
        List<Batch> tails = new ArrayList<>();
        for (Opened tail : opened.values()) {
            nameAfresh(tail);
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
            case WalRecord.SKIPPED -> skipped(record);
            default ->
                throw MisfitRecord.unreadable(record, "type " + record.type() + ", which this program does not know");
        }
    }

    /**
     * Records were taken out here, so nobody knows which batches ended and began: what was open ends here, and what
     * follows without an OPEN is a batch of its own, named by its SEAL.
     */
    private void skipped(WalRecord record) {
        for (Opened open : opened.values()) {
            nameAfresh(open);
            if (open.batch != null && !isBegunBeyond(open.batch)) {
                open.batch.seal(record.lastLsn());
                sealed.add(open.batch);
            }
        }
        opened.values().removeIf(open -> open.batch == null || open.batch.isSealed());
        certain.clear();
        unended.clear();
        unendedLoadId = 0;
        skippedFrom = record.lsn();
        skippedTo = record.lastLsn();
        log.warn(
                "records of the log were skipped: segment={} offset={} lsn={}..{}",
                record.segmentName(),
                record.offset(),
                skippedFrom,
                skippedTo);
    }

    /** Whether what follows went to the engine together with it. */
    private boolean isBegunBeyond(Batch batch) {
        return batch.lastPosition() < positions.begunOf(batch.table().tableId());
    }

    private void nameAfresh(Opened open) {
        if (!open.unnamed.isEmpty()) {
            open.name(freshTxnId.getAsLong());
        }
    }

    private boolean isUncertain(long tableId) {
        return skippedTo != 0 && !certain.contains(tableId);
    }

    private void open(WalRecord record, ByteBuffer payload) {
        if (LogRecords.tableId(payload) == LogRecords.NO_TABLE) {
            return; // a note, see EngineBehind
        }
        boolean isUncertain = isUncertain(LogRecords.tableId(payload));
        certain.add(LogRecords.tableId(payload));
        Opened before = opened.put(LogRecords.tableId(payload), new Opened(LogRecords.txnId(payload), record.lsn()));
        if (before != null && before.batch != null) {
            if (isUncertain) {
                before.batch.seal(record.lsn());
                sealed.add(before.batch);
                return;
            }
            throw MisfitRecord.unreadable(
                    record, "opens a batch while batch " + before.txnId + " of the table is not sealed");
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
        boolean isCut = !whole && LogRecords.loadId(payload) <= skippedTo;
        if (isCut) {
            log.warn("load skipped, some of its blocks were: tableId={} lsn={}", tableId, record.lsn());
        }
        if (!whole && !isCut && !mayBeGone(tableId, record.lsn())) {
            throw MisfitRecord.unreadable(
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
        found.add(tableId);
        if (positions.isApplied(tableId, last.lsn())) {
            return;
        }
        TableSchema table = tables.table(tableId);
        if (table == null) {
            // Nothing of a table is left in the log uncommitted when a change of it begins.
            if (!tables.isClosed(tableId)) {
                skipTable(last, tableId);
            }
            return;
        }
        if (isOutdated(table, blocks)) {
            outdated.put(tableId, last.lsn());
            return;
        }
        Opened batch = opened.get(tableId);
        if (batch == null) {
            if (positions.mayBeGone(table, last.lsn())) {
                // A log lets go of a batch's beginning only when the engine has it, or had.
                return;
            }
            if (!isUncertain(tableId)) {
                throw missing(last, tableId, "holds a load of a batch that began before it");
            }
            batch = new Opened(UNKNOWN, skippedFrom);
            opened.put(tableId, batch);
        }
        for (LoggedBlock block : blocks) {
            if (block.schemaVersion() != table.schemaVersion()) {
                throw MisfitRecord.foreign(
                        last,
                        "holds rows of table " + tableId + " for schema version " + block.schemaVersion()
                                + ", which is " + table.schemaVersion() + " in the engine");
            }
        }
        batch.add(new Load(
                table,
                List.copyOf(blocks),
                last.lsn(),
                LogRecords.isSync(last.payload()),
                LogRecords.isBound(last.payload()),
                LogRecords.key(last)));
    }

    private boolean isOutdated(TableSchema table, List<LoggedBlock> blocks) {
        return positions.isOfServer(table) && blocks.stream().allMatch(block -> table.wasAt(block.schemaVersion()));
    }

    private void seal(WalRecord record, ByteBuffer payload) {
        long tableId = LogRecords.tableId(payload);
        boolean isUncertain = isUncertain(tableId);
        certain.add(tableId);
        Opened closed = opened.remove(tableId);
        if (closed != null) {
            closed.name(LogRecords.txnId(payload));
        }
        Batch batch = closed == null ? null : closed.batch;
        if (batch == null) {
            // What came before may be deleted already if the table was dropped.
            if (!isUncertain && !mayBeGone(tableId, LogRecords.lastPosition(payload))) {
                throw missing(record, tableId, "ends a batch that began before it");
            }
            return;
        }
        if (!isUncertain
                && (batch.txnId() != LogRecords.txnId(payload)
                        || !isFirst(batch, LogRecords.firstPosition(payload))
                        || batch.lastPosition() != LogRecords.lastPosition(payload))) {
            throw MisfitRecord.unreadable(
                    record,
                    "seals batch " + LogRecords.txnId(payload) + " of table " + tableId + " at positions "
                            + LogRecords.firstPosition(payload) + " to " + LogRecords.lastPosition(payload) + ", read "
                            + batch.txnId() + " at " + batch.firstPosition() + " to " + batch.lastPosition());
        }
        batch.seal(record.lsn());
        sealed.add(batch);
    }

    /** Whether the log may have let go of what came up to this position. */
    private boolean mayBeGone(long tableId, long position) {
        TableSchema table = tables.table(tableId);
        return positions.isApplied(tableId, position)
                || position <= outdated.getOrDefault(tableId, 0L)
                || tables.wasDropped(tableId)
                || tables.isClosed(tableId)
                || (table != null && positions.mayBeGone(table, position));
    }

    /** Loads of it may have been committed before it was sealed, or begun, by {@code PartialRecovery}. */
    private boolean isFirst(Batch batch, long position) {
        return batch.firstPosition() == position
                || positions.isApplied(batch.table().tableId(), position)
                || position <= positions.begunOf(batch.table().tableId());
    }

    private void skipTable(WalRecord record, long tableId) {
        if (!tables.wasDropped(tableId)) {
            throw MisfitRecord.foreign(
                    record, "holds rows of table " + tableId + ", of which the engine knows nothing");
        }
        if (skippedTables.add(tableId)) {
            log.warn("rows of a dropped table skipped: tableId={} lsn={}", tableId, record.lsn());
        }
    }

    private TributaryException missing(WalRecord record, long tableId, String what) {
        return MisfitRecord.missing(record, tableId, positions.appliedOf(tableId), what);
    }
}
