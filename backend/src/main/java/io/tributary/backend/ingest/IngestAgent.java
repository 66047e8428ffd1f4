package io.tributary.backend.ingest;

import io.tributary.backend.batch.Batch;
import io.tributary.backend.batch.BatchCommitter;
import io.tributary.backend.batch.Failpoint;
import io.tributary.backend.batch.LogPositions;
import io.tributary.backend.batch.MemoryBudget;
import io.tributary.backend.keys.LoadKeys;
import io.tributary.backend.record.FailpointWalDirectory;
import io.tributary.backend.record.LogBeginning;
import io.tributary.backend.record.LogRegistry;
import io.tributary.backend.record.LoggedBlocks;
import io.tributary.backend.record.LowWatermark;
import io.tributary.backend.record.RecoveredBatches;
import io.tributary.backend.record.RecoveryProgress;
import io.tributary.contract.calls.BatchInfo;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.log.LogDamagedException;
import io.tributary.log.LogFailedException;
import io.tributary.log.Wal;
import io.tributary.log.WalDirectory;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that owns a log, its open batches and its watermark, so that none of them has a lock. It only sequences;
 * each step of {@link #doWork} has its own class. The only thing it blocks on is the log's own write.
 */
public final class IngestAgent implements LogIngest, AutoCloseable {
    /** How soon a missing transaction id is asked for again. */
    private static final long TXN_ID_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** How long {@link #close} waits for the thread beyond {@code shutdown_timeout_ms}: it may be in a write. */
    private static final long CLOSE_GRACE_MILLIS = 5_000;

    /** A disk with less than so many times {@code log_free_bytes_min} keeps no segment that a checkpoint can free. */
    private static final int SHORT_FACTOR = 2;

    /** What those hear whose rows were written when the log failed or the agent ended, but not surely or not committed. */
    private static final String OUTCOME_UNKNOWN =
            "; the outcome of this load is unknown: after the restart its rows are all there or none is";

    private static final Logger log = LoggerFactory.getLogger(IngestAgent.class);

    private final String directory;
    private final Wal wal;
    private final IngestOptions options;
    private final IngestParts parts;
    private final BatchCommitter committer;
    private final Inbox inbox;
    private final TableBatchers batchers = new TableBatchers();
    private final MemoryBudget budget;
    private final LowWatermark watermark = new LowWatermark();
    private final LogBeginning beginning;
    private final RecoveredBatches recovered;
    private final Answers answers;
    private final HeldAnswers held = new HeldAnswers();
    private final BoundTables bound = new BoundTables();
    private final LoadKeys keys;
    private final LoadSequencer sequencer;
    private final CommitDispatcher dispatcher;
    private final TableCommands commands;
    private final CommitNotes notes;
    private final ArrayDeque<Runnable> due = new ArrayDeque<>();

    private volatile @Nullable Thread thread;
    /** Raised by the agent before it parks, lowered by the first who wakes it: one wake-up for all that then comes. */
    private final AtomicBoolean parked = new AtomicBoolean();

    private volatile IngestStats stats;
    private volatile @Nullable String failure;
    private volatile boolean emptied;
    /** Whether its thread has come to its end, and not died on the way there. */
    private volatile boolean finished;

    private boolean logFailed;
    /** Whether segments are left to be deleted in the next round. */
    private boolean truncates;

    /** Whether the log may find room to begin. */
    private boolean begins;

    /** Everything below may go, as far as the engine is asked. */
    private long releasedLsn;

    private volatile Committed committed;
    private Set<Long> keptTables = Set.of();
    private boolean stopping;
    private long stopDeadlineNanos;

    /**
     * What the engine has committed of the log.
     *
     * @param lsn below which the log is needed only if the engine loses commits
     * @param bytes of the segments below it
     */
    record Committed(long lsn, long bytes) {}

    IngestAgent(
            String directory,
            Wal wal,
            IngestOptions options,
            IngestParts parts,
            BatchCommitter committer,
            LogBeginning beginning,
            RecoveredBatches recovered,
            LoadKeys keys) {
        this.directory = directory;
        this.wal = wal;
        this.options = options;
        this.parts = parts;
        this.committer = committer;
        this.beginning = beginning;
        this.recovered = recovered;
        this.inbox = new Inbox(options.inboxBytesMax(), this::wake);
        this.budget = new MemoryBudget(options.openBatchesBytesMax(), options.uncommittedLoadsMax());
        this.answers = new Answers(wal.epoch());
        this.keys = keys;
        RepeatedLoads repeated = new RepeatedLoads(keys, inbox, answers, held, wal.epoch());
        this.sequencer = new LoadSequencer(
                wal, options, parts, inbox, batchers, budget, watermark, answers, held, bound, repeated);
        this.dispatcher = new CommitDispatcher(
                options,
                parts,
                committer,
                batchers,
                budget,
                watermark,
                recovered,
                answers,
                bound,
                keys,
                wal.epoch(),
                this::wake);
        this.commands = new TableCommands(
                inbox,
                batchers,
                budget,
                watermark,
                recovered,
                answers,
                held,
                bound,
                keys,
                sequencer,
                parts.nanoClock());
        this.notes = new CommitNotes(wal, sequencer.space(), parts.engine().unloggedCommits());
        this.committed = new Committed(0, 0);
        this.stats = measure(0);
    }

    /**
     * Opens the log in this directory, repairs a torn tail, and reads it. Blocks. What it holds and the engine does not is
     * committed by the agent, while it takes loads.
     *
     * @throws TributaryException SERVER_ERROR_READING_LOG if the log is damaged, naming file and offset; LOG_FAILED if
     *     it cannot be written
     */
    public static IngestAgent open(WalDirectory directory, IngestOptions options, IngestParts parts) {
        try {
            WalDirectory watched = FailpointWalDirectory.of(directory, parts.failpoint());
            Wal wal = Wal.open(watched, options.log(), parts.random(), parts.logPreparer());
            try {
                new LogRegistry(parts.engine().systemStore()).refuseForgotten(wal.epoch(), directory.toString());
                LogPositions positions = LogPositions.read(parts.engine().systemStore(), wal.epoch());
                BatchCommitter committer = new BatchCommitter(
                        parts.engine(),
                        parts.tables(),
                        parts.lanes(),
                        new LoggedBlocks(wal.reader()),
                        positions,
                        parts.failpoint(),
                        parts.keys().keyMillis(),
                        parts.nanoClock(),
                        parts.quarantine());
                WalRecovery recovery = new WalRecovery(
                        directory.toString(), wal, parts, options.log().keepBytes() > 0);
                List<Batch> found = recovery.recover(positions.applied());
                LoadKeys keys = new LoadKeys(parts.keys(), wal.epoch());
                keys.load(parts.engine().keyStore(), parts.tables()::wasDropped);
                RecoveredBatches recovered = new RecoveredBatches(
                        wal.epoch(),
                        found,
                        recovery.beginning().firstLsn(),
                        parts.nanoClock().getAsLong());
                IngestAgent agent = new IngestAgent(
                        directory.toString(), wal, options, parts, committer, recovery.beginning(), recovered, keys);
                agent.keptTables = Set.copyOf(recovery.keptTables());
                agent.adopt(found);
                return agent;
            } catch (IOException | RuntimeException e) {
                wal.close();
                throw e;
            }
        } catch (LogDamagedException e) {
            throw new TributaryException(ErrorCode.SERVER_ERROR_READING_LOG, String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new TributaryException(ErrorCode.LOG_FAILED, "log " + directory + " cannot be opened: " + e, e);
        }
    }

    /** The engine does not have these batches, which the start found. */
    private void adopt(List<Batch> found) {
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
        truncates = true;
        committed = findCommitted();
        stats = measure(0);
    }

    /** Finds out what the log's disk has left; to be called once a second, beside the agent's thread, for it may hang. */
    public void lookAtDisk() {
        sequencer.lookAtDisk();
        inbox.command(() -> {
            sequencer.space().tell(parts.nanoClock().getAsLong());
            begins = true;
        });
    }

    /** Why it takes no load until its disk has room, with its directory; or empty. Any thread. */
    public String shortage() {
        String shortage = sequencer.space().shortage();
        return shortage.isEmpty() ? "" : directory + ": " + shortage;
    }

    /** Whether loads are refused for lack of room, instead of passing the log by. Any thread. */
    public boolean isFull() {
        return sequencer.space().isFull();
    }

    /** Where the log is. */
    public String directory() {
        return directory;
    }

    /** Why it takes nothing more until a restart, or null. Any thread. */
    public @Nullable String failure() {
        String known = failure;
        Thread agent = thread;
        return known == null && agent != null && !agent.isAlive() && !finished
                ? "ingest agent of log " + directory + " has ended until a restart"
                : known;
    }

    /** What the log's disk had left when it was looked at last. Any thread. */
    public long spaceBytes() {
        return sequencer.spaceBytes();
    }

    /**
     * The tables of which the log keeps loads that the engine might lose: brought back from two logs, they would not be in their
     * order. Before {@link #start}.
     */
    Set<Long> keptTables() {
        return keptTables;
    }

    /** The tables of which batches wait to be committed; before {@link #start}. */
    Set<Long> uncommittedTables() {
        Set<Long> tables = new HashSet<>();
        batchers.active().forEach(batcher -> tables.add(batcher.tableId()));
        return tables;
    }

    /** Whether it has ended and left nothing in the log that the engine does not have. Any thread. */
    boolean isEmptied() {
        return emptied;
    }

    /** Starts the agent's thread; once. */
    public void start() {
        if (thread != null) {
            throw new IllegalStateException("agent started twice");
        }
        Thread started = new Thread(this::run, "ingest-agent");
        thread = started;
        started.start();
    }

    /** Random, made with the log and kept for its life; part of every label. */
    public long epoch() {
        return wal.epoch();
    }

    @Override
    public boolean offer(LoadTask task) {
        switch (inbox.offer(task)) {
            case QUEUED -> {
                return true;
            }
            case FULL -> {
                return false;
            }
            case TOO_LARGE -> {
                TributaryException tooLarge = new TributaryException(
                        ErrorCode.LOAD_TOO_LARGE,
                        "load of " + task.bytes() + " bytes exceeds ingest_inbox_bytes = " + inbox.bytesMax());
                if (!inbox.command(() -> answers.refused(task.listener(), tooLarge))) {
                    task.listener().refused(tooLarge);
                }
                return true;
            }
            case CLOSED -> {
                task.listener().refused(inbox.closedReason());
                return true;
            }
        }
        throw new AssertionError();
    }

    @Override
    public void onSpace(long tableId, Runnable wakeUp) {
        inbox.onSpace(wakeUp);
    }

    @Override
    public CompletableFuture<Void> sync(List<Long> tableIds) {
        List<Long> ids = List.copyOf(tableIds);
        return command(done -> commands.sync(ids, done));
    }

    @Override
    public boolean isBound(long tableId) {
        return bound.contains(tableId);
    }

    @Override
    public Collection<Long> bound() {
        return bound.all();
    }

    @Override
    public CompletableFuture<Void> visible(Collection<Long> tableIds) {
        List<Long> ids = List.copyOf(tableIds);
        return unlessEnded(ids, command(done -> commands.visible(ids, done)), null);
    }

    @Override
    public Set<Long> stranded() {
        return failure() == null ? Set.of() : Set.copyOf(bound.all());
    }

    @Override
    public CompletableFuture<Hold> hold(Collection<Long> tableIds) {
        List<Long> ids = List.copyOf(tableIds);
        return unlessEnded(ids, command(held -> commands.hold(ids, held)), () -> {});
    }

    /** An agent that has ended acknowledges nothing more. */
    private <T> CompletableFuture<T> unlessEnded(List<Long> tableIds, CompletableFuture<T> asked, @Nullable T ended) {
        return asked.isCompletedExceptionally() && tableIds.stream().noneMatch(bound::contains)
                ? CompletableFuture.completedFuture(ended)
                : asked;
    }

    @Override
    public CompletableFuture<List<BatchInfo>> batches() {
        return command(found ->
                found.complete(batchers.describe(wal.epoch(), parts.nanoClock().getAsLong())));
    }

    @Override
    public CompletableFuture<Barrier> barrier(long tableId) {
        return command(barrier -> commands.barrier(tableId, barrier));
    }

    @Override
    public CompletableFuture<Void> dropTable(long tableId) {
        return this.<Void>command(done -> commands.dropTable(tableId, done)).thenRun(() -> {
            parts.quarantine().waitsNoLonger(tableId);
            committer.forget(tableId);
        });
    }

    /** From now on loads are refused with this error; open batches are sealed. Completes when that is so. */
    CompletableFuture<Void> refuseLoads(TributaryException reason) {
        return command(done -> {
            sequencer.refuseLoads(reason);
            batchers.forEachActive(TableBatcher::requestSeal);
            done.complete(null);
        });
    }

    /** The end of {@link #refuseLoads}. */
    void takeLoads() {
        inbox.command(() -> sequencer.refuseLoads(null));
    }

    /**
     * Notes how many commits the engine has that are in no log. Completes when each that has returned by now is noted durably; any
     * thread.
     */
    CompletableFuture<Void> noteCommits() {
        return command(notes::ask);
    }

    private <T> CompletableFuture<T> command(Consumer<CompletableFuture<T>> action) {
        CompletableFuture<T> result = new CompletableFuture<>();
        if (!inbox.command(() -> action.accept(result))) {
            result.completeExceptionally(inbox.closedReason());
        }
        return result;
    }

    @Override
    public RecoveryProgress recovery() {
        return recovered.progress();
    }

    @Override
    public Set<Long> recovering() {
        return recovered.tables();
    }

    @Override
    public CompletableFuture<Void> recovered(long tableId) {
        return recovered.recovered(tableId);
    }

    @Override
    public AutoCloseable onAcknowledged(Runnable flush) {
        return answers.onFlush(flush);
    }

    /** Figures for metrics; any thread. */
    public IngestStats stats() {
        return stats;
    }

    /** One round of the agent; returns how much there was to do. */
    int doWork() {
        long now = parts.nanoClock().getAsLong();
        // First, so that a committer that has become free gets its next batch in this round.
        int committed = applyCommits(now);
        int work = committed + commands.finishDrops() + takeQueued(now) + dispatcher.findHanging(now);
        int forced = 0;
        try {
            work += begin();
            work += logQueued(now);
            work += sealDue(now);
            work += notes.write();
            forced = force(now);
            work += forced;
        } catch (LogFailedException e) {
            work += logFailed(e);
        }
        work += settle(now);
        work += committed > 0 || truncates ? truncate() : 0;
        if (work > 0) {
            answers.flush();
            if (forced > 0) {
                parts.failpoint().pass(Failpoint.Point.AFTER_ACKNOWLEDGE);
            }
            stats = measure(batchers.passivate(now));
        }
        return work + inbox.wakeSpaceWaiters();
    }

    private int begin() throws LogFailedException {
        if (!begins || logFailed) {
            return 0;
        }
        begins = false;
        if (wal.isBegun() || !beginning.begin()) {
            return 0;
        }
        log.info("log has room again and is begun: log={} lsn={}", directory, wal.nextLsn());
        return 1;
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
        if (!sequencer.isForceDue(now) && !dispatcher.isForceAwaited() && !notes.isForceAwaited()) {
            if (sequencer.isWriteDue()) {
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
                + dispatcher.reportStuck()
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
        boolean goesOn = truncates;
        truncates = false;
        if (logFailed) {
            return 0;
        }
        parts.failpoint().pass(Failpoint.Point.BEFORE_TRUNCATE);
        try {
            long needed = watermark.value(wal.nextLsn(), parts.tables());
            long before = options.log().keepBytes() == 0 ? needed : Math.min(needed, releasedLsn);
            if (wal.isBegun() && notes.writeBefore(before)) {
                wal.force();
            }
            truncates = wal.truncateBefore(before);
            // At once, for the note of the engine's commits, which may have gone.
            begins |= !wal.isBegun();
            begin();
            committed = findCommitted();
            return goesOn || truncates ? 1 : 0;
        } catch (LogFailedException e) {
            return logFailed(e);
        }
    }

    private Committed findCommitted() {
        long needed = watermark.value(wal.nextLsn(), parts.tables());
        Committed found = new Committed(needed, wal.bytesBelow(needed));
        sequencer.space().keeps(found.bytes(), options.log().keepBytes());
        return found;
    }

    /** Of the engine and the clocks that it works with. */
    IngestParts parts() {
        return parts;
    }

    /** Any thread. */
    Committed committed() {
        return committed;
    }

    /** Whether a checkpoint of the engine is to give this log room. Any thread. */
    boolean isCheckpointDue() {
        long bytes = committed.bytes();
        long keepBytes = options.log().keepBytes();
        return bytes > 0 && keepBytes > 0 && (bytes > keepBytes / 2 || isDiskShort());
    }

    /** See {@link LogSpace#roomPromised}. Any thread, one at a time. */
    void roomPromised(@Nullable Long untilNanos) {
        sequencer.space().roomPromised(untilNanos);
    }

    /** Whether open transactions are to give way to it: loads pass this log by already, or are about to. Any thread. */
    boolean isCheckpointPressing() {
        return isCheckpointDue() && (committed.bytes() >= options.log().keepBytes() || isDiskShort());
    }

    private boolean isDiskShort() {
        return sequencer.spaceBytes() < SHORT_FACTOR * options.logFreeBytesMin();
    }

    /** Segments below this LSN may go: the engine's file has what they hold. Any thread. */
    void release(long lsn) {
        inbox.command(() -> {
            releasedLsn = Math.max(releasedLsn, lsn);
            truncates = true;
        });
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

    private void run() {
        log.info(
                "ingest agent started: log={} epoch={} lsn={}",
                directory,
                Long.toHexString(wal.epoch()),
                wal.nextLsn());
        TributaryException reason = new TributaryException(ErrorCode.SERVER_SHUTDOWN, "Server shutdown in progress");
        try {
            while (!isStopped()) {
                if (doWork() == 0) {
                    park();
                }
            }
        } catch (RuntimeException | Error e) {
            failure = "ingest agent of log " + directory + " failed until a restart: " + e;
            log.error("ingest agent failed and stops; what was acknowledged is in the log: log={}", directory, e);
            reason = new TributaryException(ErrorCode.LOG_FAILED, "ingest agent failed until a restart: " + e, e);
        } finally {
            finish(reason);
        }
    }

    private void park() {
        long nanos = nanosUntilDue();
        parked.set(true);
        if (nanos > 0 && inbox.isIdle() && !dispatcher.hasResults()) {
            LockSupport.parkNanos(this, nanos);
        }
        parked.set(false);
    }

    private void wake() {
        Thread agent = thread;
        if (agent != null && parked.get() && parked.compareAndSet(true, false)) {
            LockSupport.unpark(agent);
        }
    }

    private long nanosUntilDue() {
        long now = parts.nanoClock().getAsLong();
        long nanos = sequencer.hasQueued() && !budget.isOver() ? TXN_ID_PAUSE_NANOS : Long.MAX_VALUE;
        nanos = Math.min(nanos, sequencer.nanosUntilExpiry(now));
        nanos = Math.min(nanos, sequencer.nanosUntilForce(now));
        for (TableBatcher batcher : batchers.active()) {
            nanos = Math.min(nanos, batcher.nanosUntilDue(now));
            nanos = Math.min(nanos, dispatcher.nanosUntilTold(batcher, now));
        }
        nanos = Math.min(nanos, dispatcher.nanosUntilRoom());
        return stopping ? Math.min(nanos, stopDeadlineNanos - now) : nanos;
    }

    private boolean isStopped() {
        return stopping && (!batchers.hasUncommitted() || parts.nanoClock().getAsLong() - stopDeadlineNanos >= 0);
    }

    /** Begins what {@link #close} waits for. */
    void stopTaking() {
        inbox.command(this::stop);
    }

    /**
     * Refuses new loads, seals and commits every open batch, stops the thread and closes the log; waits at most
     * {@code shutdown_timeout_ms}. What is not committed by then stays in the log for the next start.
     */
    @Override
    public void close() {
        boolean isToStop = inbox.command(this::stop);
        Thread agent = thread;
        if (agent == null) {
            if (!isToStop) {
                return;
            }
            while (!isStopped()) {
                doWork();
            }
            finish(new TributaryException(ErrorCode.SERVER_SHUTDOWN, "Server shutdown in progress"));
            return;
        }
        try {
            agent.join(options.shutdownTimeoutMillis() + CLOSE_GRACE_MILLIS);
            if (agent.isAlive()) {
                log.warn("ingest agent did not stop in time, its log is left to the next start");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void stop() {
        if (stopping) {
            return; // by its first call the time runs
        }
        stopping = true;
        stopDeadlineNanos =
                parts.nanoClock().getAsLong() + TimeUnit.MILLISECONDS.toNanos(options.shutdownTimeoutMillis());
        sequencer.refuseAll(new TributaryException(ErrorCode.SERVER_SHUTDOWN, "Server shutdown in progress"));
        batchers.forEachActive(sequencer::resume);
    }

    private void finish(TributaryException reason) {
        inbox.close(reason);
        TributaryException unknown =
                new TributaryException(ErrorCode.OUTCOME_UNKNOWN, reason.getMessage() + OUTCOME_UNKNOWN, reason);
        attempt(() -> sequencer.refuseAll(reason));
        attempt(() -> takeQueued(parts.nanoClock().getAsLong()));
        // Those behind one that failed.
        for (Runnable command = due.poll(); command != null; command = due.poll()) {
            attempt(command);
        }
        attempt(() -> commands.abandonAll(unknown, reason));
        attempt(() -> recovered.abandon(reason));
        attempt(() -> sequencer.refuseLogged(unknown));
        attempt(() -> notes.refuseAll(reason));
        // Of an agent that failed the oldest may have been written before it did.
        attempt(() -> sequencer.refuseQueued(reason.code() == ErrorCode.SERVER_SHUTDOWN ? reason : unknown));
        attempt(held::releaseAll);
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
        finished = true;
    }

    /** What has made the agent fail may make this fail, too; all others are still told. */
    private static void attempt(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            log.error("a step of the ingest agent's end failed", e);
        }
    }

    private IngestStats measure(int batchesOfATable) {
        return new IngestStats(
                sequencer.loads(),
                sequencer.rows(),
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
