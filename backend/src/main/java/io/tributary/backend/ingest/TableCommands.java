package io.tributary.backend.ingest;

import io.tributary.backend.batch.Batch;
import io.tributary.backend.batch.CommitListener;
import io.tributary.backend.batch.MemoryBudget;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.ingest.LogIngest.Barrier;
import io.tributary.backend.ingest.LogIngest.Hold;
import io.tributary.backend.ingest.answer.Answers;
import io.tributary.backend.ingest.answer.BoundTables;
import io.tributary.backend.ingest.answer.HeldAnswers;
import io.tributary.backend.keys.LoadKeys;
import io.tributary.backend.record.LowWatermark;
import io.tributary.backend.record.RecoveredBatches;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What statements ask of a table's batches: sync, barrier, drop. Ingest agent's thread. */
final class TableCommands {
    private final Inbox inbox;
    private final TableBatchers batchers;
    private final MemoryBudget budget;
    private final LowWatermark watermark;
    private final RecoveredBatches recovered;
    private final Answers answers;
    private final HeldAnswers held;
    private final BoundTables bound;
    private final LoadKeys keys;
    private final LoadSequencer sequencer;
    private final LongSupplier nanoClock;
    private final List<Dropping> dropping = new ArrayList<>();
    private @Nullable TributaryException logFailed;

    /** A table whose last commit attempt is not over. */
    private record Dropping(TableBatcher batcher, CompletableFuture<Void> done) {}

    TableCommands(LogState state, LoadSequencer sequencer) {
        this.sequencer = sequencer;
        inbox = state.inbox;
        batchers = state.batchers;
        budget = state.budget;
        watermark = state.watermark;
        recovered = state.recovered;
        answers = state.answers;
        held = state.held;
        bound = state.bound;
        keys = state.keys;
        nanoClock = state.parts.nanoClock();
    }

    void sync(List<Long> tableIds, CompletableFuture<Void> done) {
        CompletableFuture<?>[] drains =
                tableIds.stream().distinct().map(this::drain).toArray(CompletableFuture<?>[]::new);
        var unused = CompletableFuture.allOf(drains).whenComplete((ok, error) -> complete(done, null, error));
    }

    void visible(Collection<Long> tableIds, CompletableFuture<Void> done) {
        CompletableFuture<?>[] commits =
                tableIds.stream().distinct().map(this::lastAnswered).toArray(CompletableFuture<?>[]::new);
        var unused = CompletableFuture.allOf(commits).whenComplete((ok, error) -> complete(done, null, error));
    }

