package io.tributary.backend.ingest;

import io.tributary.backend.batch.Batch;
import io.tributary.backend.batch.CommitPolicy;
import io.tributary.backend.batch.GatherDelay;
import io.tributary.backend.batch.ReadPace;
import io.tributary.contract.calls.BatchInfo;
import io.tributary.contract.calls.BatchInfo.State;
import io.tributary.contract.calls.LoadResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The uncommitted batches of one table, oldest first: at most one is being committed, the last may be open. Ingest
 * agent's thread.
 */
final class TableBatcher {
    /** Pause after a first failed attempt; doubled after each further one up to the maximum. */
    static final long BACK_OFF_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(10);

    static final long BACK_OFF_NANOS_MAX = TimeUnit.SECONDS.toNanos(10);

    private final long tableId;
    private final TableBarriers barriers = new TableBarriers();
    private final GatherDelay gatherDelay = new GatherDelay();
    private final ReadPace pace;
    private final Deque<Batch> sealed = new ArrayDeque<>();
    private final TableDrains drains = new TableDrains();

    private @Nullable Batch open;
    private @Nullable CommitPolicy policy;
    private boolean sealRequested;
    private boolean committing;
    /** Whether the oldest batch was in a group that did not get through, maybe by its fault. */
    private boolean alone;

    private int failedAttempts;
    private long retryAtNanos;
    private long failingSinceNanos;
    private CommitAttempt running = new CommitAttempt();
    private long reportedNanos;
    private boolean reported;
    /** When those were told last who wait for what is behind a recovery. */
    private long toldNanos;

    /** What the last attempt failed with, or empty. */
    String lastError = "";

    /** @param pace that was learnt of the table */
    TableBatcher(long tableId, ReadPace pace) {
        this.tableId = tableId;
        this.pace = pace;
    }

    ReadPace pace() {
        return pace;
    }

    long tableId() {
        return tableId;
    }

    TableBarriers barriers() {
        return barriers;
    }

    /** Whether the open batch is of this load's schema version, and the engine takes both at once. */
    boolean accepts(LoadTask task) {
        return open != null
                && policy != null
                && open.table().schemaVersion() == task.schemaVersion()
                && policy.takes(open, task.bytes(), task.rows());
    }

    @Nullable
    Batch open() {
        return open;
    }

    void open(Batch batch, CommitPolicy commitPolicy) {
        open = batch;
        policy = commitPolicy;
    }

    /** Whether sync loads of the open batch are answered when they are durable, and reads are bound to see them. */
    boolean bindsReads() {
        return policy != null && policy.bindsReads();
    }

    /**
     * Whether the open batch is sealed as soon as the one before it is committed, and that is to be expected soon: no attempt at
     * it has failed or takes long.
     */
    boolean isSealNear(long nowNanos) {
        boolean isStuck = failedAttempts > 0 || (committing && running.engineNanos(nowNanos) >= ReadPace.WORK_NANOS);
        return pace.isFollowedByReads() && !isStuck;
    }

    /** Whether there are rows among its batches that reads are bound to see as soon as their writer is answered. */
    boolean hasBound() {
        return uncommitted().stream().anyMatch(Batch::isBound);
    }

    /** The last of its batches that a read which begins now must see, or null. */
    @Nullable
    Batch lastThatBindsReads() {
        if (open != null && open.bindsReads()) {
            return open;
        }
        for (Iterator<Batch> newest = sealed.descendingIterator(); newest.hasNext(); ) {
            Batch batch = newest.next();
            if (batch.bindsReads()) {
                return batch;
            }
        }
        return null;
    }

    /** Takes a sealed batch that the start found, behind those that it found before. */
    void adopt(Batch batch, long nowNanos) {
        sealed.add(batch);
        toldNanos = nowNanos;
    }

    /** Its oldest batch, if that is sealed and no attempt at it was made, or is under way; or null. */
    @Nullable
    Batch nextUntried() {
        return committing || failedAttempts > 0 ? null : sealed.peek();
    }

    /** Whether those who wait for what is behind a recovery must be told that it takes long: once in so many nanoseconds. */
    boolean takeRecoveringLong(long nanos, long nowNanos) {
        boolean takesLong = nowNanos - toldNanos >= nanos;
        if (takesLong) {
            toldNanos = nowNanos;
        }
        return takesLong;
    }

