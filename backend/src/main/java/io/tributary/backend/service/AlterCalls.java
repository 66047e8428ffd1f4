package io.tributary.backend.service;

import io.grpc.stub.StreamObserver;
import io.tributary.backend.batch.TableLanes;
import io.tributary.backend.service.wait.Barriers;
import io.tributary.backend.service.wait.EngineAccess;
import io.tributary.backend.service.wait.EnginePool;
import io.tributary.backend.service.wait.LogWaits;
import io.tributary.backend.service.wait.TimedAnswers;
import io.tributary.backend.service.wait.UnaryCalls;
import io.tributary.backend.txn.CatalogChanges;
import io.tributary.backend.txn.TableRewrites;
import io.tributary.contract.schema.TableChange;
import io.tributary.rpc.client.CatalogMapping;
import io.tributary.rpc.proto.CatalogReply;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * ALTER TABLE from its request to its answer, in one place of the engine pool: first what can be done beside the table's
 * use, which may be a copy of hours; then, behind a barrier that is waited for without a thread, the rest, which is answered
 * in time whatever the engine does.
 */
final class AlterCalls {
    /** No limit: a copy is work, of which nobody can tell how long it takes. Only the wait for a thread has an end. */
    private static final long COPY_MILLIS = 0;

    private final CatalogChanges changes;
    private final TimedAnswers answers;
    private final EngineAccess access;

    AlterCalls(CatalogChanges changes, TimedAnswers answers, EngineAccess access) {
        this.changes = changes;
        this.answers = answers;
        this.access = access;
    }

    void alter(StreamObserver<CatalogReply> to, TableChange change) {
        TimedAnswers.TimedAnswer<CatalogReply> out = answers.of(to, COPY_MILLIS);
        EnginePool pool = access.poolsOf(change.table().tableId()).changes();
        Barriers barriers = access.barriers(pool);
        new UnaryCalls(pool)
                .admittedAfter(
                        out,
                        barriers.recovered(change.table().tableId()),
                        place -> run(out, place, () -> {
                            TableRewrites.Ahead ahead =
                                    out.by(() -> changes.copy(change)).get().orElse(null);
                            behindBarrier(out, barriers, place, change, ahead);
                        }));
    }

    /** Runs a step on an engine thread; if it fails, that is the answer. */
    private static void run(StreamObserver<?> out, EnginePool.Place place, Runnable step) {
        try {
            place.run(() -> {
                try {
                    step.run();
                } catch (RuntimeException | Error e) {
                    place.close();
                    UnaryCalls.fail(out, e);
                }
            });
        } catch (RuntimeException e) {
            // The backend is closing. A copy that is left is dropped at the next start.
            place.close();
            UnaryCalls.fail(out, e);
        }
    }

    private void behindBarrier(
            StreamObserver<CatalogReply> to,
            Barriers barriers,
            EnginePool.Place place,
            TableChange change,
            TableRewrites.@Nullable Ahead ahead) {
        TimedAnswers.TimedAnswer<CatalogReply> out = answers.of(to, LogWaits.COMMIT_MILLIS);
        TableLanes.Pass altering = changes.altering(change);
        CompletableFuture<?> unused = barriers.hold(place, change.table().tableId())
                .whenComplete((held, error) -> run(out, place, () -> {
                    CatalogReply reply;
                    // Closed from the last to the first: writers go on before a copy that is of no use is dropped.
                    try (place;
                            ahead;
                            altering;
                            held) {
                        if (error != null) {
                            throw UnaryCalls.logged(error);
                        }
                        reply = out.by(() -> CatalogMapping.toProto(changes.alter(change, ahead)))
                                .get();
                    }
                    UnaryCalls.reply(out, reply);
                }));
    }
}
