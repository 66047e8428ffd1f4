package io.tributary.backend.batch;

import io.tributary.backend.catalog.TableLookup;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.ConditionalPosition;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.KeptKey;
import io.tributary.engine.port.TableEngine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits batches of different tables in one engine transaction that holds the rows, the position and the idempotency keys of
 * each, all of the same engine. Only the way on which nothing goes wrong is here: a table whose lane is taken, or that is gone, is left out; where one
 * cannot be appended the transaction is rolled back and tried once without it, unless that has taken its time (somebody locks the
 * table); then, and after anything else that is sure to have stored nothing, each batch is to be committed alone; and where that is not sure, each is told that its attempt failed, and the next
 * one asks the engine. Committer threads.
 */
public final class GroupCommitter {
    /** How often a group is begun: the second time without the batch that could not be appended. */
    private static final int ROUNDS_MAX = 2;

    private static final Logger log = LoggerFactory.getLogger(GroupCommitter.class);

    private final BatchCommitter single;
    private final TableEngine engine;
    private final TableLookup tables;
    private final TableLanes lanes;
    private final Failpoint failpoint;
    private final LongSupplier nanoClock;

    /** What became of a batch. */
    public enum Outcome {
        COMMITTED,
        /** Nothing of it is in the engine, and nothing is known against it: its time was over before its turn. */
        NOT_TRIED,
        /** Nothing of it is in the engine; it is to be committed without others. */
        TO_BE_ALONE,
        /** Its attempt failed like any other: the next one asks the engine whether it was applied. */
        FAILED
    }

    /** @param error why it failed; only then */
    public record Ended(Batch batch, Outcome outcome, Optional<TributaryException> error) {}

    GroupCommitter(
            BatchCommitter single,
            TableEngine engine,
            TableLookup tables,
            TableLanes lanes,
            Failpoint failpoint,
            LongSupplier nanoClock) {
        this.single = single;
        this.engine = engine;
        this.tables = tables;
        this.lanes = lanes;
        this.failpoint = failpoint;
        this.nanoClock = nanoClock;
    }

    /** Tells of each batch, in their order, how it ended; throws nothing, or those who wait would hang. */
    List<Ended> commit(List<Batch> batches, long appendNanosMax) {
        Run run = new Run(nanoClock.getAsLong() + appendNanosMax);
        Deque<TableLanes.Pass> passes = new ArrayDeque<>();
        TributaryException unforeseen = new TributaryException(ErrorCode.ENGINE, "the group's commit did not end");
        try {
            run.commit(enter(batches, passes, run));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            unforeseen = new TributaryException(ErrorCode.SERVER_SHUTDOWN, "commit interrupted", e);
        } catch (TributaryException e) {
            unforeseen = e;
        } catch (RuntimeException | Error e) {
            unforeseen = new TributaryException(ErrorCode.ENGINE, TributaryException.reason(e), e);
        } finally {
            passes.forEach(TableLanes.Pass::close);
        }
        List<Ended> ended = new ArrayList<>(batches.size());
        for (Batch batch : batches) {
            Outcome outcome = run.outcomes.getOrDefault(batch, Outcome.FAILED);
            ended.add(new Ended(
                    batch,
                    outcome,
                    outcome == Outcome.FAILED ? single.failed(batch, 1, unforeseen) : Optional.empty()));
        }
        return ended;
    }

    /** Enters the lanes in table order, waiting for none: whoever is in one may stay there for long. */
    private List<Batch> enter(List<Batch> batches, Deque<TableLanes.Pass> passes, Run run) throws InterruptedException {
        List<Batch> inOrder = new ArrayList<>(batches);
        inOrder.sort(Comparator.comparingLong(batch -> batch.table().tableId()));
        List<Batch> entered = new ArrayList<>(inOrder.size());
        for (Batch batch : inOrder) {
            Optional<TableLanes.Pass> pass = lanes.enter(List.of(batch.table().tableId()), 0);
            pass.ifPresent(passes::push);
            // The engine goes by names: see the commit of one batch, which says what is to be said of a table that is
            // gone.
            if (pass.isPresent()
                    && tables.table(batch.table().tableId()) != null
                    && tables.hold(batch.table()) == null) {
                entered.add(batch);
            } else {
                run.outcomes.put(batch, Outcome.TO_BE_ALONE);
            }
        }
        return entered;
    }

    /** One call, inside the lanes. */
    private final class Run {
        private final long deadlineNanos;
        private final Map<Batch, Outcome> outcomes = new HashMap<>();
        private @Nullable Batch appending;
        private boolean commitBegun;

        Run(long deadlineNanos) {
            this.deadlineNanos = deadlineNanos;
        }

        void commit(List<Batch> entered) {
            List<Batch> group = entered;
            for (int round = 1; !group.isEmpty(); round++) {
                try {
                    apply(group);
                    return;
                } catch (TributaryException e) {
                    if (!isRolledBack(e)) {
                        throw e;
                    }
                    log.debug("{} batches go alone, or all but one: {}", group.size(), e.getMessage());
                    Batch refused = appending;
                    // Where one has waited for others, the next may wait as long: who shares with it would wait for
                    // each.
                    if (refused == null || round == ROUNDS_MAX || isOver()) {
                        group.forEach(batch -> outcomes.put(batch, Outcome.TO_BE_ALONE));
                        return;
                    }
                    outcomes.put(refused, Outcome.TO_BE_ALONE);
                    group = group.stream().filter(batch -> batch != refused).toList();
                }
            }
        }

        /** A rollback that failed is told beside what led to it. */
        private boolean isRolledBack(TributaryException e) {
            return (!commitBegun || e.code().isConflict()) && e.getSuppressed().length == 0;
        }

        private boolean isOver() {
            return nanoClock.getAsLong() - deadlineNanos >= 0;
        }

        private void apply(List<Batch> group) {
            appending = null;
            failpoint.pass(Failpoint.Point.BEFORE_ENGINE_COMMIT);
            List<Batch> appended = new ArrayList<>(group.size());
            try (EngineTransaction transaction = engine.of(group.get(0).table()).begin()) {
                for (Batch batch : group) {
                    if (!appended.isEmpty() && isOver()) {
                        break;
                    }
                    appending = batch;
                    transaction.append(batch.table(), batch.blocks());
                    appended.add(batch);
                }
                appending = null;
                commit(transaction, appended);
            }
            for (Batch batch : appended) {
                single.tellCommitted(batch);
                single.tellRows(batch);
                outcomes.put(batch, Outcome.COMMITTED);
            }
            group.forEach(batch -> outcomes.putIfAbsent(batch, Outcome.NOT_TRIED));
        }

        private void commit(EngineTransaction transaction, List<Batch> appended) {
            List<ConditionalPosition> applied = new ArrayList<>(appended.size());
            List<KeptKey> keys = new ArrayList<>();
            for (Batch batch : appended) {
                applied.add(single.position(batch, RefusedPart.NOTHING));
                keys.addAll(single.keptKeys(batch, RefusedPart.NOTHING));
            }
            transaction.setAppliedPositions(applied);
            if (!keys.isEmpty()) {
                transaction.keepKeys(keys);
            }
            failpoint.pass(Failpoint.Point.IN_ENGINE_COMMIT);
            commitBegun = true;
            transaction.commit();
            failpoint.left(Failpoint.Point.IN_ENGINE_COMMIT);
        }
    }
}