    /** Returns the nanoseconds until {@link #takeRecoveringLong} may be true; {@link Long#MAX_VALUE} if nobody waits. */
    long nanosUntilRecoveringLong(long nanos, long nowNanos) {
        return isAwaited() ? Math.max(0, toldNanos + nanos - nowNanos) : Long.MAX_VALUE;
    }

    private boolean isAwaited() {
        if (!drains.isEmpty() || (open != null && open.isAwaited())) {
            return true;
        }
        // Each round asks it of every table that is being committed.
        for (Batch batch : sealed) {
            if (batch.isAwaited()) {
                return true;
            }
        }
        return false;
    }

    /** Whether the open batch must be sealed now: it is full, somebody asked, or it is due and the committer is free. */
    boolean isSealDue(long nowNanos) {
        if (open == null || policy == null) {
            return false;
        }
        return sealRequested || isFull() || (isCommitterIdle() && policy.isDue(open, gatherDelay, pace, nowNanos));
    }

    /** Whether the open batch has all the bytes it may have. */
    boolean isFull() {
        return open != null && policy != null && policy.isFull(open);
    }

    /** The open batch was sealed by the record with this LSN. */
    void sealOpen(long sealLsn) {
        if (open == null) {
            throw new IllegalStateException("table " + tableId + " has no open batch to seal");
        }
        open.seal(sealLsn);
        sealed.add(open);
        open = null;
        policy = null;
        sealRequested = false;
    }

    boolean isCommitterIdle() {
        return !committing && sealed.isEmpty();
    }

    /** Whether writers of the last batch are expected back, so that it must not be forgotten. */
    boolean isRegrouping(long nowNanos) {
        return !gatherDelay.isOver(nowNanos);
    }

    boolean isCommitting() {
        return committing;
    }

    boolean hasUncommitted() {
        return uncommittedCount() > 0;
    }

    int uncommittedCount() {
        return sealed.size() + (open == null ? 0 : 1);
    }

    /** The next batch for the committer, whose it is until {@link #committed} or {@link #attemptFailed}; or null. */
    @Nullable
    Batch takeForCommit(long nowNanos, long forcedLsn) {
        Batch next = sealed.peek();
        if (next == null || committing || next.sealLsn() > forcedLsn) {
            return null;
        }
        if (failedAttempts > 0 && nowNanos - retryAtNanos < 0) {
            return null;
        }
        committing = true;
        reportedNanos = nowNanos;
        return next;
    }

    /** @param attempt what the committer of the batch that was taken last tells of it */
    void handedOver(CommitAttempt attempt) {
        running = attempt;
    }

    /** No committer had room, or one gave it back of which nothing is stored: the batch that was taken last waits as before. */
    void notHandedOver() {
        committing = false;
    }

    /** Lets the oldest batch go with no other from now on. */
    void goAlone() {
        alone = true;
    }

    boolean isAlone() {
        return alone;
    }

    int attempt() {
        return failedAttempts + 1;
    }

    /**
     * @param back see {@link Batch#expectedBack}
     * @param commitNanos how long it took
     * @param together batches that were committed with it in that time, itself too
     */
    void committed(int back, long nowNanos, long commitNanos, int together) {
        Batch batch = sealed.remove();
        committing = false;
        pace.committed(batch, commitNanos / together);
        gatherDelay.begin(back + (open == null ? 0 : open.expectedBack()), nowNanos, commitNanos);
        alone = false;
        failedAttempts = 0;
        reported = false;
        lastError = "";
        drains.committed(batch.lastPosition());
    }

    /** The attempt failed: the next one comes after a pause. */
    void attemptFailed(String error, long nowNanos) {
        committing = false;
        lastError = error;
        if (failedAttempts == 0) {
            failingSinceNanos = nowNanos;
        }
        retryAtNanos = nowNanos + Math.min(BACK_OFF_NANOS_MAX, BACK_OFF_NANOS_MIN << Math.min(failedAttempts, 20));
        failedAttempts++;
    }

    long failingNanos(long nowNanos) {
        return failedAttempts == 0 ? 0 : nowNanos - failingSinceNanos;
    }

