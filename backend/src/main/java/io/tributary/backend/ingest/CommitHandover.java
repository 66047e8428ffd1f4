package io.tributary.backend.ingest;

import io.tributary.backend.batch.Batch;
import io.tributary.backend.batch.BatchCommitter;
import io.tributary.backend.batch.Failpoint;
import io.tributary.backend.batch.GroupCommitter;
import io.tributary.backend.batch.GroupCommitter.Outcome;
import io.tributary.backend.batch.MemoryBudget;
import io.tributary.backend.record.RecoveredBatches;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.TableEngine;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Gives batches to the threads that commit them, one or several at a time, and takes what became of them. Ingest agent's
 * thread; only the queue of results is shared.
 */
final class CommitHandover {
    /**
     * Batches found by the start that are with the committers of an engine at once. They go in the log's order, so that its oldest
     * segments are the first that may go, and take the threads of later attempts, so that new ones need not wait for them.
     */
    static final int RECOVERED_AT_ONCE_MAX = 2;

    private final IngestParts parts;
    private final BatchCommitter committer;
    private final MemoryBudget budget;
    private final RecoveredBatches recovered;
    private final int firstAttemptsMax;
    private final Runnable arrived;

    private final Queue<Result> results = new ConcurrentLinkedQueue<>();

    /** Those of the engines that had batches, each with its own threads: one that hangs holds no other's. */
    private final Map<TableEngine, Place> places = new HashMap<>();

    /** Where the batches of one engine are committed. */
    static final class Place {
        final IngestParts.Committers committers;
        /** Those of first attempts, a group as one; those at what the start found are not among them. */
        private final List<CommitAttempt> firstAttempts = new ArrayList<>();

        /** First attempts at what the start found. */
        int recovering;

        Place(IngestParts.Committers committers) {
            this.committers = committers;
        }

        /** Whether fewer of the first attempts than so many are under way, but for those that others may overtake. */
        boolean hasRoom(int max, long nowNanos) {
            firstAttempts.removeIf(CommitAttempt::hasEnded);
            int counted = 0;
            for (CommitAttempt attempt : firstAttempts) {
                counted += attempt.engineNanos(nowNanos) < committers.slowNanos() ? 1 : 0;
            }
            return counted < max;
        }

        /** Returns the nanoseconds until one more of them may be overtaken, as far as can be told. */
        long nanosUntilOvertaken(long nowNanos) {
            long nanos = Long.MAX_VALUE;
            for (CommitAttempt attempt : firstAttempts) {
                long left = committers.slowNanos() - attempt.engineNanos(nowNanos);
                nanos = left > 0 ? Math.min(nanos, left) : nanos;
            }
            return nanos;
        }
    }

    /** Bytes of blocks that the committers hold. */
    private long committingBytes;

    /** A batch that its batcher gave away for a commit. */
    record Taken(TableBatcher batcher, Batch batch) {}

    /**
     * @param attempt from 1
     * @param heldBytes of the batch's blocks in memory when it was handed over
     * @param error why the attempt failed
     * @param nanos of its engine transaction
     * @param together how many batches shared that
     */
    record Result(
            Place place,
            Taken taken,
            int attempt,
            long heldBytes,
            Outcome outcome,
            Optional<TributaryException> error,
            long nanos,
            int together) {
        Batch batch() {
            return taken.batch();
        }

        TableBatcher batcher() {
            return taken.batcher();
        }
    }

    /**
     * @param firstAttemptsMax tasks of first attempts that may be with the committers at once
     * @param arrived called on a committer's thread after each task
     */
    CommitHandover(
            IngestParts parts,
            BatchCommitter committer,
            MemoryBudget budget,
            RecoveredBatches recovered,
            int firstAttemptsMax,
            Runnable arrived) {
        this.parts = parts;
        this.committer = committer;
        this.budget = budget;
        this.recovered = recovered;
        this.firstAttemptsMax = firstAttemptsMax;
        this.arrived = arrived;
    }

    private Place place(Batch batch) {
        TableEngine engine = parts.engine().of(batch.table());
        Place place = places.get(engine);
        if (place == null) {
            List<TableEngine> all = parts.engine().all();
            places.keySet().removeIf(left -> !all.contains(left));
            place = new Place(parts.executors().committersOf().apply(engine));
            places.put(engine, place);
        }
        return place;
    }

    /** Batches of one engine each, which may share its transactions; in the order in which the first of each came. */
    Collection<List<Taken>> byEngine(List<Taken> taken) {
        if (parts.engine().others().isEmpty()) {
            return List.of(taken);
        }
        Map<Place, List<Taken>> byPlace = new LinkedHashMap<>();
        for (Taken one : taken) {
            byPlace.computeIfAbsent(place(one.batch()), place -> new ArrayList<>())
                    .add(one);
        }
        return byPlace.values();
    }

    /** Whether batches of this one's engine may share a commit. */
    boolean sharesCommits(Batch batch) {
        return parts.engine().others().isEmpty()
                || parts.engine().of(batch.table()).keepsLoads();
    }

