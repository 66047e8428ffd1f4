package io.tributary.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.LoadRequest;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.calls.ResultReceiver;
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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The engine's files are older than the log, or damaged: copies of what a running backend has on its disk, as a crash leaves it. */
@Timeout(120)
class EngineWentBackTest {
    private static final List<ColumnType> TYPES = List.of(ColumnType.of(ColumnType.Kind.INT));

    @TempDir
    Path directory;

    private final ExecutorService flusher = Executors.newSingleThreadExecutor();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private @Nullable BackendServer server;
    private @Nullable GrpcBackendClient client;
    private long tableId;

    @AfterEach
    void stop() {
        close();
        flusher.shutdownNow();
        timer.shutdownNow();
    }

    @Test
    void anEngineWithoutItsLastPrivateCommitIsRefusedAndAcceptedOnPurpose() throws Exception {
        start("run");
        insert(GroupCommitMode.OFF_MODE, 1);
        Path older = copyOf("run", "older");
        insert(GroupCommitMode.OFF_MODE, 2);
        insert(GroupCommitMode.ASYNC_MODE, 3);
        Path newer = copyOf("run", "newer");
        close();
        copyEngine(older, newer);

        // A supervisor tries about as often.
        for (int attempt = 0; attempt < 4; attempt++) {
            assertThatThrownBy(() -> start("newer"))
                    .hasMessageContaining("the engine has gone back")
                    .hasMessageContaining("the last 1 are lost")
                    .hasMessageContaining("wal accept")
                    .hasMessageNotContaining("skip");
        }

        try (StoppedBackend stopped = StoppedBackend.open(config("newer"))) {
            stopped.openCatalog();
            assertThat(stopped.acceptEngine(stopped.logs().get(0))).isEqualTo(1);
        }
        start("newer");
        assertThat(rows()).containsExactly(1, 3);
    }

    /** The log of rows that were committed has gone with the checkpoint of an orderly stop: only its note tells. */
    @Test
    void anEngineThatWasPutBackBehindRowsOfGroupCommitAloneIsRefusedAsOftenAsItIsTried() throws Exception {
        start("run");
        insert(GroupCommitMode.ASYNC_MODE, 1);
        assertThat(rows()).containsExactly(1);
        close();
        Path older = Files.createDirectory(directory.resolve("older"));
        copy(directory.resolve("run/duckdb"), older.resolve("duckdb"));
        start("run");
        insert(GroupCommitMode.ASYNC_MODE, 2);
        insert(GroupCommitMode.ASYNC_MODE, 3);
        assertThat(rows()).containsExactly(1, 2, 3);
        close();
        Path newer = copyOf("run", "newer");
        copyEngine(older, directory.resolve("run"));

        for (int attempt = 0; attempt < 3; attempt++) {
            assertThatThrownBy(() -> start("run"))
                    .hasMessageContaining("the engine has gone back")
                    .hasMessageNotContaining("skip");
        }

        copyEngine(newer, directory.resolve("run"));
        start("run");
        assertThat(rows()).containsExactly(1, 2, 3);
    }

