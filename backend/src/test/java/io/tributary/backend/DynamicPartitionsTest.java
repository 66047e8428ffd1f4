package io.tributary.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.LoadRequest;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.calls.ResultReceiver;
import io.tributary.contract.calls.TransactionTimeout;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.rpc.client.ClientOptions;
import io.tributary.rpc.client.GrpcBackendClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Partitions that come and go by a clock, in a whole backend: log, batches, DuckDB. */
@Timeout(120)
class DynamicPartitionsTest {
    private static final QueryContext CONTEXT = new QueryContext("db", SqlMode.NONE, "UTC", 0);
    private static final Map<String, String> PROPERTIES = Map.of(
            "dynamic_partition.time_unit", "DAY",
            "dynamic_partition.time_zone", "UTC",
            "dynamic_partition.start", "-1",
            "dynamic_partition.end", "1",
            "dynamic_partition.prefix", "p");

    @TempDir
    Path directory;

    private final ExecutorService flusher = Executors.newSingleThreadExecutor();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-30T12:00:00Z"));
    private BackendServer server;
    private GrpcBackendClient client;

    @BeforeEach
    void start() throws Exception {
        open();
        get(client.change(new CatalogChange.CreateDatabase("db", false)));
        get(client.change(new CatalogChange.CreateTable(table(PROPERTIES), false)));
    }

    @AfterEach
    void stop() {
        close();
        flusher.shutdownNow();
        timer.shutdownNow();
    }

    private void open() throws BackendStartException {
        BackendConfig config = BackendConfig.of(directory.resolve("data"))
                .withLimit(BackendLimit.DYNAMIC_PARTITION_CHECK_INTERVAL_SECONDS, 1)
                .withLimit(BackendLimit.ROW_TTL_CHECK_INTERVAL_SECONDS, 1);
        server = BackendServer.start(config, new SimpleMeterRegistry(), now::get);
        client = new GrpcBackendClient(server.channel(), flusher, timer, ClientOptions.defaults());
    }

    private void close() {
        client.close();
        server.close();
    }

    private static TableSchema table(Map<String, String> properties) {
        return table(properties, "t");
    }

    private static TableSchema table(Map<String, String> properties, String name) {
        TableProperties all = TableProperties.defaults();
        for (Map.Entry<String, String> each : properties.entrySet()) {
            all = all.with(each.getKey(), each.getValue());
        }
        return new TableSchema(
                0,
                "db",
                name,
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(Column.of("d", ColumnType.of(ColumnType.Kind.DATE), true)),
                all,
                TableSchema.Layout.none()
                        .withPartitioning(
                                new Partitioning(Partitioning.Kind.RANGE, false, "", List.of("d"), List.of())));
    }

    private TableSchema now() throws Exception {
        return now("t");
    }

    private TableSchema now(String table) throws Exception {
        return get(client.catalog()).tables().stream()
                .filter(each -> each.name().equals(table))
                .findFirst()
                .orElseThrow();
    }

    private static String names(TableSchema table) {
        return table.layout().partitioning().partitions().stream()
                .map(Partition::name)
                .collect(Collectors.joining(" "));
    }

    private void awaitPartitions(String expected) throws Exception {
        awaitPartitions("t", expected);
    }

