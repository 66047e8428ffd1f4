package io.tributary.backend.batch;

import io.tributary.backend.catalog.TableLookup;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.engine.port.AppliedBatch;
import io.tributary.engine.port.ConditionalPosition;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.KeptKey;
import io.tributary.engine.port.TableEngine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits one batch in one engine transaction (or, where the engine has none, by {@link LabelledCommitter}) that holds its rows, the idempotency keys of its loads and its log position,
 * so that a replay after any crash commits it once. Live batches and recovered ones take the same way. One attempt a call:
 * who asks decides when to try again; committer threads, one batch of a table at a time.
 *
 * <p>Rows that the engine refuses for their values a second time are taken out ({@link RefusedRows}): those of acknowledged
 * loads are in quarantine after the same transaction, and loads that wait for the commit fail as a whole.
 */
public final class BatchCommitter {
    /** How long an attempt waits for the table's lane before it gives its thread back. */
    public static final long LANE_WAIT_MILLIS = 1_000;

    /** The first attempt in which rows that the engine refuses are looked for. */
    public static final int ATTEMPT_OF_TRIALS = 2;

    /** Read from the log at a time when a batch's blocks are not in memory. */
    static final long READ_BACK_BYTES = 8L << 20;

    private static final Logger log = LoggerFactory.getLogger(BatchCommitter.class);

    private final TableEngine engine;
    private final TableLookup tables;
    private final TableLanes lanes;
    private final BlockSource source;
    private final LogPositions positions;
    private final long logEpoch;
    private final Failpoint failpoint;
    private final LongSupplier keyMillis;
    private final LongSupplier nanoClock;
    private final Quarantine quarantine;
    private final GroupCommitter groups;
    private final LabelledCommitter labelled;

    /** @param keyMillis the time from which on idempotency keys are kept, in milliseconds since 1970 */
    public BatchCommitter(
            CommitTarget target,
            BlockSource source,
            LogPositions positions,
            Failpoint failpoint,
            LongSupplier keyMillis,
            LongSupplier nanoClock,
            Quarantine quarantine) {
        this.engine = target.engine();
        this.tables = target.tables();
        this.lanes = target.lanes();
        this.source = source;
        this.positions = positions;
        this.logEpoch = positions.logEpoch();
        this.failpoint = failpoint;
        this.keyMillis = keyMillis;
        this.nanoClock = nanoClock;
        this.quarantine = quarantine;
        this.groups = new GroupCommitter(this, engine, tables, lanes, failpoint, nanoClock);
        this.labelled = new LabelledCommitter(this, engine, source, positions, failpoint, quarantine);
    }

    /**
     * Tries to commit the first of these batches, of different tables, in one engine transaction: as many as can be appended
     * within a time. Whatever stands in the way of that, each is told how it ended, and {@link #commit} is the way on.
     *
     * @param batches to which no attempt was made, whose blocks are in memory
     */
    public List<GroupCommitter.Ended> commitTogether(List<Batch> batches, long appendNanosMax) {
        return groups.commit(batches, appendNanosMax);
    }

    /**
     * Tries to commit a batch. Empty when it is committed, {@linkplain Batch#refusedPart maybe in part}; else why it is not, and it may be tried again: nothing of it
     * is in the engine, or (if a commit's answer was lost) all of it, which the next attempt notices.
     *
     * @param attempt from 1; later ones first ask the engine whether an earlier one was applied after all
     */
    public Optional<TributaryException> commit(Batch batch, int attempt) {
        try {
            Optional<TableLanes.Pass> lane = lanes.enter(List.of(batch.table().tableId()), LANE_WAIT_MILLIS);
            if (lane.isEmpty()) {
                return Optional.of(new TributaryException(
                        ErrorCode.LIMIT_OR_LOCK_WAIT, "lane of the table busy for " + LANE_WAIT_MILLIS + " ms"));
            }
            TableLanes.Pass pass = lane.get();
            try {
                if (tables.table(batch.table().tableId()) == null) {
                    // The engine goes by name, and the name may be another table's by now. The drop discards the batch;
                    // one of a table that is closed waits.
                    return Optional.of(tables.missing(batch.table().tableId()));
                }
                TributaryException hold = tables.hold(batch.table());
                if (hold != null) {
                    return Optional.of(hold);
                }
                boolean applied = (attempt > 1 || positions.isUnknown(batch.table())) && isApplied(batch);
                if (applied) {
                    batch.refusedPart(refusedPart(batch));
                } else {
                    applyBeforeAll(batch, attempt);
                }
                tellCommitted(batch);
                if (applied) {
                    // The attempt before has written it, and its pass through the lane ended without a word.
                    lanes.wrote(batch.table().tableId(), List.of());
                } else {
                    tellRows(batch);
                }
            } finally {
                pass.close();
            }
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(new TributaryException(ErrorCode.SERVER_SHUTDOWN, "commit interrupted", e));
        } catch (TributaryException e) {
            return failed(batch, attempt, e);
        } catch (IOException | RuntimeException | Error e) {
            // The agent must hear of every attempt, whatever the engine threw, or those who wait would hang.
            return failed(batch, attempt, new TributaryException(ErrorCode.ENGINE, TributaryException.reason(e), e));
        }
    }

