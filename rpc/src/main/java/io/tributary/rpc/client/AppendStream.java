package io.tributary.rpc.client;

import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.tributary.contract.calls.LoadRequest;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Durability;
import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.rpc.proto.Ack;
import io.tributary.rpc.proto.AckBatch;
import io.tributary.rpc.proto.AppendBatch;
import io.tributary.rpc.proto.AppendLoad;
import io.tributary.rpc.proto.Mode;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One life of the Append call: from its start until the first error. Loads are sent by the flusher only;
 * acknowledgements and the end come on a transport thread. Each load sent leaves {@link #sent} exactly once, and
 * whoever took it out answers it.
 */
final class AppendStream implements ClientResponseObserver<AppendBatch, AckBatch> {
    /** What the stream's end means for its owner. Called on a transport thread. */
    interface Owner {
        /** There is room again. */
        void ready();

        /** An answer came, so that the backend works. */
        void alive();

        void broken(AppendStream stream, TributaryException error);
    }

    private final Owner owner;
    private final ConcurrentMap<Long, PendingLoad> sent = new ConcurrentHashMap<>();
    private @Nullable ClientCallStreamObserver<AppendBatch> call;
    private final AtomicReference<@Nullable TributaryException> end = new AtomicReference<>();
    private long nextRequestId = 1; // flusher only

    // The answer given last: loads of one batch share it. Transport thread only.
    private @Nullable LoadResult lastResult;
    private long lastEpoch;

    AppendStream(Owner owner) {
        this.owner = owner;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<AppendBatch> started) {
        call = started;
        started.setOnReadyHandler(owner::ready);
    }

    /** Whether the transport takes another message now. */
    boolean isReady() {
        ClientCallStreamObserver<AppendBatch> started = call;
        return end.get() == null && started != null && started.isReady();
    }

    boolean isBroken() {
        return end.get() != null;
    }

    private static Mode mode(LoadRequest request) {
        if (request.mode() == GroupCommitMode.SYNC_MODE) {
            return Mode.MODE_SYNC;
        }
        return request.durability() == Durability.OS ? Mode.MODE_ASYNC_OS : Mode.MODE_ASYNC;
    }

    /** Sends these in one message. False: the stream had ended before, and none of them was sent. */
    boolean send(List<PendingLoad> loads) {
        long firstId = nextRequestId;
        AppendBatch.Builder message = AppendBatch.newBuilder();
        for (PendingLoad load : loads) {
            LoadRequest request = load.request;
            AppendLoad.Builder entry = message.addLoadsBuilder()
                    .setRequestId(nextRequestId)
                    .setTableId(request.tableId())
                    .setSchemaVersion(request.schemaVersion())
                    .setMode(mode(request));
            for (int i = 0; i < request.blocks().size(); i++) {
                entry.addBlocks(StatementMapping.toProto(request.blocks().get(i)));
            }
            IdempotencyKey key = request.key();
            if (key != null) {
                entry.setKey(StatementMapping.toProto(key));
            }
            sent.put(nextRequestId++, load);
        }
        if (end.get() != null) {
            // The end's sweep may have answered some of these already: then they are gone, not unsent.
            for (int i = loads.size() - 1; i >= 0; i--) {
                if (sent.remove(firstId + i) == null) {
                    loads.remove(i);
                }
            }
            return false;
        }
        ClientCallStreamObserver<AppendBatch> started = call;
        if (started == null) {
            throw new IllegalStateException("append stream used before its start");
        }
        started.onNext(message.build());
        return true;
    }

    @Override
    public void onNext(AckBatch batch) {
        owner.alive();
        for (int i = 0; i < batch.getAcksCount(); i++) {
            Ack ack = batch.getAcks(i);
            PendingLoad load = sent.remove(ack.getRequestId());
            if (load == null) {
                continue;
            }
            if (ack.hasError()) {
                load.answer.completeExceptionally(StatusMapping.fromProtoOfChange(ack.getError()));
            } else {
                load.answer.complete(result(batch.getEpoch(), ack));
            }
        }
    }

    private LoadResult result(long epoch, Ack ack) {
        if (ack.hasFirstId()) {
            return new LoadResult(
                    LoadResult.groupLabel(epoch, ack.getTxnId()), ack.getTxnId(), ack.getVisible(), ack.getFirstId());
        }
        LoadResult last = lastResult;
        if (last != null
                && lastEpoch == epoch
                && last.txnId() == ack.getTxnId()
                && last.visible() == ack.getVisible()) {
            return last;
        }
        LoadResult result =
                new LoadResult(LoadResult.groupLabel(epoch, ack.getTxnId()), ack.getTxnId(), ack.getVisible());
        lastEpoch = epoch;
        lastResult = result;
        return result;
    }

    @Override
    public void onError(Throwable error) {
        end(StatusMapping.fromStatus(error));
    }

    @Override
    public void onCompleted() {
        end(new TributaryException(ErrorCode.BACKEND_UNAVAILABLE, "backend ended the append stream"));
    }

    /** Gives the stream up; what was sent fails with an unknown outcome. */
    void cancel(TributaryException reason) {
        ClientCallStreamObserver<AppendBatch> started = call;
        end(reason);
        if (started != null) {
            started.cancel("closed by the frontend", null);
        }
    }

    private void end(TributaryException error) {
        if (!end.compareAndSet(null, error)) {
            return;
        }
        for (Long id : sent.keySet()) {
            PendingLoad load = sent.remove(id);
            if (load != null) {
                load.answer.completeExceptionally(new TributaryException(
                        ErrorCode.OUTCOME_UNKNOWN,
                        "connection to the backend was lost after the rows were sent; the outcome is unknown: "
                                + error.getMessage(),
                        error));
            }
        }
        owner.broken(this, error);
    }
}
