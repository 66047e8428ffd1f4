package io.tributary.rpc.client;

import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.tributary.contract.calls.ResultReceiver;
import io.tributary.contract.error.TributaryException;
import io.tributary.rpc.proto.QueryReply;
import io.tributary.rpc.proto.QueryRequest;
import org.jspecify.annotations.Nullable;

/**
 * A running query: its columns, and the first block where it is wanted, come unasked, each other block after a {@code request} of the receiver. Callbacks on a
 * transport thread, one at a time.
 */
final class QueryCall implements ClientResponseObserver<QueryRequest, QueryReply>, ResultReceiver.Flow {
    private final ResultReceiver receiver;
    private @Nullable ClientCallStreamObserver<QueryRequest> call;
    private boolean hasColumns;
    private boolean ended;

    QueryCall(ResultReceiver receiver) {
        this.receiver = receiver;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<QueryRequest> started) {
        call = started;
        started.disableAutoRequestWithInitial(receiver.wantsRows() ? 2 : 1);
    }

    @Override
    public void request(int blocks) {
        started().request(blocks);
    }

    @Override
    public void cancel() {
        started().cancel("cancelled by the client", null);
    }

    private ClientCallStreamObserver<QueryRequest> started() {
        ClientCallStreamObserver<QueryRequest> started = call;
        if (started == null) {
            throw new IllegalStateException("query used before its start");
        }
        return started;
    }

    @Override
    public void onNext(QueryReply reply) {
        if (ended) {
            return;
        }
        try {
            if (hasColumns) {
                receiver.rows(StatementMapping.toBlock(reply.getRows()));
            } else {
                hasColumns = true;
                receiver.columns(StatementMapping.fromProto(reply.getColumns()), this);
            }
        } catch (RuntimeException e) {
            ended = true;
            cancel();
            receiver.failed(TributaryException.of(e));
        }
    }

    @Override
    public void onError(Throwable error) {
        if (!ended) {
            ended = true;
            TributaryException known = StatusMapping.fromStatus(error);
            receiver.failed(known);
        }
    }

    @Override
    public void onCompleted() {
        if (!ended) {
            ended = true;
            receiver.finished();
        }
    }
}
