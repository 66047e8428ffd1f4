package io.tributary.backend.ingest;

import io.tributary.backend.agent.AgentRunner;
import io.tributary.backend.batch.Batch;
import io.tributary.backend.batch.BatchCommitter;
import io.tributary.backend.batch.LogPositions;
import io.tributary.backend.ingest.answer.BoundTables;
import io.tributary.backend.keys.LoadKeys;
import io.tributary.backend.record.FailpointWalDirectory;
import io.tributary.backend.record.LogOnServers;
import io.tributary.backend.record.LogRegistry;
import io.tributary.backend.record.LoggedBlocks;
import io.tributary.backend.record.RecoveredBatches;
import io.tributary.backend.record.RecoveryProgress;
import io.tributary.contract.calls.BatchInfo;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.log.LogDamagedException;
import io.tributary.log.SegmentedLog;
import io.tributary.log.WalDirectory;
import io.tributary.log.WriteAheadLog;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way in to the one thread that owns a log, its open batches and its watermark, so that none of them has a lock: whoever
 * asks for something puts it into the inbox, and {@link DutyCycle} does it. Any thread.
 */
public final class IngestAgent implements LogIngest, AutoCloseable {
    /** How long {@link #close} waits for the thread beyond {@code shutdown_timeout_ms}: it may be in a write. */
    private static final long CLOSE_GRACE_MILLIS = 5_000;

    private static final Logger log = LoggerFactory.getLogger(IngestAgent.class);

    private final AgentRunner runner;
    private final LogState state;
    private final DutyCycle cycle;
    private final BatchCommitter committer;
    private final Set<Long> keptTables;
    private final LogOnServers onServers;
    private final WriteAheadLog wal;
    private final IngestOptions options;
    private final IngestParts parts;
    private final Inbox inbox;
    private final TableBatchers batchers;
    private final BoundTables bound;
    private final LoadSequencer sequencer;
    private final LogExtent extent;

