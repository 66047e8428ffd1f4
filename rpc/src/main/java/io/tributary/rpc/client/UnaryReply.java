package io.tributary.rpc.client;

import io.grpc.stub.StreamObserver;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The one reply of a unary call as a future. What its loss means is decided by what the call does. */
final class UnaryReply<P, T> implements StreamObserver<P> {
    private final CompletableFuture<T> future = new CompletableFuture<>();
    private final Function<? super P, ? extends T> mapping;
    private final Call call;

    /** What a call without an answer may have done. */
    private enum Call {
        READING,
        STAGING,
        STORING
    }

    private UnaryReply(Function<? super P, ? extends T> mapping, Call call) {
        this.mapping = mapping;
        this.call = call;
    }

    /** Returns the reply of a call that changes nothing which anybody could commit. */
    static <P, T> UnaryReply<P, T> reading(Function<? super P, ? extends T> mapping) {
        return new UnaryReply<>(mapping, Call.READING);
    }

    /** Returns the reply of a call in a transaction: {@code STATEMENT_LOST} when its answer does not come. */
    static <P, T> UnaryReply<P, T> staging(Function<? super P, ? extends T> mapping) {
        return new UnaryReply<>(mapping, Call.STAGING);
    }

    /** Returns the reply of a call that may have stored something when its answer does not come. */
    static <P, T> UnaryReply<P, T> storing(Function<? super P, ? extends T> mapping) {
        return new UnaryReply<>(mapping, Call.STORING);
    }

    CompletableFuture<T> future() {
        return future;
    }

    /** Refuses instead of making a call. */
    void refuse(TributaryException error) {
        future.completeExceptionally(error);
    }

    @Override
    public void onNext(P reply) {
        T value;
        try {
            value = mapping.apply(reply);
        } catch (RuntimeException e) {
            notUnderstood("backend's reply: " + TributaryException.reason(e), e);
            return;
        }
        future.complete(value);
    }

    @Override
    public void onError(Throwable error) {
        future.completeExceptionally(
                switch (call) {
                    case READING -> StatusMapping.fromStatus(error);
                    case STAGING -> StatusMapping.fromStatusInTransaction(error);
                    case STORING -> StatusMapping.fromStatusOfChange(error);
                });
    }

    @Override
    public void onCompleted() {
        if (!future.isDone()) {
            notUnderstood("backend ended without a reply", null);
        }
    }

    private void notUnderstood(String message, @Nullable Throwable cause) {
        TributaryException internal = new TributaryException(ErrorCode.UNKNOWN, message, cause);
        future.completeExceptionally(
                switch (call) {
                    case READING -> internal;
                    case STAGING -> StatusMapping.lostStatement(internal, message);
                    case STORING -> StatusMapping.unknownOutcome(internal, message);
                });
    }
}
