package io.tributary.backend.service;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.ingest.LogIngest;
import io.tributary.rpc.client.BatchInfo;
import io.tributary.rpc.client.BatchMapping;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** Loads for group commit, and the wait for their visibility. Runs on gRPC event loops; never blocks one. */
public final class IngestService extends IngestGrpc.IngestImplBase implements AutoCloseable {
    /** How long the log may take to tell of its batches: one that hangs in its disk never does. */
    private static final long BATCHES_WAIT_MILLIS = 5_000;

    private final LogIngest ingest;
    private final TableLookup tables;
    private final ScheduledExecutorService timer;
    private final long queueTimeoutMillis;
    private final String address;
    private final LongSupplier segments;
    private final Set<AppendCall> calls = ConcurrentHashMap.newKeySet();

    /**
     * @param queueTimeoutMillis {@code group_commit_queue_timeout_ms}: how long a load waits for room in the inbox
     * @param address of this backend, host:port
     * @param segments how many files the log has
     */
    public IngestService(
            LogIngest ingest,
            TableLookup tables,
            ScheduledExecutorService timer,
            long queueTimeoutMillis,
            String address,
            LongSupplier segments) {
        this.ingest = ingest;
        this.tables = tables;
        this.timer = timer;
        this.queueTimeoutMillis = queueTimeoutMillis;
        this.address = address;
        this.segments = segments;
    }

    /** As above, on no port and with a log that has no files. */
    public IngestService(
            LogIngest ingest, TableLookup tables, ScheduledExecutorService timer, long queueTimeoutMillis) {
        this(ingest, tables, timer, queueTimeoutMillis, "127.0.0.1:0", () -> 0);
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
        UnaryCalls.answer(
                out,
                batches()
                        .thenApply(
                                said -> said.orElseThrow(
                                        () -> new TributaryException(
                                                ErrorCode.LIMIT_OR_LOCK_WAIT,
                                                "the write-ahead log has not told of its batches within "
                                                        + BATCHES_WAIT_MILLIS
                                                        + " ms: its disk hangs or is very slow, SHOW BACKENDS and /api/health say more"))),
                BatchMapping::toProto);
    }

    @Override
    public void logStatus(LogStatusRequest request, StreamObserver<LogStatusReply> out) {
        UnaryCalls.answer(out, batches(), this::status);
    }

    /** What the log says of its batches; empty if it says nothing in time. */
    private CompletableFuture<Optional<List<BatchInfo>>> batches() {
        CompletableFuture<Optional<List<BatchInfo>>> said = ingest.batches().thenApply(Optional::of);
        if (!said.isDone()) {
            Deadline.end(said, timer, () -> said.complete(Optional.empty()), BATCHES_WAIT_MILLIS);
        }
        return said;
    }

    private LogStatusReply status(Optional<List<BatchInfo>> said) {
        List<BatchInfo> batches = said.orElse(List.of());
        Map<String, Long> byTable = batches.stream()
                .collect(Collectors.groupingBy(batch -> batch.database() + "." + batch.table(), Collectors.counting()));
        return LogStatusReply.newBuilder()
                .setAddress(address)
                .setBatches(batches.size())
                .setBatchBytes(batches.stream().mapToLong(BatchInfo::bytes).sum())
                .setOldestMillis(
                        batches.stream().mapToLong(BatchInfo::ageMillis).max().orElse(0))
                .setSegments(segments.getAsLong())
                .setBatchesOfATable(byTable.values().stream()
                        .mapToLong(Long::longValue)
                        .max()
                        .orElse(0))
                .setSilent(said.isEmpty())
                .build();
    }

    /** After the log's end: sends what is still to be acknowledged and ends the streams. */
    @Override
    public void close() {
        calls.forEach(AppendCall::complete);
    }
}
