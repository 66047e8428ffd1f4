package io.tributary.backend.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tributary.backend.BackendConfig;
import io.tributary.backend.BackendServer;
import io.tributary.contract.calls.CatalogState;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.calls.ResultReceiver;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.TestRows;
import io.tributary.rpc.client.ClientOptions;
import io.tributary.rpc.client.Contract;
import io.tributary.rpc.client.GrpcBackendClient;
import io.tributary.rpc.proto.AckBatch;
import io.tributary.rpc.proto.QueryReply;
import io.tributary.rpc.proto.QueryRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A data directory, its log and a client's messages of commits 1877c3f (format 1, contract 1), 8056004 (format 2, contract 2) and
 * 7e99b21 (format 3) and 7a0eeb33 (format 4, contract 4), as {@link RecordGolden} made them and a kill left them: later versions read them.
 */
@Timeout(120)
class GoldenDirectoryTest {
    private static final QueryContext CONTEXT = new QueryContext("shop", SqlMode.NONE, "UTC", 0);

    private enum Golden {
        FORMAT_1("1877c3f", "2026-11-23T11:40:00Z"),
        FORMAT_2("8056004", "2026-11-23T14:45:00Z"),
        FORMAT_3("7e99b21", "2026-11-25T18:20:00Z"),
        FORMAT_4("7a0eeb33", "2026-11-30T16:47:00Z");

        private final String commit;
        /** A few minutes after it was made: what was kept for a time is kept still. */
        private final Instant madeBefore;

        Golden(String commit, String madeBefore) {
            this.commit = commit;
            this.madeBefore = Instant.parse(madeBefore);
        }
    }

    @TempDir
    Path directory;

    private final ExecutorService flusher = Executors.newSingleThreadExecutor();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private BackendServer server;
    private GrpcBackendClient client;
    private long orders;