    /** The table was dropped, and none of its batches is on its way. */
    public void forget(long tableId) {
        positions.forget(tableId);
    }

    /** Tells the positions, the quarantine and the keys of the commit; to be called in the lane of its table. */
    void tellCommitted(Batch batch) {
        positions.committed(batch.table().tableId(), batch.lastPosition());
        quarantine.waitsNoLonger(batch.table().tableId());
        if (batch.table().isKeyed()) {
            lanes.committedKeys().committed(batch.table(), batch.isInMemory() ? batch.blocks() : null);
        }
    }

    /** Tells the lane of the table which rows were committed; to be called in it. */
    void tellRows(Batch batch) {
        if (batch.isInMemory() && batch.refusedPart().isNothing()) {
            lanes.wrote(batch.table().tableId(), batch.blocks());
        }
    }

    private boolean isApplied(Batch batch) {
        OptionalLong applied = positions.ask(batch.table());
        return applied.isPresent() && applied.getAsLong() >= batch.lastPosition();
    }

    long keyMillis() {
        return keyMillis.getAsLong();
    }

    /** @param known rows that were found before, and are not tried again */
    RefusedRows refusedRows(Batch batch, BitSet known) throws IOException {
        return new RefusedRows(
                engine.of(batch.table()),
                quarantine,
                new BatchRows(batch, source),
                known,
                LoadResult.groupLabel(logEpoch, batch.txnId()),
                keyMillis,
                nanoClock);
    }

    RefusedPart refusedPart(Batch batch) {
        return engine.keeperOf(batch.table())
                .systemStore()
                .get(RefusedPart.SPACE, RefusedPart.key(batch.table().tableId(), logEpoch))
                .map(text -> RefusedPart.read(text, batch.lastPosition()))
                .orElse(RefusedPart.NOTHING);
    }

    /**
     * A transaction that has changed rows of the same keys and now waits for its client must not hold up everybody who
     * writes to the table: it gives way. First those that hold one of the keys, then, should that not do, all that have
     * written to the table. In an engine that locks rows that is any table, since an UPDATE without an index locks all of them.
     */
    private void applyBeforeAll(Batch batch, int attempt) throws IOException, InterruptedException {
        for (int round = 1; ; round++) {
            try {
                apply(batch, attempt);
                return;
            } catch (TributaryException e) {
                boolean anyKey = round > 1 || !batch.isInMemory();
                boolean mayBeHeld = batch.table().isKeyed()
                        || lanes.committedKeys().hasLocks(batch.table().tableId());
                boolean last = round > 2 || !mayBeHeld;
                if (!e.code().isConflict()
                        || last
                        || !lanes.committedKeys().makeWay(batch.table(), anyKey ? null : batch.blocks())) {
                    throw e;
                }
            }
        }
    }

    private void apply(Batch batch, int attempt) throws IOException, InterruptedException {
        if (!engine.of(batch.table()).keepsLoads()) {
            labelled.commit(batch, attempt);
            return;
        }
        try {
            applyWhole(batch);
        } catch (TributaryException e) {
            if (attempt < ATTEMPT_OF_TRIALS || !Bisection.isRefusal(e)) {
                throw e;
            }
            tables.verify(batch.table());
            applyWithoutRefused(batch, e);
        }
    }

    private void applyWhole(Batch batch) throws IOException {
        failpoint.pass(Failpoint.Point.BEFORE_ENGINE_COMMIT);
        try (EngineTransaction transaction = engine.of(batch.table()).begin()) {
            if (batch.isInMemory()) {
                transaction.append(batch.table(), batch.blocks());
            } else {
                appendFromLog(transaction, batch);
            }
            commit(transaction, batch, RefusedPart.NOTHING);
        }
    }