    /**
     * Whether those who wait must be told that the attempt hangs: it has taken so long, and for as long nobody was told.
     * The next to be told are those who begin to wait after that.
     */
    boolean takeHanging(long hangingNanos, long nowNanos) {
        boolean hangs = committing
                && running.engineNanos(nowNanos) >= hangingNanos
                && (!reported || nowNanos - reportedNanos >= hangingNanos);
        if (hangs) {
            reported = true;
            reportedNanos = nowNanos;
        }
        return hangs;
    }

    /** Returns the nanoseconds until {@link #takeHanging} may be true; {@link Long#MAX_VALUE} if nobody waits. */
    long nanosUntilHanging(long hangingNanos, long nowNanos) {
        if (!committing || !isAwaited()) {
            return Long.MAX_VALUE;
        }
        long left = hangingNanos - running.engineNanos(nowNanos);
        return Math.max(0, reported ? Math.max(left, reportedNanos + hangingNanos - nowNanos) : left);
    }

    /** Asks for the open batch, if there is one, to be sealed. */
    void requestSeal() {
        sealRequested = open != null;
    }

    /** Asks for the open batch to be sealed; completes when everything now in a batch is committed. */
    CompletableFuture<Void> drain() {
        Batch last = open != null ? open : sealed.peekLast();
        if (last == null) {
            return CompletableFuture.completedFuture(null);
        }
        sealRequested = open != null;
        return drains.upTo(last.lastPosition());
    }

    /** Who waits for what is in batches. */
    TableDrains drains() {
        return drains;
    }

    /** Every uncommitted batch, oldest first. */
    List<Batch> uncommitted() {
        List<Batch> all = new ArrayList<>(sealed);
        if (open != null) {
            all.add(open);
        }
        return all;
    }

    /** Adds the uncommitted batches, oldest first; only the oldest can have failed. */
    void describe(long logEpoch, long nowNanos, List<BatchInfo> out) {
        Batch oldest = sealed.peek();
        for (Batch batch : uncommitted()) {
            boolean first = batch == oldest;
            out.add(new BatchInfo(
                    batch.table().database(),
                    batch.table().name(),
                    LoadResult.groupLabel(logEpoch, batch.txnId()),
                    batch.txnId(),
                    batch == open ? State.OPEN : first && committing ? State.COMMITTING : State.SEALED,
                    batch.loads(),
                    batch.rows(),
                    batch.bytes(),
                    TimeUnit.NANOSECONDS.toMillis(nowNanos - batch.openedNanos()),
                    batch.writers(),
                    first ? failedAttempts : 0,
                    first ? lastError : ""));
        }
    }

    /** Batches that hold blocks which are durable in the log and not needed right now. */
    List<Batch> droppable(long forcedLsn) {
        List<Batch> batches = new ArrayList<>();
        Batch first = committing ? sealed.peek() : null;
        for (Batch batch : sealed) {
            if (batch != first && batch.memoryBytes() > 0 && batch.sealLsn() <= forcedLsn) {
                batches.add(batch);
            }
        }
        return batches;
    }

    /** Takes out every batch but the one being committed. */
    List<Batch> removeNotCommitting() {
        return removeSealedAfter(Long.MIN_VALUE);
    }

    /** Takes out the open batch, and the sealed ones whose SEAL is beyond this LSN, but not the one being committed. */
    List<Batch> removeSealedAfter(long lsn) {
        List<Batch> removed = new ArrayList<>();
        Batch first = committing ? sealed.peek() : null;
        sealed.removeIf(batch -> batch != first && batch.sealLsn() > lsn && removed.add(batch));
        if (open != null) {
            removed.add(open);
            open = null;
            policy = null;
            sealRequested = false;
        }
        return removed;
    }

    /** Returns the nanoseconds until something is due by the clock; {@link Long#MAX_VALUE} if only an event makes it so. */
    long nanosUntilDue(long nowNanos) {
        long nanos = barriers.nanosUntilExpiry(nowNanos);
        if (open != null && policy != null && isCommitterIdle()) {
            nanos = Math.min(nanos, policy.dueNanos(open, gatherDelay, pace, nowNanos) - nowNanos);
        }
        if (failedAttempts > 0 && !committing && !sealed.isEmpty()) {
            nanos = Math.min(nanos, retryAtNanos - nowNanos);
        }
        return Math.max(0, nanos);
    }
}
