package io.tributary.backend.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.tributary.backend.batch.CommitTarget;
import io.tributary.backend.batch.OpenTransactionIds;
import io.tributary.backend.batch.TableLanes;
import io.tributary.backend.batch.TransactionHistory;
import io.tributary.backend.batch.TxnIds;
import io.tributary.backend.catalog.AutoIncrementIds;
import io.tributary.backend.catalog.TableCatalog;
import io.tributary.backend.service.wait.BoundReads;
import io.tributary.backend.service.wait.EngineAccess;
import io.tributary.backend.service.wait.EnginePool;
import io.tributary.backend.service.wait.EnginePools;
import io.tributary.backend.service.wait.LogWaits;
import io.tributary.backend.service.wait.NamedTables;
import io.tributary.backend.service.wait.RecoveryWaits;
import io.tributary.backend.service.wait.StatementWaits;
import io.tributary.backend.service.wait.TableTurns;
import io.tributary.backend.service.wait.TimedAnswers;
import io.tributary.backend.txn.CatalogChanges;
import io.tributary.backend.txn.ComputedInserts;
import io.tributary.backend.txn.KnownLoads;
import io.tributary.backend.txn.Labels;
import io.tributary.backend.txn.LoadOutcomes;
import io.tributary.backend.txn.PrecommittedFiles;
import io.tributary.backend.txn.PrecommittedTransactions;
import io.tributary.backend.txn.PrivateCommitter;
import io.tributary.backend.txn.QuarantineRows;
import io.tributary.backend.txn.StatementTimeouts;
import io.tributary.backend.txn.TableRewrites;
import io.tributary.backend.txn.TransactionLimits;
import io.tributary.backend.txn.TransactionRegistry;
import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.calls.ResultReceiver;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.GroupCommitPolicy;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.duckdb.DuckDbEngine;
import io.tributary.engine.duckdb.DuckDbOptions;
import io.tributary.engine.port.FaultyEngine;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.TestRows;
import io.tributary.rpc.client.ClientOptions;
import io.tributary.rpc.client.GrpcBackendClient;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The services over a real engine with the tables a (1) and b (2), and a log that the test holds. */
@Timeout(60)
public abstract class ServicesOnFakeLog {
    private static final long HOLD_MILLIS = 20;

    public static final QueryContext CONTEXT = new QueryContext("shop", SqlMode.NONE, "UTC", 0);
    static final List<ColumnType> TYPES = List.of(ColumnType.of(ColumnType.Kind.INT));
    public static final int QUEUE = 10;
    static final long TIMEOUT_MILLIS = 30_000;
    /** Bytes of rows written while a table is copied: a few blocks of one row. */
    static final long COPY_BYTES = 200;

    @TempDir
    Path directory;

    public final FakeLog log = new FakeLog();
    final TableLanes lanes = new TableLanes();
    public final ManualTimer timer = new ManualTimer();
    public final EnginePools pools = new EnginePools(pool(), pool(), pool(), pool());
    /** The clock of {@link #answers}, which says when it is time. */
    public final AtomicLong nanos = new AtomicLong();

    public final TimedAnswers answers = new TimedAnswers(300_000, nanos::get);
    public FaultyEngine engine;
    public TableCatalog catalog;
    public TransactionRegistry transactions;
    public BoundReads reads;
    public Server server;
    ManagedChannel channel;
    public GrpcBackendClient client;

    static EnginePool pool() {
        return new EnginePool(4, QUEUE, Thread::new);
    }

