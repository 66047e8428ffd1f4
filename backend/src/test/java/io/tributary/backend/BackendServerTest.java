package io.tributary.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.CatalogOrigin;
import io.tributary.contract.calls.CatalogState;
import io.tributary.contract.calls.InsertQuery;
import io.tributary.contract.calls.LoadRequest;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.calls.ResultReceiver;
import io.tributary.contract.calls.StatementResult;
import io.tributary.contract.calls.TableOwner;
import io.tributary.contract.calls.TransactionInfo;
import io.tributary.contract.calls.TransactionTimeout;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.FilterLimits;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.change.AddedColumns;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.PartitionValue;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.TestRows;
import io.tributary.rpc.client.ClientOptions;
import io.tributary.rpc.client.ClusterToken;
import io.tributary.rpc.client.Contract;
import io.tributary.rpc.client.GrpcBackendClient;
import io.tributary.rpc.proto.CatalogReply;
import io.tributary.rpc.proto.CatalogRequest;
import io.tributary.rpc.proto.CatalogsGrpc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole backend: gRPC, log, batches, DuckDB. */
@Timeout(120)
class BackendServerTest {
    /** Whatever window there is between the two: a result that is sent whole is not parked. */
    private static final String TOO_LARGE_TO_BE_SENT = "SELECT a.id, a.name FROM orders a, orders b";

    private static final QueryContext CONTEXT = new QueryContext("shop", SqlMode.NONE, "UTC", 0);
    private static final List<ColumnType> TYPES = List.of(ColumnType.of(ColumnType.Kind.INT), ColumnType.varchar(20));

    @TempDir
    Path directory;

    private final ExecutorService flusher = Executors.newSingleThreadExecutor();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private BackendServer server;
    private GrpcBackendClient client;

    @BeforeEach
    void start() throws Exception {
        open();
        get(client.change(new CatalogChange.CreateDatabase("shop", false)));
        get(client.change(new CatalogChange.CreateTable(schema("orders"), false)));
    }

    @AfterEach
    void stop() {
        close();
        flusher.shutdownNow();
        timer.shutdownNow();
    }

    private void open() throws BackendStartException {
        server = BackendServer.start(config(), metrics);
        client = clientOver(server.channel());
    }

    private void close() {
        client.close();
        server.close();
    }

    private void reopen(BackendConfig config) throws BackendStartException {
        close();
        server = BackendServer.start(config, metrics);
        client = clientOver(server.channel());
    }

    private BackendConfig config() {
        return BackendConfig.of(directory.resolve("data")).withLimit(BackendLimit.WAL_SEGMENT_BYTES, 1 << 20);
    }

    private GrpcBackendClient clientOver(Channel channel) {
        return new GrpcBackendClient(channel, flusher, timer, ClientOptions.defaults());
    }

    @Test
    void asyncAndSyncRowsAreThereOnceAfterARestart() throws Exception {
        LoadResult async = get(client.append(load(GroupCommitMode.ASYNC_MODE, 1, 2)));
        assertThat(async.visible()).isFalse();
        assertThat(async.label()).startsWith("group_commit_");
        assertThat(ids("orders")).isEmpty();
        LoadResult sync = get(client.append(load(GroupCommitMode.SYNC_MODE, 3)));
        assertThat(sync).isEqualTo(new LoadResult(async.label(), async.txnId(), true));
        assertThat(ids("orders")).isEqualTo("1 2 3");
        get(client.append(load(GroupCommitMode.ASYNC_MODE, 4)));

        close();
        open();

        assertThat(ids("orders")).isEqualTo("1 2 3 4");
        get(client.append(load(GroupCommitMode.SYNC_MODE, 5)));
        assertThat(ids("orders")).isEqualTo("1 2 3 4 5");
    }

    @Test
    void aLoadWithAKeyTakesPlaceOnceAlsoFromAnotherSenderAndAfterARestart() throws Exception {
        GrpcBackendClient second = clientOver(server.channel());
        LoadResult first = get(client.append(keyed(GroupCommitMode.ASYNC_MODE, 0, 1, 2)));
        LoadResult pending = get(second.append(keyed(GroupCommitMode.ASYNC_MODE, 5, 1, 2)));
        LoadResult visible = get(second.append(keyed(GroupCommitMode.SYNC_MODE, 5, 1, 2)));
        assertThat(first.isRepeated()).isFalse();
        assertThat(pending).isEqualTo(new LoadResult(first.label(), first.txnId(), false, 0));
        assertThat(visible).isEqualTo(new LoadResult(first.label(), first.txnId(), true, 0));
        second.close();

        close();
        open();

        assertThat(get(client.append(keyed(GroupCommitMode.ASYNC_MODE, 5, 1, 2))))
                .isEqualTo(visible);
        TributaryException other = errorOf(client.append(keyed(GroupCommitMode.SYNC_MODE, 0, 1, 3)));
        assertThat(other.code()).isEqualTo(ErrorCode.DUPLICATE_KEY);
        assertThat(other).hasMessageContaining("Duplicate entry 'k' for key 'idempotency_key'");
        assertThat(ids("orders")).isEqualTo("1 2");
    }

    private LoadRequest keyed(GroupCommitMode mode, long firstId, int... ids) throws Exception {
        return new LoadRequest(
                tableId("orders"),
                1,
                mode,
                List.of(block(ids)),
                new IdempotencyKey("k", Arrays.hashCode(ids), firstId));
    }

