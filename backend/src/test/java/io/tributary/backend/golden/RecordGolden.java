package io.tributary.backend.golden;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.MethodDescriptor;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tributary.backend.BackendConfig;
import io.tributary.backend.BackendLimit;
import io.tributary.backend.BackendServer;
import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.CatalogState;
import io.tributary.contract.calls.LoadRequest;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.TransactionTimeout;
import io.tributary.contract.calls.UserAccount;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.TestRows;
import io.tributary.rpc.client.ClientOptions;
import io.tributary.rpc.client.GrpcBackendClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Makes what {@link GoldenDirectoryTest} opens: a data directory with its log, as a kill leaves it, and what a client sent to
 * make it, a line for each message: method, blank, Base64. It is run with the classes of the version that is to be kept, and
 * the directory is packed into a zip. Not a test.
 */
public final class RecordGolden {
    private static final List<String> LINES = new ArrayList<>();
    private static final TableProperties PROPERTIES = TableProperties.defaults();
    private static final ColumnType INT = ColumnType.of(ColumnType.Kind.INT);
    private static final ColumnType NAME = ColumnType.varchar(20);

    private RecordGolden() {}

    /** @param args the data directory to be made, and the file of messages */
    public static void main(String[] args) throws Exception {
        BackendServer server = BackendServer.start(
                BackendConfig.of(Path.of(args[0]))
                        .withLimit(BackendLimit.WAL_SEGMENT_BYTES, 1 << 20)
                        .withLimit(BackendLimit.WAL_SPARE_SEGMENTS, 0),
                new SimpleMeterRegistry());
        ExecutorService flusher = Executors.newSingleThreadExecutor();
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        GrpcBackendClient client = new GrpcBackendClient(
                ClientInterceptors.intercept(server.channel(), new Recorder()),
                flusher,
                timer,
                ClientOptions.defaults());
        try {
            make(client);
        } catch (Exception e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
        synchronized (LINES) {
            Files.write(Path.of(args[1]), LINES);
        }
        Runtime.getRuntime().halt(0);
    }

    private static void make(GrpcBackendClient client) throws Exception {
        get(client.change(new CatalogChange.CreateDatabase("shop", false)));
        long orders = create(client, table("orders", false, PROPERTIES));
        long prices = create(client, table("prices", true, PROPERTIES));
        long states = create(client, table("states", true, PROPERTIES.with(TableSchema.SEQUENCE_COLUMN, "seq")));
        create(client, table("gone", false, PROPERTIES));
        get(client.change(
                new CatalogChange.PutUser(new UserAccount("bob", "mysql_native_password", "", ""), false, false)));
        get(client.change(new CatalogChange.SetGlobalVariable("group_commit", "sync_mode")));
        get(client.reserveIds(orders, 100, 1));

        get(client.append(load(orders, GroupCommitMode.SYNC_MODE, null, row(1, "one", 0), row(2, "two", 0))));
        get(client.append(load(prices, GroupCommitMode.SYNC_MODE, null, row(1, "old", 0), row(2, "two", 0))));
        get(client.append(load(states, GroupCommitMode.SYNC_MODE, null, row(1, "high", 9), row(2, "low", 1))));
        get(client.append(
                load(orders, GroupCommitMode.SYNC_MODE, new IdempotencyKey("k1", 11, 0), row(3, "three", 0))));
        get(client.insert(orders, 1, List.of(block(row(4, "labelled", 0))), "daily"));
        get(client.execute(
                "DELETE FROM prices WHERE id = 2", prices, 1, new QueryContext("shop", SqlMode.NONE, "UTC", 0)));
        get(client.change(new CatalogChange.DropTable("shop", "gone", false)));
        long waiting = get(client.begin("nightly", TransactionTimeout.of(14_400)));
        get(client.appendTo(waiting, orders, 1, List.of(block(row(5, "precommitted", 0)))));
        get(client.precommit(waiting, orders, 1));
        // The loads from here on are in the log alone.
        get(client.append(load(orders, GroupCommitMode.ASYNC_MODE, null, row(6, "six", 0))));
        get(client.append(load(prices, GroupCommitMode.ASYNC_MODE, null, row(1, "new", 0), row(3, "three", 0))));
        get(client.append(load(states, GroupCommitMode.ASYNC_MODE, null, row(1, "late", 5), row(2, "higher", 2))));
        get(client.append(
                load(orders, GroupCommitMode.ASYNC_MODE, new IdempotencyKey("k2", 22, 0), row(7, "seven", 0))));
    }

    /** Returns its id. */
    private static long create(GrpcBackendClient client, TableSchema table) throws Exception {
        return idOf(get(client.change(new CatalogChange.CreateTable(table, false))), table.name());
    }

    static long idOf(CatalogState state, String table) {
        return state.tables().stream()
                .filter(found -> found.name().equals(table))
                .findAny()
                .orElseThrow()
                .tableId();
    }

    static TableSchema table(String name, boolean keyed, TableProperties properties) {
        Column id = Column.of("id", INT, false);
        return new TableSchema(
                0,
                "shop",
                name,
                1,
                keyed ? TableSchema.KeyModel.UNIQUE : TableSchema.KeyModel.DUPLICATE,
                List.of(keyed ? id.asKey() : id, Column.of("name", NAME, true), Column.of("seq", INT, true)),
                properties,
                TableSchema.Layout.none());
    }

    static LoadRequest load(
            long tableId, GroupCommitMode mode, @Nullable IdempotencyKey key, @Nullable Object[]... rows) {
        return new LoadRequest(tableId, 1, mode, List.of(block(rows)), key);
    }

    static @Nullable Object[] row(int id, String name, int seq) {
        return new Object[] {id, name, seq};
    }

    static RowBlock block(@Nullable Object[]... rows) {
        return TestRows.block(List.of(INT, NAME, INT), List.of(rows));
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }

    /** Keeps what is sent. */
    private static final class Recorder implements ClientInterceptor {
        @Override
        public <Q, R> ClientCall<Q, R> interceptCall(MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
            return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
                @Override
                public void sendMessage(Q message) {
                    try (InputStream bytes = method.streamRequest(message)) {
                        String line = method.getFullMethodName() + " "
                                + Base64.getEncoder().encodeToString(bytes.readAllBytes());
                        synchronized (LINES) {
                            LINES.add(line);
                        }
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    super.sendMessage(message);
                }
            };
        }
    }
}
