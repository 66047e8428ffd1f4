package io.tributary.backend.ingest;

import io.tributary.backend.agent.Agent;
import io.tributary.backend.batch.Batch;
import io.tributary.backend.batch.BatchCommitter;
import io.tributary.backend.batch.Failpoint;
import io.tributary.backend.batch.MemoryBudget;
import io.tributary.backend.ingest.answer.Answers;
import io.tributary.backend.ingest.answer.BoundTables;
import io.tributary.backend.keys.LoadKeys;
import io.tributary.backend.record.LogBeginning;
import io.tributary.backend.record.LowWatermark;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.log.LogFailedException;
import io.tributary.log.WriteAheadLog;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the ingest agent's thread does, round after round. It only sequences; each step of {@link #doWork} has its own class.
 * The only thing it blocks on is the log's own write.
 */
final class DutyCycle implements Agent {
    /** How soon a missing transaction id is asked for again. */
    private static final long TXN_ID_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** What those hear whose rows were written when the log failed or the agent ended, but not surely or not committed. */
    private static final String OUTCOME_UNKNOWN =
            "; the outcome of this load is unknown: after the restart its rows are all there or none is";

    private static final Logger log = LoggerFactory.getLogger(DutyCycle.class);

    private final LogState state;
    private final WriteAheadLog wal;
    private final IngestOptions options;
    private final IngestParts parts;
    private final Inbox inbox;
    private final TableBatchers batchers;
    private final MemoryBudget budget;
    private final LowWatermark watermark;
    private final Answers answers;
    private final BoundTables bound;
    private final LoadKeys keys;
    private final LoadSequencer sequencer;
    private final CommitDispatcher dispatcher;
    private final TableCommands commands;
    private final CommitNotes notes;
    private final LogExtent extent;
    private final ArrayDeque<Runnable> due = new ArrayDeque<>();

    private volatile IngestStats stats;
    private volatile @Nullable String failure;
    private volatile boolean emptied;

    private boolean logFailed;
    private boolean stopping;
    private long stopDeadlineNanos;

    /** @param wake called on a committer's thread when there is something to do */
    DutyCycle(LogState state, BatchCommitter committer, LogBeginning beginning, Runnable wake) {
        this.state = state;
        wal = state.wal;
        options = state.options;
        parts = state.parts;
        inbox = state.inbox;
        batchers = state.batchers;
        budget = state.budget;
        watermark = state.watermark;
        answers = state.answers;
        bound = state.bound;
        keys = state.keys;
        sequencer = new LoadSequencer(state);
        dispatcher = new CommitDispatcher(state, committer, wake);
        commands = new TableCommands(state, sequencer);
        notes = new CommitNotes(wal, sequencer.space(), parts.engine().unloggedCommits());
        extent = new LogExtent(state, beginning, sequencer.space(), notes);
        stats = measure(0);
    }

    /** The engine does not have these batches, which the start found. */
    void adopt(List<Batch> found) {
        for (Batch batch : found) {
            watermark.opened(batch.lowestLsn());
            budget.opened();
            budget.placed(batch.blockCount());
            batchers.activate(batch.table().tableId())
                    .adopt(batch, parts.nanoClock().getAsLong());
            keys.adopted(batch);
            if (batch.isBound()) {
                batch.bindReads();
                bound.bound(batch);
            }
        }
        extent.recovered();
        stats = measure(0);
    }

    @Override
    public void begun() {
        log.info(
                "ingest agent started: log={} epoch={} lsn={}",
                state.directory,
                Long.toHexString(wal.epoch()),
                wal.nextLsn());
    }

    @Override
    public int doWork() {
        long now = parts.nanoClock().getAsLong();
        // First, so that a committer that has become free gets its next batch in this round.
        int committed = applyCommits(now);
        int work = committed
                + commands.finishDrops()
                + takeQueued(now)
                + dispatcher.overdue().find(now);
        int forced = 0;
        try {
            work += logFailed ? 0 : extent.begin();
            work += logQueued(now);
            work += sealDue(now);
            work += notes.write();
            forced = force(now);
            work += forced;
        } catch (LogFailedException e) {
            work += logFailed(e);
        }
        work += settle(now);
        work += committed > 0 || extent.isTruncationDue() ? truncate() : 0;
        if (work > 0) {
            answers.flush();
            if (forced > 0) {
                parts.failpoint().pass(Failpoint.Point.AFTER_ACKNOWLEDGE);
            }
            stats = measure(batchers.passivate(now));
        }
        return work + inbox.wakeSpaceWaiters();
    }

