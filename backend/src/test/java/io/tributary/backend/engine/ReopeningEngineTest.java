package io.tributary.backend.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.backend.txn.Labels;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.duckdb.DuckDbEngine;
import io.tributary.engine.duckdb.DuckDbOptions;
import io.tributary.engine.port.AppliedBatch;
import io.tributary.engine.port.EngineTraits;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.FaultyEngine;
import io.tributary.engine.port.KeyStore;
import io.tributary.engine.port.LabelStore;
import io.tributary.engine.port.Ports;
import io.tributary.engine.port.Positions;
import io.tributary.engine.port.QuarantineStore;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.SystemStore;
import io.tributary.engine.port.TableEngine;
import io.tributary.engine.port.TableEngineContract;
import io.tributary.engine.port.TableRewrite;
import io.tributary.engine.port.TestRows;
import io.tributary.engine.port.UnloggedCommits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** It must do what every engine does, and be another one after it was reopened. */
class ReopeningEngineTest extends TableEngineContract {

    @TempDir
    Path directory;

    private final EngineHealth health = new EngineHealth(() -> 1_000_000);
    private Runnable beforeOpening = () -> {};
    private UnaryOperator<TableEngine> opened = UnaryOperator.identity();

    @Override
    protected TableEngine open() {
        return new ReopeningEngine(
                () -> {
                    beforeOpening.run();
                    return opened.apply(openInstance());
                },
                health);
    }

    private DuckDbEngine openInstance() {
        return DuckDbEngine.open(
                DuckDbOptions.defaults(directory.resolve("tributary.duckdb"), directory.resolve("tmp")));
    }

    private ReopeningEngine reopening() {
        return (ReopeningEngine) engine;
    }

    private void fail() throws InterruptedException {
        health.seen(new TributaryException(ErrorCode.ENGINE_DOWN, "DuckDB: fsync failed!"), false);
        reopening().reopen(10_000);
        health.reopened();
        health.proven(health.failures());
    }

    @Test
    void whatWasCommittedIsThereWhenItWasOpenedAgainAndItGoesOn() throws Exception {
        TableSchema table = table("t", ColumnType.of(Kind.INT));
        append(table, rows(1, 2));
        long before = engine.nextCheckpoint();
        engine.checkpoint();

        fail();

        append(table, rows(3));
        assertThat(select("SELECT c0 FROM t ORDER BY c0"))
                .extracting(row -> row[0])
                .containsExactly(1L, 2L, 3L);
        assertThat(engine.lastCheckpoint()).isEqualTo(before);
        engine.checkpoint();
        assertThat(engine.lastCheckpoint()).isEqualTo(before + 1);
    }

    /** The truncation stands for a log that is cut off where it cannot be read. */
    @Test
    void anInstanceWithoutABatchThatWasCommittedTakesNobodysPlace() throws Exception {
        TableSchema table = table("t", ColumnType.of(Kind.INT));
        applied(table, 1);
        Path log = directory.resolve("tributary.duckdb.wal");
        long bytes = Files.size(log);
        applied(table, 2);
        beforeOpening = () -> truncate(log, bytes);

        assertThatThrownBy(this::fail)
                .isInstanceOf(LostEngineException.class)
                .hasMessageContaining("gone back, of table " + table.tableId());

        try (TableEngine started = openInstance()) {
            assertThat(started.systemStore().appliedPositions(5)).containsEntry(table.tableId(), 1L);
        }
    }

    @Test
    void anInstanceWithoutACommitThatIsInNoLogTakesNobodysPlace() throws Exception {
        engine.unloggedCommits().countFromNowOn(() -> {});
        engine.systemStore().put("test", "a", "1");
        Path log = directory.resolve("tributary.duckdb.wal");
        long bytes = Files.size(log);
        engine.systemStore().put("test", "a", "2");
        beforeOpening = () -> truncate(log, bytes);

        assertThatThrownBy(this::fail)
                .isInstanceOf(LostEngineException.class)
                .hasMessageContaining("gone back, of 2 commits that are in no log it has 1");
        assertThat(Files.size(directory.resolve("tributary.duckdb.wal"))).isPositive();
    }

