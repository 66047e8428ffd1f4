package io.tributary.backend.service;

import io.grpc.stub.StreamObserver;
import io.tributary.rpc.client.StatusMapping;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Answers that come in time ({@code engine_answer_timeout_ms}), whatever the engine does: who stores something, or ends a
 * transaction, hears at the latest then that nothing was done, if it had not begun, and will not; else that the outcome is
 * unknown. What was begun goes on, and keeps its thread. Any thread; {@link #check} is called from time to time.
 */
public final class TimedAnswers {
    private final long timeoutMillis;
    private final LongSupplier nanoClock;
    private final Set<TimedAnswer<?>> open = ConcurrentHashMap.newKeySet();

    public TimedAnswers(long timeoutMillis, LongSupplier nanoClock) {
        this.timeoutMillis = timeoutMillis;
        this.nanoClock = nanoClock;
    }

    private enum State {
        WAITS,
        RUNS,
        ANSWERED
    }

    /** The answer to a call. */
    <R> TimedAnswer<R> of(StreamObserver<R> out) {
        return new TimedAnswer<>(out, timeoutMillis);
    }

    /**
     * The answer to a call that has a time of its own, by which something else ends it; the engine's comes on top.
     *
     * @param millis 0: for ever
     */
    <R> TimedAnswer<R> of(StreamObserver<R> out, long millis) {
        return new TimedAnswer<>(out, millis == 0 ? Long.MAX_VALUE : millis + timeoutMillis);
    }

    /** Tells those whose time is over. */
    public void check() {
        long now = nanoClock.getAsLong();
        open.forEach(answer -> answer.tellIfOverdue(now));
    }

    /** One answer, given once, by whoever is first. */
    final class TimedAnswer<R> implements StreamObserver<R> {
        private final StreamObserver<R> out;
        private final long millisMax;
        private final long beganNanos = nanoClock.getAsLong();
        private final AtomicReference<State> state = new AtomicReference<>(State.WAITS);

        private TimedAnswer(StreamObserver<R> out, long millisMax) {
            this.out = out;
            this.millisMax = millisMax;
            open.add(this);
        }

        /** What makes the answer, unless it was given before that could begin. */
        Supplier<R> by(Supplier<R> body) {
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
            if (now - beganNanos < TimeUnit.MILLISECONDS.toNanos(millisMax)) {
                return;
            }
            if (state.compareAndSet(State.WAITS, State.ANSWERED)) {
                tell(nothingDone());
            } else if (state.compareAndSet(State.RUNS, State.ANSWERED)) {
                tell(new TributaryException(
                        ErrorCode.OUTCOME_UNKNOWN,
                        "the engine has not answered for " + millisMax + " ms (engine_answer_timeout_ms "
                                + timeoutMillis + "); the statement goes on, and its outcome is unknown"));
            }
        }

        private TributaryException nothingDone() {
            return new TributaryException(
                    ErrorCode.LIMIT_OR_LOCK_WAIT,
                    "Lock wait timeout exceeded; the statement has waited for others for " + millisMax
                            + " ms (engine_answer_timeout_ms " + timeoutMillis
                            + "); nothing was done, try again later");
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
            // With its one value.
        }
    }
}
