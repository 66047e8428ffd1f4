package io.tributary.backend.service.wait;

import io.grpc.stub.StreamObserver;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.rpc.client.StatusMapping;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a unary call is answered: its body on an engine thread, its error translated once. */
public final class UnaryCalls {
    private static final Logger log = LoggerFactory.getLogger(UnaryCalls.class);

    private final EnginePool pool;

    public UnaryCalls(EnginePool pool) {
        this.pool = pool;
    }

    /** Takes a place for the call, or answers why there is none. Whoever gets the place leaves it. */
    void admitted(StreamObserver<?> out, Consumer<EnginePool.Place> call) {
        EnginePool.Place place;
        try {
            place = pool.admit();
        } catch (RuntimeException e) {
            fail(out, e);
            return;
        }
        call.accept(place);
    }

    /** Takes a place when something has happened that may take long: until then others have the place. */
    public void admittedAfter(StreamObserver<?> out, CompletableFuture<?> before, Consumer<EnginePool.Place> call) {
        var unused = before.whenComplete((done, error) -> {
            if (error == null) {
                admitted(out, call);
            } else {
                fail(out, error);
            }
        });
    }

    /** Runs the body on an engine thread and answers with what it returns. Never blocks the caller. */
    public <R> void answer(StreamObserver<R> out, Supplier<R> body) {
        admitted(out, place -> answerOrFail(out, place, body));
    }

    /** A body, and the threads that it is to run on. */
    public record Elsewhere<R>(EnginePool pool, Supplier<R> body) {}

    /** Finds out on an engine thread where the body runs, and answers with what that returns. Never blocks the caller. */
    public <R> void answerElsewhere(StreamObserver<R> out, Supplier<Elsewhere<R>> where) {
        admitted(out, place -> {
            try {
                place.run(() -> {
                    try (place) {
                        Elsewhere<R> found = where.get();
                        if (found.pool() == pool) {
                            reply(out, found.body().get());
                        } else {
                            new UnaryCalls(found.pool()).answer(out, found.body());
                        }
                    } catch (RuntimeException | Error e) {
                        fail(out, e);
                    }
                });
            } catch (RuntimeException e) {
                fail(out, e);
            }
        });
    }

    /** Answers when something has happened that may take long: until then others have the place. */
    public <R> void answerAfter(StreamObserver<R> out, CompletableFuture<?> before, Supplier<R> body) {
        admittedAfter(out, before, place -> answerOrFail(out, place, body));
    }

    private <R> void answerOrFail(StreamObserver<R> out, EnginePool.Place place, Supplier<R> body) {
        try {
            answer(out, place, body);
        } catch (RuntimeException e) {
            fail(out, e);
        }
    }

    /** Answers in a place that was taken before; the place is left at the end. */
    public <R> void answer(StreamObserver<R> out, EnginePool.Place place, Supplier<R> body) {
        place.run(() -> {
            try (place) {
                reply(out, body.get());
            } catch (RuntimeException | Error e) {
                // Whatever it was, the caller hears of it, or it would wait for ever.
                fail(out, e);
            }
        });
    }

    /** Answers in a place when something has happened without which the body does not run. */
    public <R> void answerAfter(
            StreamObserver<R> out, EnginePool.Place place, CompletableFuture<?> before, Supplier<R> body) {
        var unused = before.whenComplete((done, error) -> {
            if (error != null) {
                place.close();
                fail(out, error);
                return;
            }
            answerOrFail(out, place, body);
        });
    }

    /** Answers in a place when its turn has come; the turn is given back when the body has ended. */
    <R> void answerInTurn(
            StreamObserver<R> out,
            EnginePool.Place place,
            CompletableFuture<TableTurns.Turn> coming,
            Supplier<R> body) {
        var unused = coming.whenComplete((turn, error) -> {
            if (error != null) {
                place.close();
                fail(out, error);
                return;
            }
            try {
                answer(out, place, () -> {
                    try (turn) {
                        return body.get();
                    }
                });
            } catch (RuntimeException e) {
                turn.close();
                fail(out, e);
            }
        });
    }

    /** Answers with what comes, or with its error, on the thread that it comes on. */
    public static <T, R> void answer(StreamObserver<R> out, CompletableFuture<T> coming, Function<T, R> reply) {
        var unused = coming.whenComplete((value, error) -> {
            if (error == null) {
                reply(out, reply.apply(value));
            } else {
                fail(out, error);
            }
        });
    }

    public static <R> void reply(StreamObserver<R> out, R value) {
        out.onNext(value);
        out.onCompleted();
    }

    public static void fail(StreamObserver<?> out, Throwable error) {
        out.onError(StatusMapping.toStatus(logged(error)));
    }

    /** The cause as one of ours. An accident is logged here, for it is handled here; an answer is not. */
    public static TributaryException logged(Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        TributaryException known = TributaryException.of(cause);
        if (known.code() == ErrorCode.UNKNOWN) {
            log.error("request failed", cause);
        }
        return known;
    }
}
