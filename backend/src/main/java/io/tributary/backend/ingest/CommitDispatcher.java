package io.tributary.backend.ingest;

import io.tributary.backend.batch.Batch;
import io.tributary.backend.batch.BatchCommitter;
import io.tributary.backend.batch.MemoryBudget;
import io.tributary.backend.ingest.CommitHandover.Result;
import io.tributary.backend.ingest.CommitHandover.Taken;
import io.tributary.backend.ingest.answer.Answers;
import io.tributary.backend.ingest.answer.BoundTables;
import io.tributary.backend.keys.LoadKeys;
import io.tributary.backend.record.LowWatermark;
import io.tributary.backend.record.RecoveredBatches;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.calls.TransactionInfo;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.TransactionLimit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands sealed batches to the committers, one of a table at a time, and applies the results. Ingest agent's thread. */
final class CommitDispatcher {
    /** How soon committers that had no room for a batch are asked again, unless one of this log's own batches is done before. */
    static final long NO_ROOM_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final Logger log = LoggerFactory.getLogger(CommitDispatcher.class);

    private final IngestParts parts;
    private final CommitHandover handover;
    private final TableBatchers batchers;
    private final MemoryBudget budget;
    private final LowWatermark watermark;
    private final RecoveredBatches recovered;
    private final Answers answers;
    private final BoundTables bound;
    private final LoadKeys keys;
    private final OverdueBatches overdue;
    private final long logEpoch;

    private long batches;
    private long batchRows;
    private long retries;
    private long commitNanos;
    /** Whether batches wait because no committer had room for them, with nobody to tell when one has. */
    private boolean refused;
    /** Whether batches wait for those that are with the committers of their engine. */
    private boolean crowded;

    /** @param arrived called on a committer's thread after each result */
    CommitDispatcher(LogState state, BatchCommitter committer, Runnable arrived) {
        parts = state.parts;
        batchers = state.batchers;
        budget = state.budget;
        watermark = state.watermark;
        recovered = state.recovered;
        answers = state.answers;
        bound = state.bound;
        keys = state.keys;
        overdue = new OverdueBatches(state);
        logEpoch = state.wal.epoch();
        handover = new CommitHandover(parts, committer, budget, recovered, state.options.commitTasksMax(), arrived);
    }

    /**
     * Hands over every batch whose turn it is and whose SEAL is durable. One for which the committers have no room stays as
     * it is, no attempt having been made; tables that have waited so are the first of the next time.
     */
    int dispatch(long nowNanos, long forcedLsn) {
        refused = false;
        crowded = false;
        int count = recovered.isOver() ? 0 : dispatchRecovered(nowNanos, forcedLsn);
        List<Taken> served = new ArrayList<>();
        boolean left = dispatchRetries(nowNanos, forcedLsn, served);
        left |= dispatchUntried(nowNanos, forcedLsn, served);
        if (left) {
            served.forEach(taken -> batchers.moveBehind(taken.batcher()));
        }
        return count + served.size();
    }

    /** Whether some are left for want of room. */
    private boolean dispatchRetries(long nowNanos, long forcedLsn, List<Taken> served) {
        boolean left = false;
        for (TableBatcher batcher : batchers.active()) {
            Batch batch = batcher.attempt() == 1 ? null : batcher.takeForCommit(nowNanos, forcedLsn);
            if (batch == null) {
                continue;
            }
            Taken taken = new Taken(batcher, batch);
            if (!handover.alone(taken)) {
                // Another engine's may have room.
                refused = true;
                left = true;
                continue;
            }
            served.add(taken);
        }
        return left;
    }

    /**
     * Hands over batches that were not tried yet. While committers are free each goes as it comes; of those that have waited
     * meanwhile, and those that are due at one moment, several share a commit. Those that somebody waits for, or will, go
     * first, and with no other.
     *
     * @return whether some are left for want of room
     */
    private boolean dispatchUntried(long nowNanos, long forcedLsn, List<Taken> served) {
        if (!handover.hasRoom(nowNanos)) {
            crowded = true;
            return true;
        }
        List<Taken> awaited = new ArrayList<>();
        List<Taken> others = new ArrayList<>();
        for (TableBatcher batcher : batchers.active()) {
            if (batcher.attempt() > 1 || isRecovered(batcher.nextUntried())) {
                continue;
            }
            Batch batch = batcher.takeForCommit(nowNanos, forcedLsn);
            if (batch != null) {
                (isHurried(batcher, batch) ? awaited : others).add(new Taken(batcher, batch));
            }
        }
        boolean left = handOver(awaited, CommitGroup.AWAITED_APPEND_NANOS_MAX, nowNanos, served);
        left |= handOver(others, CommitGroup.APPEND_NANOS_MAX, nowNanos, served);
        return left;
    }

