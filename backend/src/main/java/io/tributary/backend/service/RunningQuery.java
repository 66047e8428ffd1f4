package io.tributary.backend.service;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.grpc.stub.ServerCallStreamObserver;
import io.tributary.backend.service.wait.EnginePool;
import io.tributary.backend.service.wait.UnaryCalls;
import io.tributary.backend.txn.StatementTimeouts;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.engine.port.ResultCursor;
import io.tributary.rpc.client.StatementMapping;
import io.tributary.rpc.proto.QueryReply;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A query between its start and its last block. Its columns come with its first rows. It has an engine thread while the
 * client takes its blocks, which it leaves to others that wait for one from time to time, and parks without one while the
 * client does not; a cancel ends it in either state. At most one thread is in {@link #step}.
 *
 * <p>The engine heeds an interrupt between two parts of its work alone: while it plans, and within one call of a function, it does
 * not. A query by itself whose time is over is answered {@link #GRACE_MILLIS} later, whatever the engine does; its thread and its place
 * it has until the engine is back. One in a session's transaction is waited for, since so is the next statement.
 *
 * <p>An interrupt in the engine ends the transaction that the query is part of. So a client that wants no more rows waits
 * for the step under way, up to {@link #GRACE_MILLIS}, and keeps its transaction; only then the step is interrupted.
 */
final class RunningQuery {
    static final long GRACE_MILLIS = 1_000;

    /** How long it sends blocks while others wait for its thread; then those run first. */
    static final long SLICE_MILLIS = 20;

    private enum Sent {
        ALL,
        /** The client takes no more for now. */
        UNTAKEN,
        /** Others wait for the thread, and run before the rest. */
        LATER
    }

    /**
     * What a query becomes once it is known who has its tables.
     *
     * @param pool whose threads it may keep
     */
    record Opening(EnginePool pool, Supplier<QuerySource> source) {}

    private enum State {
        /** A step is queued or runs. */
        ACTIVE,
        /** No thread; becomes ACTIVE when the client is ready or gone. */
        PARKED,
        OVER
    }

    private final ServerCallStreamObserver<QueryReply> out;
    private final EnginePool pool;
    private final Supplier<Opening> placing;
    private final OpenQueries queries;
    private final long timeMaxMillis;
    private final long begunNanos;
    private final Runnable cancelling;
    private final AtomicReference<State> state = new AtomicReference<>(State.ACTIVE);
    /** Held while something is sent: what ends a query may be told by another thread than the one in a step. */
    private final Object sending = new Object();

    @GuardedBy("sending")
    private boolean told;

    private volatile @Nullable CompletableFuture<Void> waitsFor;
    /** Its place, from the end of that wait on. */
    private volatile EnginePool.@Nullable Place place;

    private volatile @Nullable QuerySource source;

    /** Set by its first step, which may hand it over to another pool's threads. */
    private volatile @Nullable Opening opening;

    private volatile @Nullable TributaryException stoppedBy;
    private volatile boolean cancelled;
    /** When it was parked, or cancelled. */
    private volatile long sinceNanos;

    /**
     * @param pool whose threads find out who has its tables
     * @param queries where it is known until it is over
     * @param timeMaxMillis for which it may run; 0: for ever
     * @param cancelling called when the client has cancelled it
     */
    RunningQuery(
            ServerCallStreamObserver<QueryReply> out,
            EnginePool pool,
            Supplier<Opening> placing,
            OpenQueries queries,
            long timeMaxMillis,
            Runnable cancelling) {
        this.out = out;
        this.pool = pool;
        this.placing = placing;
        this.queries = queries;
        this.timeMaxMillis = timeMaxMillis;
        begunNanos = queries.nanos();
        this.cancelling = cancelling;
    }

    /** @param before what it waits for without a thread or a place, or fails with; its alone, so that it may end it */
    void startAfter(CompletableFuture<Void> before) {
        waitsFor = before;
        out.setOnReadyHandler(this::resume);
        out.setOnCancelHandler(this::cancelled);
        queries.add(this);
        CompletableFuture<?> unused = before.whenComplete((done, error) -> {
            if (error == null) {
                begin();
            } else {
                end(error);
            }
        });
    }

    private void begin() {
        try {
            place = pool.admit();
        } catch (TributaryException e) {
            end(e);
            return;
        }
        runStep();
    }

    private EnginePool.Place place() {
        return Objects.requireNonNull(place, "a query that has begun has a place");
    }

    private void endWait(TributaryException reason) {
        CompletableFuture<Void> waited = waitsFor;
        if (waited != null) {
            waited.completeExceptionally(reason);
        }
    }

    private void cancelled() {
        cancelling.run();
        sinceNanos = queries.nanos();
        cancelled = true;
        endWait(interrupted());
        QuerySource running = source;
        if (running != null && running.isAlone()) {
            running.cursor().cancel();
        }
        resume();
    }

    /** Interrupts what a cancel has not reached; called from time to time. */
    void interruptIfCancelled(long nowNanos) {
        QuerySource running = source;
        if (cancelled && running != null && nowNanos - sinceNanos >= TimeUnit.MILLISECONDS.toNanos(GRACE_MILLIS)) {
            running.cursor().cancel();
        }
    }

    /** Ends it when its time is over, each time again until it has ended: an interrupt misses what is just beginning. */
    void stopIfOverdue(long nowNanos) {
        if (timeMaxMillis > 0 && nowNanos - begunNanos >= TimeUnit.MILLISECONDS.toNanos(timeMaxMillis)) {
            TributaryException exceeded =
                    StatementTimeouts.exceeded("query_timeout or max_execution_time allow, " + timeMaxMillis + " ms");
            stop(exceeded);
            QuerySource running = source;
            boolean late = nowNanos - begunNanos >= TimeUnit.MILLISECONDS.toNanos(timeMaxMillis + GRACE_MILLIS);
            if (late && running != null && running.isAlone()) {
                tell(exceeded);
            }
        }
    }

    private void send(QueryReply reply) {
        synchronized (sending) {
            if (!told) {
                out.onNext(reply);
            }
        }
    }

    /** Tells the client how it ended, once. */
    private void tell(@Nullable Throwable error) {
        synchronized (sending) {
            if (told || out.isCancelled()) {
                return;
            }
            told = true;
            if (error == null) {
                out.onCompleted();
            } else {
                UnaryCalls.fail(out, error);
            }
        }
    }

    /** Returns how long nobody has taken its rows, or -1 while it is at work. */
    long parkedNanos(long nowNanos) {
        return state.get() == State.PARKED ? nowNanos - sinceNanos : -1;
    }

    /** Ends it with this error if it is parked. */
    void stopParked(TributaryException reason) {
        if (state.compareAndSet(State.PARKED, State.ACTIVE)) {
            stoppedBy = reason;
            runStep();
        }
    }

    /** Its transaction must end: what runs is interrupted. Any thread. */
    private void giveWay() {
        stop(interrupted());
    }

    private static TributaryException interrupted() {
        return new TributaryException(ErrorCode.INTERRUPTED, "Query execution was interrupted");
    }

    private void stop(TributaryException reason) {
        stoppedBy = reason;
        endWait(reason);
        QuerySource running = source;
        if (running != null) {
            running.cursor().cancel();
        }
        resume();
    }

    private void resume() {
        if (state.compareAndSet(State.PARKED, State.ACTIVE)) {
            runStep();
        }
    }

    private void runStep() {
        try {
            place().run(this::step);
        } catch (TributaryException e) {
            // The backend is closing and has no thread left; nobody else is in a step.
            end(e);
        }
    }

    private void step() {
        try {
            QuerySource running = source;
            if (running == null) {
                Opening opens = opening;
                if (opens == null) {
                    opens = placing.get();
                    opening = opens;
                    if (opens.pool() != pool) {
                        moveTo(opens.pool());
                        return;
                    }
                }
                running = opens.source().get();
                source = running;
                running.onGiveWay(this::giveWay);
                requireNotStopped();
                if (out.isCancelled()) {
                    end(null);
                    return;
                }
                // Here it begins to run, and may be cancelled.
                send(QueryReply.newBuilder()
                        .setColumns(StatementMapping.toDescribeReply(
                                running.cursor().columns()))
                        .build());
            }
            switch (sendRows(running.cursor())) {
                case ALL -> end(null);
                case UNTAKEN -> park();
                case LATER -> {}
            }
        } catch (RuntimeException | Error e) {
            // Whatever it was, the client hears of it, and the place and the cursor are given back.
            TributaryException stopped = stoppedBy;
            end(stopped != null && TributaryException.of(e).code() == ErrorCode.INTERRUPTED ? stopped : e);
        }
    }

    private void moveTo(EnginePool other) {
        EnginePool.Place left = place();
        place = other.admit();
        left.close();
        runStep();
    }

    private Sent sendRows(ResultCursor cursor) {
        long beganNanos = queries.nanos();
        while (!out.isCancelled()) {
            requireNotStopped();
            // The end follows the last rows: the client need not ask for it.
            if (!out.isReady() && !cursor.isRead()) {
                return Sent.UNTAKEN;
            }
            boolean sliceOver = queries.nanos() - beganNanos >= TimeUnit.MILLISECONDS.toNanos(SLICE_MILLIS);
            if (sliceOver && place().letOthersRun(this::step)) {
                return Sent.LATER;
            }
            RowBlock block = cursor.next();
            if (block == null) {
                return Sent.ALL;
            }
            send(QueryReply.newBuilder()
                    .setRows(StatementMapping.toProto(block))
                    .build());
        }
        return Sent.ALL;
    }

    private void requireNotStopped() {
        TributaryException stopped = stoppedBy;
        if (stopped != null) {
            throw stopped;
        }
    }

    private void park() {
        sinceNanos = queries.nanos();
        state.set(State.PARKED);
        // Readiness, a cancel or a stop that came before the line above woke nobody.
        if (out.isReady() || out.isCancelled() || stoppedBy != null) {
            resume();
        }
    }

    private void end(@Nullable Throwable error) {
        if (state.getAndSet(State.OVER) == State.OVER) {
            return;
        }
        queries.remove(this);
        Throwable reason = error;
        QuerySource running = source;
        try {
            if (running != null && error != null) {
                reason = running.closeFailed(error);
            } else if (running != null) {
                running.close();
            }
        } catch (RuntimeException | Error e) {
            UnaryCalls.logged(e);
        } finally {
            leavePlace();
        }
        tell(reason);
    }

    private void leavePlace() {
        EnginePool.Place left = place;
        if (left != null) {
            left.close();
        }
    }
}