    @Test
    void anInstanceThatFailsBeforeItIsTakenIsClosedForTheNext() throws Exception {
        TableSchema table = table("t", ColumnType.of(Kind.INT));
        applied(table, 1);
        opened = instance -> {
            FaultyEngine failing = new FaultyEngine(instance);
            failing.at(FaultyEngine.Point.BEFORE_GET, () -> {
                throw new TributaryException(ErrorCode.ENGINE_IO, "DuckDB: Input/output error");
            });
            return failing;
        };
        assertCode(this::fail, ErrorCode.ENGINE_IO);
        opened = UnaryOperator.identity();

        fail();

        assertThat(select("SELECT * FROM t")).hasSize(1);
    }

    @Test
    void anEndWithoutRoomForACheckpointMakesNone() throws Exception {
        Path log = directory.resolve("second.duckdb.wal");
        for (boolean hasRoom : List.of(false, true)) {
            FaultyEngine disk = new FaultyEngine(DuckDbEngine.open(
                    DuckDbOptions.defaults(directory.resolve("second.duckdb"), directory.resolve("tmp"))));
            ReopeningEngine ending = new ReopeningEngine(() -> disk, health);
            ending.systemStore().put("a", "b", "c");
            disk.disk(hasRoom ? 1 << 30 : 1 << 20, 0);

            ending.close();

            assertThat(Files.exists(log)).isEqualTo(!hasRoom);
        }
    }