    /** What a first start leaves on a full disk looks like that, and is made anew; this one had rows. */
    @Test
    void anEngineWhoseFileWasCutWithinItsHeadIsRefused() throws Exception {
        start("run");
        insert(GroupCommitMode.OFF_MODE, 1);
        insert(GroupCommitMode.ASYNC_MODE, 2);
        close();
        Path file = directory.resolve("run/duckdb/tributary.duckdb");
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 4096));

        assertThatThrownBy(() -> start("run")).hasMessageContaining("cannot open the database file");
        assertThat(file).hasSize(4096);
    }

    @Test
    void anEngineWhoseLogWasDeletedIsRefused() throws Exception {
        start("run");
        insert(GroupCommitMode.OFF_MODE, 1);
        insert(GroupCommitMode.OFF_MODE, 2);
        Path left = copyOf("run", "left");
        close();
        Files.delete(engineLog(left));

        assertThatThrownBy(() -> start("left")).hasMessageContaining("the engine has gone back");
    }

    @Test
    void anEngineWhoseLogWasCutIsRefusedOrHasEverything() throws Exception {
        start("run");
        insert(GroupCommitMode.OFF_MODE, 1);
        insert(GroupCommitMode.OFF_MODE, 2);
        insert(GroupCommitMode.OFF_MODE, 3);
        Path left = copyOf("run", "left");
        close();
        byte[] log = Files.readAllBytes(engineLog(left));
        for (int part = 1; part < 8; part++) {
            Path cut = copyOf("left", "cut" + part);
            Files.write(engineLog(cut), Arrays.copyOf(log, log.length / 8 * part));
            requireRefusedOrComplete("cut" + part, 1, 2, 3);
        }
    }

    @Test
    void aFlippedBitOfTheEnginesLogIsNoticedOrLosesNothing() throws Exception {
        start("run");
        for (int i = 1; i <= 6; i++) {
            insert(GroupCommitMode.OFF_MODE, i);
        }
        Path left = copyOf("run", "left");
        close();
        byte[] log = Files.readAllBytes(engineLog(left));
        // One byte is flipped in each piece of the last commits, whose lengths and checksums lie close together.
        int pieces = 24;
        for (int i = 0; i < pieces; i++) {
            Path flipped = copyOf("left", "flip" + i);
            byte[] bytes = log.clone();
            int at = log.length - 1 - (int) ((long) i * Math.min(log.length - 1, 2_000) / pieces);
            bytes[at] ^= 0x40;
            Files.write(engineLog(flipped), bytes);
            requireRefusedOrComplete("flip" + i, 1, 2, 3, 4, 5, 6);
        }
    }

    /** What the engine drops there comes from the log once more, or was never told. */
    @Test
    void aHoleInALoggedCommitOfTheEnginesLogIsCutOffAndCommittedAgain() throws Exception {
        start("run");
        insert(GroupCommitMode.OFF_MODE, 1);
        int before = Math.toIntExact(Files.size(engineLog(directory.resolve("run"))));
        insertRows(2, 2_001);
        Path left = copyOf("run", "left");
        close();
        byte[] log = Files.readAllBytes(engineLog(left));
        Arrays.fill(log, before + 1_024, before + 2_048, (byte) 0);
        Files.write(engineLog(left), log);

        for (int attempt = 0; attempt < 2; attempt++) {
            start("left");
            assertThat(rows())
                    .containsExactlyElementsOf(
                            IntStream.rangeClosed(1, 2_001).boxed().toList());
            close();
        }
        try (Stream<Path> files = Files.list(left.resolve("duckdb"))) {
            assertThat(files).anyMatch(file -> file.toString().contains(".wal.from-"));
        }
    }

    @Test
    void aHoleInACommitThatIsInNoLogIsNoticed() throws Exception {
        start("run");
        insert(GroupCommitMode.OFF_MODE, 1);
        int before = Math.toIntExact(Files.size(engineLog(directory.resolve("run"))));
        insert(GroupCommitMode.OFF_MODE, 2);
        int after = Math.toIntExact(Files.size(engineLog(directory.resolve("run"))));
        insert(GroupCommitMode.OFF_MODE, 3);
        Path left = copyOf("run", "left");
        close();
        byte[] log = Files.readAllBytes(engineLog(left));
        Arrays.fill(log, before + 40, after - 8, (byte) 0);
        Files.write(engineLog(left), log);
        Path file = left.resolve("duckdb/tributary.duckdb");
        byte[] engine = Files.readAllBytes(file);

        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatThrownBy(() -> start("left"))
                    .hasMessageContaining("the engine has gone back")
                    .hasMessageContaining("the last 2 are lost");
        }

        // Whoever can mend it still has all of it.
        byte[] kept = Files.readAllBytes(engineLog(left));
        Path piece;
        try (Stream<Path> files = Files.list(left.resolve("duckdb"))) {
            piece = files.filter(each -> each.toString().contains(".wal.from-"))
                    .findFirst()
                    .orElseThrow();
        }
        int position = Integer.parseInt(piece.toString().replaceFirst(".*from-(\\d+).*", "$1"));
        assertThat(Arrays.copyOf(kept, position)).isEqualTo(Arrays.copyOf(log, position));
        assertThat(Files.readAllBytes(piece)).isEqualTo(Arrays.copyOfRange(log, position, log.length));
        assertThat(Files.readAllBytes(file)).isEqualTo(engine);
    }

    private void requireRefusedOrComplete(String name, Integer... rows) throws Exception {
        try {
            start(name);
        } catch (BackendStartException e) {
            assertThat(e.getMessage()).doesNotContain("skip");
            return;
        }
        assertThat(rows()).containsExactly(rows);
        close();
    }

    private BackendConfig config(String name) {
        return BackendConfig.of(directory.resolve(name)).withLimit(BackendLimit.WAL_SEGMENT_BYTES, 1 << 20);
    }

    private void start(String name) throws Exception {
        boolean isNew = !Files.exists(directory.resolve(name));
        server = BackendServer.start(config(name), new SimpleMeterRegistry());
        GrpcBackendClient started = new GrpcBackendClient(server.channel(), flusher, timer, ClientOptions.defaults());
        client = started;
        if (isNew) {
            get(started.change(new CatalogChange.CreateDatabase("shop", false)));
            get(started.change(new CatalogChange.CreateTable(
                    new TableSchema(
                            0,
                            "shop",
                            "t",
                            1,
                            TableSchema.KeyModel.DUPLICATE,
                            List.of(Column.of("id", TYPES.get(0), false)),
                            TableProperties.defaults(),
                            TableSchema.Layout.none()),
                    false)));
            tableId = get(started.catalog()).tables().get(0).tableId();
        }
    }

    private void close() {
        if (client != null) {
            client.close();
            client = null;
        }
        if (server != null) {
            server.close();
            server = null;
        }
    }

    private GrpcBackendClient client() {
        return Objects.requireNonNull(client);
    }

    private void insert(GroupCommitMode mode, int id) throws Exception {
        RowBlock block = TestRows.block(TYPES, List.<@Nullable Object[]>of(new @Nullable Object[] {id}));
        if (mode == GroupCommitMode.OFF_MODE) {
            get(client().insert(tableId, 1, List.of(block), ""));
        } else {
            get(client().append(new LoadRequest(tableId, 1, mode, List.of(block))));
        }
    }

    /** One load, committed when this returns. */
    private void insertRows(int from, int to) throws Exception {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int id = from; id <= to; id++) {
            rows.add(new @Nullable Object[] {id});
        }
        get(client().append(
                        new LoadRequest(tableId, 1, GroupCommitMode.SYNC_MODE, List.of(TestRows.block(TYPES, rows)))));
    }

    private List<Integer> rows() throws Exception {
        get(client().sync(List.of(tableId), 30_000));
        Rows rows = new Rows();
        client().query("SELECT id FROM t ORDER BY id", new QueryContext("shop", SqlMode.NONE, "UTC", 0), rows);
        return get(rows.done);
    }

    /** What a crash at this moment leaves: the engine's file and its log are copied last. */
    private Path copyOf(String from, String to) throws IOException {
        Path target = directory.resolve(to);
        copy(directory.resolve(from), target);
        return target;
    }

    private static void copyEngine(Path from, Path to) throws IOException {
        Files.deleteIfExists(engineLog(to));
        copy(from.resolve("duckdb"), to.resolve("duckdb"));
    }

    private static Path engineLog(Path data) {
        return data.resolve("duckdb/tributary.duckdb.wal");
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else if (!file.getFileName().toString().equals("LOCK")) {
                    Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }

    private static final class Rows implements ResultReceiver {
        final CompletableFuture<List<Integer>> done = new CompletableFuture<>();
        private final List<Integer> ids = new ArrayList<>();

        @Override
        public void columns(List<ResultColumn> columns, Flow source) {
            source.request(10_000);
        }

        @Override
        public void rows(RowBlock block) {
            TestRows.rows(TYPES, block).forEach(row -> ids.add(((Number) row[0]).intValue()));
        }

        @Override
        public void finished() {
            done.complete(ids);
        }

        @Override
        public void failed(TributaryException error) {
            done.completeExceptionally(error);
        }
    }
}
