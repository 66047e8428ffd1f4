package io.tributary.backend.service;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.ingest.LogIngest;
import io.tributary.backend.service.wait.LogWaits;
import io.tributary.backend.service.wait.UnaryCalls;
import io.tributary.backend.service.wait.VisibilityWait;
import io.tributary.contract.calls.BatchInfo;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.rpc.client.BatchMapping;
import io.tributary.rpc.proto.AckBatch;
import io.tributary.rpc.proto.AppendBatch;
import io.tributary.rpc.proto.BatchesReply;
import io.tributary.rpc.proto.BatchesRequest;
import io.tributary.rpc.proto.IngestGrpc;
import io.tributary.rpc.proto.LogStatusReply;
import io.tributary.rpc.proto.LogStatusRequest;
import io.tributary.rpc.proto.SyncReply;
import io.tributary.rpc.proto.SyncRequest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Loads for group commit, and the wait for their visibility. Runs on gRPC event loops; never blocks one. */
public final class IngestService extends IngestGrpc.IngestImplBase implements AutoCloseable {
    private final LogIngest ingest;
    private final LogWaits waits;
    private final TableLookup tables;
    private final Supplier<RowCheck> checks;
    private final ScheduledExecutorService timer;
    private final long queueTimeoutMillis;
    private final LogPlace place;
    private final Set<AppendCall> calls = ConcurrentHashMap.newKeySet();

    /**
     * Where the log is, for its status.
     *
     * @param address of this backend, host:port
     * @param segments how many files the log has
     */
    public record LogPlace(String address, LongSupplier segments) {}

    /**
     * @param checks of rows, one for each stream
     * @param queueTimeoutMillis {@code group_commit_queue_timeout_ms}: how long a load waits for room in the inbox
     * @param reports tells of the log's batches
     */
    public IngestService(
            LogIngest ingest,
            TableLookup tables,
            Supplier<RowCheck> checks,
            ScheduledExecutorService timer,
            long queueTimeoutMillis,
            LogPlace place,
            Executor reports) {
        this.ingest = ingest;
        this.waits = new LogWaits(ingest, timer, reports);
        this.tables = tables;
        this.checks = checks;
        this.timer = timer;
        this.queueTimeoutMillis = queueTimeoutMillis;
        this.place = place;
    }

    @Override
    public StreamObserver<AppendBatch> append(StreamObserver<AckBatch> out) {
        AppendCall call = new AppendCall(
                (ServerCallStreamObserver<AckBatch>) out,
                ingest,
                checks.get(),
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
        UnaryCalls.answer(out, waits.batches(), BatchMapping::toProto);
    }

    @Override
    public void logStatus(LogStatusRequest request, StreamObserver<LogStatusReply> out) {
        // The figures of the batches are left out where the log does not tell them in time.
        CompletableFuture<LogStatusReply> status = waits.batches()
                .thenApply(batches -> status(batches).build())
                .exceptionally(error -> {
                    TributaryException cause = UnaryCalls.logged(error);
                    if (cause.code() != ErrorCode.LIMIT_OR_LOCK_WAIT) {
                        throw cause;
                    }
                    return status(List.of()).setSilent(true).build();
                });
        UnaryCalls.answer(out, status, Function.identity());
    }

    private LogStatusReply.Builder status(List<BatchInfo> batches) {
        Map<String, Long> byTable = batches.stream()
                .collect(Collectors.groupingBy(batch -> batch.database() + "." + batch.table(), Collectors.counting()));
        return LogStatusReply.newBuilder()
                .setAddress(place.address())
                .setBatches(batches.size())
                .setBatchBytes(batches.stream().mapToLong(BatchInfo::bytes).sum())
                .setOldestMillis(
                        batches.stream().mapToLong(BatchInfo::ageMillis).max().orElse(0))
                .setSegments(place.segments().getAsLong())
                .setBatchesOfATable(byTable.values().stream()
                        .mapToLong(Long::longValue)
                        .max()
                        .orElse(0));
    }

    /** Sends what is still to be acknowledged and ends the streams, after the log's end. */
    @Override
    public void close() {
        calls.forEach(AppendCall::complete);
    }
}
