package io.tributary.rpc.client;

import io.grpc.stub.StreamObserver;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The one reply of a unary call as a future. */
final class UnaryReply<P, T> implements StreamObserver<P> {
    private final CompletableFuture<T> future = new CompletableFuture<>();
    private final Function<? super P, ? extends T> mapping;

    UnaryReply(Function<? super P, ? extends T> mapping) {
        this.mapping = mapping;
    }

    CompletableFuture<T> future() {
        return future;
    }

    /** Instead of a call. */
    void refuse(TributaryException error) {
        future.completeExceptionally(error);
    }

    @Override
    public void onNext(P reply) {
        T value;
        try {
            value = mapping.apply(reply);
        } catch (RuntimeException e) {
            future.completeExceptionally(new TributaryException(ErrorCode.UNKNOWN, "backend's reply: " + e, e));
            return;
        }
        future.complete(value);
    }

    @Override
    public void onError(Throwable error) {
        future.completeExceptionally(StatusMapping.fromStatus(error));
    }

    @Override
    public void onCompleted() {
        if (!future.isDone()) {
            future.completeExceptionally(new TributaryException(ErrorCode.UNKNOWN, "backend ended without a reply"));
        }
    }
}
