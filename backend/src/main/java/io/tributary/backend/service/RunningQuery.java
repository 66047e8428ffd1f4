package io.tributary.backend.service;

import io.grpc.stub.ServerCallStreamObserver;
import io.tributary.backend.engine.ResultCursor;
import io.tributary.rpc.client.StatementMapping;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.proto.QueryReply;
import io.tributary.rpc.row.RowBlock;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A query between its start and its last block. It has an engine thread while the client takes its blocks, and parks
 * without one while the client does not; a cancel ends it in either state. At most one thread is in {@link #step}.
 */
final class RunningQuery {
    private enum State {
        /** A step is queued or runs. */
        ACTIVE,
        /** No thread; becomes ACTIVE when the client is ready or gone. */
        PARKED,
        OVER
    }

    private final ServerCallStreamObserver<QueryReply> out;
    private final EnginePool.Place place;
    private final Supplier<QuerySource> opening;
    private final AtomicReference<State> state = new AtomicReference<>(State.ACTIVE);
    private volatile @Nullable QuerySource source;

    RunningQuery(ServerCallStreamObserver<QueryReply> out, EnginePool.Place place, Supplier<QuerySource> opening) {
        this.out = out;
        this.place = place;
        this.opening = opening;
    }

    void start() {
        out.setOnReadyHandler(this::resume);
        out.setOnCancelHandler(this::cancelled);
        place.run(this::step);
    }

    private void cancelled() {
        QuerySource running = source;
        if (running != null) {
            running.cursor().cancel();
        }
        resume();
    }

    private void resume() {
        if (state.compareAndSet(State.PARKED, State.ACTIVE)) {
            try {
                place.run(this::step);
            } catch (TributaryException e) {
                // The backend is closing and has no thread left; nobody else is in a step.
                end(e);
            }
        }
    }

    private void step() {
        try {
            QuerySource running = source;
            if (running == null) {
                running = opening.get();
                source = running;
                out.onNext(QueryReply.newBuilder()
                        .setColumns(StatementMapping.toDescribeReply(
                                running.cursor().columns()))
                        .build());
            }
            if (sendRows(running.cursor())) {
                end(null);
            } else {
                park();
            }
        } catch (RuntimeException | Error e) {
            // Whatever it was, the client hears of it, and the place and the cursor are given back.
            end(e);
        }
    }

    /** False: the client takes no more for now. */
    private boolean sendRows(ResultCursor cursor) {
        while (!out.isCancelled()) {
            if (!out.isReady()) {
                return false;
            }
            RowBlock block = cursor.next();
            if (block == null) {
                return true;
            }
            out.onNext(QueryReply.newBuilder()
                    .setRows(StatementMapping.toProto(block))
                    .build());
        }
        return true;
    }

    private void park() {
        state.set(State.PARKED);
        // Readiness or a cancel that came before the line above woke nobody.
        if (out.isReady() || out.isCancelled()) {
            resume();
        }
    }

    private void end(@Nullable Throwable error) {
        if (state.getAndSet(State.OVER) == State.OVER) {
            return;
        }
        QuerySource running = source;
        try (place) {
            if (running != null && error != null) {
                running.closeFailed(error);
            } else if (running != null) {
                running.close();
            }
        } catch (RuntimeException | Error e) {
            UnaryCalls.logged(e);
        }
        if (out.isCancelled()) {
            return;
        }
        if (error == null) {
            out.onCompleted();
        } else {
            UnaryCalls.fail(out, error);
        }
    }
}
