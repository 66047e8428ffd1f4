package io.tributary.backend.ingest;

import io.tributary.backend.batch.Batch;
import io.tributary.backend.batch.CommitPolicy;
import io.tributary.backend.batch.MemoryBudget;
import io.tributary.backend.catalog.TableChanged;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.ingest.answer.Answers;
import io.tributary.backend.ingest.answer.BoundTables;
import io.tributary.backend.record.LogRecords;
import io.tributary.backend.record.LowWatermark;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.TableEngine;
import io.tributary.log.LogFailedException;
import io.tributary.log.WriteAheadLog;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Gives queued loads their place: refuses what may not enter, writes the rest to the log and into its table's open batch,
 * and acknowledges it once it was forced. Ingest agent's thread.
 */
final class LoadSequencer {
    private final WriteAheadLog wal;
    private final LogRecords records;
    private final LogSpace space;
    private final IngestOptions options;
    private final IngestParts parts;
    private final Inbox inbox;
    private final TableBatchers batchers;
    private final MemoryBudget budget;
    private final LowWatermark watermark;
    private final Answers answers;
    private final BoundTables bound;
    private final RepeatedLoads repeated;

    private final Deque<LoadTask> arrived = new ArrayDeque<>();
    private final Deque<QueuedLoad> queued = new ArrayDeque<>();
    private final UnforcedLoads unforced;
    private final Set<Long> droppedTables = new HashSet<>();
    private @Nullable TributaryException refusesAll;
    private @Nullable TributaryException refusesLoads;
    private long forcedBytes;
    private long heldBytes;
    private boolean sealLogged;

    LoadSequencer(LogState state) {
        wal = state.wal;
        records = new LogRecords(wal);
        options = state.options;
        parts = state.parts;
        inbox = state.inbox;
        batchers = state.batchers;
        budget = state.budget;
        watermark = state.watermark;
        answers = state.answers;
        bound = state.bound;
        space = new LogSpace(wal, budget, options.logFreeBytesMin(), options.logFreeBytesHardMin());
        repeated = new RepeatedLoads(state.keys, inbox, answers, state.held, wal.epoch());
        unforced = new UnforcedLoads(state);
    }

    /** Where arriving loads are put, oldest first; they are queued by {@link #takeArrived}. */
    Queue<LoadTask> arrived() {
        return arrived;
    }

    /** Queues what arrived; from now on it waits for at most {@code group_commit_queue_timeout_ms}. */
    void takeArrived(long nowNanos) {
        long deadlineNanos = nowNanos + TimeUnit.MILLISECONDS.toNanos(options.queueTimeoutMillis());
        for (LoadTask task = arrived.poll(); task != null; task = arrived.poll()) {
            queued.add(new QueuedLoad(task, deadlineNanos));
        }
    }

    UnforcedLoads unforced() {
        return unforced;
    }

    LogSpace space() {
        return space;
    }

    boolean hasQueued() {
        return !queued.isEmpty();
    }

    /** Returns the nanoseconds until the oldest queued load has waited too long; {@link Long#MAX_VALUE} if none waits. */
    long nanosUntilExpiry(long nowNanos) {
        QueuedLoad oldest = queued.peek();
        return oldest == null ? Long.MAX_VALUE : Math.max(0, oldest.deadlineNanos() - nowNanos);
    }

    /**
     * Writes what is queued, as long as the memory budget and the transaction ids last, and refuses what has waited for
     * them too long; returns how many loads went.
     */
    int logQueued(long nowNanos) throws LogFailedException {
        int count = 0;
        while (!queued.isEmpty() && (refusesAll != null || !budget.isOver())) {
            // Stays at the head until it is in a batch, so that a failing log finds and refuses it.
            if (!sequence(queued.element(), nowNanos)) {
                break;
            }
            queued.remove();
            count++;
        }
        return count + refuseExpiredQueued(nowNanos);
    }

    private int refuseExpiredQueued(long nowNanos) {
        int count = 0;
        while (!queued.isEmpty() && queued.element().isExpired(nowNanos)) {
            LoadTask task = queued.remove().task();
            refuse(
                    task,
                    new TributaryException(
                            ErrorCode.LIMIT_OR_LOCK_WAIT,
                            "the load found no room in open_batches_bytes = " + options.openBatchesBytesMax()
                                    + ", or no transaction id, within group_commit_queue_timeout_ms = "
                                    + options.queueTimeoutMillis() + "; "
                                    + IdempotencyKey.nothingStored(task.key()) + ", try again"));
            count++;
        }
        return count;
    }