    @Test
    void manyLoadsOfManySendersAllArrive() throws Exception {
        List<CompletableFuture<LoadResult>> answers = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            GroupCommitMode mode = i % 5 == 0 ? GroupCommitMode.SYNC_MODE : GroupCommitMode.ASYNC_MODE;
            answers.add(client.append(load(mode, i)));
        }
        get(CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new)));
        get(client.sync(List.of(tableId("orders")), 30_000));

        String expected = IntStream.range(0, 500).mapToObj(String::valueOf).collect(Collectors.joining(" "));
        assertThat(ids("orders")).isEqualTo(expected);
        assertThat(metrics.get("tributary.loads").functionCounter().count()).isPositive();
    }

    @Test
    void frontendsOfThisContractAndTheOneBeforeAreServedAndOthersAreRefusedWithBothVersions() {
        for (String served : List.of("" + Contract.CURRENT, "" + (Contract.CURRENT - 1))) {
            CatalogReply reply = speaking(served).get(CatalogRequest.getDefaultInstance());
            assertThat(reply.getContract()).isEqualTo(Contract.CURRENT);
            assertThat(reply.getEngineId()).isNotZero();
            assertThat(reply.getRunId()).isNotZero();
        }
        for (String refused : List.of("" + (Contract.CURRENT + 1), "" + (Contract.CURRENT - 2), "x")) {
            assertThatThrownBy(() -> speaking(refused).get(CatalogRequest.getDefaultInstance()))
                    .hasMessageContaining("the frontend speaks version " + refused + " of the contract, this backend "
                            + Contract.CURRENT + " and " + (Contract.CURRENT - 1));
        }
    }

    private CatalogsGrpc.CatalogsBlockingStub speaking(String contract) {
        Metadata headers = new Metadata();
        headers.put(Contract.KEY, contract);
        return CatalogsGrpc.newBlockingStub(server.channel())
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
    }

    @Test
    void theEngineKeepsItsIdAndEachRunHasItsOwn() throws Exception {
        CatalogOrigin first = get(client.catalog()).origin();
        long tableId = tableId("orders");
        close();
        open();

        CatalogOrigin second = get(client.catalog()).origin();
        assertThat(second.engineId()).isEqualTo(first.engineId());
        assertThat(second.runId()).isNotEqualTo(first.runId());
        get(client.change(new CatalogChange.CreateTable(schema("later"), false)));
        // Not the next one: a copy of this directory gives others.
        assertThat(tableId("later") - tableId).isGreaterThan(1);
    }

    @Test
    void rowsOfATableThatIsAlteredOtherwiseAfterABackupWasRestoredAreRefused() throws Exception {
        close();
        copy(directory.resolve("data"), directory.resolve("backup"));
        open();
        renameColumn("remark");
        int altered = table("orders").schemaVersion();
        reopen(BackendConfig.of(directory.resolve("backup")));
        renameColumn("address");

        // The rows have the same columns, but for what they mean.
        assertThat(errorOf(client.append(new LoadRequest(
                                tableId("orders"), altered, GroupCommitMode.ASYNC_MODE, List.of(block(1)))))
                        .code())
                .isEqualTo(ErrorCode.SCHEMA_VERSION_MISMATCH);
        assertThat(errorOf(client.insert(tableId("orders"), altered, List.of(block(1)), ""))
                        .code())
                .isEqualTo(ErrorCode.SCHEMA_VERSION_MISMATCH);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private void renameColumn(String name) throws Exception {
        TableSchema now = table("orders");
        TableSchema after = new TableSchema(
                now.tableId(),
                "shop",
                "orders",
                now.schemaVersion() + 1,
                now.keyModel(),
                List.of(now.columns().get(0), Column.of(name, TYPES.get(1), true)),
                now.properties(),
                now.layout());
        get(client.change(new CatalogChange.AlterTable(
                new TableChange(after, List.of(new TableChange.Kept(0), new TableChange.Kept(1))))));
    }

    @Test
    void aDeleteSeesWhatWasAcknowledgedBeforeItAndNothingComesBack() throws Exception {
        get(client.append(load(GroupCommitMode.ASYNC_MODE, 1, 2, 3)));

        StatementResult deleted = get(client.execute("DELETE FROM orders WHERE id < 3", tableId("orders"), 1, CONTEXT));

        assertThat(deleted.affectedRows()).isEqualTo(2);
        assertThat(deleted.label()).startsWith("label_");
        close();
        open();
        assertThat(ids("orders")).isEqualTo("3");
    }

    @Test
    void anUpdateThatBreaksAColumnsRuleChangesNothing() throws Exception {
        get(client.append(load(GroupCommitMode.SYNC_MODE, 1, 2)));
        long table = tableId("orders");

        TributaryException tooLong =
                errorOf(client.execute("UPDATE orders SET name = REPEAT('x', 21)", table, 1, CONTEXT));
        assertThat(tooLong.code()).isEqualTo(ErrorCode.TOO_LONG);
        assertThat(tooLong).hasMessage("Data too long for column 'name' at row 1 (VARCHAR(20) takes 20 characters)");
        TributaryException isNull =
                errorOf(client.execute("UPDATE orders SET id = NULL WHERE id = 2", table, 1, CONTEXT));
        assertThat(isNull.code()).isEqualTo(ErrorCode.NULL_IN_NOT_NULL);
        assertThat(ids("orders")).isEqualTo("1 2");

        get(client.execute("UPDATE orders SET id = 3, name = 'ok' WHERE id = 2", table, 1, CONTEXT));
        assertThat(ids("orders")).isEqualTo("1 3");
    }

    @Test
    void truncateTakesAcknowledgedRowsWithItForGood() throws Exception {
        get(client.append(load(GroupCommitMode.ASYNC_MODE, 1)));

        get(client.change(new CatalogChange.TruncateTable("shop", "orders")));
        get(client.append(load(GroupCommitMode.SYNC_MODE, 2)));

        close();
        open();
        assertThat(ids("orders")).isEqualTo("2");
    }

    @Test
    void truncateHasNumbersBeginAgainAndRefusesRowsThatHaveEarlierOnes() throws Exception {
        createNumbered();
        TableSchema before = table("numbered");
        assertThat(get(client.reserveIds(before.tableId(), 100, 1)).first()).isEqualTo(1);
        get(client.append(numbered(before, 1, 2)));

        get(client.change(new CatalogChange.TruncateTable("shop", "numbered")));

        assertThat(errorOf(client.append(numbered(before, 3))).code()).isEqualTo(ErrorCode.SCHEMA_VERSION_MISMATCH);
        close();
        open();
        TableSchema after = table("numbered");
        assertThat(errorOf(client.append(numbered(before, 3))).code()).isEqualTo(ErrorCode.SCHEMA_VERSION_MISMATCH);
        assertThat(AddedColumns.between(before, after)).isEmpty();
        assertThat(get(client.reserveIds(after.tableId(), 100, 1)).first()).isEqualTo(1);
        get(client.append(numbered(after, 1)));
        assertThat(ids("numbered")).isEqualTo("1");
    }

    /** Such a one would go on with numbers of before. */
    @Test
    void truncateLeavesNumbersAsTheyAreWhereAFrontendOfTheContractBeforeMayHoldSome() throws Exception {
        createNumbered();
        TableSchema before = table("numbered");
        get(client.reserveIds(before.tableId(), 100, 1));
        var unused = speaking("" + (Contract.CURRENT - 1)).get(CatalogRequest.getDefaultInstance());

        get(client.change(new CatalogChange.TruncateTable("shop", "numbered")));

        assertThat(table("numbered")).isEqualTo(before);
        assertThat(get(client.reserveIds(before.tableId(), 1, 1)).first()).isEqualTo(101);
    }

    private void createNumbered() throws Exception {
        Column id = new Column("id", TYPES.get(0), false, false, DefaultValue.none(), true, "");
        get(client.change(new CatalogChange.CreateTable(
                new TableSchema(
                        0,
                        "shop",
                        "numbered",
                        1,
                        TableSchema.KeyModel.DUPLICATE,
                        List.of(id, Column.of("name", TYPES.get(1), true)),
                        TableProperties.defaults(),
                        TableSchema.Layout.none()),
                false)));
    }

    private static LoadRequest numbered(TableSchema table, int... ids) {
        return new LoadRequest(table.tableId(), table.schemaVersion(), GroupCommitMode.SYNC_MODE, List.of(block(ids)));
    }

    @Test
    void anOverwriteTakesAcknowledgedRowsWithItAndNoneThatCameLater() throws Exception {
        get(client.append(load(GroupCommitMode.ASYNC_MODE, 1, 2)));

        StatementResult result =
                get(client.insertQuery(query("", "SELECT id + 10, name FROM orders WHERE id = 2", CONTEXT)
                        .overwriting()));
        get(client.append(load(GroupCommitMode.ASYNC_MODE, 3)));

        assertThat(result.affectedRows()).isEqualTo(1);
        close();
        open();
        assertThat(ids("orders")).isEqualTo("3 12");
    }

    @Test
    void aDroppedTableDiscardsWhatIsPendingAlsoForItsSuccessor() throws Exception {
        LoadRequest toOld = load(GroupCommitMode.ASYNC_MODE, 1);
        get(client.append(toOld));

        get(client.change(new CatalogChange.DropTable("shop", "orders", false)));
        get(client.change(new CatalogChange.CreateTable(schema("orders"), false)));

        assertThat(errorOf(client.append(toOld)).code()).isEqualTo(ErrorCode.UNKNOWN_TABLE);
        get(client.append(load(GroupCommitMode.SYNC_MODE, 2)));
        close();
        open();
        assertThat(ids("orders")).isEqualTo("2");
    }

    @Test
    void aDroppedDatabaseTakesItsTablesWithIt() throws Exception {
        get(client.append(load(GroupCommitMode.ASYNC_MODE, 1)));

        CatalogState after = get(client.change(new CatalogChange.DropDatabase("shop", false)));

        assertThat(after.tables()).isEmpty();
        close();
        open();
        assertThat(get(client.catalog()).databases()).doesNotContain("shop");
        get(client.change(new CatalogChange.CreateDatabase("shop", false)));
        get(client.change(new CatalogChange.CreateTable(schema("orders"), false)));
    }

    @Test
    void aPrivateInsertIsVisibleAtOnceAndItsLabelWorksOnce() throws Exception {
        LoadResult first = get(client.insert(tableId("orders"), 1, List.of(block(1)), "daily"));
        assertThat(first.label()).isEqualTo("daily");
        assertThat(ids("orders")).isEqualTo("1");
        close();
        open();

        TributaryException used = errorOf(client.insert(tableId("orders"), 1, List.of(block(2)), "daily"));

        assertThat(used.code()).isEqualTo(ErrorCode.LABEL_USED);
        assertThat(used).hasMessageContaining("relate to txn [" + first.txnId() + "]");
        assertThat(get(client.insert(tableId("orders"), 1, List.of(block(3)), ""))
                        .label())
                .startsWith("label_");
        assertThat(ids("orders")).isEqualTo("1 3");
    }

    @Test
    void aComputedInsertSeesWhatWasAcknowledgedBeforeItAndItsLabelWorksOnce() throws Exception {
        get(client.append(load(GroupCommitMode.ASYNC_MODE, 1, 2)));
        InsertQuery insert = query("daily", "SELECT id + 10, name FROM orders", CONTEXT);

        StatementResult result = get(client.insertQuery(insert));

        assertThat(result.affectedRows()).isEqualTo(2);
        assertThat(result.label()).isEqualTo("daily");
        assertThat(result.txnId()).isPositive();
        close();
        open();
        assertThat(ids("orders")).isEqualTo("1 2 11 12");
        TributaryException used = errorOf(client.insertQuery(insert));
        assertThat(used.code()).isEqualTo(ErrorCode.LABEL_USED);
        assertThat(used).hasMessageContaining("relate to txn [" + result.txnId() + "]");
        assertThat(ids("orders")).isEqualTo("1 2 11 12");
    }

    @Test
    void aComputedInsertOfManyRowsIsWholeOrNothing() throws Exception {
        get(client.insert(
                tableId("orders"), 1, List.of(block(IntStream.range(0, 500).toArray())), ""));
        String from = "FROM orders a CROSS JOIN orders b WHERE a.id < 400";

        TributaryException refused = errorOf(client.insertQuery(query(
                "",
                "SELECT a.id * 500 + b.id, CASE WHEN a.id + b.id = 898 THEN repeat('x', 21) END " + from,
                CONTEXT)));
        assertThat(refused.code()).isEqualTo(ErrorCode.TOO_LONG);
        assertThat(refused).hasMessageContaining("'name' at row ");
        assertThat(select("SELECT count(*), 'x' FROM orders", CONTEXT)).isEqualTo("500");

        StatementResult result =
                get(client.insertQuery(query("", "SELECT a.id * 500 + b.id, 'computed' " + from, CONTEXT)));

        assertThat(result.affectedRows()).isEqualTo(200_000);
        assertThat(select("SELECT count(DISTINCT id), 'x' FROM orders WHERE name = 'computed'", CONTEXT))
                .isEqualTo("200000");
    }

    @Test
    void aComputedInsertIsPartOfItsTransactionAndABadValueFailsItAlone() throws Exception {
        long id = get(client.begin("", TransactionTimeout.of(14_400)));
        QueryContext inside = new QueryContext("shop", SqlMode.NONE, "UTC", id);
        get(client.appendTo(id, tableId("orders"), 1, List.of(block(1))));

        assertThat(errorOf(client.insertQuery(query("", "SELECT 2147483647 + id, 'a' FROM orders", inside)))
                        .code())
                .isEqualTo(ErrorCode.OUT_OF_RANGE);
        assertThat(get(client.insertQuery(query("", "SELECT id + 1, 'a' FROM orders", inside)))
                        .affectedRows())
                .isEqualTo(1);
        assertThat(ids("orders")).isEmpty();
        get(client.commit(id));

        assertThat(ids("orders")).isEqualTo("1 2");
    }

    @Test
    void theRowsThatNonStrictModeLeavesOutAreTold() throws Exception {
        InsertQuery strict = query("", "SELECT 1, 'a' UNION ALL SELECT 2, repeat('x', 21)", CONTEXT);

        StatementResult result = get(client.insertQuery(new InsertQuery(
                strict.tableId(),
                1,
                strict.sources(),
                null,
                "",
                strict.context(),
                new FilterLimits(0.5, 10),
                List.of(),
                false,
                0)));

        assertThat(result.affectedRows()).isEqualTo(1);
        assertThat(result.filtered().count()).isEqualTo(1);
        TributaryException refusal = result.filtered().refusals().get(0);
        assertThat(refusal.code()).isEqualTo(ErrorCode.TOO_LONG);
        assertThat(refusal).hasMessageContaining("'name' at row 2");
    }

    @Test
    void partitionsTakeTheRowsThatTheEngineComputesAndGoWithTheirRows() throws Exception {
        Partitioning partitioning = new Partitioning(
                Partitioning.Kind.RANGE,
                false,
                "",
                List.of("name", "id"),
                List.of(
                        Partition.range(
                                "low",
                                List.of(PartitionValue.MIN, PartitionValue.MIN),
                                List.of(value("m"), value("0"))),
                        Partition.range(
                                "it's", List.of(value("m"), value("0")), List.of(value("m"), PartitionValue.MAX)),
                        Partition.range(
                                "late", List.of(value("x'y"), value("3")), List.of(value("z"), PartitionValue.MIN))));
        TableSchema orders = table("orders");
        TableSchema parts = new TableSchema(
                0,
                "shop",
                "parts",
                1,
                orders.keyModel(),
                orders.columns(),
                orders.properties(),
                TableSchema.Layout.none().withPartitioning(partitioning));
        get(client.change(new CatalogChange.CreateTable(parts, false)));
        long id = tableId("parts");
        InsertQuery good = computed(id, 1, "1, 'a'; -1, 'm'; 2, 'm'; 7, 'm'; 3, 'x''y'; 0, NULL", List.of());
        get(client.insertQuery(good));
        assertThat(ids("parts")).isEqualTo("-1 0 1 2 3 7");

        assertThat(errorOf(client.insertQuery(computed(id, 1, "1, 'a'; 1, 'n'", List.of())))
                        .getMessage())
                .startsWith("Table has no partition for value n, 1 at row 2");
        assertThat(errorOf(client.insertQuery(computed(id, 1, "1, 'a'", List.of("late"))))
                        .code())
                .isEqualTo(ErrorCode.NOT_IN_PARTITIONS);
        assertThat(errorOf(client.execute("UPDATE parts SET name = 'n' WHERE id = 1", id, 1, CONTEXT))
                        .code())
                .isEqualTo(ErrorCode.NO_PARTITION);
        assertThat(get(client.execute("UPDATE parts SET name = 'b' WHERE id = 1", id, 1, CONTEXT))
                        .affectedRows())
                .isEqualTo(1);

        assertThat(errorOf(client.change(new CatalogChange.TruncateTable("shop", "parts", List.of("gone"))))
                        .code())
                .isEqualTo(ErrorCode.UNKNOWN_PARTITION);
        get(client.change(new CatalogChange.TruncateTable("shop", "parts", List.of("late"))));
        assertThat(ids("parts")).isEqualTo("-1 0 1 2 7");

        TableSchema now = table("parts");
        TableSchema after = new TableSchema(
                id,
                "shop",
                "parts",
                2,
                now.keyModel(),
                now.columns(),
                now.properties(),
                now.layout().withPartitioning(partitioning.without("it's")));
        get(client.change(new CatalogChange.AlterTable(
                new TableChange(after, List.of(new TableChange.Kept(0), new TableChange.Kept(1))))));

        assertThat(ids("parts")).isEqualTo("-1 0 1");
        assertThat(errorOf(client.insertQuery(good)).code()).isEqualTo(ErrorCode.SCHEMA_VERSION_MISMATCH);
        assertThat(errorOf(client.insertQuery(computed(id, table("parts").schemaVersion(), "2, 'm'", List.of())))
                        .code())
                .isEqualTo(ErrorCode.NO_PARTITION);
        close();
        open();
        assertThat(table("parts").layout().partitioning()).isEqualTo(partitioning.without("it's"));
    }

    private static PartitionValue value(String text) {
        return new PartitionValue(PartitionValue.Kind.VALUE, text);
    }

    private TableSchema table(String name) throws Exception {
        return get(client.catalog()).tables().stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static InsertQuery computed(long table, int version, String values, List<String> partitions) {
        return new InsertQuery(
                table,
                version,
                List.of(new InsertQuery.Source(
                        "SELECT " + values.replace("; ", " UNION ALL SELECT "), List.of(List.of(0, 1)))),
                null,
                "",
                CONTEXT,
                null,
                partitions,
                false,
                0);
    }

    @Test
    void aComputedInsertForAnOlderSchemaIsRefused() throws Exception {
        InsertQuery query = query("", "SELECT 1, 'a'", CONTEXT);

        assertThat(errorOf(client.insertQuery(
                                new InsertQuery(query.tableId(), 7, query.sources(), "", query.context())))
                        .code())
                .isEqualTo(ErrorCode.SCHEMA_VERSION_MISMATCH);
        assertThat(errorOf(client.insertQuery(new InsertQuery(99, 1, query.sources(), "", query.context())))
                        .code())
                .isEqualTo(ErrorCode.UNKNOWN_TABLE);
    }

    @Test
    void aTransactionReadsItsRowsAndOthersDoNotUntilItCommits() throws Exception {
        long id = get(client.begin("", TransactionTimeout.of(14_400)));
        get(client.appendTo(id, tableId("orders"), 1, List.of(block(1, 2))));
        QueryContext inside = new QueryContext("shop", SqlMode.NONE, "UTC", id);
        assertThat(select("SELECT id, name FROM orders ORDER BY id", inside)).isEqualTo("1 2");
        get(client.execute("DELETE FROM orders WHERE id = 1", tableId("orders"), 1, inside));
        assertThat(ids("orders")).isEmpty();

        get(client.commit(id));

        assertThat(ids("orders")).isEqualTo("2");
    }

    @Test
    void anErrorOfTheEngineAbortsTheTransactionUntilRollback() throws Exception {
        long id = get(client.begin("", TransactionTimeout.of(14_400)));
        get(client.appendTo(id, tableId("orders"), 1, List.of(block(1))));
        QueryContext inside = new QueryContext("shop", SqlMode.NONE, "UTC", id);
        assertThatThrownBy(() -> select("SELECT nothing FROM orders", inside))
                .isInstanceOfSatisfying(
                        TributaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_COLUMN));
        assertThat(select("SELECT id, name FROM orders", inside))
                .as("what the engine never ran")
                .isEqualTo("1");
        assertThatThrownBy(() -> select("SELECT (SELECT 1 UNION ALL SELECT id FROM orders), 'a'", inside))
                .isInstanceOfSatisfying(
                        TributaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SUBQUERY_ROWS));

        assertThat(errorOf(client.commit(id)).code()).isEqualTo(ErrorCode.TRANSACTION_ABORTED);

        get(client.rollback(id));
        assertThat(ids("orders")).isEmpty();
    }

    @Test
    void aTransactionLeftOpenIsGoneAfterARestart() throws Exception {
        long id = get(client.begin("", TransactionTimeout.of(14_400)));
        get(client.appendTo(id, tableId("orders"), 1, List.of(block(1))));
        close();
        open();

        assertThat(errorOf(client.commit(id)).code()).isEqualTo(ErrorCode.TRANSACTION_ABORTED);
        assertThat(ids("orders")).isEmpty();
    }

    @Test
    void aResultLargerThanTheWindowComesBlockByBlock() throws Exception {
        for (int i = 0; i < 20; i++) {
            int first = i * 1000;
            get(client.insert(
                    tableId("orders"),
                    1,
                    List.of(block(IntStream.range(first, first + 1000).toArray())),
                    ""));
        }

        Rows rows = new Rows(1);
        client.query("SELECT id, name FROM orders ORDER BY id", CONTEXT, rows);

        assertThat(get(rows.done).split(" ")).hasSize(20_000);
        assertThat(rows.blocks).isGreaterThan(5);
    }

    @Test
    void aCancelledQueryGivesItsPlaceBack() throws Exception {
        get(client.insert(
                tableId("orders"), 1, List.of(block(IntStream.range(0, 100_000).toArray())), ""));
        for (int i = 0; i < 300; i++) {
            Rows rows = new Rows(0);
            client.query("SELECT id, name FROM orders", CONTEXT, rows);
            get(rows.started).cancel();
            assertThat(errorOf(rows.done).code()).isEqualTo(ErrorCode.INTERRUPTED);
        }

        assertThat(select("SELECT count(*), 'x' FROM orders", CONTEXT)).isEqualTo("100000");
    }

    @Test
    void aQueryThatItsClientEndsEarlyLeavesItsTransactionOpen() throws Exception {
        get(client.insert(
                tableId("orders"), 1, List.of(block(IntStream.range(0, 5_000).toArray())), ""));
        long id = get(client.begin("", TransactionTimeout.of(14_400)));
        QueryContext inside = new QueryContext("shop", SqlMode.NONE, "UTC", id);
        get(client.appendTo(id, tableId("orders"), 1, List.of(block(5_000))));

        for (int i = 0; i < 20; i++) {
            Rows rows = new Rows(i % 2);
            client.query("SELECT a.id, a.name FROM orders a CROSS JOIN orders b", inside, rows);
            get(rows.started).cancel();
            assertThat(errorOf(rows.done).code()).isEqualTo(ErrorCode.INTERRUPTED);
            assertThat(select("SELECT count(*), 'x' FROM orders", inside)).isEqualTo("5001");
        }
        get(client.commit(id));

        assertThat(select("SELECT count(*), 'x' FROM orders", CONTEXT)).isEqualTo("5001");
    }

    @Test
    void aStepThatRunsOnAfterItsCancelIsInterruptedAndItsTransactionSaysSo() throws Exception {
        get(client.insert(
                tableId("orders"), 1, List.of(block(IntStream.range(0, 5_000).toArray())), ""));
        long id = get(client.begin("", TransactionTimeout.of(14_400)));
        Rows rows = new Rows(1);
        client.query(
                "SELECT count(*), 'x' FROM orders a, orders b, orders c WHERE a.id + b.id + c.id + rand() < 0",
                new QueryContext("shop", SqlMode.NONE, "UTC", id),
                rows);
        awaitEngine();
        get(rows.underWay).cancel();

        TributaryException aborted = errorOf(client.commit(id));

        assertThat(aborted.code()).isEqualTo(ErrorCode.TRANSACTION_ABORTED);
        assertThat(aborted).hasMessageContaining("until ROLLBACK").hasMessageContaining("interrupted");
        get(client.rollback(id));
    }

    /** Its columns come with its first rows, which may never come. */
    @Test
    void aQueryThatHasNoRowsYetEndsByItsCancel() throws Exception {
        get(client.insert(
                tableId("orders"), 1, List.of(block(IntStream.range(0, 5_000).toArray())), ""));
        Rows rows = new Rows(1);
        client.query(
                "SELECT count(*), 'x' FROM orders a, orders b, orders c WHERE a.id + b.id + c.id + rand() < 0",
                CONTEXT,
                rows);
        awaitEngine();

        get(rows.underWay).cancel();

        assertThat(errorOf(rows.done).code()).isEqualTo(ErrorCode.INTERRUPTED);
        awaitIdleEngine();
    }

    @Test
    void aQueryWhoseRowsNobodyTakesIsEndedAndItsTransactionIsNot() throws Exception {
        get(client.insert(
                tableId("orders"), 1, List.of(block(IntStream.range(0, 100_000).toArray())), ""));
        reopen(config().withLimit(BackendLimit.QUERY_IDLE_SECONDS, 1));
        long id = get(client.begin("", TransactionTimeout.of(14_400)));
        QueryContext inside = new QueryContext("shop", SqlMode.NONE, "UTC", id);

        for (QueryContext context : List.of(CONTEXT, inside)) {
            Rows forgotten = new Rows(0);
            client.query(TOO_LARGE_TO_BE_SENT, context, forgotten);
            TributaryException ended = errorOf(forgotten.done);
            assertThat(ended.code()).isEqualTo(ErrorCode.INTERRUPTED);
            assertThat(ended).hasMessageContaining("query_idle_seconds 1;");
        }

        assertThat(select("SELECT count(*), 'x' FROM orders", inside)).isEqualTo("100000");
        get(client.commit(id));
    }

    @Test
    void ofTooManyQueriesWhoseRowsNobodyTakesTheOldestAreEnded() throws Exception {
        get(client.insert(
                tableId("orders"), 1, List.of(block(IntStream.range(0, 100_000).toArray())), ""));
        reopen(config().withLimit(BackendLimit.PARKED_QUERIES_MAX, 2));
        List<Rows> parked = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Rows rows = new Rows(0);
            client.query(TOO_LARGE_TO_BE_SENT, CONTEXT, rows);
            get(rows.started);
            parked.add(rows);
        }

        for (Rows oldest : parked.subList(0, 2)) {
            assertThat(errorOf(oldest.done)).hasMessageContaining("parked_queries_max 2");
        }
        for (Rows younger : parked.subList(2, 4)) {
            assertThat(younger.done).isNotDone();
            get(younger.started).cancel();
        }
    }

    @Test
    void describeNamesTheColumnsOfAQuery() throws Exception {
        List<ResultColumn> columns = get(client.describe("SELECT id AS n, name FROM orders WHERE id = ?", CONTEXT));

        assertThat(columns).extracting(ResultColumn::name).containsExactly("n", "name");
    }

    @Test
    void aWatchHearsOfTheCatalogNowAndOfEveryChangeAlsoAfterARestart() throws Exception {
        LinkedBlockingQueue<CatalogState> heard = new LinkedBlockingQueue<>();
        client.watchCatalog("", heard::add);
        assertThat(next(heard).tables()).hasSize(1);

        get(client.change(new CatalogChange.SetGlobalVariable("group_commit", "async_mode")));

        CatalogState changed = next(heard);
        assertThat(changed.globalVariables()).containsEntry("group_commit", "async_mode");
        close();
        open();
        client.watchCatalog("", heard::add);
        CatalogState later = next(heard);
        assertThat(later.version()).isGreaterThan(changed.version());
        assertThat(changed.owner().generation()).isPositive();
        assertThat(later.owner()).isEqualTo(new TableOwner(0, changed.owner().generation() + 1));
        assertThat(later.globalVariables()).containsEntry("group_commit", "async_mode");
    }

    @Test
    void errorsOfTheCatalogKeepTheirNumbers() {
        assertThat(errorOf(client.change(new CatalogChange.CreateDatabase("shop", false)))
                        .code())
                .isEqualTo(ErrorCode.DATABASE_EXISTS);
        assertThat(errorOf(client.change(new CatalogChange.DropTable("shop", "none", false)))
                        .code())
                .isEqualTo(ErrorCode.UNKNOWN_TABLE_ON_DROP);
        assertThat(errorOf(client.change(new CatalogChange.TruncateTable("shop", "none")))
                        .code())
                .isEqualTo(ErrorCode.UNKNOWN_TABLE);
    }

    @Test
    void aChangeWithATextThatIsTooLongIsRefusedAndLeavesNothing() throws Exception {
        assertThat(errorOf(client.change(new CatalogChange.SetGlobalVariable("x".repeat(65), "1"))))
                .hasMessageContaining("64 characters");

        assertThat(get(client.catalog()).globalVariables()).isEmpty();
    }

    /** A load whose rows wait for the second phase is as old as the time says by which it is ended. */
    @Test
    void aWallClockThatIsSetWhileItRunsMakesNoLoadBetweenItsPhasesOlder() throws Exception {
        close();
        AtomicLong wallMillis = new AtomicLong(System.currentTimeMillis());
        server = BackendServer.start(config(), metrics, () -> Instant.ofEpochMilli(wallMillis.get()));
        client = clientOver(server.channel());
        long before = wallMillis.getAndAdd(TimeUnit.DAYS.toMillis(1));

        long transaction = get(client.begin("load", TransactionTimeout.of(60)));
        long load = get(client.precommit(transaction, tableId("orders"), 1)).txnId();

        assertThat(get(client.transactions(load, "", "shop")))
                .singleElement()
                .extracting(TransactionInfo::beganMillis)
                .satisfies(began -> assertThat(began).isBetween(before, before + TimeUnit.HOURS.toMillis(1)));
        assertThat(get(client.decide("shop", load, "", true)).visible()).isTrue();
    }

    @Test
    void housekeepingHasNothingToDoThatSomebodyWaitsFor() {
        BackendThreads threads = server.threads();

        assertThat(threads.chores(threads.housekeeping()))
                .containsExactlyInAnyOrder(
                        "retention time",
                        "labels",
                        "keys in memory",
                        "partitions by the clock",
                        "rows that are too old",
                        "temporary tables",
                        "keys",
                        "positions",
                        "tombstones",
                        "dropped tables",
                        "left out");
        assertThat(threads.chores(threads.watch()))
                .containsExactlyInAnyOrder(
                        "parked queries", "answers", "engine hangs", "statement timeouts", "recovery");
        assertThat(threads.chores(threads.leases()))
                .containsExactlyInAnyOrder("leases", "second phases", "decommission");
        assertThat(threads.chores(threads.settling())).containsExactly("unsettled changes");
        assertThat(threads.chores(threads.servers()))
                .containsExactlyInAnyOrder(
                        "leases of servers",
                        "unsettled changes of servers",
                        "second phases of servers",
                        "keys of servers",
                        "keys over on servers",
                        "tables of servers",
                        "tombstones of servers",
                        "left out on servers");
        assertThat(threads.chores(threads.logRetention())).containsExactly("log retention");
    }

    @Test
    void itTakesNoNewCallsFirstAndThenEndsTheLogsBeforeTheThreadsThatCommitTheirBatchesAndTheEngineLast() {
        assertThat(server.closing())
                .containsExactly(
                        "in-process channel",
                        "metrics of servers",
                        "metrics",
                        "new calls",
                        "retention time",
                        "logs",
                        "append streams",
                        "catalog streams",
                        "statements",
                        "last answers",
                        "engine keeper",
                        "log directories",
                        "engine pools",
                        "transactions",
                        "timer",
                        "log retention",
                        "housekeeping",
                        "reports",
                        "settling",
                        "leases",
                        "watch",
                        "transaction ids",
                        "servers",
                        "committers of servers",
                        "committers",
                        "servers",
                        "engine",
                        "data directory");
    }

    @Test
    void aThreadOfItsThatDiesIsToldToWhomeverAsksHowItIs() throws Exception {
        assertThat(get(client.status()).deadThreads()).isEmpty();

        Future<?> died = server.threads().timer().submit(() -> {
            throw new AssertionError("broken");
        });
        assertThatThrownBy(() -> died.get(30, TimeUnit.SECONDS)).hasMessageContaining("broken");
        // This one runs behind it: the death is told when the first has ended.
        server.threads().timer().submit(() -> {}).get(30, TimeUnit.SECONDS);

        assertThat(get(client.status()).deadThreads())
                .containsExactly("thread backend-timer-1 died of java.lang.AssertionError: broken");
    }

    @Test
    void aSecondBackendOnTheSameDirectoryIsRefusedInOneLine() {
        assertThatThrownBy(() -> BackendServer.start(config(), new SimpleMeterRegistry()))
                .isInstanceOf(BackendStartException.class)
                .hasMessageContaining("is in use by another process: pid ")
                .hasMessageNotContaining("\n");
    }

    @Test
    void overTcpTheTokenIsNeededAndTheSameRowsCome() throws Exception {
        get(client.append(load(GroupCommitMode.SYNC_MODE, 1)));
        close();
        server = BackendServer.start(config().withListen(new BackendConfig.Listen("127.0.0.1", 0, "secret")), metrics);
        ManagedChannel channel = tcp(server.port(), "secret");
        ManagedChannel stranger = tcp(server.port(), "guess");
        client = clientOver(channel);
        try (GrpcBackendClient other = clientOver(stranger)) {
            get(client.append(load(GroupCommitMode.SYNC_MODE, 2)));
            assertThat(ids("orders")).isEqualTo("1 2");
            assertThat(errorOf(other.catalog())).hasMessageContaining("cluster_token");

            BackendConfig samePort = BackendConfig.of(directory.resolve("other"))
                    .withListen(new BackendConfig.Listen("127.0.0.1", server.port(), "secret"));
            assertThatThrownBy(() -> BackendServer.start(samePort, new SimpleMeterRegistry()))
                    .isInstanceOf(BackendStartException.class)
                    .hasMessageContaining("cannot listen on 127.0.0.1:" + server.port());
        } finally {
            channel.shutdownNow();
            stranger.shutdownNow();
        }
    }

    @Test
    void withoutATokenItListensOnLoopbackOnly() {
        BackendConfig open =
                BackendConfig.of(directory.resolve("open")).withListen(new BackendConfig.Listen("0.0.0.0", 0, ""));

        assertThatThrownBy(() -> BackendServer.start(open, new SimpleMeterRegistry()))
                .isInstanceOf(BackendStartException.class)
                .hasMessageContaining("cluster_token");
    }

    private static ManagedChannel tcp(int port, String token) {
        return NettyChannelBuilder.forAddress("127.0.0.1", port)
                .usePlaintext()
                .intercept(new ClusterToken(token))
                .build();
    }

    private static TableSchema schema(String name) {
        return new TableSchema(
                0,
                "shop",
                name,
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(Column.of("id", TYPES.get(0), false), Column.of("name", TYPES.get(1), true)),
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }

    private long tableId(String name) throws Exception {
        return get(client.catalog()).tables().stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow()
                .tableId();
    }

    private InsertQuery query(String label, String sql, QueryContext context) throws Exception {
        return new InsertQuery(
                tableId("orders"), 1, List.of(new InsertQuery.Source(sql, List.of(List.of(0, 1)))), label, context);
    }

    private LoadRequest load(GroupCommitMode mode, int... ids) throws Exception {
        return new LoadRequest(tableId("orders"), 1, mode, List.of(block(ids)));
    }

    private static RowBlock block(int... ids) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int id : ids) {
            rows.add(new Object[] {id, id % 2 == 0 ? null : "n" + id});
        }
        return TestRows.block(TYPES, rows);
    }

    private String ids(String table) throws Exception {
        return select("SELECT id, name FROM " + table + " ORDER BY id", CONTEXT);
    }

    private String select(String sql, QueryContext context) throws Exception {
        Rows rows = new Rows(1);
        client.query(sql, context, rows);
        return get(rows.done);
    }

    /** Waits until some thread is executing a query in the engine. */
    private static void awaitEngine() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!isQueryExecuted()) {
            assertThat(System.nanoTime()).as("no query is executed").isLessThan(deadline);
        }
    }

    private static void awaitIdleEngine() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (isQueryExecuted()) {
            assertThat(System.nanoTime()).as("a query is executed").isLessThan(deadline);
        }
    }

    private static boolean isQueryExecuted() {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Arrays::stream)
                .anyMatch(frame -> frame.getClassName().endsWith(".DuckDbCursor")
                        && frame.getMethodName().equals("execute"));
    }

    private static CatalogState next(LinkedBlockingQueue<CatalogState> heard) throws InterruptedException {
        CatalogState state = heard.poll(30, TimeUnit.SECONDS);
        assertThat(state).isNotNull();
        return Objects.requireNonNull(state);
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

    private static TributaryException errorOf(CompletableFuture<?> future) {
        Throwable error =
                future.handle((value, e) -> e).orTimeout(30, TimeUnit.SECONDS).join();
        assertThat(error).isInstanceOf(TributaryException.class);
        return (TributaryException) error;
    }

    /** The first column's values; asks for the next block when it has one, or never. */
    private static final class Rows implements ResultReceiver {
        private final int step;
        private final StringBuilder values = new StringBuilder();
        private final CompletableFuture<Flow> underWay = new CompletableFuture<>();
        private final CompletableFuture<Flow> started = new CompletableFuture<>();
        private final CompletableFuture<String> done = new CompletableFuture<>();
        private List<ColumnType> types = List.of();
        private @Nullable Flow flow;
        private int blocks;

        Rows(int step) {
            this.step = step;
        }

        @Override
        public void started(Flow flow) {
            underWay.complete(flow);
        }

        @Override
        public void columns(List<ResultColumn> columns, Flow source) {
            types = columns.stream().map(ResultColumn::type).toList();
            flow = source;
            source.request(step);
            started.complete(source);
        }

        @Override
        public void rows(RowBlock block) {
            blocks++;
            for (Object[] row : TestRows.rows(types, block)) {
                values.append(values.isEmpty() ? "" : " ").append(row[0]);
            }
            Objects.requireNonNull(flow).request(step);
        }

        @Override
        public void finished() {
            done.complete(values.toString());
        }

        @Override
        public void failed(TributaryException error) {
            started.completeExceptionally(error);
            done.completeExceptionally(error);
        }
    }
}
