package io.tributary.backend.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.StreamObserver;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.ingest.LoadTask;
import io.tributary.contract.calls.BatchInfo;
import io.tributary.contract.calls.LoadRequest;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.calls.LogStatus;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.TestRows;
import io.tributary.rpc.client.ClientOptions;
import io.tributary.rpc.client.ClusterToken;
import io.tributary.rpc.client.GrpcBackendClient;
import io.tributary.rpc.client.StatementMapping;
import io.tributary.rpc.proto.AckBatch;
import io.tributary.rpc.proto.AppendBatch;
import io.tributary.rpc.proto.AppendLoad;
import io.tributary.rpc.proto.IngestGrpc;
import io.tributary.rpc.proto.Mode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IngestServiceTest {
    private static final List<ColumnType> TYPES = List.of(ColumnType.of(ColumnType.Kind.INT));
    private static final TableSchema TABLE = new TableSchema(
            7,
            "ads",
            "clicks",
            3,
            TableSchema.KeyModel.DUPLICATE,
            List.of(Column.of("id", TYPES.get(0), false)),
            TableProperties.defaults(),
            TableSchema.Layout.none());

    private static final TableSchema OTHER = new TableSchema(
            9,
            "ads",
            "views",
            3,
            TableSchema.KeyModel.DUPLICATE,
            TABLE.columns(),
            TableProperties.defaults(),
            TableSchema.Layout.none());

    private final FakeLog log = new FakeLog();
    private final ManualTimer timer = new ManualTimer();
    private final String name = InProcessServerBuilder.generateName();
    private final ManagedChannel channel =
            InProcessChannelBuilder.forName(name).directExecutor().build();
    private final GrpcBackendClient client =
            new GrpcBackendClient(channel, Runnable::run, timer, ClientOptions.defaults());
    private IngestService service;
    private Server server;

    @BeforeEach
    void start() throws IOException {
        start(1);
    }

    /** @param queueTimeoutMillis how long a load may wait for room */
    private void start(long queueTimeoutMillis) throws IOException {
        TableLookup lookup = id -> id == 7 ? TABLE : id == OTHER.tableId() ? OTHER : null;
        service = new IngestService(
                log,
                lookup,
                () -> new RowCheck(lookup, new TombstoneRoom(() -> 0, 1, table -> {})),
                timer,
                queueTimeoutMillis,
                new IngestService.LogPlace("127.0.0.1:0", () -> 0),
                Runnable::run);
        server = InProcessServerBuilder.forName(name)
                .directExecutor()
                .addService(service)
                .build()
                .start();
    }

    @AfterEach
    void stop() {
        client.close();
        channel.shutdownNow();
        server.shutdownNow();
        timer.shutdownNow();
    }

    @Test
    void aLoadReachesTheLogWithItsModeAndIsAnsweredWithItsBatch() {
        CompletableFuture<LoadResult> async = client.append(load(GroupCommitMode.ASYNC_MODE, 3, block(1, 2)));
        CompletableFuture<LoadResult> sync = client.append(load(GroupCommitMode.SYNC_MODE, 3, block(3)));
        assertThat(log.taken).extracting(LoadTask::sync).containsExactly(false, true);
        assertThat(log.taken).extracting(LoadTask::tableId).containsOnly(7L);

        log.acceptAll(0xabcL, 42);

        String label = LoadResult.groupLabel(0xabcL, 42);
        assertThat(async).isCompletedWithValue(new LoadResult(label, 42, false));
        assertThat(sync).isCompletedWithValue(new LoadResult(label, 42, true));
    }

    @Test
    void theBlocksOfALoadAreNotCopiedInOneProcess() {
        RowBlock block = block(1, 2, 3);

        keep(client.append(load(GroupCommitMode.ASYNC_MODE, 3, block)));

        assertThat(log.taken.get(0).blocks().get(0).bytes()).isSameAs(block.bytes());
    }

    @Test
    void aBlockOfOtherColumnsIsRefusedBeforeItReachesTheLog() {
        RowBlock wrong = TestRows.block(
                List.of(ColumnType.of(ColumnType.Kind.BIGINT)), List.<@Nullable Object[]>of(new Object[] {1}));

        CompletableFuture<LoadResult> load = client.append(load(GroupCommitMode.ASYNC_MODE, 3, wrong));

        assertThat(errorOf(load).code()).isEqualTo(ErrorCode.INVALID_STATEMENT);
        assertThat(errorOf(load)).hasMessageContaining("ads.clicks");
        assertThat(log.taken).isEmpty();
    }

    @Test
    void staleSchemaVersionsAndUnknownTablesAreRefusedEachWithItsError() {
        CompletableFuture<LoadResult> stale = client.append(load(GroupCommitMode.ASYNC_MODE, 2, block(1)));
        CompletableFuture<LoadResult> unknown =
                client.append(new LoadRequest(8, 3, GroupCommitMode.ASYNC_MODE, List.of(block(1))));

        assertThat(errorOf(stale).code()).isEqualTo(ErrorCode.SCHEMA_VERSION_MISMATCH);
        assertThat(errorOf(unknown).code()).isEqualTo(ErrorCode.UNKNOWN_TABLE);
        assertThat(log.taken).isEmpty();
    }

    @Test
    void aFullInboxStopsTheStreamUntilThereIsRoomAndKeepsTheOrder() {
        log.room = 1;
        keep(client.append(load(GroupCommitMode.ASYNC_MODE, 3, block(1))));
        keep(client.append(load(GroupCommitMode.ASYNC_MODE, 3, block(2))));
        CompletableFuture<LoadResult> third = client.append(load(GroupCommitMode.ASYNC_MODE, 3, block(3)));
        assertThat(log.taken).hasSize(1);

        log.makeRoom(10);

        assertThat(log.taken).hasSize(3);
        assertThat(log.taken).extracting(IngestServiceTest::firstId).containsExactly(1L, 2L, 3L);
        log.acceptAll(1, 1);
        assertThat(third).isCompleted();
    }

    @Test
    void aLoadThatFindsNoRoomInTimeIsRefusedByTheLimitsNameAndStoredNowhere() {
        log.room = 0;
        CompletableFuture<LoadResult> load = client.append(load(GroupCommitMode.ASYNC_MODE, 3, block(1)));
        spinMillis(2);

        timer.elapse();

        assertThat(errorOf(load).code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT);
        assertThat(errorOf(load)).hasMessageContaining("ingest_inbox_bytes");
        log.makeRoom(10);
        assertThat(log.taken).isEmpty();
        CompletableFuture<LoadResult> next = client.append(load(GroupCommitMode.ASYNC_MODE, 3, block(2)));
        log.acceptAll(1, 1);
        assertThat(next).isCompleted();
    }

    @Test
    void loadsOfOtherLogsPassThoseForWhichAFullOneHasNoRoom() throws IOException {
        restart(60_000);
        log.logs = 2;
        log.secondIsFull = true;
        CompletableFuture<LoadResult> first = client.append(ofOther(1));
        CompletableFuture<LoadResult> passes = client.append(load(GroupCommitMode.ASYNC_MODE, 3, block(2)));
        keep(client.append(ofOther(3)));
        keep(client.append(load(GroupCommitMode.ASYNC_MODE, 3, block(4))));
        assertThat(log.taken).extracting(IngestServiceTest::firstId).containsExactly(2L, 4L);
        assertThat(log.secondWaiters).hasSize(1);

        log.acceptAll(1, 1);
        assertThat(passes).isCompleted();
        log.makeRoomInTheSecond();

        assertThat(log.taken).extracting(IngestServiceTest::firstId).containsExactly(1L, 3L);
        log.acceptAll(2, 1);
        assertThat(first).isCompleted();
    }

    @Test
    void aLogThatHasNoRoomForLongRefusesAtOnceAndHoldsUpNobody() {
        log.logs = 2;
        log.secondIsFull = true;
        CompletableFuture<LoadResult> first = client.append(ofOther(1));
        spinMillis(2);
        timer.elapse();
        assertThat(errorOf(first)).hasMessageContaining("ingest_inbox_bytes");

        for (int i = 0; i < 3; i++) {
            keep(client.append(load(GroupCommitMode.ASYNC_MODE, 3, block(2))));
            assertThat(errorOf(client.append(ofOther(3)))).hasMessageContaining("ingest_inbox_bytes");
        }
        assertThat(log.taken).hasSize(3);

        log.makeRoomInTheSecond();
        keep(client.append(ofOther(4)));
        assertThat(log.taken).hasSize(4);
    }

    @Test
    void aMebibyteForALogWithoutRoomHoldsBackTheStream() throws IOException {
        restart(60_000);
        log.logs = 2;
        log.secondIsFull = true;
        CompletableFuture<LoadResult> large =
                client.append(ofOther(IntStream.range(0, 1 << 18).toArray()));
        keep(client.append(load(GroupCommitMode.ASYNC_MODE, 3, block(2))));
        assertThat(log.taken).isEmpty();

        log.makeRoomInTheSecond();

        assertThat(log.taken).extracting(LoadTask::tableId).containsExactly(9L, 7L);
        log.acceptAll(1, 1);
        assertThat(large).isCompleted();
    }

    private void restart(long queueTimeoutMillis) throws IOException {
        server.shutdownNow();
        start(queueTimeoutMillis);
    }

    private static LoadRequest ofOther(int... ids) {
        return new LoadRequest(OTHER.tableId(), 3, GroupCommitMode.ASYNC_MODE, List.of(block(ids)));
    }

    @Test
    void theAnswersOfOneCycleTravelInOneMessage() {
        Answers answers = new Answers();
        StreamObserver<AppendBatch> stream = IngestGrpc.newStub(channel).append(answers);
        AppendBatch.Builder message = AppendBatch.newBuilder();
        for (int i = 1; i <= 5; i++) {
            message.addLoads(AppendLoad.newBuilder()
                    .setRequestId(i)
                    .setTableId(7)
                    .setSchemaVersion(3)
                    .setMode(Mode.MODE_ASYNC)
                    .addBlocks(StatementMapping.toProto(block(i))));
        }
        stream.onNext(message.build());

        log.acceptAll(9, 4);

        assertThat(answers.messages).hasSize(1);
        assertThat(answers.messages.get(0).getAcksCount()).isEqualTo(5);
        stream.onCompleted();
        assertThat(answers.ends).containsExactly("completed");
        assertThat(log.listeners()).isZero();
    }

    @Test
    void aHalfClosedStreamEndsWhenItsLastLoadIsAnswered() {
        Answers answers = new Answers();
        StreamObserver<AppendBatch> stream = IngestGrpc.newStub(channel).append(answers);
        stream.onNext(AppendBatch.newBuilder()
                .addLoads(AppendLoad.newBuilder()
                        .setRequestId(1)
                        .setTableId(7)
                        .setSchemaVersion(3)
                        .setMode(Mode.MODE_SYNC)
                        .addBlocks(StatementMapping.toProto(block(1))))
                .build());
        stream.onCompleted();
        assertThat(answers.ends).isEmpty();

        log.acceptAll(9, 4);

        assertThat(answers.messages).hasSize(1);
        assertThat(answers.ends).containsExactly("completed");
    }

    @Test
    void closingTheServiceEndsItsStreams() {
        keep(client.append(load(GroupCommitMode.ASYNC_MODE, 3, block(1))));

        service.close();

        assertThat(log.listeners()).isZero();
    }

    @Test
    void syncAsksForTheTablesItNames() {
        client.sync(List.of(7L, 9L), 1_000).join();

        assertThat(log.synced).containsExactly(7L, 9L);
    }

    @Test
    void aSyncThatTakesTooLongNamesTheBatchesItWaitsFor() {
        log.commitsPending = true;
        log.batches.add(new BatchInfo(
                "ads", "clicks", "group_commit_1", 42, BatchInfo.State.SEALED, 1, 1, 20, 9_000, 1, 4, "disk full"));
        log.batches.add(
                new BatchInfo("ads", "views", "group_commit_2", 41, BatchInfo.State.OPEN, 1, 1, 20, 9_000, 1, 0, ""));
        CompletableFuture<Void> sync = client.sync(List.of(7L), 1_500);
        assertThat(sync).isNotDone();

        timer.elapse();

        assertThat(errorOf(sync).code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT);
        assertThat(errorOf(sync))
                .hasMessageContaining("insert_visible_timeout_ms 1500")
                .hasMessageContaining("group_commit_1 of ads.clicks (SEALED, last error: disk full)")
                .hasMessageNotContaining("views");
    }

    @Test
    void aSyncEndsThoughTheLogHangsAndTellsNothing() {
        log.commitsPending = true;
        log.hangs = true;
        CompletableFuture<Void> sync = client.sync(List.of(7L), 1_500);

        timer.elapse();
        assertThat(sync).isNotDone();
        timer.elapse();

        assertThat(errorOf(sync)).hasMessageContaining("insert_visible_timeout_ms 1500");
    }

    @Test
    void whoAsksForTheBatchesOfALogThatHangsHearsSo() {
        log.hangs = true;
        CompletableFuture<List<BatchInfo>> batches = client.batches();
        CompletableFuture<LogStatus> status = client.logStatus();
        assertThat(batches).isNotDone();
        assertThat(status).isNotDone();

        timer.elapse();

        assertThat(errorOf(batches).code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT);
        assertThat(errorOf(batches)).hasMessageContaining("has not told of its batches within 5000 ms");
        assertThat(status).isCompletedWithValueMatching(LogStatus::silent);
    }

    @Test
    void aSyncThatIsOverInTimeIsNotEndedByItsTimeOut() {
        log.commitsPending = true;
        CompletableFuture<Void> sync = client.sync(List.of(7L), 1_500);

        log.syncs.get(0).complete(null);
        timer.elapse();

        assertThat(sync).isCompleted();
    }

    @Test
    void uncommittedBatchesAreToldWhole() {
        BatchInfo open =
                new BatchInfo("ads", "clicks", "group_commit_1", 42, BatchInfo.State.OPEN, 3, 30, 900, 1_500, 2, 0, "");
        BatchInfo failing = new BatchInfo(
                "ads", "views", "group_commit_2", 41, BatchInfo.State.SEALED, 1, 1, 20, 9_000, 1, 4, "disk full");
        log.batches.addAll(List.of(open, failing));

        assertThat(client.batches().join()).containsExactly(open, failing);
    }

    @Test
    void aCallWithoutTheTokenIsRefused() throws IOException {
        String guarded = InProcessServerBuilder.generateName();
        Server strict = InProcessServerBuilder.forName(guarded)
                .directExecutor()
                .intercept(new TokenCheck("secret"))
                .addService(service)
                .build()
                .start();
        try {
            assertThat(syncOver(guarded, "secret")).isNull();
            assertThat(syncOver(guarded, "Secret"))
                    .isInstanceOf(TributaryException.class)
                    .hasMessageContaining("cluster_token");
            assertThat(syncOver(guarded, "")).hasMessageContaining("cluster_token");
        } finally {
            strict.shutdownNow();
        }
    }

    private @Nullable Throwable syncOver(String serverName, String token) {
        ManagedChannel guarded = InProcessChannelBuilder.forName(serverName)
                .directExecutor()
                .intercept(new ClusterToken(token))
                .build();
        try (GrpcBackendClient caller =
                new GrpcBackendClient(guarded, Runnable::run, timer, ClientOptions.defaults())) {
            return caller.sync(List.of(7L), 1_000)
                    .handle((done, error) -> error)
                    .join();
        } finally {
            guarded.shutdownNow();
        }
    }

    private static long firstId(LoadTask task) {
        return (Long) TestRows.rows(TYPES, task.blocks().get(0)).get(0)[0];
    }

    private final List<CompletableFuture<LoadResult>> kept = new ArrayList<>();

    /** Keeps an answer that the test does not look at. */
    private void keep(CompletableFuture<LoadResult> answer) {
        kept.add(answer);
    }

    private static LoadRequest load(GroupCommitMode mode, int schemaVersion, RowBlock block) {
        return new LoadRequest(7, schemaVersion, mode, List.of(block));
    }

    private static RowBlock block(int... ids) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int id : ids) {
            rows.add(new Object[] {id});
        }
        return TestRows.block(TYPES, rows);
    }

    private static TributaryException errorOf(CompletableFuture<?> future) {
        assertThat(future).isCompletedExceptionally();
        return (TributaryException) future.handle((value, error) -> error).join();
    }

    private static void spinMillis(long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    private static final class Answers implements StreamObserver<AckBatch> {
        private final List<AckBatch> messages = new ArrayList<>();
        private final List<String> ends = new ArrayList<>();

        @Override
        public void onNext(AckBatch batch) {
            messages.add(batch);
        }

        @Override
        public void onError(Throwable error) {
            ends.add(Status.fromThrowable(error).toString());
        }

        @Override
        public void onCompleted() {
            ends.add("completed");
        }
    }
}
