package io.tributary.backend.ingest;

import io.tributary.backend.engine.ReleasedPositions;
import io.tributary.backend.record.ServerHold;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.TableEngine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets go of segments whose batches are not only committed but in the engine's file: until then an engine that loses commits
 * can be brought back from the log. Where they come to half of {@code wal_keep_bytes}, or the log's disk runs short, it asks the
 * engine for a checkpoint; where they come to all of it, or the disk is short, open transactions give way to that. It tells the
 * logs whether they may count on it. Where servers have tables the log's last bytes stay, a quarter of {@code wal_keep_bytes}, for
 * what a failover of theirs may lose. One thread that may block, once a second.
 */
final class LogRetention {
    private static final long PAUSE_SECONDS_MAX = 60;

    /** So long a checkpoint may take until the logs no longer count on it. */
    private static final long CHECKPOINT_NANOS_MAX = TimeUnit.SECONDS.toNanos(60);

    private static final Logger log = LoggerFactory.getLogger(LogRetention.class);

    private final TableEngine engine;
    private final BooleanSupplier makeWay;
    private final List<Kept> logs = new ArrayList<>();
    private long pauseSeconds = 1;
    private boolean isPausing;
    private long pauseEndNanos;

    /**
     * Everything below an LSN is committed.
     *
     * @param checkpoint the number of one that is sure to hold it
     */
    private record Committed(long lsn, long checkpoint) {}

    private static final class Kept {
        final IngestAgent agent;
        /** What is committed, at most two: that of the checkpoint to come, and the one before it, which is under way. */
        final Deque<Committed> committed = new ArrayDeque<>();

        final ServerHold hold = new ServerHold();

        /** The engine's file has everything below. */
        long freedLsn;

        /** Servers are not given back anything below. */
        long serversLsn;

        long releasedLsn;

        /** What is to be noted before servers are not given it back any more. */
        ServerHold.@Nullable Look let;

        Kept(IngestAgent agent) {
            this.agent = agent;
        }
    }

    /**
     * @param makeWay ends transactions that keep a checkpoint from beginning; says whether there were any
     * @param agents of one engine
     */
    LogRetention(TableEngine engine, BooleanSupplier makeWay, List<IngestAgent> agents) {
        this.engine = engine;
        this.makeWay = makeWay;
        agents.forEach(agent -> logs.add(new Kept(agent)));
    }

    /** @param nowNanos of a monotonic clock */
    void check(long nowNanos) {
        long last = engine.lastCheckpoint();
        logs.forEach(this::look);
        // What the engine's own checkpoint has made room for goes before one more is asked for.
        boolean released = release();
        if (!released
                && logs.stream().anyMatch(kept -> kept.agent.extent().isCheckpointDue())
                && !isPausing(nowNanos)) {
            checkpoint(nowNanos, last);
            release();
        }
    }

    private void look(Kept kept) {
        lookForServers(kept);
        LogExtent.Committed committed = kept.agent.extent().committed();
        if (committed.bytes() == 0) {
            return;
        }
        // It is asked after what is committed was read: what returned before belongs to the next checkpoint at the
        // latest.
        long checkpoint = engine.nextCheckpoint();
        Committed newest = kept.committed.peekLast();
        boolean isFull = kept.committed.size() == 2;
        if (newest != null && (isFull || newest.checkpoint() == checkpoint)) {
            kept.committed.removeLast();
        }
        kept.committed.addLast(new Committed(committed.lsn(), checkpoint));
    }

    private void lookForServers(Kept kept) {
        if (!hasServers()) {
            return;
        }
        long held = kept.agent.extent().heldForServers();
        long logBytes = kept.agent.stats().logBytes();
        if (kept.hold.isLookDue(logBytes, held)) {
            long lsn = kept.agent.extent().committed().lsn();
            // They are asked after what is committed was read, so that they cover it.
            kept.hold.add(
                    new ServerHold.Look(lsn, logBytes, kept.agent.onServers().positions()));
        }
        ServerHold.Look newest = kept.hold.takeReleasable(logBytes, held);
        if (newest != null) {
            kept.let = newest;
        }
    }

    private boolean hasServers() {
        return engine.others().stream().anyMatch(TableEngine::keepsLoads);
    }

    /** Below what nobody needs any more, and it is noted how far servers have what goes. */
    private long releasable(Kept kept) {
        if (!hasServers()) {
            return kept.freedLsn;
        }
        ServerHold.Look noted = kept.let;
        if (noted != null) {
            IngestParts parts = kept.agent.parts();
            ReleasedPositions.write(
                    engine.systemStore(), kept.agent.epoch(), noted.positions(), parts.tables()::wasDropped);
            kept.serversLsn = noted.lsn();
            kept.let = null;
        }
        return Math.min(kept.freedLsn, kept.serversLsn);
    }

    private boolean isPausing(long nowNanos) {
        isPausing &= nowNanos - pauseEndNanos < 0;
        return isPausing;
    }

    private void checkpoint(long nowNanos, long last) {
        promiseRoom(nowNanos + CHECKPOINT_NANOS_MAX);
        @Nullable Long roomUntilNanos = nowNanos;
        try {
            engine.checkpointAfter(last);
            roomUntilNanos = null;
            pauseSeconds = 1;
        } catch (TributaryException e) {
            if (e.code().isConflict()) {
                log.debug("checkpoint for the log must wait for open transactions", e);
                if (logs.stream().anyMatch(kept -> kept.agent.extent().isCheckpointPressing())
                        && makeWay.getAsBoolean()) {
                    log.warn("event=log_short, open transactions gave way to a checkpoint");
                }
                return;
            }
            log.warn(
                    "checkpoint for the log failed, tried again in {} s; until then its segments are kept",
                    pauseSeconds,
                    e);
            isPausing = true;
            pauseEndNanos = nowNanos + TimeUnit.SECONDS.toNanos(pauseSeconds);
            pauseSeconds = Math.min(2 * pauseSeconds, PAUSE_SECONDS_MAX);
        } finally {
            promiseRoom(roomUntilNanos);
        }
    }

    private void promiseRoom(@Nullable Long untilNanos) {
        logs.forEach(kept -> kept.agent.roomPromised(untilNanos));
    }

    /** Whether there was anything. */
    private boolean release() {
        long last = engine.lastCheckpoint();
        boolean isMarked = false;
        for (Kept kept : logs) {
            for (Committed oldest = kept.committed.peekFirst();
                    oldest != null && oldest.checkpoint() <= last;
                    oldest = kept.committed.peekFirst()) {
                kept.freedLsn = oldest.lsn();
                kept.committed.removeFirst();
            }
            long lsn = releasable(kept);
            if (lsn > kept.releasedLsn) {
                if (!isMarked) {
                    // An engine from before would else have as many commits that are in no log as this one. The log
                    // itself notes it before the segments go, if nobody had room for that.
                    engine.unloggedCommits().mark();
                    isMarked = true;
                }
                kept.agent.release(lsn);
                kept.releasedLsn = lsn;
            }
        }
        return isMarked;
    }
}