    private void awaitPartitions(String table, String expected) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!names(now(table)).equals(expected)) {
            assertThat(System.nanoTime()).as("%s", names(now(table))).isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    private static LoadRequest load(TableSchema table, GroupCommitMode mode, String... days) {
        return new LoadRequest(table.tableId(), table.schemaVersion(), mode, List.of(block(table, days)));
    }

    private static RowBlock block(TableSchema table, String... days) {
        RowBlockWriter writer = new RowBlockWriter(table);
        for (String day : days) {
            byte[] text = day.getBytes(StandardCharsets.UTF_8);
            writer.beginRow();
            writer.putText(0, text, 0, text.length);
            writer.endRow();
        }
        return writer.finish();
    }

    private long count(String where) throws Exception {
        return get(client.execute("DELETE FROM t WHERE " + where, now().tableId(), now().schemaVersion(), CONTEXT))
                .affectedRows();
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

    @Test
    void partitionsComeAndExpireWithTheRowsThatWereAcknowledged() throws Exception {
        TableSchema first = now();
        assertThat(names(first)).isEqualTo("p20261130 p20261201");
        // The batch stays open: its rows are in the log alone when the day ends.
        get(client.append(load(first, GroupCommitMode.ASYNC_MODE, "2026-11-30", "2026-12-01")));

        now.set(Instant.parse("2026-12-01T00:00:00Z"));
        awaitPartitions("p20261130 p20261201 p20261202");
        now.set(Instant.parse("2026-12-02T00:00:00Z"));
        awaitPartitions("p20261201 p20261202 p20261203");

        TributaryException late = errorOf(client.append(load(first, GroupCommitMode.ASYNC_MODE, "2026-11-30")));
        assertThat(late.code()).isEqualTo(ErrorCode.SCHEMA_VERSION_MISMATCH);
        assertThat(count("d < '2026-12-01'")).isZero();
        assertThat(count("d = '2026-12-01'")).isEqualTo(1);
    }

    @Test
    void whatIsDueWhileTheBackendIsDownIsDoneByTheNextStart() throws Exception {
        get(client.append(load(now(), GroupCommitMode.ASYNC_MODE, "2026-11-30", "2026-12-01")));

        close();
        now.set(Instant.parse("2026-12-02T00:00:00Z"));
        open();
        awaitPartitions("p20261201 p20261202 p20261203");

        assertThat(count("d IS NOT NULL")).isEqualTo(1);
    }

    @Test
    void aTransactionThatHoldsRowsOfAnExpiredPartitionDoesNotKeepIt() throws Exception {
        TableSchema first = now();
        get(client.append(load(first, GroupCommitMode.SYNC_MODE, "2026-11-30", "2026-12-01")));
        long writes = get(client.begin("", TransactionTimeout.of(14_400)));
        get(client.appendTo(writes, first.tableId(), first.schemaVersion(), List.of(block(first, "2026-11-30"))));
        long deletes = get(client.begin("", TransactionTimeout.of(14_400)));
        get(client.execute(
                "DELETE FROM t WHERE d = '2026-11-30'",
                first.tableId(),
                first.schemaVersion(),
                new QueryContext("db", SqlMode.NONE, "UTC", deletes)));

        now.set(Instant.parse("2026-12-02T00:00:00Z"));
        awaitPartitions("p20261201 p20261202 p20261203");

        assertThat(errorOf(client.commit(writes)).code()).isEqualTo(ErrorCode.SCHEMA_VERSION_MISMATCH);
        assertThat(errorOf(client.commit(deletes)).code()).isNotEqualTo(ErrorCode.ENGINE);
        assertThat(count("d < '2026-12-01'")).isZero();
    }

    @Test
    void aLoadBetweenItsPhasesIsWaitedFor() throws Exception {
        TableSchema first = now();
        long transaction = get(client.begin("load", TransactionTimeout.of(14_400)));
        get(client.appendTo(transaction, first.tableId(), first.schemaVersion(), List.of(block(first, "2026-12-01"))));
        long load = get(client.precommit(transaction, first.tableId(), first.schemaVersion()))
                .txnId();

        get(client.change(new CatalogChange.CreateTable(table(PROPERTIES, "u"), false)));
        now.set(Instant.parse("2026-12-03T00:00:00Z"));
        // A round has looked at both when the table that nobody waits for has its partitions.
        awaitPartitions("u", "p20261203 p20261204");
        assertThat(names(now())).isEqualTo("p20261130 p20261201");

        assertThat(get(client.decide("db", load, "", true)).visible()).isTrue();
        awaitPartitions("p20261203 p20261204");
    }

    @Test
    void propertiesThatAreSetHoldAtOnce() throws Exception {
        get(client.append(load(now(), GroupCommitMode.ASYNC_MODE, "2026-11-30", "2026-12-01")));
        now.set(Instant.parse("2026-12-01T00:00:00Z"));
        awaitPartitions("p20261130 p20261201 p20261202");

        assertThat(errorOf(client.change(
                                new CatalogChange.AlterProperties("db", "t", Map.of("dynamic_partition.end", "x"))))
                        .getMessage())
                .contains("Invalid dynamic partition end x");
        get(client.change(new CatalogChange.AlterProperties(
                "db", "t", Map.of("dynamic_partition.end", "0", "dynamic_partition.enable", "false"))));
        now.set(Instant.parse("2026-12-09T00:00:00Z"));
        get(client.change(new CatalogChange.AlterProperties("db", "t", Map.of("dynamic_partition.enable", "true"))));

        assertThat(names(now())).isEqualTo("p20261209");
        assertThat(count("d IS NOT NULL")).isZero();
    }

    @Test
    void rowsThatAreTooOldAreDeletedWhereverTheyAre() throws Exception {
        get(client.change(new CatalogChange.AlterProperties(
                "db", "t", Map.of("row_ttl", "5 DAY", "row_ttl_column", "d", "row_ttl_time_zone", "UTC"))));
        get(client.append(load(now(), GroupCommitMode.SYNC_MODE, "2026-11-30")));
        // In the log alone; and one that a transaction is about to delete itself.
        get(client.append(load(now(), GroupCommitMode.ASYNC_MODE, "2026-11-30", "2026-12-01")));
        get(client.change(new CatalogChange.AlterProperties("db", "t", Map.of("dynamic_partition.enable", "false"))));
        long deletes = get(client.begin("", TransactionTimeout.of(14_400)));
        get(client.execute(
                "DELETE FROM t WHERE d = '2026-11-30'",
                now().tableId(),
                now().schemaVersion(),
                new QueryContext("db", SqlMode.NONE, "UTC", deletes)));

        now.set(Instant.parse("2026-12-06T00:00:00Z"));
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (rows() != 1) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(10);
        }

        // A row that is too old is taken, and goes with the next round.
        get(client.append(load(now(), GroupCommitMode.SYNC_MODE, "2026-11-30")));
        while (rows() != 1) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(10);
        }
        assertThat(count("d = '2026-12-01'")).isEqualTo(1);
        assertThat(errorOf(client.change(new CatalogChange.AlterProperties("db", "t", Map.of("row_ttl", "5"))))
                        .code())
                .isEqualTo(ErrorCode.INVALID_STATEMENT);
    }

    private long rows() throws Exception {
        Count rows = new Count();
        client.query("SELECT d FROM t", CONTEXT, rows);
        return get(rows.done);
    }

    /** Counts rows. */
    private static final class Count implements ResultReceiver {
        private final CompletableFuture<Long> done = new CompletableFuture<>();
        private long count;

        @Override
        public void columns(List<ResultColumn> columns, Flow flow) {
            flow.request(1_000);
        }

        @Override
        public void rows(RowBlock block) {
            count += block.rowCount();
        }

        @Override
        public void finished() {
            done.complete(count);
        }

        @Override
        public void failed(TributaryException error) {
            done.completeExceptionally(error);
        }
    }
}