    /** Whether somebody waits for it or its table, or will in a moment, having been answered by its SEAL. */
    private static boolean isHurried(TableBatcher batcher, Batch batch) {
        return batch.isAwaited()
                || !batcher.drains().isEmpty()
                || (batch.isBound() && batcher.pace().isFollowedByReads());
    }

    /** Whether some are left for want of room. */
    private boolean handOver(List<Taken> due, long appendNanosMax, long nowNanos, List<Taken> served) {
        boolean left = false;
        for (List<Taken> ofEngine : handover.byEngine(due)) {
            left |= handOverOfEngine(ofEngine, appendNanosMax, nowNanos, served);
        }
        return left;
    }

    private boolean handOverOfEngine(List<Taken> due, long appendNanosMax, long nowNanos, List<Taken> served) {
        if (due.isEmpty()) {
            return false;
        }
        TransactionLimit limit = parts.engine().of(due.get(0).batch().table()).transactionLimit();
        CommitGroup group = new CommitGroup(appendNanosMax, limit);
        boolean left = false;
        for (Taken taken : due) {
            boolean shares = CommitGroup.isFor(taken)
                    && handover.sharesCommits(taken.batch())
                    && handover.isWithinShare(
                            group.memoryBytes() + taken.batch().memoryBytes());
            if (!shares) {
                CommitGroup alone = new CommitGroup(appendNanosMax, limit);
                alone.add(taken);
                left |= !handOver(alone, nowNanos, served);
                continue;
            }
            if (!group.hasRoomFor(taken)) {
                left |= !handOver(group, nowNanos, served);
                group = new CommitGroup(appendNanosMax, limit);
            }
            group.add(taken);
        }
        left |= !handOver(group, nowNanos, served);
        return left;
    }

    /** False: there is no room for it, and its batches wait as before. */
    private boolean handOver(CommitGroup group, long nowNanos, List<Taken> served) {
        if (group.isEmpty()) {
            return true;
        }
        if (!handover.hasRoomFor(group.taken().get(0).batch(), nowNanos)) {
            crowded = true;
            group.taken().forEach(taken -> taken.batcher().notHandedOver());
            return false;
        }
        if (!handover.together(group.taken(), group.appendNanosMax())) {
            refused = true;
            return false;
        }
        served.addAll(group.taken());
        return true;
    }

    private int dispatchRecovered(long nowNanos, long forcedLsn) {
        int count = 0;
        for (TableBatcher oldest = oldestRecovered(); oldest != null; oldest = oldestRecovered()) {
            Batch batch = oldest.takeForCommit(nowNanos, forcedLsn);
            if (batch == null) {
                return count;
            }
            if (!handover.alone(new Taken(oldest, batch))) {
                refused = true;
                return count;
            }
            count++;
        }
        return count;
    }

    private @Nullable TableBatcher oldestRecovered() {
        TableBatcher oldest = null;
        long lowestLsn = Long.MAX_VALUE;
        for (TableBatcher batcher : batchers.active()) {
            Batch next = batcher.nextUntried();
            if (next != null
                    && next.lowestLsn() < lowestLsn
                    && isRecovered(next)
                    && handover.hasRoomForRecovered(next)) {
                lowestLsn = next.lowestLsn();
                oldest = batcher;
            }
        }
        return oldest;
    }

    private boolean isRecovered(@Nullable Batch batch) {
        return batch != null && recovered.contains(batch);
    }

    /** Returns the nanoseconds until batches that found no room are handed over again. */
    long nanosUntilRoom(long nowNanos) {
        long overtaken = crowded ? handover.nanosUntilRoom(nowNanos) : Long.MAX_VALUE;
        return refused ? Math.min(NO_ROOM_PAUSE_NANOS, overtaken) : overtaken;
    }