    @BeforeEach
    void start() throws Exception {
        engine = new FaultyEngine(
                DuckDbEngine.open(DuckDbOptions.defaults(directory.resolve("t.duckdb"), directory.resolve("tmp"))));
        catalog = TableCatalog.load(engine, GroupCommitPolicy.ADAPTIVE);
        TransactionHistory history = new TransactionHistory();
        Labels labels = new Labels(engine.labelStore(), 60, 1000, System::currentTimeMillis);
        KnownLoads known = new KnownLoads(labels, history);
        PrivateCommitter committer = new PrivateCommitter(
                new CommitTarget(engine, catalog, lanes),
                TxnIds.open(engine.systemStore(), 10, Runnable::run),
                known,
                new Random(5),
                TIMEOUT_MILLIS);
        transactions = new TransactionRegistry(
                committer,
                labels,
                new TransactionLimits(10, 10_000, 10_000, 10, 300),
                System::nanoTime,
                new OpenTransactionIds(0, new Random(7)));
        reads = new BoundReads(log, catalog, new NamedTables(catalog), () -> null, timer, HOLD_MILLIS);
        transactions.snapshotsBy(log::recovering, reads);
        StatementTimeouts timeouts = new StatementTimeouts(System::nanoTime);
        AutoIncrementIds ids = new AutoIncrementIds(engine);
        TableRewrites rewrites = new TableRewrites(engine, catalog, lanes, committer, 1, COPY_BYTES);
        StatementWaits waits = new StatementWaits(
                new LogWaits(log, timer, Runnable::run),
                new TableTurns(timer),
                new TableTurns(timer),
                answers,
                new RecoveryWaits(log, catalog, timer, TIMEOUT_MILLIS, QUEUE),
                reads);
        PrecommittedTransactions precommitted = new PrecommittedTransactions(
                new PrecommittedFiles(directory),
                catalog,
                committer,
                known,
                transactions,
                new PrecommittedTransactions.Limits(QUEUE, 60),
                System::currentTimeMillis);
        EngineAccess access = new EngineAccess(waits, committer, pools, new EngineAccess.Servers(engine, catalog));
        String name = InProcessServerBuilder.generateName();
        server = InProcessServerBuilder.forName(name)
                .directExecutor()
                .addService(new CatalogService(
                        catalog,
                        ids,
                        new CatalogChanges(
                                catalog, lanes, committer, rewrites, log::batches, log::dropTable, TIMEOUT_MILLIS),
                        access,
                        new ContractCheck(),
                        new WatchingFrontends(System::nanoTime)))
                .addService(new TransactionService(
                        catalog,
                        new TombstoneRoom(() -> 0, 1, table -> {}),
                        access,
                        transactions,
                        precommitted,
                        new LoadOutcomes(precommitted, known),
                        new QuarantineRows(engine, catalog, committer)))
                .addService(new QueryService(
                        engine,
                        access,
                        new ComputedInserts(
                                catalog,
                                new ComputedInserts.GeneratedValues(ids, engine, InstantSource.system()),
                                committer,
                                transactions,
                                labels,
                                timeouts,
                                reads),
                        transactions,
                        new OpenQueries(10, 600, System::nanoTime),
                        timeouts))
                .build()
                .start();
        channel = InProcessChannelBuilder.forName(name).directExecutor().build();
        client = new GrpcBackendClient(channel, Runnable::run, timer, ClientOptions.defaults());

        catalog.apply(new CatalogChange.CreateDatabase("shop", false));
        for (String table : List.of("a", "b")) {
            catalog.apply(new CatalogChange.CreateTable(schema(table), false));
            get(client.insert(idOf(table), 1, List.of(block(table.equals("a") ? 1 : 2)), ""));
        }
        // An answer comes before its place is left.
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (pools.admittedCount() > 0 && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
    }

    @AfterEach
    void stop() {
        client.close();
        channel.shutdownNow();
        server.shutdownNow();
        // What hung and was let go still works on the engine's files.
        pools.drain(TIMEOUT_MILLIS);
        pools.close();
        transactions.close();
        engine.close();
        timer.shutdownNow();
    }

    TableChange renamed(long tableId, String name) {
        TableSchema is = Objects.requireNonNull(catalog.table(tableId));
        TableSchema renamed = new TableSchema(
                tableId,
                is.database(),
                name,
                is.schemaVersion() + 1,
                is.keyModel(),
                is.columns(),
                is.properties(),
                is.layout());
        return new TableChange(renamed, List.of(new TableChange.Kept(0)));
    }

    static TableSchema schema(String name) {
        return new TableSchema(
                0,
                "shop",
                name,
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(Column.of("id", TYPES.get(0), true)),
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }

    long idOf(String name) {
        return Objects.requireNonNull(catalog.find("shop", name)).tableId();
    }

    int versionOf(String name) {
        return Objects.requireNonNull(catalog.find("shop", name)).schemaVersion();
    }

    static RowBlock block(int id) {
        return TestRows.block(TYPES, List.<@Nullable Object[]>of(new Object[] {id}));
    }

    String ids(String table) {
        try (ResultCursor cursor = engine.query("SELECT id FROM " + table + " ORDER BY id", CONTEXT)) {
            StringBuilder ids = new StringBuilder();
            for (RowBlock block = cursor.next(); block != null; block = cursor.next()) {
                ids.append(text(block));
            }
            return ids.toString();
        }
    }

    CompletableFuture<String> select(String sql, QueryContext context) {
        CompletableFuture<String> done = new CompletableFuture<>();
        client.query(sql, context, new ResultReceiver() {
            private final StringBuilder ids = new StringBuilder();

            @Override
            public void columns(List<ResultColumn> columns, Flow flow) {
                flow.request(100);
            }

            @Override
            public void rows(RowBlock block) {
                ids.append(text(block));
            }

            @Override
            public void finished() {
                done.complete(ids.toString());
            }

            @Override
            public void failed(TributaryException error) {
                done.completeExceptionally(error);
            }
        });
        return done;
    }

    static String text(RowBlock block) {
        return TestRows.rows(TYPES, block).stream()
                .map(row -> String.valueOf(row[0]))
                .collect(Collectors.joining(" "));
    }

    static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }

    static TributaryException errorOf(CompletableFuture<?> future) {
        Throwable error =
                future.handle((value, e) -> e).orTimeout(30, TimeUnit.SECONDS).join();
        assertThat(error).isInstanceOf(TributaryException.class);
        return (TributaryException) error;
    }
}