    private int takeQueued(long now) {
        inbox.drain(sequencer.arrived(), due);
        sequencer.takeArrived(now);
        int count = due.size();
        for (Runnable command = due.poll(); command != null; command = due.poll()) {
            command.run();
        }
        return count;
    }

    private int logQueued(long now) throws LogFailedException {
        int work = 0;
        for (TableBatcher batcher : batchers.active()) {
            work += sequencer.refuseExpired(batcher, now);
        }
        return work + sequencer.logQueued(now);
    }

    /** Also in the cycle of the load itself: a lone sync writer pays one force for its rows and their SEAL. */
    private int sealDue(long now) throws LogFailedException {
        if (logFailed) {
            return 0;
        }
        int work = 0;
        for (TableBatcher batcher : batchers.active()) {
            if (batcher.isSealDue(now) || (stopping && batcher.open() != null)) {
                sequencer.seal(batcher);
                parts.failpoint().pass(Failpoint.Point.AFTER_SEAL);
                work++;
            }
        }
        TableBatcher largest = budget.isOver() ? dispatcher.largestOpen() : null;
        if (largest != null) {
            sequencer.seal(largest);
            work++;
        }
        return work;
    }

    private int force(long now) throws LogFailedException {
        if (logFailed) {
            return 0;
        }
        if (!sequencer.isForceDue(now) && !dispatcher.overdue().isForceAwaited() && !notes.isForceAwaited()) {
            if (sequencer.unforced().isWriteDue()) {
                wal.write();
            }
            return 0;
        }
        parts.failpoint().pass(Failpoint.Point.BEFORE_FORCE);
        wal.force();
        sequencer.forced();
        parts.failpoint().pass(Failpoint.Point.AFTER_FORCE);
        return 1;
    }

    private int settle(long now) {
        return sequencer.acknowledge()
                + notes.settle()
                + dispatcher.overdue().report()
                + dispatcher.dispatch(now, wal.forcedLsn())
                + dispatcher.relieveMemory(wal.forcedLsn());
    }

    /** Those who waited are told at once, not after the next force. */
    private int applyCommits(long now) {
        int committed = dispatcher.applyResults(now);
        if (committed > 0) {
            answers.flush();
        }
        return committed;
    }

    private int truncate() {
        try {
            return logFailed ? 0 : extent.truncate();
        } catch (LogFailedException e) {
            return logFailed(e);
        }
    }

    /** Whatever is not known to be durable is refused; batches with a durable SEAL are committed still. */
    private int logFailed(LogFailedException cause) {
        String text = String.valueOf(cause.getMessage());
        TributaryException unknown = new TributaryException(ErrorCode.OUTCOME_UNKNOWN, text + OUTCOME_UNKNOWN, cause);
        TributaryException refused = new TributaryException(ErrorCode.LOG_FAILED, text, cause);
        logFailed = true;
        failure = text;
        sequencer.refuseAll(refused);
        sequencer.refuseLogged(unknown);
        commands.logFailed(unknown, refused, wal.forcedLsn());
        notes.refuseAll(refused);
        return 1;
    }

    @Override
    public boolean isIdle() {
        return inbox.isIdle() && !dispatcher.hasResults();
    }

    @Override
    public long nanosUntilDue() {
        long now = parts.nanoClock().getAsLong();
        long nanos = sequencer.hasQueued() && !budget.isOver() ? TXN_ID_PAUSE_NANOS : Long.MAX_VALUE;
        nanos = Math.min(nanos, sequencer.nanosUntilExpiry(now));
        nanos = Math.min(nanos, sequencer.unforced().nanosUntilForce(now));
        for (TableBatcher batcher : batchers.active()) {
            nanos = Math.min(nanos, batcher.nanosUntilDue(now));
            nanos = Math.min(nanos, dispatcher.overdue().nanosUntilTold(batcher, now));
        }
        nanos = Math.min(nanos, dispatcher.nanosUntilRoom(now));
        return stopping ? Math.min(nanos, stopDeadlineNanos - now) : nanos;
    }

    @Override
    public boolean isStopped() {
        return stopping && (!batchers.hasUncommitted() || parts.nanoClock().getAsLong() - stopDeadlineNanos >= 0);
    }