    private void unpackAndStart(Golden golden) throws Exception {
        InputStream packed =
                Objects.requireNonNull(getClass().getResourceAsStream("/golden/" + golden.commit + ".zip"));
        try (ZipInputStream zip = new ZipInputStream(packed)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = directory.resolve(entry.getName());
                Files.createDirectories(Objects.requireNonNull(file.getParent()));
                Files.copy(zip, file);
            }
        }
        server = BackendServer.start(
                BackendConfig.of(directory.resolve("data")), new SimpleMeterRegistry(), () -> golden.madeBefore);
        client = new GrpcBackendClient(server.channel(), flusher, timer, ClientOptions.defaults());
        orders = RecordGolden.idOf(get(client.catalog()), "orders");
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
        flusher.shutdownNow();
        timer.shutdownNow();
    }

    @ParameterizedTest
    @EnumSource(Golden.class)
    void everythingOfAnEarlierVersionIsThere(Golden golden) throws Exception {
        unpackAndStart(golden);
        assertThat(rows("orders"))
                .containsExactly("1 one 0", "2 two 0", "3 three 0", "4 labelled 0", "6 six 0", "7 seven 0");
        assertThat(rows("prices")).containsExactly("1 new 0", "3 three 0");
        assertThat(rows("states")).containsExactly("1 high 9", "2 higher 2");

        CatalogState state = get(client.catalog());
        assertThat(state.tables()).extracting(TableSchema::name).containsExactly("orders", "prices", "states");
        assertThat(state.users()).extracting(user -> user.name()).containsExactly("bob", "root");
        assertThat(state.globalVariables()).containsEntry("group_commit", "sync_mode");
        assertThat(get(client.reserveIds(orders, 1, 1)).first()).isGreaterThan(100);
    }

    @ParameterizedTest
    @EnumSource(Golden.class)
    void labelsKeysAndLoadsBetweenTheirPhasesOfAnEarlierVersionCount(Golden golden) throws Exception {
        unpackAndStart(golden);
        assertThatThrownBy(() -> get(
                        client.insert(orders, 1, List.of(RecordGolden.block(RecordGolden.row(9, "x", 0))), "daily")))
                .hasMessageContaining("Label [daily] has already been used");
        assertThat(get(client.append(RecordGolden.load(
                                orders,
                                GroupCommitMode.SYNC_MODE,
                                new IdempotencyKey("k1", 11, 0),
                                RecordGolden.row(3, "three", 0))))
                        .isRepeated())
                .isTrue();
        assertThat(get(client.append(RecordGolden.load(
                                orders,
                                GroupCommitMode.SYNC_MODE,
                                new IdempotencyKey("k2", 22, 0),
                                RecordGolden.row(7, "seven", 0))))
                        .isRepeated())
                .isTrue();
        LoadResult decided = get(client.decide("shop", 0, "nightly", true));
        assertThat(decided.visible()).isTrue();
        assertThat(rows("orders")).contains("5 precommitted 0").hasSize(7);
    }

    /** What a client of the contract before sends is understood. */
    @ParameterizedTest
    @EnumSource(
            value = Golden.class,
            names = {"FORMAT_2", "FORMAT_3"})
    void messagesOfTheVersionBeforeAreUnderstood(Golden golden) throws Exception {
        unpackAndStart(golden);
        LinkedBlockingQueue<Object> heard = new LinkedBlockingQueue<>();
        StreamObserver<byte[]> appends = ClientCalls.asyncBidiStreamingCall(
                before().newCall(raw("tributary.Ingest/Append"), CallOptions.DEFAULT), into(heard));
        int sent = 0;
        for (String line : Files.readAllLines(directory.resolve("messages.txt"))) {
            String method = line.substring(0, line.indexOf(' '));
            byte[] message = Base64.getDecoder().decode(line.substring(line.indexOf(' ') + 1));
            if (method.equals("tributary.Ingest/Append")) {
                appends.onNext(message);
                sent++;
            } else if (method.endsWith("/Change") || method.endsWith("/Insert")) {
                // Carried out, or refused for what is there since it was sent first.
                try {
                    call(method, message);
                } catch (StatusRuntimeException e) {
                    assertThat(e).hasMessageMatching("(?s).*(exists|already been used|Operation CREATE USER failed).*");
                }
            } else if (method.endsWith("/Execute") || method.endsWith("/ReserveIds") || method.endsWith("/Begin")) {
                assertThat(call(method, message)).as(method).isNotEmpty();
            } else if (method.endsWith("/AppendTo") || method.endsWith("/Precommit")) {
                // The transaction is another one's here, or nobody's.
                assertThatThrownBy(() -> call(method, message)).as(method).hasMessageMatching("(?s).*transaction.*");
            } else if (!method.endsWith("/Watch") && !method.endsWith("/Catalog") && !method.endsWith("/Status")) {
                throw new AssertionError("nothing is known of " + method);
            }
        }
        int acks = 0;
        while (acks < sent) {
            Object answer = next(heard);
            assertThat(answer).isInstanceOf(byte[].class);
            for (var ack : AckBatch.parseFrom((byte[]) answer).getAcksList()) {
                assertThat(ack.hasError()).as("%s", ack).isFalse();
                acks++;
            }
        }
        appends.onCompleted();
        get(client.sync(
                get(client.catalog()).tables().stream()
                        .map(TableSchema::tableId)
                        .toList(),
                30_000));
        // Loads without a key are there twice now, those with one are not.
        assertThat(rows("orders"))
                .containsExactly(
                        "1 one 0",
                        "1 one 0",
                        "2 two 0",
                        "2 two 0",
                        "3 three 0",
                        "4 labelled 0",
                        "6 six 0",
                        "6 six 0",
                        "7 seven 0");
    }

    private byte[] call(String method, byte[] message) {
        return ClientCalls.blockingUnaryCall(
                before(), raw(method), CallOptions.DEFAULT.withDeadlineAfter(30, TimeUnit.SECONDS), message);
    }

    /** It asks for the columns, for each block and for the end one after the other, and is sent no more than it asks for. */
    @Test
    void aQueryOfTheVersionBeforeIsAnsweredAsFarAsItIsAskedFor() throws Exception {
        unpackAndStart(Golden.FORMAT_2);
        LinkedBlockingQueue<Object> heard = new LinkedBlockingQueue<>();
        ClientCall<byte[], byte[]> query = before().newCall(raw("tributary.Queries/Query"), CallOptions.DEFAULT);
        query.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onMessage(byte[] message) {
                        heard.add(message);
                    }

                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        heard.add(status);
                    }
                },
                new Metadata());
        query.sendMessage(QueryRequest.newBuilder()
                .setSql("SELECT name FROM orders WHERE id = 1")
                .setContext(io.tributary.rpc.proto.QueryContext.newBuilder()
                        .setDatabase("shop")
                        .setTimeZone("UTC"))
                .build()
                .toByteArray());
        query.halfClose();

        query.request(1);
        QueryReply columns = QueryReply.parseFrom((byte[]) next(heard));
        assertThat(columns.getColumns().getColumnsList())
                .extracting(column -> column.getName())
                .containsExactly("name");
        assertThat(columns.getRows().isEmpty()).isTrue();
        query.request(1);
        QueryReply rows = QueryReply.parseFrom((byte[]) next(heard));
        assertThat(rows.hasColumns()).isFalse();
        assertThat(rows.getRows().toStringUtf8()).contains("one");
        query.request(1);
        assertThat(((Status) next(heard)).isOk()).isTrue();
        assertThat(heard).isEmpty();
    }

    private static Object next(LinkedBlockingQueue<Object> heard) throws InterruptedException {
        return Objects.requireNonNull(heard.poll(30, TimeUnit.SECONDS));
    }

    /** Returns the channel of a frontend of the contract before. */
    private Channel before() {
        Metadata headers = new Metadata();
        headers.put(Contract.KEY, Integer.toString(Contract.CURRENT - 1));
        return ClientInterceptors.intercept(server.channel(), MetadataUtils.newAttachHeadersInterceptor(headers));
    }

    private static MethodDescriptor<byte[], byte[]> raw(String name) {
        return MethodDescriptor.<byte[], byte[]>newBuilder()
                .setType(
                        name.endsWith("/Append")
                                ? MethodDescriptor.MethodType.BIDI_STREAMING
                                : name.endsWith("/Query")
                                        ? MethodDescriptor.MethodType.SERVER_STREAMING
                                        : MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(name)
                .setRequestMarshaller(new Bytes())
                .setResponseMarshaller(new Bytes())
                .build();
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static StreamObserver<byte[]> into(LinkedBlockingQueue<Object> heard) {
        return new StreamObserver<>() {
            @Override
            public void onNext(byte[] value) {
                heard.add(value);
            }

            @Override
            public void onError(Throwable t) {
                heard.add(t);
            }

            @Override
            public void onCompleted() {}
        };
    }

    private List<String> rows(String table) throws Exception {
        Rows rows = new Rows();
        client.query("SELECT id, name, seq FROM " + table + " ORDER BY id, seq", CONTEXT, rows);
        return get(rows.done);
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        try {
            return future.get(30, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TributaryException known) {
                throw known;
            }
            throw e;
        }
    }

    private static final class Rows implements ResultReceiver {
        private final List<String> values = new ArrayList<>();
        private final CompletableFuture<List<String>> done = new CompletableFuture<>();
        private List<ColumnType> types = List.of();
        private @Nullable Flow flow;

        @Override
        public void columns(List<ResultColumn> columns, Flow source) {
            types = columns.stream().map(ResultColumn::type).toList();
            flow = source;
            source.request(1);
        }

        @Override
        public void rows(RowBlock block) {
            for (Object[] row : TestRows.rows(types, block)) {
                values.add(row[0] + " " + row[1] + " " + row[2]);
            }
            Objects.requireNonNull(flow).request(1);
        }

        @Override
        public void finished() {
            done.complete(values);
        }

        @Override
        public void failed(TributaryException error) {
            done.completeExceptionally(error);
        }
    }
}
