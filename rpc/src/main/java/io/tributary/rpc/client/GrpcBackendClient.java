package io.tributary.rpc.client;

import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.tributary.contract.calls.BackendClient;
import io.tributary.contract.calls.BackendStatus;
import io.tributary.contract.calls.BatchInfo;
import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.CatalogState;
import io.tributary.contract.calls.EvaluatedRows;
import io.tributary.contract.calls.Evaluation;
import io.tributary.contract.calls.InsertQuery;
import io.tributary.contract.calls.LoadRequest;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.calls.LogStatus;
import io.tributary.contract.calls.QuarantineInfo;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ReservedIds;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.calls.ResultReceiver;
import io.tributary.contract.calls.StatementResult;
import io.tributary.contract.calls.TransactionInfo;
import io.tributary.contract.calls.TransactionTimeout;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.rpc.proto.BackendStatusReply;
import io.tributary.rpc.proto.BackendStatusRequest;
import io.tributary.rpc.proto.BackendsGrpc;
import io.tributary.rpc.proto.BatchesReply;
import io.tributary.rpc.proto.BatchesRequest;
import io.tributary.rpc.proto.CatalogReply;
import io.tributary.rpc.proto.CatalogRequest;
import io.tributary.rpc.proto.CatalogsGrpc;
import io.tributary.rpc.proto.DecommissionReply;
import io.tributary.rpc.proto.DecommissionRequest;
import io.tributary.rpc.proto.DescribeReply;
import io.tributary.rpc.proto.EvaluateReply;
import io.tributary.rpc.proto.ExecuteReply;
import io.tributary.rpc.proto.ExecuteRequest;
import io.tributary.rpc.proto.IngestGrpc;
import io.tributary.rpc.proto.LogStatusReply;
import io.tributary.rpc.proto.LogStatusRequest;
import io.tributary.rpc.proto.QueriesGrpc;
import io.tributary.rpc.proto.QueryRequest;
import io.tributary.rpc.proto.ReserveIdsReply;
import io.tributary.rpc.proto.ReserveIdsRequest;
import io.tributary.rpc.proto.SyncReply;
import io.tributary.rpc.proto.SyncRequest;
import io.tributary.rpc.proto.TransactionsGrpc;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/**
 * {@link BackendClient} over a gRPC channel, which belongs to the caller: whoever makes it chooses the transport, its
 * keep-alive (the only thing that notices a backend that neither answers nor hangs up) and the {@link ClusterToken},
 * which is best given to the channel's builder: a {@link ManagedChannel} can be told to reconnect without delay.
 */
public final class GrpcBackendClient implements BackendClient {
    /** The largest message either end takes. */
    public static final int MESSAGE_BYTES_MAX = 1 << 30;

    /** The largest load: a message leaves room for what is not rows. */
    static final int ROW_BYTES_MAX = MESSAGE_BYTES_MAX - (1 << 20);

    /** Bytes of rows under way before a stream says that it is not ready; a few messages. */
    private static final int ON_READY_BYTES = 4 << 20;

    /** The channel's own pause after a failure grows to minutes; the streams that come back have a shorter one. */
    private final Runnable reconnect;

    private final ContractHeader contract = new ContractHeader();
    private final AppendQueue appends;
    private final IngestGrpc.IngestStub ingest;
    private final BackendsGrpc.BackendsStub backends;
    private final TransactionCalls transactions;
    private final QueriesGrpc.QueriesStub queries;
    private final CatalogsGrpc.CatalogsStub catalogs;
    private final ScheduledExecutorService timer;
    private final ClientOptions options;
    private final List<CatalogWatch> watches = new CopyOnWriteArrayList<>();

    /**
     * @param to the backend
     * @param flusher one thread (an event loop) that sends queued loads; a drain never blocks
     * @param timer for time-outs and reconnects; its tasks are short
     */
    public GrpcBackendClient(Channel to, Executor flusher, ScheduledExecutorService timer, ClientOptions options) {
        // Answers are handled where they arrive: a hop costs nine times what handling them does.
        Executor direct = Runnable::run;
        Channel versioned = ClientInterceptors.intercept(to, contract);
        Channel channel = ClientInterceptors.intercept(versioned, new UnsentCalls());
        ingest = IngestGrpc.newStub(versioned)
                .withExecutor(direct)
                .withMaxInboundMessageSize(MESSAGE_BYTES_MAX)
                .withOnReadyThreshold(ON_READY_BYTES);
        backends = BackendsGrpc.newStub(channel).withExecutor(direct);
        transactions = new TransactionCalls(TransactionsGrpc.newStub(channel).withExecutor(direct));
        queries = QueriesGrpc.newStub(channel).withExecutor(direct).withMaxInboundMessageSize(MESSAGE_BYTES_MAX);
        catalogs = CatalogsGrpc.newStub(channel).withExecutor(direct).withMaxInboundMessageSize(MESSAGE_BYTES_MAX);
        this.timer = timer;
        this.options = options;
        reconnect = to instanceof ManagedChannel managed ? managed::resetConnectBackoff : () -> {};
        appends = new AppendQueue(flusher, timer, options, stream -> {
            reconnect.run();
            ingest.append(stream);
        });
    }

