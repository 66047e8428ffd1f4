package io.tributary.rpc.client;

import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.tributary.contract.calls.CatalogState;
import io.tributary.rpc.proto.CatalogReply;
import io.tributary.rpc.proto.CatalogRequest;
import io.tributary.rpc.proto.CatalogsGrpc;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Listens to the backend's catalog until it is closed; a lost stream is opened again after a pause that doubles. */
final class CatalogWatch {
    private static final long RECONNECT_MILLIS_MIN = 20;

    private final CatalogsGrpc.CatalogsStub stub;
    private final ContractHeader contract;
    private final Runnable reconnect;
    private final Pauses pauses;
    private final CatalogRequest request;
    private final Consumer<CatalogState> listener;
    private volatile @Nullable ClientCallStreamObserver<CatalogRequest> call;
    private volatile boolean closed;
    private volatile long pauseMillis = RECONNECT_MILLIS_MIN;

    /** How it waits before it asks again. */
    record Pauses(ScheduledExecutorService timer, long millisMax) {}

    CatalogWatch(
            CatalogsGrpc.CatalogsStub stub,
            ContractHeader contract,
            Runnable reconnect,
            Pauses pauses,
            String frontend,
            Consumer<CatalogState> listener) {
        this.stub = stub;
        this.contract = contract;
        this.reconnect = reconnect;
        this.pauses = pauses;
        this.request = CatalogRequest.newBuilder().setFrontend(frontend).build();
        this.listener = listener;
    }

    void start() {
        if (!closed) {
            reconnect.run();
            stub.watch(request, new Observer());
        }
    }

    void close() {
        closed = true;
        ClientCallStreamObserver<CatalogRequest> running = call;
        if (running != null) {
            running.cancel("closed by the frontend", null);
        }
    }

    private void restart() {
        long pause = pauseMillis;
        pauseMillis = Math.min(pauses.millisMax(), pause * 2);
        if (closed) {
            return;
        }
        try {
            ScheduledFuture<?> unused = pauses.timer().schedule(this::start, pause, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            closed = true;
        }
    }

    private final class Observer implements ClientResponseObserver<CatalogRequest, CatalogReply> {
        @Override
        public void beforeStart(ClientCallStreamObserver<CatalogRequest> started) {
            call = started;
        }

        @Override
        public void onNext(CatalogReply reply) {
            pauseMillis = RECONNECT_MILLIS_MIN;
            if (contract.heard(reply.getContract())) {
                listener.accept(CatalogMapping.fromProto(reply));
            }
        }

        @Override
        public void onError(Throwable error) {
            restart();
        }

        @Override
        public void onCompleted() {
            restart();
        }
    }
}
