package io.tributary.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.LoadRequest;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.calls.ResultReceiver;
import io.tributary.contract.calls.StatementResult;
import io.tributary.contract.calls.TransactionTimeout;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.TestRows;
import io.tributary.rpc.client.ClientOptions;
import io.tributary.rpc.client.GrpcBackendClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nobody who writes waits for a thread that somebody has who reads. The whole backend, with as many endless readers as threads. */
@Timeout(120)
class ReadersAndWritersTest {
    private static final QueryContext CONTEXT = new QueryContext("shop", SqlMode.NONE, "UTC", 0);
    private static final List<ColumnType> TYPES = List.of(ColumnType.of(ColumnType.Kind.INT));
    private static final int THREADS = 2;

    /** 5,000 to the third. */
    private static final String ENDLESS = "SELECT a.id FROM big a, big b, big c";

    /** Far below {@code group_commit_queue_timeout_ms}, far above what one takes. */
    private static final long ANSWER_SECONDS = 8;

    @TempDir
    Path directory;

    private final ExecutorService flusher = Executors.newSingleThreadExecutor();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final List<Endless> readers = new ArrayList<>();
    private BackendServer server;
    private GrpcBackendClient client;

    @BeforeEach
    void start() throws Exception {
        server = BackendServer.start(
                BackendConfig.of(directory.resolve("data"))
                        .withLimit(BackendLimit.WAL_SEGMENT_BYTES, 1 << 20)
                        .withLimit(BackendLimit.ENGINE_QUERY_THREADS, THREADS),
                new SimpleMeterRegistry());
        client = new GrpcBackendClient(server.channel(), flusher, timer, ClientOptions.defaults());
        get(client.change(new CatalogChange.CreateDatabase("shop", false)));
        for (String name : List.of("big", "orders", "other")) {
            get(client.change(new CatalogChange.CreateTable(schema(name), false)));
        }
        get(append("big", GroupCommitMode.SYNC_MODE, IntStream.range(0, 5_000).toArray()));
        get(append("orders", GroupCommitMode.SYNC_MODE, 1, 2, 3));
    }

    @AfterEach
    void stop() {
        readers.forEach(Endless::cancel);
        client.close();
        server.close();
        flusher.shutdownNow();
        timer.shutdownNow();
    }

    @Test
    void aDeleteAndTheInsertsBehindItAndACommitElsewhereDoNotWaitForEndlessQueries() throws Exception {
        readEndlessly(THREADS);

        CompletableFuture<StatementResult> delete =
                client.execute("DELETE FROM orders WHERE id = 1", tableId("orders"), 1, CONTEXT);
        CompletableFuture<LoadResult> insert = append("orders", GroupCommitMode.ASYNC_MODE, 4);
        long transaction = get(client.begin("", TransactionTimeout.of(60)));
        get(client.appendTo(transaction, tableId("other"), 1, List.of(block(7))));
        LoadResult committed = get(client.commit(transaction));
        LoadResult alone = get(client.insert(tableId("other"), 1, List.of(block(8)), ""));

        assertThat(committed.visible()).isTrue();
        assertThat(alone.visible()).isTrue();
        assertThat(get(insert).label()).startsWith("group_commit_");
        assertThat(get(delete).affectedRows()).isEqualTo(1);
        assertThat(readers).allSatisfy(reader -> assertThat(reader.isReading()).isTrue());
    }

    @Test
    void numbersAndDefinitionsDoNotWaitForEndlessQueries() throws Exception {
        readEndlessly(THREADS);

        assertThat(get(client.reserveIds(tableId("orders"), 10, 1)).first()).isPositive();
        get(client.change(new CatalogChange.CreateTable(schema("more"), false)));
        long transaction = get(client.begin("", TransactionTimeout.of(60)));
        get(client.rollback(transaction));
    }

    @Test
    void aShortQueryGetsItsTurnAmongEndlessOnes() throws Exception {
        readEndlessly(2 * THREADS);

        CompletableFuture<Void> done = new CompletableFuture<>();
        client.query("SELECT count(*) FROM orders", CONTEXT, new Endless() {
            @Override
            public void finished() {
                done.complete(null);
            }
        });

        get(done);
        // None of the endless ones is left behind either.
        for (Endless reader : readers) {
            reader.awaitMore();
        }
    }

    @Test
    void manyThatWriteOneTableDoNotKeepThoseOfAnotherFromTheirThreads() throws Exception {
        long orders = tableId("orders");
        long transaction = get(client.begin("", TransactionTimeout.of(60)));
        get(client.appendTo(transaction, tableId("other"), 1, List.of(block(7))));
        // Computes for long in the lane of the table, as would a commit of many rows.
        CompletableFuture<StatementResult> slow = client.execute(
                "UPDATE orders SET id = id + (SELECT count(*) FROM big a, big b, big c WHERE a.id + b.id = c.id) * 0",
                orders,
                1,
                CONTEXT);
        List<CompletableFuture<LoadResult>> waiting = IntStream.range(0, 20)
                .mapToObj(i -> client.insert(orders, 1, List.of(block(100 + i)), ""))
                .toList();

        LoadResult committed = get(client.commit(transaction));

        assertThat(committed.visible()).isTrue();
        slow.orTimeout(60, TimeUnit.SECONDS).exceptionally(error -> null).join();
        waiting.forEach(each -> each.orTimeout(60, TimeUnit.SECONDS)
                .exceptionally(error -> null)
                .join());
    }

    private void readEndlessly(int count) throws Exception {
        for (int i = 0; i < count; i++) {
            Endless reader = new Endless();
            readers.add(reader);
            client.query(ENDLESS, CONTEXT, reader);
        }
        for (Endless reader : readers) {
            reader.awaitMore();
        }
    }

    private CompletableFuture<LoadResult> append(String table, GroupCommitMode mode, int... ids) throws Exception {
        return client.append(new LoadRequest(tableId(table), 1, mode, List.of(block(ids))));
    }

    private long tableId(String name) throws Exception {
        return get(client.catalog()).tables().stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow()
                .tableId();
    }

    private static RowBlock block(int... ids) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int id : ids) {
            rows.add(new Object[] {id});
        }
        return TestRows.block(TYPES, rows);
    }

    private static TableSchema schema(String name) {
        return new TableSchema(
                0,
                "shop",
                name,
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(Column.of("id", TYPES.get(0), false)),
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(ANSWER_SECONDS, TimeUnit.SECONDS);
    }

    /** Takes each block as soon as it comes, as a fast client does that keeps nothing. */
    private static class Endless implements ResultReceiver {
        private final AtomicInteger blocks = new AtomicInteger();
        private final CompletableFuture<Flow> started = new CompletableFuture<>();
        private final CompletableFuture<Void> ended = new CompletableFuture<>();
        private volatile CompletableFuture<Void> more = new CompletableFuture<>();

        @Override
        public void columns(List<ResultColumn> columns, Flow source) {
            started.complete(source);
            source.request(1);
        }

        @Override
        public void rows(RowBlock block) {
            blocks.incrementAndGet();
            more.complete(null);
            started.join().request(1);
        }

        @Override
        public void finished() {
            ended.complete(null);
        }

        @Override
        public void failed(TributaryException error) {
            ended.completeExceptionally(error);
        }

        boolean isReading() {
            return started.isDone() && !ended.isDone();
        }

        void awaitMore() throws Exception {
            CompletableFuture<Void> next = new CompletableFuture<>();
            more = next;
            next.get(30, TimeUnit.SECONDS);
        }

        void cancel() {
            if (started.isDone()) {
                started.join().cancel();
            }
        }
    }
}