    /** Completes with the commit of the last batch that a read which begins now must see. */
    private CompletableFuture<Void> lastAnswered(long tableId) {
        if (!bound.contains(tableId)) {
            return CompletableFuture.completedFuture(null);
        }
        TributaryException failed = logFailed;
        if (failed != null) {
            // Nobody knows any more of a batch that has no SEAL; the next start commits it.
            return CompletableFuture.failedFuture(failed);
        }
        TableBatcher batcher = batchers.find(tableId);
        if (batcher == null || !batcher.hasBound()) {
            throw new IllegalStateException("table " + tableId + " has rows for its readers in no batch");
        }
        Batch last = batcher.lastThatBindsReads();
        if (last == null) {
            // No writer of its bound rows has been answered.
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> committed = new CompletableFuture<>();
        last.awaitByReader(new CommitListener() {
            @Override
            public void committed(Batch batch) {
                committed.complete(null);
            }

            @Override
            public void abandoned(TributaryException error) {
                if (error.code() == ErrorCode.UNKNOWN_TABLE) {
                    // Dropped: there is nothing left to be seen.
                    committed.complete(null);
                } else {
                    committed.completeExceptionally(error);
                }
            }
        });
        return committed;
    }

    void hold(Collection<Long> tableIds, CompletableFuture<Hold> holding) {
        Map<Long, Long> holds = new HashMap<>();
        tableIds.forEach(tableId -> holds.computeIfAbsent(tableId, held::hold));
        Hold hold = () -> inbox.command(() -> holds.forEach(held::release));
        // Nobody holds what failed, or was given up; its commits may take long yet.
        var unusedEnd = holding.whenComplete((got, error) -> {
            if (error != null) {
                hold.close();
            }
        });
        CompletableFuture<?>[] commits =
                holds.keySet().stream().filter(bound::contains).map(this::drain).toArray(CompletableFuture<?>[]::new);
        var unused = CompletableFuture.allOf(commits).whenComplete((ok, error) -> complete(holding, hold, error));
    }

    void barrier(long tableId, CompletableFuture<Barrier> barrier) {
        TableBatcher batcher = batchers.activate(tableId);
        if (batcher.barriers().add(barrier)) {
            raise(batcher, barrier);
        }
    }

    /** Its turn has come: loads wait already; when what is in batches is committed, the caller holds it. */
    private void raise(TableBatcher batcher, CompletableFuture<Barrier> barrier) {
        var unused = drain(batcher.tableId()).whenComplete((ok, error) -> {
            AtomicBoolean closed = new AtomicBoolean();
            Barrier held = () -> {
                if (!closed.getAndSet(true)) {
                    inbox.command(() -> lower(batcher, barrier));
                }
            };
            complete(barrier, held, error);
            // Nobody holds a barrier that failed, or whose caller has given up.
            if (barrier.isCompletedExceptionally()) {
                lower(batcher, barrier);
            }
        });
    }

    private void lower(TableBatcher batcher, CompletableFuture<Barrier> barrier) {
        if (batcher.barriers().remove(barrier)) {
            CompletableFuture<Barrier> next = batcher.barriers().first();
            if (next != null) {
                raise(batcher, next);
            } else {
                sequencer.resume(batcher);
            }
        }
    }

    void dropTable(long tableId, CompletableFuture<Void> done) {
        sequencer.tableDropped(tableId);
        TableBatcher batcher = batchers.activate(tableId);
        TributaryException dropped = TableLookup.dropped();
        discard(batcher, batcher.removeNotCommitting(), dropped);
        failBarriers(batcher, dropped);
        batcher.drains().complete();
        dropping.add(new Dropping(batcher, done));
        finishDrops();
    }

    /** Completes drops whose table has no commit in flight any more. */
    int finishDrops() {
        if (dropping.isEmpty()) {
            return 0;
        }
        List<Dropping> over =
                dropping.stream().filter(drop -> !drop.batcher().isCommitting()).toList();
        dropping.removeAll(over);
        for (Dropping drop : over) {
            TributaryException dropped = TableLookup.dropped();
            discard(drop.batcher(), drop.batcher().removeNotCommitting(), dropped);
            drop.batcher().drains().complete();
            batchers.remove(drop.batcher());
            bound.dropped(drop.batcher().tableId());
            keys.dropped(drop.batcher().tableId());
            drop.done().complete(null);
        }
        return over.size();
    }

    private void discard(TableBatcher batcher, List<Batch> batches, TributaryException error) {
        for (Batch batch : batches) {
            budget.release(batch.dropBlocks());
            budget.left(batch.blockCount());
            watermark.discarded(batcher.tableId(), batch.lowestLsn());
            keys.discarded(batch);
            recovered.discarded(batch, nanoClock.getAsLong());
            bound.released(batch);
            answers.abandoned(batch, error);
        }
    }

    /**
     * The log takes nothing more: batches without a durable SEAL stay uncommitted until the next start reads them from
     * the log; whoever waits for one hears that.
     *
     * @param ofLoads what those hear who wait for the commit of a load
     * @param error what all others hear, now and later
     */
    void logFailed(TributaryException ofLoads, TributaryException error, long forcedLsn) {
        logFailed = error;
        batchers.forEachActive(batcher -> {
            List<Batch> lost = batcher.removeSealedAfter(forcedLsn);
            for (Batch batch : lost) {
                budget.release(batch.dropBlocks());
                answers.abandoned(batch, ofLoads);
            }
            if (!lost.isEmpty()) {
                batcher.drains().fail(error);
            }
        });
    }

    /**
     * Nobody waits for anything any longer.
     *
     * @param ofLoads what those hear who wait for the commit of a load
     * @param error what all others hear
     */
    void abandonAll(TributaryException ofLoads, TributaryException error) {
        batchers.forEachActive(batcher -> {
            batcher.uncommitted().forEach(batch -> answers.abandoned(batch, ofLoads));
            batcher.drains().fail(error);
            failBarriers(batcher, error);
        });
        dropping.forEach(drop -> drop.done().completeExceptionally(error));
        dropping.clear();
    }

    /** Fails those that are not held yet, and lets the waiting loads go on to their refusal. */
    private void failBarriers(TableBatcher batcher, TributaryException error) {
        for (CompletableFuture<Barrier> barrier = batcher.barriers().pollLast();
                barrier != null;
                barrier = batcher.barriers().pollLast()) {
            barrier.completeExceptionally(error);
        }
        sequencer.resume(batcher);
    }

    private CompletableFuture<Void> drain(long tableId) {
        TributaryException failed = logFailed;
        if (failed != null) {
            // What the failed log holds for the table is not known to be in the engine.
            return CompletableFuture.failedFuture(failed);
        }
        TableBatcher batcher = batchers.find(tableId);
        return batcher == null ? CompletableFuture.completedFuture(null) : batcher.drain();
    }

    private static <T> void complete(CompletableFuture<T> future, @Nullable T value, @Nullable Throwable error) {
        if (error == null) {
            future.complete(value);
            return;
        }
        Throwable cause = error.getCause() instanceof TributaryException ? error.getCause() : error;
        future.completeExceptionally(
                cause instanceof TributaryException
                        ? cause
                        : new TributaryException(
                                ErrorCode.UNKNOWN,
                                "batches could not be drained: " + TributaryException.reason(cause),
                                cause));
    }
}