    private void applyWithoutRefused(Batch batch, TributaryException refusal) throws IOException, InterruptedException {
        RefusedRows refused = refusedRows(batch, new BitSet());
        refused.findAlone(refusal);
        failpoint.pass(Failpoint.Point.AFTER_TRIALS);
        try {
            applyOthers(batch, refused);
        } catch (TributaryException e) {
            if (!Bisection.isRefusal(e)) {
                throw e;
            }
            refused.findTogether(e);
            applyOthers(batch, refused);
        }
    }

    private void applyOthers(Batch batch, RefusedRows refused) throws IOException, InterruptedException {
        try (Quarantine.Room room = quarantine.enter(batch.table());
                EngineTransaction transaction = engine.of(batch.table()).begin()) {
            refused.appendOthers(transaction);
            RefusedPart refusedPart = refused.write(transaction, room);
            transaction.putSystem(
                    RefusedPart.SPACE,
                    RefusedPart.key(batch.table().tableId(), logEpoch),
                    refusedPart.write(batch.lastPosition()));
            commit(transaction, batch, refusedPart);
            batch.refusedPart(refusedPart);
            quarantine.committed(refusedPart);
            refused.logCommitted(refusedPart);
        }
    }

    private void commit(EngineTransaction transaction, Batch batch, RefusedPart refusedPart) {
        transaction.setAppliedPositions(List.of(position(batch, refusedPart)));
        List<KeptKey> keys = keptKeys(batch, refusedPart);
        if (!keys.isEmpty()) {
            transaction.keepKeys(keys);
        }
        failpoint.pass(Failpoint.Point.IN_ENGINE_COMMIT);
        transaction.commit();
        failpoint.left(Failpoint.Point.IN_ENGINE_COMMIT);
    }

    /** What the transaction that holds a batch records of it. */
    ConditionalPosition position(Batch batch, RefusedPart refusedPart) {
        return positions.next(
                batch.table(),
                new AppliedBatch(
                        batch.table().tableId(),
                        logEpoch,
                        batch.lastPosition(),
                        batch.txnId(),
                        batch.rows() - refusedPart.rows(),
                        keyMillis.getAsLong()));
    }

    /** Returns the keys of all loads but those that failed, whose keys are free again. */
    List<KeptKey> keptKeys(Batch batch, RefusedPart refusedPart) {
        if (batch.keys().isEmpty()) {
            return List.of();
        }
        long now = keyMillis.getAsLong();
        long tableId = batch.table().tableId();
        List<KeptKey> kept = new ArrayList<>();
        for (int i = 0; i < batch.keys().size(); i++) {
            if (!refusedPart.loads().containsKey(batch.loadOfKey(i))) {
                kept.add(new KeptKey(tableId, batch.keys().get(i), logEpoch, batch.txnId(), now));
            }
        }
        return kept;
    }

    private void appendFromLog(EngineTransaction transaction, Batch batch) throws IOException {
        try (BlockSource.Cursor cursor = source.open()) {
            List<RowBlock> chunk = new ArrayList<>();
            long chunkBytes = 0;
            for (int i = 0; i < batch.blockCount(); i++) {
                RowBlock block = cursor.read(batch.address(i), batch.lsn(i));
                chunk.add(block);
                chunkBytes += block.length();
                if (chunkBytes >= READ_BACK_BYTES) {
                    transaction.append(batch.table(), chunk);
                    chunk = new ArrayList<>();
                    chunkBytes = 0;
                }
            }
            if (!chunk.isEmpty()) {
                transaction.append(batch.table(), chunk);
            }
        }
    }

    Optional<TributaryException> failed(Batch batch, int attempt, TributaryException error) {
        String label = LoadResult.groupLabel(logEpoch, batch.txnId());
        String table = batch.table().database() + "." + batch.table().name();
        TableEngine failed = engine.of(batch.table());
        failed.batchFailed(error);
        if (failed.refusal() != null) {
            // Said once, by the engine's health.
            log.debug("batch waits for the engine: table={} label={} attempt={}", table, label, attempt);
        } else if (error.code().isConflict()) {
            log.warn(
                    "batch not committed, tried again: table={} label={} attempt={} reason={}",
                    table,
                    label,
                    attempt,
                    error.getMessage());
        } else {
            log.error(
                    "batch not committed, kept in the log and tried again: table={} label={} rows={} lsn={}..{}"
                            + " attempt={}",
                    table,
                    label,
                    batch.rows(),
                    batch.firstPosition(),
                    batch.lastPosition(),
                    attempt,
                    error);
        }
        return Optional.of(error);
    }
}
