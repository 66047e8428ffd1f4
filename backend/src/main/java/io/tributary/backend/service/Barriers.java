package io.tributary.backend.service;

import io.grpc.stub.StreamObserver;
import io.tributary.backend.ingest.LogIngest;
import io.tributary.backend.txn.PrivateCommitter;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Statements that are no row inserts: everything acknowledged before them is committed first, and later loads of the
 * table wait until they are done. Waiting for the log takes no thread.
 */
final class Barriers {
    private final LogIngest ingest;
    private final PrivateCommitter committer;
    private final EnginePool pool;
    private final UnaryCalls calls;

    Barriers(LogIngest ingest, PrivateCommitter committer, EnginePool pool) {
        this.ingest = ingest;
        this.committer = committer;
        this.pool = pool;
        calls = new UnaryCalls(pool);
    }

    /** Runs the body alone in its table, on an engine thread, and answers with what it returns. */
    <R> void answer(StreamObserver<R> out, long tableId, Supplier<R> body) {
        EnginePool.Place place;
        try {
            place = pool.admit();
        } catch (RuntimeException e) {
            UnaryCalls.fail(out, e);
            return;
        }
        CompletableFuture<?> unused = ingest.barrier(tableId).whenComplete((barrier, error) -> {
            if (error != null) {
                place.close();
                UnaryCalls.fail(out, error);
                return;
            }
            try {
                calls.answer(out, place, () -> {
                    try (barrier) {
                        return committer.inLanes(List.of(tableId), body);
                    }
                });
            } catch (RuntimeException e) {
                barrier.close();
                UnaryCalls.fail(out, e);
            }
        });
    }

    /** Runs the body on an engine thread when everything of the table that was acknowledged before is visible. */
    <R> void afterSync(StreamObserver<R> out, long tableId, Supplier<R> body) {
        EnginePool.Place place;
        try {
            place = pool.admit();
        } catch (RuntimeException e) {
            UnaryCalls.fail(out, e);
            return;
        }
        CompletableFuture<?> unused = ingest.sync(List.of(tableId)).whenComplete((done, error) -> {
            if (error != null) {
                place.close();
                UnaryCalls.fail(out, error);
                return;
            }
            try {
                calls.answer(out, place, body);
            } catch (RuntimeException e) {
                UnaryCalls.fail(out, e);
            }
        });
    }
}