    /** False if it must be tried again, because no transaction id is at hand. */
    private boolean sequence(QueuedLoad load, long nowNanos) throws LogFailedException {
        LoadTask task = load.task();
        TableSchema schema = parts.tables().table(task.tableId());
        TributaryException refusal = refusal(task, schema);
        if (refusal != null || schema == null) {
            refuse(task, refusal != null ? refusal : parts.tables().missing(task.tableId()));
            return true;
        }
        TableBatcher batcher = batchers.activate(task.tableId());
        if (batcher.barriers().isUp()) {
            batcher.barriers().hold(apart(load));
            return true;
        }
        IdempotencyKey key = task.key();
        if (key != null && repeated.takes(task, key)) {
            return true;
        }
        TributaryException noSpace = space.refusal(task, nowNanos);
        if (noSpace != null) {
            refuse(task, noSpace);
            return true;
        }
        Batch batch = batcher.open();
        if (batch == null || batcher.isFull() || !batcher.accepts(task)) {
            OptionalLong txnId = parts.txnIds().tryNext();
            if (txnId.isEmpty()) {
                return false;
            }
            if (batch != null) {
                seal(batcher);
            }
            batch = open(batcher, schema, txnId.getAsLong(), nowNanos);
        }
        append(batcher, batch, task, nowNanos);
        return true;
    }

    /**
     * Loads that wait for a barrier must not fill the inbox, for other tables need it: as long as they are no more than it
     * holds, they are counted apart.
     */
    private QueuedLoad apart(QueuedLoad load) {
        long bytes = load.task().bytes();
        if (heldBytes + bytes > inbox.bytesMax()) {
            return load;
        }
        inbox.release(bytes);
        heldBytes += bytes;
        return new QueuedLoad(load.task(), load.deadlineNanos(), true);
    }

    private QueuedLoad takenBack(QueuedLoad load) {
        if (!load.apart()) {
            return load;
        }
        inbox.takeBack(load.task().bytes());
        heldBytes -= load.task().bytes();
        return new QueuedLoad(load.task(), load.deadlineNanos());
    }

    /** Bytes of loads that wait for barriers and are not counted in the inbox. */
    long heldBytes() {
        return heldBytes;
    }

    private @Nullable TributaryException refusal(LoadTask task, @Nullable TableSchema schema) {
        TributaryException ofAll = refusesAll != null ? refusesAll : refusesLoads;
        if (ofAll != null) {
            return ofAll;
        }
        if (droppedTables.contains(task.tableId())) {
            return TableLookup.dropped();
        }
        if (schema == null) {
            return parts.tables().missing(task.tableId());
        }
        if (schema.schemaVersion() != task.schemaVersion()) {
            return TableChanged.since(schema, task.schemaVersion());
        }
        TableEngine engine = parts.engine().of(schema);
        TributaryException own = parts.tables().refusal(schema);
        TributaryException never = own == null ? engine.transactionLimit().refusal(task.bytes(), task.rows()) : own;
        boolean waits = task.sync() && !schema.properties().bindsReads();
        // Others are safe in the log until the engine takes them, if ever.
        return never == null && (waits || engine.isLost()) ? engine.refusal() : never;
    }

    private Batch open(TableBatcher batcher, TableSchema schema, long txnId, long nowNanos) throws LogFailedException {
        long lsn = records.open(schema.tableId(), txnId);
        watermark.opened(lsn);
        budget.opened();
        Batch batch = new Batch(schema, txnId, lsn, nowNanos);
        batcher.open(
                batch,
                CommitPolicy.of(schema.properties(), parts.engine().of(schema).transactionLimit()));
        return batch;
    }

    private void append(TableBatcher batcher, Batch batch, LoadTask task, long nowNanos) throws LogFailedException {
        List<RowBlock> blocks = task.blocks();
        IdempotencyKey key = task.key();
        // Answered when it is durable, and reads are bound to see it.
        boolean bindsReads = task.sync() && batcher.bindsReads();
        boolean waitsForCommit = task.sync() && !bindsReads;
        int flags = bindsReads ? LogRecords.BOUND : task.sync() ? LogRecords.SYNC : LogRecords.ASYNC;
        boolean single = blocks.size() == 1;
        long loadId = single ? LogRecords.SINGLE : wal.nextLsn();
        IdempotencyKey keyOfBlock = single ? key : null;
        long position = 0;
        for (RowBlock block : blocks) {
            position = records.append(
                    task.tableId(), loadId, task.schemaVersion(), single ? flags : LogRecords.ASYNC, block, keyOfBlock);
            long held = batch.memoryBytes();
            batch.addBlock(position, wal.lastAddress(), block.rowCount(), block.length(), block);
            // Memory is reserved block by block: when the log fails at one, the batch gives back what it holds by then.
            budget.reserve(batch.memoryBytes() - held);
            budget.placed(1);
        }
        if (loadId != LogRecords.SINGLE) {
            position = records.loadEnd(task.tableId(), loadId, blocks.size(), flags, key);
        }
        if (waitsForCommit) {
            batch.endSyncLoad(position);
        } else if (bindsReads) {
            batch.endBoundLoad(position);
            if (batch.boundLoads() == 1) {
                bound.bound(batch);
            }
        } else {
            batch.endLoad(position);
        }
        if (key != null) {
            repeated.logged(key, batch);
        }
        if (waitsForCommit) {
            batch.await(answers.awaiting(task.listener()));
            // Nobody waits for its force: the one that covers the SEAL of its batch covers it.
            unforced.placed(task);
        } else if (bindsReads && batcher.isSealNear(nowNanos)) {
            unforced.awaitSeal(task, batch, nowNanos);
        } else {
            unforced.add(task, batch, bindsReads);
        }
    }

