package io.tributary.backend.service.wait;

import io.grpc.stub.StreamObserver;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.rpc.client.StatusMapping;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Answers that come in time ({@code engine_answer_timeout_ms}), whatever the engine does: who stores something, or ends a
 * transaction, hears at the latest then that nothing was done, if it had not begun, and will not; else what is true of a call
 * of its {@link Kind} that does not end. What was begun goes on, and keeps its thread. Any thread; {@link #check} is called
 * from time to time.
 */
public final class TimedAnswers {
    private final long timeoutMillis;
    private final LongSupplier nanoClock;
    private final Set<TimedAnswer<?>> open = ConcurrentHashMap.newKeySet();

    public TimedAnswers(long timeoutMillis, LongSupplier nanoClock) {
        this.timeoutMillis = timeoutMillis;
        this.nanoClock = nanoClock;
    }

    /** What is true of a call that has begun and does not end. */
    public enum Kind {
        STORING(ErrorCode.OUTCOME_UNKNOWN, "the statement goes on, and its outcome is unknown"),
        /** A statement of one: nobody knows what a COMMIT would store, so who called rolls back. */
        IN_TRANSACTION(ErrorCode.STATEMENT_LOST, "its transaction is rolled back, nothing of it is stored"),
        /** It stores nothing, whatever becomes of it. */
        HARMLESS(ErrorCode.LIMIT_OR_LOCK_WAIT, "nothing was stored, try again later");

        private final ErrorCode code;
        private final String meaning;

        Kind(ErrorCode code, String meaning) {
            this.code = code;
            this.meaning = meaning;
        }
    }

    private enum State {
        WAITS,
        RUNS,
        ANSWERED
    }

    /** The answer to a call that may store something. */
    public <R> TimedAnswer<R> of(StreamObserver<R> out) {
        return of(out, Kind.STORING);
    }

    public <R> TimedAnswer<R> of(StreamObserver<R> out, Kind kind) {
        return new TimedAnswer<>(out, kind, timeoutMillis);
    }

    /**
     * The answer to a call that has a time of its own to work, by which something else ends it; the engine's comes on top.
     * Until it begins it waits no longer than others.
     *
     * @param millis 0: for ever
     */
    public <R> TimedAnswer<R> of(StreamObserver<R> out, Kind kind, long millis) {
        return new TimedAnswer<>(out, kind, millis == 0 ? Long.MAX_VALUE : millis + timeoutMillis);
    }

    /** Returns such an answer to a call that may store something. */
    public <R> TimedAnswer<R> of(StreamObserver<R> out, long millis) {
        return of(out, Kind.STORING, millis);
    }

    /** Tells those whose time is over. */
    public void check() {
        long now = nanoClock.getAsLong();
        open.forEach(answer -> answer.tellIfOverdue(now));
    }

    /** One answer, given once, by whoever is first. */
    public final class TimedAnswer<R> implements StreamObserver<R> {
        private final StreamObserver<R> out;
        private final Kind kind;
        private final long millisMax;
        private final long beganNanos = nanoClock.getAsLong();
        private final AtomicReference<State> state = new AtomicReference<>(State.WAITS);

        private TimedAnswer(StreamObserver<R> out, Kind kind, long millisMax) {
            this.out = out;
            this.kind = kind;
            this.millisMax = millisMax;
            open.add(this);
        }

        /** What makes the answer, or a step on the way to it, unless it was given before that could begin. */
        public <T> Supplier<T> by(Supplier<T> body) {
            return () -> {
                if (!state.compareAndSet(State.WAITS, State.RUNS)) {
                    throw nothingDone();
                }
                return body.get();
            };
        }

        private boolean isFirst() {
            open.remove(this);
            return state.getAndSet(State.ANSWERED) != State.ANSWERED;
        }

        private void tellIfOverdue(long now) {
            if (isOver(timeoutMillis, now) && state.compareAndSet(State.WAITS, State.ANSWERED)) {
                tell(nothingDone());
            } else if (isOver(millisMax, now) && state.compareAndSet(State.RUNS, State.ANSWERED)) {
                tell(new TributaryException(
                        kind.code,
                        "the engine has not answered for " + millisMax + " ms (engine_answer_timeout_ms "
                                + timeoutMillis + "); " + kind.meaning));
            }
        }

        private boolean isOver(long millis, long now) {
            return now - beganNanos >= TimeUnit.MILLISECONDS.toNanos(millis);
        }

        private TributaryException nothingDone() {
            return new TributaryException(
                    ErrorCode.LIMIT_OR_LOCK_WAIT,
                    "Lock wait timeout exceeded; the statement has waited for others for engine_answer_timeout_ms "
                            + timeoutMillis + "; nothing was done, try again later");
        }

        private void tell(TributaryException error) {
            open.remove(this);
            out.onError(StatusMapping.toStatus(error));
        }

        @Override
        public void onNext(R value) {
            if (isFirst()) {
                out.onNext(value);
                out.onCompleted();
            }
        }

        @Override
        public void onError(Throwable error) {
            if (isFirst()) {
                out.onError(error);
            }
        }

        @Override
        public void onCompleted() {
            // It was completed with its one value.
        }
    }
}
