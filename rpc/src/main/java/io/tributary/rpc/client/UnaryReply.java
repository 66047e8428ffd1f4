package io.tributary.rpc.client;

import io.grpc.stub.StreamObserver;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The one reply of a unary call as a future. Where a call that stores something is lost, its outcome is unknown. */
final class UnaryReply<P, T> implements StreamObserver<P> {
    private final CompletableFuture<T> future = new CompletableFuture<>();
    private final Function<? super P, ? extends T> mapping;
    private final boolean stores;

    private UnaryReply(Function<? super P, ? extends T> mapping, boolean stores) {
        this.mapping = mapping;
        this.stores = stores;
    }

    /** Of a call after which nothing is stored but what another one commits. */
    static <P, T> UnaryReply<P, T> reading(Function<? super P, ? extends T> mapping) {
        return new UnaryReply<>(mapping, false);
    }

    /** Of a call that may have stored something when its answer does not come. */
    static <P, T> UnaryReply<P, T> storing(Function<? super P, ? extends T> mapping) {
        return new UnaryReply<>(mapping, true);
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
            notUnderstood("backend's reply: " + e, e);
            return;
        }
        future.complete(value);
    }

    @Override
    public void onError(Throwable error) {
        future.completeExceptionally(
                stores ? StatusMapping.fromStatusOfChange(error) : StatusMapping.fromStatus(error));
    }

    @Override
    public void onCompleted() {
        if (!future.isDone()) {
            notUnderstood("backend ended without a reply", null);
        }
    }

    private void notUnderstood(String message, @Nullable Throwable cause) {
        TributaryException internal = new TributaryException(ErrorCode.UNKNOWN, message, cause);
        future.completeExceptionally(stores ? StatusMapping.unknownOutcome(internal, message) : internal);
    }
}