    @Override
    public CompletableFuture<LoadResult> append(LoadRequest load) {
        return appends.add(load);
    }

    @Override
    public CompletableFuture<LoadResult> insert(long tableId, int schemaVersion, List<RowBlock> blocks, String label) {
        return transactions.insert(tableId, schemaVersion, blocks, label);
    }

    @Override
    public CompletableFuture<Long> begin(String label, TransactionTimeout timeout) {
        return transactions.begin(label, timeout);
    }

    @Override
    public CompletableFuture<Void> appendTo(
            long transactionId, long tableId, int schemaVersion, List<RowBlock> blocks) {
        return transactions.appendTo(transactionId, tableId, schemaVersion, blocks);
    }

    @Override
    public CompletableFuture<Void> keep(long transactionId, int appends) {
        return transactions.keep(transactionId, appends);
    }

    @Override
    public CompletableFuture<LoadResult> commit(long transactionId) {
        return transactions.commit(transactionId);
    }

    @Override
    public CompletableFuture<LoadResult> precommit(long transactionId, long tableId, int schemaVersion) {
        return transactions.precommit(transactionId, tableId, schemaVersion);
    }

    @Override
    public CompletableFuture<LoadResult> decide(String database, long txnId, String label, boolean commit) {
        return transactions.decide(database, txnId, label, commit);
    }

    @Override
    public CompletableFuture<Void> rollback(long transactionId) {
        return transactions.rollback(transactionId);
    }

    @Override
    public CompletableFuture<List<TransactionInfo>> transactions(long txnId, String label, String database) {
        return transactions.find(txnId, label, database);
    }

    @Override
    public CompletableFuture<List<QuarantineInfo>> quarantined(long tableId, List<Long> ids, int limit) {
        return transactions.quarantined(tableId, ids, limit);
    }

    @Override
    public CompletableFuture<QuarantineInfo.Outcome> replayQuarantine(long tableId, List<Long> ids) {
        return transactions.replayQuarantine(tableId, ids);
    }

    @Override
    public CompletableFuture<QuarantineInfo.Outcome> discardQuarantine(long tableId, List<Long> ids) {
        return transactions.discardQuarantine(tableId, ids);
    }

    @Override
    public void query(String sql, QueryContext context, ResultReceiver receiver) {
        QueryCall call = new QueryCall(receiver);
        queries.query(queryRequest(sql, context), call);
        receiver.started(call);
    }

    @Override
    public CompletableFuture<List<ResultColumn>> describe(String sql, QueryContext context) {
        UnaryReply<DescribeReply, List<ResultColumn>> reply = UnaryReply.reading(StatementMapping::fromProto);
        queries.describe(queryRequest(sql, context), reply);
        return reply.future();
    }

    @Override
    public CompletableFuture<StatementResult> execute(
            String sql, long tableId, int schemaVersion, QueryContext context) {
        UnaryReply<ExecuteReply, StatementResult> reply = changing(context.transactionId());
        queries.execute(
                ExecuteRequest.newBuilder()
                        .setSql(sql)
                        .setTableId(tableId)
                        .setSchemaVersion(schemaVersion)
                        .setContext(StatementMapping.toProto(context))
                        .build(),
                reply);
        return reply.future();
    }

    @Override
    public CompletableFuture<StatementResult> insertQuery(InsertQuery insert) {
        UnaryReply<ExecuteReply, StatementResult> reply =
                changing(insert.context().transactionId());
        queries.insertQuery(StatementMapping.toProto(insert), reply);
        return reply.future();
    }

