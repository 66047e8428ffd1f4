package io.tributary.backend.service;

import io.grpc.stub.StreamObserver;
import io.tributary.backend.ingest.LogIngest;
import io.tributary.backend.txn.PrivateCommitter;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Statements that are no row inserts: everything acknowledged before them is committed first, and later loads of the
 * table wait until they are done. Waiting for the log takes no thread.
 */
final class Barriers {
    private final LogWaits waits;
    private final PrivateCommitter committer;
    private final EnginePool pool;
    private final UnaryCalls calls;

    Barriers(LogWaits waits, PrivateCommitter committer, EnginePool pool) {
        this.waits = waits;
        this.committer = committer;
        this.pool = pool;
        calls = new UnaryCalls(pool);
    }

    /**
     * Runs the body alone in its table, on an engine thread, and answers with what it returns; with 1146 if the table was
     * dropped while it waited.
     */
    <R> void answer(StreamObserver<R> out, long tableId, Supplier<R> body) {
        after(
                out,
                () -> waits.barrier(tableId),
                barrier -> () -> {
                    try (barrier) {
                        return committer.inLaneOf(tableId, body);
                    }
                },
                LogIngest.Barrier::close);
    }

    /** Runs the body on an engine thread when everything of the table that was acknowledged before is visible. */
    <R> void afterSync(StreamObserver<R> out, long tableId, Supplier<R> body) {
        after(out, () -> waits.sync(tableId), done -> body, done -> {});
    }

    /** @param giveUp gets what was waited for when the body cannot run */
    private <T extends @Nullable Object, R> void after(
            StreamObserver<R> out,
            Supplier<CompletableFuture<T>> wait,
            Function<T, Supplier<R>> body,
            Consumer<T> giveUp) {
        EnginePool.Place place;
        try {
            place = pool.admit();
        } catch (RuntimeException e) {
            UnaryCalls.fail(out, e);
            return;
        }
        CompletableFuture<?> unused = wait.get().whenComplete((reached, error) -> {
            if (error != null) {
                place.close();
                UnaryCalls.fail(out, error);
                return;
            }
            try {
                calls.answer(out, place, body.apply(reached));
            } catch (RuntimeException e) {
                giveUp.accept(reached);
                UnaryCalls.fail(out, e);
            }
        });
    }
}
