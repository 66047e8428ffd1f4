package io.tributary.backend.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.tributary.backend.batch.TableLanes;
import io.tributary.backend.batch.TransactionHistory;
import io.tributary.backend.batch.TxnIds;
import io.tributary.backend.catalog.AutoIncrementIds;
import io.tributary.backend.catalog.TableCatalog;
import io.tributary.backend.engine.FaultyEngine;
import io.tributary.backend.engine.ResultCursor;
import io.tributary.backend.engine.TestRows;
import io.tributary.backend.engine.duckdb.DuckDbEngine;
import io.tributary.backend.engine.duckdb.DuckDbOptions;
import io.tributary.backend.txn.ComputedInserts;
import io.tributary.backend.txn.Labels;
import io.tributary.backend.txn.LoadOutcomes;
import io.tributary.backend.txn.PrecommittedTransactions;
import io.tributary.backend.txn.PrivateCommitter;
import io.tributary.backend.txn.QuarantineRows;
import io.tributary.backend.txn.StatementTimeouts;
import io.tributary.backend.txn.TableRewrites;
import io.tributary.backend.txn.TransactionLimits;
import io.tributary.backend.txn.TransactionRegistry;
import io.tributary.rpc.client.CatalogChange;
import io.tributary.rpc.client.ClientOptions;
import io.tributary.rpc.client.GrpcBackendClient;
import io.tributary.rpc.client.QueryContext;
import io.tributary.rpc.client.ResultColumn;
import io.tributary.rpc.client.ResultReceiver;
import io.tributary.rpc.client.StatementResult;
import io.tributary.rpc.client.TransactionTimeout;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.row.RowBlock;
import io.tributary.rpc.schema.Column;
import io.tributary.rpc.schema.ColumnType;
import io.tributary.rpc.schema.GroupCommitPolicy;
import io.tributary.rpc.schema.TableChange;
import io.tributary.rpc.schema.TableProperties;
import io.tributary.rpc.schema.TableSchema;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Statements that go by a table's name and tables that swap their names meanwhile, and changes that go on side by side. */
@Timeout(60)
class CatalogRacesTest {
    private static final QueryContext CONTEXT = new QueryContext("shop", "", "UTC", 0);
    private static final List<ColumnType> TYPES = List.of(ColumnType.of(ColumnType.Kind.INT));
    private static final ColumnType WIDE = ColumnType.of(ColumnType.Kind.BIGINT);
    private static final long TIMEOUT_MILLIS = 30_000;
    /** Of rows written while a table is copied: a few blocks of one row. */
    private static final long COPY_BYTES = 200;

    @TempDir
    Path directory;

    private final FakeLog log = new FakeLog();
    private final TableLanes lanes = new TableLanes();
    private final ManualTimer timer = new ManualTimer();
    private final EnginePools pools = new EnginePools(pool(), pool(), pool(), pool());
    private FaultyEngine engine;
    private TableCatalog catalog;
    private TransactionRegistry transactions;
    private Server server;
    private ManagedChannel channel;
    private GrpcBackendClient client;

    private static EnginePool pool() {
        return new EnginePool(4, 10, Thread::new);
    }