    @Override
    public CompletableFuture<EvaluatedRows> evaluate(Evaluation evaluation) {
        UnaryReply<EvaluateReply, EvaluatedRows> reply = UnaryReply.reading(EvaluationMapping::fromProto);
        queries.evaluate(EvaluationMapping.toProto(evaluation), reply);
        return reply.future();
    }

    @Override
    public CompletableFuture<ReservedIds> reserveIds(long tableId, long count, long atLeast) {
        UnaryReply<ReserveIdsReply, ReservedIds> reply =
                UnaryReply.reading(reserved -> new ReservedIds(reserved.getFirst(), Math.max(1, reserved.getStep())));
        catalogs.reserveIds(
                ReserveIdsRequest.newBuilder()
                        .setTableId(tableId)
                        .setCount(count)
                        .setAtLeast(atLeast)
                        .build(),
                reply);
        return reply.future();
    }

    @Override
    public CompletableFuture<CatalogState> change(CatalogChange change) {
        UnaryReply<CatalogReply, CatalogState> reply = UnaryReply.storing(CatalogMapping::fromProto);
        catalogs.change(CatalogMapping.toProto(change), reply);
        return reply.future();
    }

    @Override
    public CompletableFuture<CatalogState> catalog() {
        UnaryReply<CatalogReply, CatalogState> reply = UnaryReply.reading(CatalogMapping::fromProto);
        catalogs.get(CatalogRequest.getDefaultInstance(), reply);
        return reply.future();
    }

    @Override
    public void watchCatalog(String frontend, Consumer<CatalogState> listener) {
        CatalogWatch watch = new CatalogWatch(
                catalogs,
                contract,
                reconnect,
                new CatalogWatch.Pauses(timer, options.reconnectMillisMax()),
                frontend,
                listener);
        watches.add(watch);
        watch.start();
    }

    @Override
    public CompletableFuture<Void> sync(List<Long> tableIds, int timeoutMillis) {
        UnaryReply<SyncReply, Void> reply = UnaryReply.reading(any -> null);
        ingest.sync(
                SyncRequest.newBuilder()
                        .addAllTableIds(tableIds)
                        .setTimeoutMillis(timeoutMillis)
                        .build(),
                reply);
        return reply.future();
    }

    @Override
    public CompletableFuture<List<BatchInfo>> batches() {
        UnaryReply<BatchesReply, List<BatchInfo>> reply = UnaryReply.reading(BatchMapping::fromProto);
        ingest.batches(BatchesRequest.getDefaultInstance(), reply);
        return reply.future();
    }

    @Override
    public CompletableFuture<LogStatus> logStatus() {
        UnaryReply<LogStatusReply, LogStatus> reply = UnaryReply.reading(status -> new LogStatus(
                status.getAddress(),
                status.getBatches(),
                status.getBatchBytes(),
                status.getOldestMillis(),
                status.getSegments(),
                status.getBatchesOfATable(),
                status.getSilent()));
        ingest.logStatus(LogStatusRequest.getDefaultInstance(), reply);
        return reply.future();
    }

    @Override
    public CompletableFuture<BackendStatus> status() {
        UnaryReply<BackendStatusReply, BackendStatus> reply = UnaryReply.reading(BackendStatusMapping::fromProto);
        backends.status(BackendStatusRequest.getDefaultInstance(), reply);
        return reply.future();
    }

    @Override
    public CompletableFuture<Void> decommission(String address, boolean cancelled) {
        UnaryReply<DecommissionReply, Void> reply = UnaryReply.storing(done -> null);
        backends.decommission(
                DecommissionRequest.newBuilder()
                        .setAddress(address)
                        .setCancelled(cancelled)
                        .build(),
                reply);
        return reply.future();
    }

    /** Fails what waits, ends the streams; calls under way go on. */
    @Override
    public void close() {
        watches.forEach(CatalogWatch::close);
        appends.close(new TributaryException(ErrorCode.SERVER_SHUTDOWN, "Server shutdown in progress"));
    }

    /** Returns the reply of a statement by itself, or of one in a transaction, which stores nothing before its COMMIT. */
    private static UnaryReply<ExecuteReply, StatementResult> changing(long transactionId) {
        return transactionId == 0
                ? UnaryReply.storing(StatementMapping::fromProto)
                : UnaryReply.staging(StatementMapping::fromProto);
    }

    private static QueryRequest queryRequest(String sql, QueryContext context) {
        return QueryRequest.newBuilder()
                .setSql(sql)
                .setContext(StatementMapping.toProto(context))
                .build();
    }
}