    /** Whether another task of a first attempt may go to the committers of some engine. */
    boolean hasRoom(long nowNanos) {
        return places.size() < parts.engine().others().size() + 1
                || places.values().stream().anyMatch(place -> place.hasRoom(firstAttemptsMax, nowNanos));
    }

    /** Whether one may go to those of this batch's engine. */
    boolean hasRoomFor(Batch batch, long nowNanos) {
        return place(batch).hasRoom(firstAttemptsMax, nowNanos);
    }

    /** Returns the nanoseconds until some engine's committers may have room though none of them is done. */
    long nanosUntilRoom(long nowNanos) {
        long nanos = Long.MAX_VALUE;
        for (Place place : places.values()) {
            nanos = Math.min(nanos, place.nanosUntilOvertaken(nowNanos));
        }
        return nanos;
    }

    /** Whether one more that the start found may go to those of its engine. */
    boolean hasRoomForRecovered(Batch batch) {
        return place(batch).recovering < RECOVERED_AT_ONCE_MAX;
    }

    /**
     * Later attempts have threads of their own: tables that fail or are slow must not take those of the others. False: there
     * is no room, and the batch is sealed as before.
     */
    boolean alone(Taken taken) {
        Batch batch = taken.batch();
        int attempt = taken.batcher().attempt();
        holdWithinShare(batch);
        long held = batch.memoryBytes();
        CommitAttempt begun = new CommitAttempt();
        taken.batcher().handedOver(begun);
        boolean isRecovered = recovered.contains(batch);
        boolean isFirst = attempt == 1 && !isRecovered;
        Place place = place(batch);
        Executor executor = isFirst ? place.committers.first() : place.committers.retries();
        Runnable task = () -> {
            long started = parts.nanoClock().getAsLong();
            begun.began(started);
            if (isRecovered) {
                parts.failpoint().pass(Failpoint.Point.IN_RECOVERY);
            }
            Optional<TributaryException> error = committer.commit(batch, attempt);
            Outcome outcome = error.isEmpty() ? Outcome.COMMITTED : Outcome.FAILED;
            long nanos = parts.nanoClock().getAsLong() - started;
            begun.ended();
            results.add(new Result(place, taken, attempt, held, outcome, error, nanos, 1));
            arrived.run();
        };
        if (!execute(executor, task)) {
            taken.batcher().notHandedOver();
            return false;
        }
        committingBytes += held;
        if (isFirst) {
            place.firstAttempts.add(begun);
        }
        place.recovering += isRecovered && attempt == 1 ? 1 : 0;
        return true;
    }

    /** What the engine does not take must not keep other tables from being logged: half of the memory for batches may be here. */
    private void holdWithinShare(Batch batch) {
        if (!isWithinShare(batch.memoryBytes())) {
            budget.release(batch.dropBlocks());
        }
    }

    /** Whether so many more bytes of blocks may be at the committers; what is beyond they read from the log. */
    boolean isWithinShare(long bytes) {
        return bytes <= budget.bytesMax() / 2 - committingBytes;
    }

    /** First attempts at batches of different tables of one engine, in one transaction of it. False: no room, they are sealed as before. */
    boolean together(List<Taken> group, long appendNanosMax) {
        if (group.size() == 1) {
            return alone(group.get(0));
        }
        List<Batch> batches = group.stream().map(Taken::batch).toList();
        CommitAttempt begun = new CommitAttempt();
        group.forEach(taken -> taken.batcher().handedOver(begun));
        List<Long> held = batches.stream().map(Batch::memoryBytes).toList();
        Place place = place(batches.get(0));
        Runnable task = () -> {
            long started = parts.nanoClock().getAsLong();
            begun.began(started);
            List<GroupCommitter.Ended> ended = committer.commitTogether(batches, appendNanosMax);
            long nanos = parts.nanoClock().getAsLong() - started;
            List<Result> all = new ArrayList<>(ended.size());
            for (int i = 0; i < ended.size(); i++) {
                GroupCommitter.Ended end = ended.get(i);
                all.add(new Result(
                        place, group.get(i), 1, held.get(i), end.outcome(), end.error(), nanos, ended.size()));
            }
            begun.ended();
            results.addAll(all);
            arrived.run();
        };
        if (!execute(place.committers.first(), task)) {
            group.forEach(taken -> taken.batcher().notHandedOver());
            return false;
        }
        committingBytes += held.stream().mapToLong(Long::longValue).sum();
        place.firstAttempts.add(begun);
        return true;
    }

    private static boolean execute(Executor executor, Runnable task) {
        try {
            executor.execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    boolean hasResults() {
        return !results.isEmpty();
    }

    /** The next result that nobody has seen, or null. */
    @Nullable
    Result poll() {
        Result result = results.poll();
        if (result != null) {
            committingBytes -= result.heldBytes();
            // Its database may be dropped, and its engine not be found by it any more.
            result.place().recovering -= result.attempt() == 1 && recovered.contains(result.batch()) ? 1 : 0;
        }
        return result;
    }
}