    /** Seals the table's open batch; it may be committed after the next force. */
    void seal(TableBatcher batcher) throws LogFailedException {
        Batch batch = batcher.open();
        if (batch != null) {
            batcher.sealOpen(
                    records.seal(batcher.tableId(), batch.txnId(), batch.firstPosition(), batch.lastPosition()));
            sealLogged = true;
        }
    }

    /**
     * Whether somebody waits for what was logged to be durable: an async writer for its load, or a committer for a SEAL. A
     * sync load alone does not, since its answer comes after the commit, nor for a while one that reads are bound to see where
     * reads follow.
     */
    boolean isForceDue(long nowNanos) {
        return unforced.isForceDue(nowNanos)
                || repeated.isForceAwaited()
                || sealLogged
                || wal.bytesWritten() - forcedBytes >= UnforcedLoads.BYTES_MAX;
    }

    /** Everything logged is durable. */
    void forced() {
        sealLogged = false;
        unforced.forced();
        forcedBytes = wal.bytesWritten();
    }

    /** Answers those who wait for a force, or for the write that is enough for some; to be called after that. */
    int acknowledge() {
        return repeated.acknowledge() + unforced.acknowledge();
    }

    /** The log failed before these loads were durable; those that wait for a commit hear it from their batch. */
    void refuseLogged(TributaryException error) {
        for (LoadTask task : unforced.takeAll()) {
            refuse(task, error);
        }
        repeated.refuseUnforced(error);
    }

    /** Refuses what is queued; needed only when nobody calls {@link #logQueued} any more. */
    void refuseQueued(TributaryException error) {
        for (QueuedLoad load = queued.poll(); load != null; load = queued.poll()) {
            refuse(load.task(), error);
        }
    }

    /** Refuses every load with this error from now on; the first such error stays. */
    void refuseAll(TributaryException error) {
        if (refusesAll == null) {
            refusesAll = error;
        }
    }

    /** Refuses loads with this error from now on, until it is called with null. */
    void refuseLoads(@Nullable TributaryException error) {
        refusesLoads = error;
    }

    /**
     * Queues loads that waited for a barrier, each before everything that arrived later, also of tables that have waited for
     * barriers of their own: the head of the queue is always the one that has waited the longest.
     */
    void resume(TableBatcher batcher) {
        Deque<QueuedLoad> later = new ArrayDeque<>();
        for (QueuedLoad load = batcher.barriers().pollNewest();
                load != null;
                load = batcher.barriers().pollNewest()) {
            while (!queued.isEmpty() && queued.getLast().deadlineNanos() - load.deadlineNanos() >= 0) {
                later.addFirst(queued.removeLast());
            }
            later.addFirst(takenBack(load));
        }
        queued.addAll(later);
    }

    /** Refuses loads that waited too long for a barrier. */
    int refuseExpired(TableBatcher batcher, long nowNanos) {
        int count = 0;
        for (QueuedLoad load = batcher.barriers().pollExpired(nowNanos);
                load != null;
                load = batcher.barriers().pollExpired(nowNanos)) {
            LoadTask task = takenBack(load).task();
            refuse(
                    task,
                    new TributaryException(
                            ErrorCode.LIMIT_OR_LOCK_WAIT,
                            waitedFor(task.tableId()) + " group_commit_queue_timeout_ms = "
                                    + options.queueTimeoutMillis() + "; "
                                    + IdempotencyKey.nothingStored(task.key()) + ", try again"));
            count++;
        }
        return count;
    }

    private String waitedFor(long tableId) {
        TableSchema table = parts.tables().table(tableId);
        return table != null && parts.lanes().isChanging(tableId)
                ? "insert table " + table.name() + " is blocked on schema change for"
                : "another statement on the table did not end within";
    }

    /** Table ids are not used again, so loads for this one are refused for ever. */
    void tableDropped(long tableId) {
        droppedTables.removeIf(id -> parts.tables().table(id) == null);
        droppedTables.add(tableId);
    }

    void refuse(LoadTask task, TributaryException error) {
        inbox.release(task.bytes());
        answers.refused(task.listener(), error);
    }
}