    boolean hasResults() {
        return handover.hasResults();
    }

    /** Applies what the committers reported; returns how many batches were committed. */
    int applyResults(long nowNanos) {
        int committed = 0;
        for (Result result = handover.poll(); result != null; result = handover.poll()) {
            switch (result.outcome()) {
                case COMMITTED -> {
                    committed(result, nowNanos);
                    committed++;
                }
                case FAILED -> failed(result, result.error().orElseThrow(), nowNanos);
                case TO_BE_ALONE -> {
                    result.batcher().goAlone();
                    result.batcher().notHandedOver();
                }
                case NOT_TRIED -> result.batcher().notHandedOver();
            }
        }
        return committed;
    }

    private void committed(Result result, long nowNanos) {
        Batch batch = result.batch();
        int back = batch.expectedBack();
        batches++;
        batchRows += batch.rows() - batch.refusedPart().rows();
        commitNanos += result.nanos() / result.together();
        budget.release(batch.dropBlocks());
        budget.left(batch.blockCount());
        watermark.committed(batch.lowestLsn());
        parts.history().add(visible(batch, nowNanos));
        keys.committed(batch);
        bound.released(batch);
        answers.committed(batch);
        result.batcher().committed(back, nowNanos, result.nanos(), result.together());
        // The batcher came first, since who waits here may ask of it.
        recovered.committed(batch, nowNanos);
        if (log.isDebugEnabled()) {
            log.debug(
                    "batch committed: table={}.{} label={} loads={} rows={} bytes={} lsn={}..{} millis={}",
                    batch.table().database(),
                    batch.table().name(),
                    LoadResult.groupLabel(logEpoch, batch.txnId()),
                    batch.loads(),
                    batch.rows(),
                    batch.bytes(),
                    batch.firstPosition(),
                    batch.lastPosition(),
                    TimeUnit.NANOSECONDS.toMillis(result.nanos()));
        }
    }

    private TransactionInfo visible(Batch batch, long nowNanos) {
        long now = parts.wallMillis().getAsLong();
        return new TransactionInfo(
                batch.txnId(),
                LoadResult.groupLabel(logEpoch, batch.txnId()),
                batch.table().database(),
                batch.table().name(),
                true,
                TransactionInfo.Status.VISIBLE,
                batch.rows() - batch.refusedPart().rows(),
                now - TimeUnit.NANOSECONDS.toMillis(nowNanos - batch.openedNanos()),
                now,
                batch.refusedPart().summary());
    }

    private void failed(Result result, TributaryException error, long nowNanos) {
        retries++;
        TableBatcher batcher = result.batcher();
        batcher.attemptFailed(error.why(), nowNanos);
        overdue.failed(batcher, result.batch(), error, nowNanos);
    }

    /** Those for which somebody has waited for too long. */
    OverdueBatches overdue() {
        return overdue;
    }

    /** The open batch that holds the most memory, or null. */
    @Nullable
    TableBatcher largestOpen() {
        TableBatcher largest = null;
        long most = 0;
        for (TableBatcher batcher : batchers.active()) {
            Batch open = batcher.open();
            if (open != null && open.memoryBytes() > most) {
                most = open.memoryBytes();
                largest = batcher;
            }
        }
        return largest;
    }

    /** Lets the durable sealed batches furthest from their commit give up their blocks while over budget. */
    int relieveMemory(long forcedLsn) {
        if (!budget.isOver()) {
            return 0;
        }
        List<Batch> candidates = new ArrayList<>();
        for (TableBatcher batcher : batchers.active()) {
            candidates.addAll(batcher.droppable(forcedLsn));
        }
        candidates.sort(Comparator.comparingLong(Batch::lastPosition).reversed());
        int dropped = 0;
        for (Batch batch : candidates) {
            if (!budget.isOver()) {
                break;
            }
            budget.release(batch.dropBlocks());
            dropped++;
        }
        return dropped;
    }

    long batches() {
        return batches;
    }

    long batchRows() {
        return batchRows;
    }

    long retries() {
        return retries;
    }

    long commitNanos() {
        return commitNanos;
    }
}