    private IngestAgent(
            AgentRunner runner, LogState state, DutyCycle cycle, BatchCommitter committer, WalRecovery recovery) {
        onServers = recovery.onServers();
        keptTables = Set.copyOf(recovery.keptTables());
        this.runner = runner;
        this.state = state;
        this.cycle = cycle;
        this.committer = committer;
        wal = state.wal;
        options = state.options;
        parts = state.parts;
        inbox = state.inbox;
        batchers = state.batchers;
        bound = state.bound;
        sequencer = cycle.sequencer();
        extent = cycle.extent();
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
            WriteAheadLog wal = SegmentedLog.open(watched, options.log(), parts.random(), parts.logPreparer());
            try {
                new LogRegistry(parts.engine().systemStore()).refuseForgotten(wal.epoch(), directory.toString());
                LogPositions positions = LogPositions.read(parts.engine(), wal.epoch());
                BatchCommitter committer = new BatchCommitter(
                        parts.target(),
                        new LoggedBlocks(wal.reader()),
                        positions,
                        parts.failpoint(),
                        parts.keys().keyMillis(),
                        parts.nanoClock(),
                        parts.quarantine());
                WalRecovery recovery =
                        new WalRecovery(directory, wal, parts, options.log().keepBytes() > 0);
                List<Batch> found = recovery.recover(positions);
                LoadKeys keys = new LoadKeys(parts.keys(), wal.epoch());
                keys.load(parts.engine(), parts.tables());
                RecoveredBatches recovered = new RecoveredBatches(
                        wal.epoch(),
                        found,
                        recovery.beginning().firstLsn(),
                        parts.nanoClock().getAsLong());
                AgentRunner runner = new AgentRunner("ingest-agent");
                LogState state = new LogState(directory.toString(), wal, options, parts, recovered, keys, runner::wake);
                DutyCycle cycle = new DutyCycle(state, committer, recovery.beginning(), runner::wake);
                cycle.adopt(found);
                return new IngestAgent(runner, state, cycle, committer, recovery);
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

    /** Finds out what the log's disk has left; to be called once a second, beside the agent's thread, for it may hang. */
    public void lookAtDisk() {
        sequencer.space().look();
        inbox.command(() -> extent.lookedAtDisk(parts.nanoClock().getAsLong()));
    }

    /** Which tables' batches do not get through, and why; or empty. Any thread. */
    String overdue() {
        return state.overdue;
    }

    /** Why it takes no load until its disk has room, with its directory; or empty. Any thread. */
    public String shortage() {
        String shortage = sequencer.space().shortage();
        return shortage.isEmpty() ? "" : directory() + ": " + shortage;
    }

    /** Whether loads are refused for lack of room, instead of passing the log by. Any thread. */
    public boolean isFull() {
        return sequencer.space().isFull();
    }

    /** What of it concerns servers. Any thread. */
    public LogOnServers onServers() {
        return onServers;
    }

    /** Where the log is. */
    public String directory() {
        return state.directory;
    }

    /** Why it takes nothing more until a restart, or null. Any thread. */
    public @Nullable String failure() {
        String known = cycle.failure();
        return known == null && runner.hasDied()
                ? "ingest agent of log " + directory() + " has ended until a restart"
                : known;
    }

    /** What the log's disk had left when it was looked at last. Any thread. */
    public long spaceBytes() {
        return sequencer.space().usableBytes();
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
        return cycle.isEmptied();
    }

    /** Starts the agent's thread; once. */
    public void start() {
        runner.start(cycle);
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
                if (!inbox.command(() -> state.answers.refused(task.listener(), tooLarge))) {
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
        return command(done -> cycle.commands().sync(ids, done));
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
        return unlessEnded(ids, command(done -> cycle.commands().visible(ids, done)), null);
    }

    @Override
    public Set<Long> stranded() {
        return failure() == null ? Set.of() : Set.copyOf(bound.all());
    }

    @Override
    public CompletableFuture<Hold> hold(Collection<Long> tableIds) {
        List<Long> ids = List.copyOf(tableIds);
        return unlessEnded(ids, command(held -> cycle.commands().hold(ids, held)), () -> {});
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
        return command(barrier -> cycle.commands().barrier(tableId, barrier));
    }

    @Override
    public CompletableFuture<Void> dropTable(long tableId) {
        return this.<Void>command(done -> cycle.commands().dropTable(tableId, done))
                .thenRun(() -> {
                    parts.quarantine().waitsNoLonger(tableId);
                    committer.forget(tableId);
                });
    }

    /** Refuses loads with this error from now on; open batches are sealed. Completes when that is so. */
    CompletableFuture<Void> refuseLoads(TributaryException reason) {
        return command(done -> {
            cycle.refuseLoads(reason);
            done.complete(null);
        });
    }

    /** The end of {@link #refuseLoads}. */
    void takeLoads() {
        inbox.command(() -> cycle.refuseLoads(null));
    }

    /**
     * Notes how many commits the engine has that are in no log. Completes when each that has returned by now is noted durably; any
     * thread.
     */
    CompletableFuture<Void> noteCommits() {
        return command(cycle.notes()::ask);
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
        return state.recovered.progress();
    }

    @Override
    public Set<Long> recovering() {
        return state.recovered.tables();
    }

    @Override
    public CompletableFuture<Void> recovered(long tableId) {
        return state.recovered.recovered(tableId);
    }

    @Override
    public AutoCloseable onAcknowledged(Runnable flush) {
        return state.answers.onFlush(flush);
    }

    /** Figures for metrics; any thread. */
    public IngestStats stats() {
        return cycle.stats();
    }

    /** Returns the parts of the engine and the clocks that it works with. */
    IngestParts parts() {
        return parts;
    }

    /** How far the log reaches. */
    LogExtent extent() {
        return extent;
    }

    /** See {@link LogSpace#roomPromised}. Any thread, one at a time. */
    void roomPromised(@Nullable Long untilNanos) {
        sequencer.space().roomPromised(untilNanos);
    }

    /** Segments below this LSN may go: the engine's file has what they hold. Any thread. */
    void release(long lsn) {
        inbox.command(() -> extent.release(lsn));
    }

    /** One round, where no thread was started; returns how much there was to do. */
    int doWork() {
        return cycle.doWork();
    }

    /** Begins what {@link #close} waits for. */
    void stopTaking() {
        inbox.command(cycle::stop);
    }

    /**
     * Refuses new loads, seals and commits every open batch, stops the thread and closes the log; waits at most
     * {@code shutdown_timeout_ms}. What is not committed by then stays in the log for the next start.
     */
    @Override
    public void close() {
        boolean isToStop = inbox.command(cycle::stop);
        if (!runner.isStarted()) {
            if (!isToStop) {
                return;
            }
            while (!cycle.isStopped()) {
                cycle.doWork();
            }
            cycle.finish(null);
            return;
        }
        try {
            if (!runner.awaitEnd(options.shutdownTimeoutMillis() + CLOSE_GRACE_MILLIS)) {
                log.warn("ingest agent did not stop in time, its log is left to the next start");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