    /** Takes no more loads, and is stopped when everything is committed, or shutdown_timeout_ms are over. */
    void stop() {
        if (stopping) {
            return; // the time runs from its first call on
        }
        stopping = true;
        stopDeadlineNanos =
                parts.nanoClock().getAsLong() + TimeUnit.MILLISECONDS.toNanos(options.shutdownTimeoutMillis());
        sequencer.refuseAll(new TributaryException(ErrorCode.SERVER_SHUTDOWN, "Server shutdown in progress"));
        batchers.forEachActive(sequencer::resume);
    }

    @Override
    public void finish(@Nullable Throwable thrown) {
        if (thrown == null) {
            finish(new TributaryException(ErrorCode.SERVER_SHUTDOWN, "Server shutdown in progress"));
            return;
        }
        failure = "ingest agent of log " + state.directory + " failed until a restart: "
                + TributaryException.reason(thrown);
        log.error(
                "ingest agent failed and stops; what was acknowledged is in the log: log={}", state.directory, thrown);
        finish(new TributaryException(
                ErrorCode.LOG_FAILED,
                "ingest agent failed until a restart: " + TributaryException.reason(thrown),
                thrown));
    }

    private void finish(TributaryException reason) {
        inbox.close(reason);
        TributaryException unknown =
                new TributaryException(ErrorCode.OUTCOME_UNKNOWN, reason.getMessage() + OUTCOME_UNKNOWN, reason);
        attempt(() -> sequencer.refuseAll(reason));
        attempt(() -> takeQueued(parts.nanoClock().getAsLong()));
        // A command that failed has left those behind it.
        for (Runnable command = due.poll(); command != null; command = due.poll()) {
            attempt(command);
        }
        attempt(() -> commands.abandonAll(unknown, reason));
        attempt(() -> state.recovered.abandon(reason));
        attempt(() -> sequencer.refuseLogged(unknown));
        attempt(() -> notes.refuseAll(reason));
        // The oldest may have been written before the agent failed.
        attempt(() -> sequencer.refuseQueued(reason.code() == ErrorCode.SERVER_SHUTDOWN ? reason : unknown));
        attempt(state.held::releaseAll);
        attempt(answers::flush);
        attempt(inbox::wakeSpaceWaiters);
        stats = measure(0);
        emptied = !logFailed && watermark.uncommitted() == 0;
        try {
            wal.close();
        } catch (IOException e) {
            log.warn("log not closed", e);
        }
        log.info(
                "ingest agent stopped: epoch={} lsn={} uncommitted={}",
                Long.toHexString(wal.epoch()),
                wal.lastLsn(),
                watermark.uncommitted());
    }

    /** What has made the agent fail may make this fail, too; all others are still told. */
    private static void attempt(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            log.error("a step of the ingest agent's end failed", e);
        }
    }

    /** Loads are refused with this error, and open batches sealed; null: they are taken again. */
    void refuseLoads(@Nullable TributaryException reason) {
        sequencer.refuseLoads(reason);
        if (reason != null) {
            batchers.forEachActive(TableBatcher::requestSeal);
        }
    }

    TableCommands commands() {
        return commands;
    }

    CommitNotes notes() {
        return notes;
    }

    /** Any thread may ask for its space; the rest of it is the agent's. */
    LoadSequencer sequencer() {
        return sequencer;
    }

    LogExtent extent() {
        return extent;
    }

    /** Any thread. */
    IngestStats stats() {
        return stats;
    }

    /** Why it takes nothing more until a restart, or null. Any thread. */
    @Nullable
    String failure() {
        return failure;
    }

    /** Whether it has ended and left nothing in the log that the engine does not have. Any thread. */
    boolean isEmptied() {
        return emptied;
    }

    private IngestStats measure(int batchesOfATable) {
        return new IngestStats(
                sequencer.unforced().loads(),
                sequencer.unforced().rows(),
                wal.bytesWritten(),
                wal.forces(),
                dispatcher.batches(),
                dispatcher.batchRows(),
                dispatcher.retries(),
                dispatcher.commitNanos(),
                watermark.uncommitted(),
                batchesOfATable,
                inbox.reserved() + sequencer.heldBytes(),
                budget.reserved(),
                wal.lastLsn(),
                watermark.value(wal.nextLsn(), parts.tables()),
                wal.segmentCount(),
                wal.spareCount(),
                keys.size(),
                parts.quarantine().rows(),
                parts.quarantine().refusedLoads());
    }
}
