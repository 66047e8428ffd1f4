package io.tributary.backend.service;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.ingest.LogIngest;
import io.tributary.rpc.client.BatchMapping;
import io.tributary.rpc.proto.AckBatch;
import io.tributary.rpc.proto.AppendBatch;
import io.tributary.rpc.proto.BatchesReply;
import io.tributary.rpc.proto.BatchesRequest;
import io.tributary.rpc.proto.IngestGrpc;
import io.tributary.rpc.proto.SyncReply;
import io.tributary.rpc.proto.SyncRequest;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;

/** Loads for group commit, and the wait for their visibility. Runs on gRPC event loops; never blocks one. */
public final class IngestService extends IngestGrpc.IngestImplBase implements AutoCloseable {
    private final LogIngest ingest;
    private final TableLookup tables;
    private final ScheduledExecutorService timer;
    private final long queueTimeoutMillis;
    private final Set<AppendCall> calls = ConcurrentHashMap.newKeySet();

    /** @param queueTimeoutMillis {@code group_commit_queue_timeout_ms}: how long a load waits for room in the inbox */
    public IngestService(
            LogIngest ingest, TableLookup tables, ScheduledExecutorService timer, long queueTimeoutMillis) {
        this.ingest = ingest;
        this.tables = tables;
        this.timer = timer;
        this.queueTimeoutMillis = queueTimeoutMillis;
    }

    @Override
    public StreamObserver<AppendBatch> append(StreamObserver<AckBatch> out) {
        AppendCall call = new AppendCall(
                (ServerCallStreamObserver<AckBatch>) out,
                ingest,
                new RowCheck(tables),
                timer,
                queueTimeoutMillis,
                calls::remove);
        calls.add(call);
        call.start();
        return call;
    }

    @Override
    public void sync(SyncRequest request, StreamObserver<SyncReply> out) {
        CompletableFuture<Void> visible = VisibilityWait.begin(
                ingest, tables, request.getTableIdsList(), Integer.toUnsignedLong(request.getTimeoutMillis()), timer);
        UnaryCalls.answer(out, visible, done -> SyncReply.getDefaultInstance());
    }

    @Override
    public void batches(BatchesRequest request, StreamObserver<BatchesReply> out) {
        UnaryCalls.answer(out, ingest.batches(), BatchMapping::toProto);
    }

    /** After the log's end: sends what is still to be acknowledged and ends the streams. */
    @Override
    public void close() {
        calls.forEach(AppendCall::complete);
    }
}