    private void applied(TableSchema table, long position) {
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, rows((int) position));
            Positions.set(engine, transaction, new AppliedBatch(table.tableId(), 5, position, position, 1, 1));
            transaction.commit();
        }
    }

    private static void truncate(Path file, long bytes) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void transactionsAndCursorsOfTheInstanceBeforeAreLostAndSaySo() throws Exception {
        TableSchema table = table("t", ColumnType.of(Kind.INT));
        append(table, rows(1, 2));
        EngineTransaction held = engine.begin();
        held.append(table, rows(3));
        ResultCursor ofIt = held.query("SELECT c0 FROM t", CONTEXT);
        ResultCursor parked = engine.query("SELECT c0 FROM t", CONTEXT);

        fail();

        assertThat(held.isUsable()).isFalse();
        assertCode(held::commit, ErrorCode.ENGINE_DOWN);
        assertCode(ofIt::next, ErrorCode.ENGINE_DOWN);
        assertCode(parked::next, ErrorCode.ENGINE_DOWN);
        ofIt.close();
        held.rollback();
        held.close();
        parked.close();
        assertThat(select("SELECT count(*) FROM t").get(0)[0]).isEqualTo(2L);
    }

    @Test
    void noSecondInstanceIsOpenedWhileSomebodyIsInTheFirst() {
        EngineInstance instance = new EngineInstance(engine);
        assertThat(instance.enter()).isTrue();

        assertThat(ended(instance)).isFalse();
        assertThat(instance.enter()).isFalse();

        instance.leave();
        assertThat(ended(instance)).isTrue();
    }

    /** A server that is gone would let them wait for as long as a socket does. */
    @Test
    void whoWaitsForAnAnswerOfAnotherProcessIsToldBeforeItIsWaitedFor() {
        List<EngineInstance> waiting = new ArrayList<>();
        EngineInstance instance = new EngineInstance(new TableEngine() {
            @Override
            public EngineTraits traits() {
                return engine.traits();
            }

            @Override
            public SystemStore systemStore() {
                return engine.systemStore();
            }

            @Override
            public void disconnect() {
                waiting.forEach(EngineInstance::leave);
            }

            @Override
            public void close() {}
        });
        waiting.add(instance);
        assertThat(instance.enter()).isTrue();

        assertThat(ended(instance)).isTrue();
    }

    private static boolean ended(EngineInstance instance) {
        try {
            return instance.end(10);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theFilesAreNotOpenedTwiceInOneProcess() {
        assertThatThrownBy(this::open).hasMessageContaining("this process has").hasMessageContaining("open already");
    }

    @Test
    void whileItIsDownItIsNotAskedAndSaysWhy() {
        health.seen(new TributaryException(ErrorCode.ENGINE_DOWN, "DuckDB: fsync failed!"), false);

        TributaryException told = catchThrowableOfType(TributaryException.class, () -> engine.begin());

        assertThat(told.code()).isEqualTo(ErrorCode.ENGINE_DOWN);
        assertThat(told).hasMessageContaining("down since 1970-01-01T00:16:40Z").hasMessageContaining("fsync failed!");
        assertCode(() -> engine.query("SELECT 1", CONTEXT), ErrorCode.ENGINE_DOWN);
        assertCode(() -> engine.systemStore().get("a", "b"), ErrorCode.ENGINE_DOWN);
        health.reopened();
        health.proven(health.failures());
    }

    @Test
    void aFullDiskRefusesWhatWritesWith1021AndLeavesReadersAlone() {
        health.seen(new TributaryException(ErrorCode.DISK_FULL, "DuckDB: No space left on device"), true);

        assertCode(engine::begin, ErrorCode.DISK_FULL);
        assertCode(() -> engine.systemStore().put("a", "b", "c"), ErrorCode.DISK_FULL);
        assertThat(select("SELECT 1 + 1")).hasSize(1);
        assertThat(health.failure()).contains("No space left on device");
        health.proven(health.failures());
    }

    @Test
    void whatAQueryAsksTooMuchOfDiskOrMemoryForSaysNothingOfTheEngine() {
        health.seen(new TributaryException(ErrorCode.ENGINE_MEMORY, "DuckDB: out of memory"), false);
        health.seen(new TributaryException(ErrorCode.DISK_FULL, "DuckDB: No space left on device"), false);

        assertThat(health.isWell()).isTrue();
    }

    /** A default of the port would pass by the engine that is behind. */
    @Test
    void labelsThatWereUsedBeforeItWasOpenedAgainAreUsedAndLostOnesAreFree() throws Exception {
        long[] now = {1_000_000};
        Labels labels = new Labels(engine.labelStore(), 60, 100, () -> now[0]);
        labels.read();
        use(labels, "daily");
        try (Labels.Claim claim = labels.claim("d", "lost");
                EngineTransaction transaction = engine.begin()) {
            claim.write(transaction, 8);
            fail();
            assertThatThrownBy(transaction::commit).isInstanceOf(TributaryException.class);
        }

        assertThatThrownBy(() -> labels.claim("d", "daily")).hasMessageContaining("already been used");
        use(labels, "lost");
        assertThatThrownBy(() -> labels.claim("d", "lost")).hasMessageContaining("already been used");
        now[0] += 60_000;
        assertThat(labels.removeExpired()).isEqualTo(2);
        assertThat(labels.count()).isZero();
    }

    private void use(Labels labels, String label) {
        try (Labels.Claim claim = labels.claim("d", label);
                EngineTransaction transaction = engine.begin()) {
            claim.write(transaction, 7);
            transaction.commit();
        }
    }

    @Test
    void everyMethodOfThePortsIsPassedOn() {
        assertThat(Ports.missing(EngineTransaction.class, LeasedTransaction.class))
                .isEmpty();
        assertThat(Ports.missing(SystemStore.class, engine.systemStore().getClass()))
                .isEmpty();
        assertThat(Ports.missing(KeyStore.class, engine.keyStore().getClass())).isEmpty();
        assertThat(Ports.missing(LabelStore.class, engine.labelStore().getClass()))
                .isEmpty();
        assertThat(Ports.missing(QuarantineStore.class, engine.quarantine().getClass()))
                .isEmpty();
        assertThat(Ports.missing(UnloggedCommits.class, engine.unloggedCommits().getClass()))
                .isEmpty();
        assertThat(Ports.missing(ResultCursor.class, LeasedCursor.class)).isEmpty();
        assertThat(Ports.missing(TableRewrite.class, LeasedRewrite.class)).isEmpty();
        assertThat(Ports.missing(TableEngine.class, ReopeningEngine.class))
                // Those that are answered by others.
                .containsExactlyInAnyOrder(
                        "of",
                        "all",
                        "keepsLoads",
                        "keeperOf",
                        "keeperOf",
                        "keepers",
                        "databasesOf",
                        "ping",
                        "pingGeneration",
                        "disconnect",
                        "abandon");
    }

    private static List<RowBlock> rows(int... values) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int value : values) {
            rows.add(new @Nullable Object[] {value});
        }
        return List.of(TestRows.block(List.of(ColumnType.of(Kind.INT)), rows));
    }

    private static void assertCode(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, ErrorCode code) {
        assertThat(catchThrowableOfType(TributaryException.class, call).code()).isEqualTo(code);
    }
}