    @BeforeEach
    void start() throws Exception {
        engine = new FaultyEngine(
                DuckDbEngine.open(DuckDbOptions.defaults(directory.resolve("t.duckdb"), directory.resolve("tmp"))));
        catalog = TableCatalog.load(engine, GroupCommitPolicy.ADAPTIVE);
        TransactionHistory history = new TransactionHistory();
        Labels labels = new Labels(engine.labelStore(), 60, 1000, System::currentTimeMillis);
        PrivateCommitter committer = new PrivateCommitter(
                engine,
                catalog,
                lanes,
                TxnIds.open(engine.systemStore(), 10, Runnable::run),
                labels,
                history,
                new Random(5),
                TIMEOUT_MILLIS);
        transactions = new TransactionRegistry(
                engine,
                committer,
                labels,
                new TransactionLimits(10, 10_000, 10_000, 10, 300),
                System::nanoTime,
                new Random(7));
        StatementTimeouts timeouts = new StatementTimeouts(System::nanoTime);
        AutoIncrementIds ids = new AutoIncrementIds(engine.systemStore());
        TableRewrites rewrites = new TableRewrites(engine, catalog, lanes, committer, 1, COPY_BYTES);
        StatementWaits waits = new StatementWaits(
                new LogWaits(log, timer, Runnable::run),
                new TableTurns(timer),
                new TimedAnswers(300_000, System::nanoTime),
                new RecoveryWaits(log, catalog, timer, TIMEOUT_MILLIS));
        PrecommittedTransactions precommitted = new PrecommittedTransactions(
                directory,
                catalog,
                committer,
                labels,
                history,
                transactions,
                new PrecommittedTransactions.Limits(1, 1),
                System::currentTimeMillis);
        String name = InProcessServerBuilder.generateName();
        server = InProcessServerBuilder.forName(name)
                .directExecutor()
                .addService(
                        new CatalogService(catalog, ids, log, waits, lanes, committer, rewrites, pools, TIMEOUT_MILLIS))
                .addService(new TransactionService(
                        catalog,
                        new TombstoneRoom(() -> 0, 1),
                        waits,
                        committer,
                        transactions,
                        precommitted,
                        new LoadOutcomes(precommitted, history, labels),
                        new QuarantineRows(engine, catalog, committer),
                        pools))
                .addService(new QueryService(
                        engine,
                        waits,
                        committer,
                        new ComputedInserts(
                                catalog, ids, committer, transactions, labels, timeouts, InstantSource.system()),
                        transactions,
                        pools,
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
    }

    @AfterEach
    void stop() {
        client.close();
        channel.shutdownNow();
        server.shutdownNow();
        pools.close();
        transactions.close();
        engine.close();
        timer.shutdownNow();
    }

    @Test
    void anUpdateThatWaitsWhileItsTableIsSwappedChangesNothingAndPlannedAnewTheTableOfThatName() throws Exception {
        log.commitsPending = true;
        CompletableFuture<StatementResult> update = client.execute("UPDATE a SET id = 9", idOf("a"), 1, CONTEXT);
        CompletableFuture<StatementResult> delete = client.execute("DELETE FROM a", idOf("a"), 1, CONTEXT);
        swap();
        log.commitAll();

        assertThat(errorOf(update).code()).isEqualTo(ErrorCode.SCHEMA_VERSION_MISMATCH);
        assertThat(errorOf(delete).code()).isEqualTo(ErrorCode.SCHEMA_VERSION_MISMATCH);
        assertThat(ids("a")).isEqualTo("2");
        assertThat(ids("b")).isEqualTo("1");

        log.commitsPending = false;
        get(client.execute("UPDATE a SET id = 9", idOf("a"), versionOf("a"), CONTEXT));
        assertThat(ids("a")).isEqualTo("9");
        assertThat(ids("b")).isEqualTo("1");
    }

    @Test
    void statementsEndThoughTheLogNeverTellsThatTheirTurnHasCome() {
        log.commitsPending = true;
        CompletableFuture<StatementResult> update = client.execute("UPDATE a SET id = 9", idOf("a"), 1, CONTEXT);
        CompletableFuture<?> truncate = client.change(new CatalogChange.TruncateTable("shop", "a"));
        assertThat(pools.admittedCount()).isEqualTo(2);

        timer.elapse();

        for (CompletableFuture<?> ended : List.of(update, truncate)) {
            assertThat(errorOf(ended).code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT);
            assertThat(errorOf(ended)).hasMessageContaining("not committed after 300000 ms");
        }
        assertThat(pools.admittedCount()).isZero();
        assertThat(log.syncs).hasSize(2).allMatch(CompletableFuture::isCompletedExceptionally);
        assertThat(ids("a")).isEqualTo("1");
    }

    @Test
    void aTruncateThatWaitsWhileItsTableIsSwappedEmptiesNeither() {
        log.commitsPending = true;
        CompletableFuture<?> truncate = client.change(new CatalogChange.TruncateTable("shop", "a"));
        swap();
        log.commitAll();

        assertThat(errorOf(truncate).code()).isEqualTo(ErrorCode.SCHEMA_VERSION_MISMATCH);
        assertThat(ids("a")).isEqualTo("2");
        assertThat(ids("b")).isEqualTo("1");
    }

    @Test
    void aDropThatWaitsWhileItsTableIsSwappedDropsNeither() throws Exception {
        CompletableFuture<?> drop;
        TableLanes.Pass pass = lanes.enter(List.of(idOf("a")), TIMEOUT_MILLIS).orElseThrow();
        try {
            drop = client.change(new CatalogChange.DropTable("shop", "a", false));
            awaitLane();
            swap();
        } finally {
            pass.close();
        }

        assertThat(errorOf(drop).code()).isEqualTo(ErrorCode.SCHEMA_VERSION_MISMATCH);
        assertThat(ids("a")).isEqualTo("2");
        assertThat(ids("b")).isEqualTo("1");
    }

    @Test
    void propertiesThatWaitWhileTheirTableIsSwappedAreNobodys() throws Exception {
        CompletableFuture<?> set;
        TableLanes.Pass pass = lanes.enter(List.of(idOf("a")), TIMEOUT_MILLIS).orElseThrow();
        try {
            set = client.change(
                    new CatalogChange.AlterProperties("shop", "a", Map.of("group_commit_interval_ms", "5")));
            awaitLane();
            swap();
        } finally {
            pass.close();
        }

        assertThat(errorOf(set).code()).isEqualTo(ErrorCode.SCHEMA_VERSION_MISMATCH);
        assertThat(catalog.state().tables())
                .extracting(table -> table.properties().groupCommitIntervalMillis())
                .containsOnly(TableProperties.INTERVAL_MILLIS_DEFAULT);
    }

    @Test
    void aTransactionThatReadBeforeTheSwapWritesNeitherTable() throws Exception {
        for (boolean byText : new boolean[] {true, false}) {
            long id = get(client.begin("", TransactionTimeout.of(14_400)));
            QueryContext inside = new QueryContext("shop", "", "UTC", id);
            assertThat(get(select("SELECT id FROM a", inside))).isEqualTo(ids("a"));
            String before = ids("a") + " " + ids("b");
            swap();
            assertThat(get(select("SELECT id FROM a", inside))).isEqualTo(ids("b"));

            TributaryException refused = errorOf(
                    byText
                            ? client.execute("UPDATE a SET id = 9", idOf("a"), versionOf("a"), inside)
                            : client.appendTo(id, idOf("a"), versionOf("a"), List.of(block(9))));

            assertThat(refused.code()).isEqualTo(ErrorCode.SCHEMA_VERSION_MISMATCH);
            assertThat(errorOf(client.commit(id)).code()).isEqualTo(ErrorCode.TRANSACTION_ABORTED);
            get(client.rollback(id));
            assertThat(ids("b") + " " + ids("a")).isEqualTo(before);
        }
    }

    @Test
    void aTransactionOfWhichAStatementIsPlannedForAnOlderTableGoesOn() throws Exception {
        long id = get(client.begin("", TransactionTimeout.of(14_400)));
        QueryContext inside = new QueryContext("shop", "", "UTC", id);
        swap();

        TributaryException refused = errorOf(client.execute("UPDATE a SET id = 9", idOf("b"), 1, inside));

        assertThat(refused.code()).isEqualTo(ErrorCode.SCHEMA_VERSION_MISMATCH);
        get(client.execute("UPDATE a SET id = 9", idOf("a"), versionOf("a"), inside));
        get(client.commit(id));
        assertThat(ids("a")).isEqualTo("9");
        assertThat(ids("b")).isEqualTo("1");
    }

    @Test
    void othersAreCreatedAndEmptiedWhileATableIsAltered() throws Exception {
        CountDownLatch altering = new CountDownLatch(1);
        CompletableFuture<Void> release = new CompletableFuture<>();
        engine.at(FaultyEngine.Point.BEFORE_ALTER, () -> {
            altering.countDown();
            release.join();
        });
        CompletableFuture<?> altered = client.change(new CatalogChange.AlterTable(renamed(idOf("a"), "c")));
        try {
            assertThat(altering.await(30, TimeUnit.SECONDS)).isTrue();

            get(client.change(new CatalogChange.TruncateTable("shop", "b")));
            get(client.change(new CatalogChange.CreateTable(schema("new"), false)));
            get(client.change(new CatalogChange.AlterProperties("shop", "b", Map.of("group_commit_interval_ms", "5"))));
            get(client.change(new CatalogChange.DropTable("shop", "b", false)));
            assertThat(altered).isNotDone();
        } finally {
            release.complete(null);
        }

        get(altered);
        assertThat(catalog.state().tables()).extracting(TableSchema::name).containsExactly("c", "new");
        assertThat(ids("c")).isEqualTo("1");
    }

    @Test
    void rowsAreCommittedWhileTheirTableIsCopiedAndAreInTheCopy() throws Exception {
        Held copying = hold(FaultyEngine.Point.BEFORE_COPY);
        CompletableFuture<?> altered = client.change(new CatalogChange.AlterTable(widened(idOf("a"))));
        try {
            copying.await();
            get(client.insert(idOf("a"), 1, List.of(block(5)), ""));
            long id = get(client.begin("", TransactionTimeout.of(14_400)));
            get(client.appendTo(id, idOf("a"), 1, List.of(block(6))));
            get(client.commit(id));
            assertThat(ids("a")).isEqualTo("1 5 6");
            assertThat(altered).isNotDone();
        } finally {
            copying.release();
        }

        get(altered);
        assertThat(widenedIds("a")).isEqualTo("1 5 6");
        assertThat(copying.passed()).isOne();
        assertThat(errorOf(client.insert(idOf("a"), 1, List.of(block(7)), "")).code())
                .isEqualTo(ErrorCode.SCHEMA_VERSION_MISMATCH);
    }

    @Test
    void whatChangedInAWayThatIsNotRecordedIsCopiedAgain() throws Exception {
        Held copying = hold(FaultyEngine.Point.BEFORE_COPY);
        CompletableFuture<?> altered = client.change(new CatalogChange.AlterTable(widened(idOf("a"))));
        try {
            copying.await();
            get(client.execute("UPDATE a SET id = 9", idOf("a"), 1, CONTEXT));
        } finally {
            copying.release();
        }

        get(altered);
        assertThat(widenedIds("a")).isEqualTo("9");
        assertThat(copying.passed()).isEqualTo(2);
    }

    @Test
    void aTableThatIsChangedAgainAndAgainIsAlteredWhileNobodyWrites() throws Exception {
        for (boolean byManyRows : new boolean[] {false, true}) {
            String table = byManyRows ? "b" : "a";
            long tableId = idOf(table);
            engine.at(FaultyEngine.Point.BEFORE_COPY, () -> {
                try {
                    if (byManyRows) {
                        for (int i = 0; i < 20; i++) {
                            get(client.insert(tableId, 1, List.of(block(3)), ""));
                        }
                    } else {
                        get(client.execute("UPDATE a SET id = id + 1", tableId, 1, CONTEXT));
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });

            get(client.change(new CatalogChange.AlterTable(widened(tableId))));

            assertThat(widenedIds(table)).isEqualTo(byManyRows ? "2" + " 3".repeat(40) : "3");
        }
    }

    @Test
    void aTableThatIsDroppedOrChangedWhileItIsCopiedIsNotAltered() throws Exception {
        Held copying = hold(FaultyEngine.Point.BEFORE_COPY);
        CompletableFuture<?> first = client.change(new CatalogChange.AlterTable(widened(idOf("a"))));
        CompletableFuture<?> second;
        try {
            copying.await();
            // Another one does not wait for the copy.
            second = client.change(new CatalogChange.AlterTable(renamed(idOf("a"), "c")));
            get(second);
        } finally {
            copying.release();
        }
        assertThat(errorOf(first).code()).isEqualTo(ErrorCode.SCHEMA_VERSION_MISMATCH);

        copying = hold(FaultyEngine.Point.BEFORE_COPY);
        CompletableFuture<?> third = client.change(new CatalogChange.AlterTable(widened(idOf("b"))));
        try {
            copying.await();
            get(client.change(new CatalogChange.DropTable("shop", "b", false)));
        } finally {
            copying.release();
        }
        assertThat(errorOf(third).code()).isEqualTo(ErrorCode.UNKNOWN_TABLE);
        assertThat(ids("c")).isEqualTo("1");
    }

    private static final class Held {
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CompletableFuture<Void> release = new CompletableFuture<>();
        private final AtomicInteger passed = new AtomicInteger();

        void await() throws InterruptedException {
            assertThat(reached.await(30, TimeUnit.SECONDS)).isTrue();
        }

        void release() {
            release.complete(null);
        }

        int passed() {
            return passed.get();
        }
    }

    private Held hold(FaultyEngine.Point point) {
        Held held = new Held();
        engine.at(point, () -> {
            held.passed.incrementAndGet();
            held.reached.countDown();
            held.release.join();
        });
        return held;
    }

    private TableChange widened(long tableId) {
        TableSchema is = Objects.requireNonNull(catalog.table(tableId));
        TableSchema widened = new TableSchema(
                tableId,
                is.database(),
                is.name(),
                is.schemaVersion() + 1,
                is.keyModel(),
                List.of(Column.of("id", WIDE, true)),
                is.properties(),
                is.layout());
        return new TableChange(widened, List.of(new TableChange.Kept(0)));
    }

    private String widenedIds(String table) {
        try (ResultCursor cursor = engine.query("SELECT id FROM " + table + " ORDER BY id", CONTEXT)) {
            return TestRows.rows(List.of(WIDE), Objects.requireNonNull(cursor.next())).stream()
                    .map(row -> String.valueOf(row[0]))
                    .collect(Collectors.joining(" "));
        }
    }

    @Test
    void aTransactionThatHasReplacedRowsGivesWayToTruncateAndIsInNoDropsWay() throws Exception {
        TableSchema keyed = new TableSchema(
                0,
                "shop",
                "k",
                1,
                TableSchema.KeyModel.UNIQUE,
                List.of(Column.of("id", TYPES.get(0), true).asKey()),
                TableProperties.defaults(),
                TableSchema.Layout.none());
        for (CatalogChange change : List.of(
                new CatalogChange.TruncateTable("shop", "k"), new CatalogChange.DropTable("shop", "k", false))) {
            catalog.apply(new CatalogChange.CreateTable(keyed, true));
            get(client.insert(idOf("k"), 1, List.of(block(7)), ""));
            long id = get(client.begin("", TransactionTimeout.of(14_400)));
            get(select("SELECT id FROM k", new QueryContext("shop", "", "UTC", id)));
            get(client.appendTo(id, idOf("k"), 1, List.of(block(7))));

            get(client.change(change));

            if (catalog.find("shop", "k") != null) {
                assertThat(ids("k")).isEmpty();
                assertThat(errorOf(client.commit(id)).code()).isEqualTo(ErrorCode.WRITE_CONFLICT);
            } else {
                assertThat(errorOf(client.commit(id)).code()).isEqualTo(ErrorCode.UNKNOWN_TABLE);
            }
            get(client.rollback(id));
        }
    }

    /** As two sessions' RENAME TABLE do, each alone in its table. */
    private void swap() {
        long first = idOf("a");
        rename(first, "c");
        rename(idOf("b"), "a");
        rename(first, "b");
    }

    private void rename(long tableId, String name) {
        catalog.apply(new CatalogChange.AlterTable(renamed(tableId, name)));
    }

    private TableChange renamed(long tableId, String name) {
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

    /** Until a statement waits for its table's lane. */
    private static void awaitLane() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getState() == Thread.State.TIMED_WAITING)
                .flatMap(thread -> Arrays.stream(thread.getValue()))
                .noneMatch(frame -> frame.getClassName().endsWith(".TableLanes")
                        && frame.getMethodName().equals("enter"))) {
            assertThat(System.nanoTime()).as("nobody waits for a lane").isLessThan(deadline);
        }
    }

    private static TableSchema schema(String name) {
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

    private long idOf(String name) {
        return Objects.requireNonNull(catalog.find("shop", name)).tableId();
    }

    private int versionOf(String name) {
        return Objects.requireNonNull(catalog.find("shop", name)).schemaVersion();
    }

    private static RowBlock block(int id) {
        return TestRows.block(TYPES, List.<@Nullable Object[]>of(new Object[] {id}));
    }

    private String ids(String table) {
        try (ResultCursor cursor = engine.query("SELECT id FROM " + table + " ORDER BY id", CONTEXT)) {
            StringBuilder ids = new StringBuilder();
            for (RowBlock block = cursor.next(); block != null; block = cursor.next()) {
                ids.append(text(block));
            }
            return ids.toString();
        }
    }

    private CompletableFuture<String> select(String sql, QueryContext context) {
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

    private static String text(RowBlock block) {
        return TestRows.rows(TYPES, block).stream()
                .map(row -> String.valueOf(row[0]))
                .collect(Collectors.joining(" "));
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }

    private static TributaryException errorOf(CompletableFuture<?> future) {
        Throwable error =
                future.handle((value, e) -> e).orTimeout(30, TimeUnit.SECONDS).join();
        assertThat(error).isInstanceOf(TributaryException.class);
        return (TributaryException) error;
    }
}
