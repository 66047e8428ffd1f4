package io.tributary.backend.service.wait;

import io.grpc.stub.StreamObserver;
import io.tributary.backend.ingest.LogIngest.Barrier;
import io.tributary.backend.txn.PrivateCommitter;
import io.tributary.contract.error.TributaryException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Statements that are no row inserts: everything acknowledged before them is committed first, and later loads of the
 * table wait until they are done. The wait for what the start found of the table, of which nobody can tell how long it takes,
 * comes before the place in the pool. Waiting for the log, and for others that write the table, takes no thread; and the
 * barrier goes up only for who has one, since everybody who writes to the table waits for it.
 */
public final class Barriers {
    /** How long a thread is kept for a table's turn before others get it. */
    static final long TURN_MILLIS = 1_000;

    private final LogWaits waits;
    private final TableTurns changes;
    private final TableTurns turns;
    private final StatementWaits before;
    private final PrivateCommitter committer;
    private final UnaryCalls calls;

    /** @param pool of which the bodies run */
    public Barriers(StatementWaits waits, PrivateCommitter committer, EnginePool pool) {
        this.waits = waits.log();
        changes = waits.changes();
        turns = waits.turns();
        before = waits;
        this.committer = committer;
        calls = new UnaryCalls(pool);
    }

    /** A table's barrier, and the turns in its lines. */
    public record Held(Barrier barrier, TableTurns.Turn turn, TableTurns.Turn change) implements AutoCloseable {
        @Override
        public void close() {
            try (change;
                    turn) {
                barrier.close();
            }
        }
    }

    /**
     * Runs the body alone in its table, on an engine thread, and answers with what it returns; with 1146 if the table was
     * dropped while it waited.
     */
    public <R> void answer(StreamObserver<R> out, long tableId, Supplier<R> body) {
        answer(out, tableId, StatementReads.NOTHING, body);
    }

    /** Runs the body of a statement that may read other tables, too: they are waited for before anything is held. */
    public <R> void answer(StreamObserver<R> out, long tableId, StatementReads reads, Supplier<R> body) {
        calls.admittedAfter(out, before.before(List.of(tableId), reads), place -> {
            var unused = hold(place, tableId).whenComplete((held, error) -> {
                if (error != null) {
                    place.close();
                    UnaryCalls.fail(out, error);
                    return;
                }
                try {
                    calls.answer(out, place, () -> {
                        try (held) {
                            return committer.inLaneOf(tableId, body);
                        }
                    });
                } catch (RuntimeException e) {
                    held.close();
                    UnaryCalls.fail(out, e);
                }
            });
        });
    }

    /**
     * Completes with the barrier of a table that is recovered when the place holds a thread. What is acknowledged by now may
     * be long in coming: nothing is held while that is waited for.
     */
    public CompletableFuture<Held> hold(EnginePool.Place place, long tableId) {
        return waits.sync(tableId)
                .thenCompose(done -> take(changes, tableId, LogWaits.COMMIT_MILLIS))
                .thenCompose(change -> closedOnError(
                        change,
                        turnThenThread(place, tableId)
                                .thenCompose(turn -> closedOnError(
                                        turn,
                                        waits.barrier(tableId)
                                                .thenApply(barrier -> new Held(barrier, turn, change))))));
    }

    private static CompletableFuture<TableTurns.Turn> take(TableTurns turns, long tableId, long millis) {
        return turns.take(List.of(tableId), millis, LogWaits::notCommitted);
    }

    private static CompletableFuture<Held> closedOnError(TableTurns.Turn turn, CompletableFuture<Held> held) {
        return held.whenComplete((barrier, error) -> {
            if (error != null) {
                turn.close();
            }
        });
    }

    /** The table's turn, and a thread for the place; while it waits for one of them it does not keep the other. */
    private CompletableFuture<TableTurns.Turn> turnThenThread(EnginePool.Place place, long tableId) {
        return take(turns, tableId, LogWaits.COMMIT_MILLIS).thenCompose(turn -> {
            if (place.holdNow()) {
                return CompletableFuture.completedFuture(turn);
            }
            turn.close();
            return threadThenTurn(place, tableId);
        });
    }

    /** The same where there was no thread: short commits of the table are waited for with it. */
    private CompletableFuture<TableTurns.Turn> threadThenTurn(EnginePool.Place place, long tableId) {
        return threadOf(place).thenCompose(had -> turns.take(List.of(tableId), TURN_MILLIS, LogWaits::notCommitted)
                .exceptionallyCompose(late -> {
                    place.letGo();
                    return turnThenThread(place, tableId);
                }));
    }

    private static CompletableFuture<Void> threadOf(EnginePool.Place place) {
        CompletableFuture<Void> had = new CompletableFuture<>();
        try {
            place.hold(() -> had.complete(null));
        } catch (TributaryException e) {
            had.completeExceptionally(e);
        }
        return had;
    }

    /** Runs the body on an engine thread when everything of the table that was acknowledged before is visible. */
    public <R> void afterSync(StreamObserver<R> out, long tableId, Supplier<R> body) {
        afterSync(out, tableId, before.before(List.of(tableId), StatementReads.NOTHING), body);
    }

    /** Runs the body on an engine thread when {@code first} has happened and then all that was acknowledged is visible. */
    public <R> void afterSync(StreamObserver<R> out, long tableId, CompletableFuture<Void> first, Supplier<R> body) {
        calls.admittedAfter(out, first, place -> calls.answerAfter(out, place, waits.sync(tableId), body));
    }

    /** Runs a body that enters the table's lane, like {@link #afterSync}, when it is its turn to. */
    public <R> void afterSyncInTurn(StreamObserver<R> out, long tableId, Supplier<R> body) {
        calls.admittedAfter(
                out,
                recovered(tableId),
                place -> calls.answerInTurn(
                        out, place, waits.sync(tableId).thenCompose(done -> turn(List.of(tableId))), body));
    }

    /** Runs the body, which enters the lanes of these tables, on an engine thread when it is its turn to. */
    public <R> void inTurn(StreamObserver<R> out, List<Long> tableIds, Supplier<R> body) {
        calls.admittedAfter(
                out,
                before.before(tableIds, StatementReads.NOTHING),
                place -> calls.answerInTurn(out, place, turn(tableIds), body));
    }

    /**
     * Completes when everything is committed that the start found of this table, or that was acknowledged as visible; fails after
     * {@code recovery_wait_ms}, or the default of {@code insert_visible_timeout_ms}.
     */
    public CompletableFuture<Void> recovered(long tableId) {
        return before.before(List.of(tableId), StatementReads.NOTHING);
    }

    private CompletableFuture<TableTurns.Turn> turn(List<Long> tableIds) {
        return turns.take(tableIds, committer.laneTimeoutMillis(), () -> committer.laneTimeout(tableIds));
    }
}
