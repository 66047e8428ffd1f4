package io.tributary.rpc.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tributary.contract.calls.LoadRequest;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.calls.ResultReceiver;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.contract.schema.SqlMode;
import io.tributary.rpc.proto.Ack;
import io.tributary.rpc.proto.AckBatch;
import io.tributary.rpc.proto.AppendBatch;
import io.tributary.rpc.proto.AppendLoad;
import io.tributary.rpc.proto.CatalogReply;
import io.tributary.rpc.proto.CatalogRequest;
import io.tributary.rpc.proto.CatalogsGrpc;
import io.tributary.rpc.proto.IngestGrpc;
import io.tributary.rpc.proto.QueriesGrpc;
import io.tributary.rpc.proto.QueryReply;
import io.tributary.rpc.proto.QueryRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GrpcBackendClientTest {
    private static final ClientOptions SMALL = new ClientOptions(4096, 10_000, 1024, 8, 1_000);
    private static final QueryContext CONTEXT = new QueryContext("ads", SqlMode.NONE, "UTC", 0);

    private final Inbox inbox = new Inbox();
    private final Watchable catalogs = new Watchable();
    private final Blocks queries = new Blocks();
    private final InProcessBackend backend = new InProcessBackend(inbox, catalogs, queries);
    private final ManualExecutor flusher = new ManualExecutor();
    private final StepTimer timer = new StepTimer();
    private final List<CompletableFuture<LoadResult>> answers = new ArrayList<>();
    private final GrpcBackendClient client = new GrpcBackendClient(backend.channel(), flusher, timer, SMALL);

    @AfterEach
    void close() {
        client.close();
        flusher.runAll();
        backend.close();
        timer.shutdownNow();
    }

    @Test
    void loadsQueuedBeforeTheFlusherComesTravelInOneMessage() {
        IntStream.range(0, 5).forEach(i -> append(i, 10));

        flusher.runAll();

        assertThat(inbox.messages).hasSize(1);
        assertThat(inbox.loads()).extracting(AppendLoad::getTableId).containsExactly(0L, 1L, 2L, 3L, 4L);
    }

    @Test
    void aMessageHoldsNoMoreLoadsAndBytesThanItMay() {
        inbox.demand = 100;
        IntStream.range(0, 9).forEach(i -> append(i, 10));
        flusher.runAll();
        assertThat(inbox.messages).extracting(AppendBatch::getLoadsCount).containsExactly(8, 1);
        inbox.messages.clear();

        append(0, 600);
        append(1, 600);
        append(2, 2000);
        flusher.runAll();

        assertThat(inbox.messages).extracting(AppendBatch::getLoadsCount).containsExactly(1, 1, 1);
    }

    @Test
    void anAcknowledgementGivesLabelAndTransactionIdToItsLoadOnly() {
        CompletableFuture<LoadResult> first = client.append(load(1, 10));
        CompletableFuture<LoadResult> second = client.append(load(2, 10));
        flusher.runAll();

        inbox.acknowledge(2, 77, true);

        assertThat(first).isNotDone();
        assertThat(second).isCompletedWithValue(new LoadResult(LoadResult.groupLabel(-5L, 77), 77, true));
    }

    @Test
    void aRefusedLoadFailsWithTheBackendsError() {
        CompletableFuture<LoadResult> load = client.append(load(1, 10));
        flusher.runAll();

        inbox.refuse(1, new TributaryException(ErrorCode.SCHEMA_VERSION_MISMATCH, "version 1, it is at 2"));

        assertThat(errorOf(load).code()).isEqualTo(ErrorCode.SCHEMA_VERSION_MISMATCH);
    }

    @Test
    void whileTheBackendReadsNothingLoadsWaitAndTravelTogetherAfterwards() {
        inbox.demand = 1;
        append(0, 10);
        flusher.runAll();
        IntStream.range(1, 5).forEach(i -> {
            append(i, 10);
            flusher.runAll();
        });
        assertThat(inbox.messages).hasSize(1);

        inbox.request();
        flusher.runAll();

        assertThat(inbox.messages).hasSize(2);
        assertThat(inbox.loads()).hasSize(5);
    }

    @Test
    void aLoadThatFindsTheQueueFullWaitsAndIsSentInItsTurn() {
        inbox.demand = 0;
        CompletableFuture<LoadResult> fits = client.append(load(1, 4000));
        CompletableFuture<LoadResult> parked = client.append(load(2, 97));
        CompletableFuture<LoadResult> last = client.append(load(3, 10));
        flusher.runAll();
        assertThat(parked).isNotDone();

        inbox.demand = 100;
        inbox.request();
        flusher.runAll();
        inbox.request();
        flusher.runAll();

        assertThat(inbox.loads()).extracting(AppendLoad::getTableId).containsExactly(1L, 2L, 3L);
        inbox.acknowledge(1, 1, false);
        inbox.acknowledge(2, 1, false);
        inbox.acknowledge(3, 1, false);
        assertThat(List.of(fits, parked, last)).allMatch(CompletableFuture::isDone);
    }

    @Test
    void aParkedLoadThatIsNotSentInTimeIs1205() {
        ClientOptions impatient = new ClientOptions(4096, 1, 1024, 8, 1_000);
        inbox.demand = 0;
        try (GrpcBackendClient hasty = new GrpcBackendClient(backend.channel(), flusher, timer, impatient)) {
            CompletableFuture<LoadResult> first = hasty.append(load(1, 4096));
            CompletableFuture<LoadResult> parked = hasty.append(load(2, 10));
            flusher.runAll();
            assertThat(parked).isNotDone();
            awaitNanos(2_000_000);

            timer.elapse();
            flusher.runAll();

            assertThat(errorOf(first).code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT);
            assertThat(errorOf(parked).code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT);
            assertThat(errorOf(parked)).hasMessageContaining("group_commit_queue_timeout_ms");
        }
    }

    @Test
    void moreParkedLoadsThanTheirLimitAreRefusedWithItsNumber() {
        append(0, 4096);
        LoadRequest small = load(1, 10);
        IntStream.range(0, AppendQueue.PARKED_LOADS_MAX).forEach(i -> answers.add(client.append(small)));
        assertThat(answers).noneMatch(CompletableFuture::isDone);

        CompletableFuture<LoadResult> tooMuch = client.append(small);

        assertThat(errorOf(tooMuch).code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT);
        assertThat(errorOf(tooMuch)).hasMessageContaining("append_queue_bytes 4096 is full and 16384 loads wait");
    }

    @Test
    void aLoadLargerThanTheQueueIsRefusedAtOnce() {
        TributaryException error = errorOf(client.append(load(1, 5000)));

        assertThat(error.code()).isEqualTo(ErrorCode.LOAD_TOO_LARGE);
        assertThat(error).hasMessage("load of 5000 bytes exceeds append_queue_bytes 4096");
    }

    @Test
    void aLoadNotSentInTimeFailsAndWasNeverSent() {
        ClientOptions impatient = new ClientOptions(4096, 1, 1024, 8, 1_000);
        inbox.demand = 0;
        try (GrpcBackendClient hasty = new GrpcBackendClient(backend.channel(), flusher, timer, impatient)) {
            CompletableFuture<LoadResult> load = hasty.append(load(1, 10));
            flusher.runAll();
            awaitNanos(2_000_000);

            timer.elapse();
            flusher.runAll();

            assertThat(errorOf(load).code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT);
            assertThat(errorOf(load)).hasMessageContaining("group_commit_queue_timeout_ms");
            inbox.request();
            flusher.runAll();
            assertThat(inbox.messages).isEmpty();
        }
    }

    @Test
    void whatTheBackendMetAtALoadAndNobodyForesawLeavesItsOutcomeUnknown() {
        CompletableFuture<LoadResult> accident = client.append(load(1, 10));
        CompletableFuture<LoadResult> refused = client.append(load(2, 10));
        flusher.runAll();

        inbox.refuse(1, new TributaryException(ErrorCode.UNKNOWN, "internal error: Java heap space"));
        inbox.refuse(2, new TributaryException(ErrorCode.LOG_FAILED, "disk gone"));

        assertThat(errorOf(accident).code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
        assertThat(errorOf(accident)).hasMessageContaining("UNKNOWN: internal error: Java heap space");
        assertThat(errorOf(refused).code()).isEqualTo(ErrorCode.LOG_FAILED);
    }

    @Test
    void aBrokenStreamFailsWhatWasSentAndKeepsWhatWasNot() {
        inbox.demand = 1;
        CompletableFuture<LoadResult> sent = client.append(load(1, 10));
        flusher.runAll();
        CompletableFuture<LoadResult> unsent = client.append(load(2, 10));
        flusher.runAll();

        inbox.fail(new TributaryException(ErrorCode.LOG_FAILED, "disk gone"));
        flusher.runAll();

        assertThat(errorOf(sent).code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
        assertThat(errorOf(sent)).hasMessageContaining("outcome is unknown");
        assertThat(unsent).isNotDone();
        timer.elapse();
        flusher.runAll();
        assertThat(inbox.streams).isEqualTo(2);
        inbox.acknowledge(1, 9, false);
        assertThat(unsent).isCompleted();
    }

    @Test
    void thePauseBeforeAnotherAttemptDoublesUpToItsLimit() {
        backend.kill();
        append(1, 10);
        List<Long> pauses = new ArrayList<>();
        for (int attempt = 0; attempt < 8; attempt++) {
            flusher.runAll();
            pauses.add(timer.tasks().stream()
                    .mapToLong(StepTimer.Task::delayMillis)
                    .min()
                    .orElse(-1));
            timer.elapse();
        }

        assertThat(pauses).startsWith(20L, 40L, 80L, 160L).endsWith(1_000L);
    }

    @Test
    void loadsQueuedWhileTheBackendRestartsAreSentToTheNewOne() {
        backend.kill();
        CompletableFuture<LoadResult> load = client.append(load(1, 10));
        flusher.runAll();
        assertThat(load).isNotDone();

        backend.restart();
        timer.elapse();
        flusher.runAll();

        inbox.acknowledge(1, 3, true);
        assertThat(load).isCompleted();
    }

    @Test
    void closingFailsWhatWaitsAndRefusesWhatComes() {
        inbox.demand = 0;
        CompletableFuture<LoadResult> waiting = client.append(load(1, 10));
        flusher.runAll();

        client.close();
        flusher.runAll();

        assertThat(errorOf(waiting).code()).isEqualTo(ErrorCode.SERVER_SHUTDOWN);
        assertThat(errorOf(client.append(load(2, 10))).code()).isEqualTo(ErrorCode.SERVER_SHUTDOWN);
    }

    @Test
    void aQuerySendsItsFirstBlockUnaskedAndOneMoreForEachRequest() {
        Received received = new Received();
        client.query("SELECT 1", CONTEXT, received);
        assertThat(received.events).containsExactly("columns 1", "rows 0");
        received.flow().request(2);

        assertThat(received.events).containsExactly("columns 1", "rows 0", "rows 1", "rows 2");
        received.flow().request(1);
        assertThat(received.events).endsWith("finished");
    }

    @Test
    void aCancelledQueryTellsTheBackendAndFails() {
        Received received = new Received();
        client.query("SELECT 1", CONTEXT, received);

        received.flow().cancel();

        assertThat(received.events).endsWith("failed INTERRUPTED");
        assertThat(queries.cancelled).isTrue();
    }

    @Test
    void aWatchTellsEveryCatalogAndComesBackAfterABreak() {
        List<Long> versions = new ArrayList<>();
        client.watchCatalog("mine1", state -> versions.add(state.version()));
        catalogs.tell(1);
        catalogs.tell(2);

        catalogs.fail();
        timer.elapse();
        catalogs.tell(3);

        assertThat(versions).containsExactly(1L, 2L, 3L);
        assertThat(catalogs.watching).containsExactly("mine1", "mine1");
    }

    /** It would ignore what it does not know of a request, such as the key of a load. */
    @Test
    void aBackendOfAnEarlierContractGetsNoCallsUntilOneOfThisVersionIsHeard() {
        List<Long> versions = new ArrayList<>();
        client.watchCatalog("", state -> versions.add(state.version()));
        catalogs.tell(1, 0);

        TributaryException refused = errorOf(client.catalog());
        assertThat(refused.code()).isEqualTo(ErrorCode.BACKEND_UNAVAILABLE);
        assertThat(refused)
                .hasMessageContaining("the backend speaks version 1 of the contract, this frontend " + Contract.CURRENT
                        + ": upgrade backends first");
        assertThat(versions).isEmpty();

        catalogs.fail();
        timer.elapse();
        catalogs.tell(2);

        assertThat(versions).containsExactly(2L);
        assertThat(errorOf(client.catalog())).hasMessageContaining("UNIMPLEMENTED");
    }

    /** Appends a load whose answer the test does not look at. */
    private void append(long tableId, int bytes) {
        answers.add(client.append(load(tableId, bytes)));
    }

    private static LoadRequest load(long tableId, int bytes) {
        byte[] block = new byte[bytes];
        block[0] = RowBlock.FORMAT;
        return new LoadRequest(tableId, 1, GroupCommitMode.ASYNC_MODE, List.of(RowBlock.of(block)));
    }

    private static TributaryException errorOf(CompletableFuture<?> future) {
        assertThat(future).isCompletedExceptionally();
        return (TributaryException) future.handle((value, error) -> error).join();
    }

    private static void awaitNanos(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    /** Takes as many messages as it has demand for, and answers when told. */
    private static final class Inbox extends IngestGrpc.IngestImplBase {
        private final List<AppendBatch> messages = new ArrayList<>();
        private int demand = 1;
        private int streams;
        private @Nullable ServerCallStreamObserver<AckBatch> out;

        @Override
        public StreamObserver<AppendBatch> append(StreamObserver<AckBatch> observer) {
            ServerCallStreamObserver<AckBatch> call = (ServerCallStreamObserver<AckBatch>) observer;
            out = call;
            streams++;
            call.disableAutoRequest();
            if (demand > 0) {
                call.request(demand);
            }
            return new StreamObserver<>() {
                @Override
                public void onNext(AppendBatch message) {
                    messages.add(message);
                }

                @Override
                public void onError(Throwable error) {}

                @Override
                public void onCompleted() {}
            };
        }

        List<AppendLoad> loads() {
            return messages.stream()
                    .flatMap(message -> message.getLoadsList().stream())
                    .toList();
        }

        void request() {
            call().request(1);
        }

        void acknowledge(long requestId, long txnId, boolean visible) {
            call().onNext(AckBatch.newBuilder()
                    .setEpoch(-5)
                    .addAcks(Ack.newBuilder()
                            .setRequestId(requestId)
                            .setTxnId(txnId)
                            .setVisible(visible))
                    .build());
        }

        void refuse(long requestId, TributaryException error) {
            call().onNext(AckBatch.newBuilder()
                    .addAcks(Ack.newBuilder().setRequestId(requestId).setError(StatusMapping.toProto(error)))
                    .build());
        }

        void fail(TributaryException error) {
            call().onError(StatusMapping.toStatus(error));
        }

        private ServerCallStreamObserver<AckBatch> call() {
            assertThat(out).isNotNull();
            return Objects.requireNonNull(out);
        }
    }

    private static final class Watchable extends CatalogsGrpc.CatalogsImplBase {
        private final List<String> watching = new ArrayList<>();
        private @Nullable StreamObserver<CatalogReply> out;

        @Override
        public void watch(CatalogRequest request, StreamObserver<CatalogReply> observer) {
            watching.add(request.getFrontend());
            out = observer;
        }

        void tell(long version) {
            tell(version, Contract.CURRENT);
        }

        void tell(long version, int contract) {
            Objects.requireNonNull(out)
                    .onNext(CatalogReply.newBuilder()
                            .setVersion(version)
                            .setContract(contract)
                            .build());
        }

        void fail() {
            Objects.requireNonNull(out)
                    .onError(StatusMapping.toStatus(new TributaryException(ErrorCode.SERVER_SHUTDOWN, "going")));
        }
    }

    /** Three blocks with their number as row count, each when the client is ready. */
    private static final class Blocks extends QueriesGrpc.QueriesImplBase {
        private boolean cancelled;
        private int next;

        @Override
        public void query(QueryRequest request, StreamObserver<QueryReply> observer) {
            ServerCallStreamObserver<QueryReply> out = (ServerCallStreamObserver<QueryReply>) observer;
            out.setOnCancelHandler(() -> cancelled = true);
            out.setOnReadyHandler(() -> send(out));
            out.onNext(QueryReply.newBuilder()
                    .setColumns(StatementMapping.toDescribeReply(
                            List.of(new ResultColumn("n", ColumnType.of(ColumnType.Kind.INT), true))))
                    .build());
        }

        private void send(ServerCallStreamObserver<QueryReply> out) {
            while (out.isReady() && next < 3) {
                byte[] block = new byte[RowBlock.HEADER_BYTES];
                block[0] = RowBlock.FORMAT;
                block[4] = (byte) next++;
                out.onNext(QueryReply.newBuilder()
                        .setRows(StatementMapping.toProto(RowBlock.of(block)))
                        .build());
            }
            if (next == 3 && out.isReady()) {
                next++;
                out.onCompleted();
            }
        }
    }

    private static final class Received implements ResultReceiver {
        private final List<String> events = new ArrayList<>();
        private ResultReceiver.@Nullable Flow flow;

        Flow flow() {
            return Objects.requireNonNull(flow);
        }

        @Override
        public void columns(List<ResultColumn> columns, Flow source) {
            flow = source;
            events.add("columns " + columns.size());
        }

        @Override
        public void rows(RowBlock block) {
            events.add("rows " + block.rowCount());
        }

        @Override
        public void finished() {
            events.add("finished");
        }

        @Override
        public void failed(TributaryException error) {
            events.add("failed " + error.code());
        }
    }
}
