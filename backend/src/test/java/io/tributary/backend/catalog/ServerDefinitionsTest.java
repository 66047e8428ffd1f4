package io.tributary.backend.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.backend.catalog.clock.TableDefaults;
import io.tributary.backend.engine.EngineHealth;
import io.tributary.backend.engine.ReopeningEngine;
import io.tributary.backend.engine.ServerEngines;
import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.DatabaseEngine;
import io.tributary.contract.schema.GroupCommitPolicy;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.duckdb.DuckDbEngine;
import io.tributary.engine.duckdb.DuckDbFactory;
import io.tributary.engine.duckdb.DuckDbOptions;
import io.tributary.engine.port.EngineTraits;
import io.tributary.engine.port.FaultyEngine;
import io.tributary.engine.port.ServerEngineFactory;
import io.tributary.engine.port.TableEngine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server has and what the catalog says of it, when a process ends between the steps of a definition. */
class ServerDefinitionsTest {
    private static final DatabaseEngine WHERE = new DatabaseEngine("played", "mysql://h:1", "env:X");
    private static final Column A = Column.of("a", ColumnType.of(ColumnType.Kind.INT), true);
    private static final Column B = Column.of("b", ColumnType.of(ColumnType.Kind.BIGINT), true);

    @TempDir
    Path directory;

    private boolean away;
    private volatile Runnable opening = () -> {};
    private Runnable beforeDrop = () -> {};
    private ReopeningEngine home;
    private ServerEngines servers;
    private TableCatalog catalog;

    /** A server is played by a second embedded engine, which carries out each definition by itself. */
    private final class Played implements ServerEngineFactory {
        @Override
        public EngineTraits traits() {
            return new DuckDbFactory().traits();
        }

        @Override
        public void check(DatabaseEngine engine) {}

        @Override
        public TableEngine open(DatabaseEngine engine) {
            if (away) {
                throw new TributaryException(ErrorCode.ENGINE_DOWN, "it is away");
            }
            opening.run();
            FaultyEngine server = new FaultyEngine(duckDb("server"));
            server.at(FaultyEngine.Point.BEFORE_DROP, beforeDrop);
            return server;
        }
    }

    private TableEngine duckDb(String name) {
        return DuckDbEngine.open(
                DuckDbOptions.defaults(directory.resolve(name + ".duckdb"), directory.resolve(name + "-tmp")));
    }

    @BeforeEach
    void open() {
        home = new ReopeningEngine(() -> duckDb("home"), new EngineHealth(System::currentTimeMillis));
        servers = new ServerEngines(kind -> new Played(), System::currentTimeMillis, name -> Thread::new);
        home.standFor(servers);
        catalog = TableCatalog.load(home, servers, TableDefaults.of(GroupCommitPolicy.ADAPTIVE), () -> 0);
    }

    @AfterEach
    void close() {
        servers.close();
        home.close();
    }

    private void restart() {
        close();
        open();
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static TableSchema table(Column... columns) {
        return new TableSchema(
                0,
                "far",
                "t",
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(columns),
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }

    private TableSchema created() {
        catalog.apply(new CatalogChange.CreateDatabase("far", false, WHERE));
        catalog.apply(new CatalogChange.CreateTable(table(A), false));
        return there();
    }

    private TableSchema there() {
        return Objects.requireNonNull(catalog.find("far", "t"));
    }

    private void intent(String step, TableSchema table) {
        home.systemStore()
                .put(CatalogStore.TABLES, Long.toString(table.tableId()), step + " " + CatalogJson.write(table));
    }

    private TableEngine server() {
        return home.of("far");
    }

    /** Returns tables that turned out to be dropped. */
    private List<Long> settle() {
        List<Long> gone = new ArrayList<>();
        catalog.settle(any -> true, gone::add);
        return gone;
    }

    @Test
    void aTableIsWhereItsDatabaseIsAndKnownOverARestart() {
        TableSchema table = created();
        assertThat(server()).isNotSameAs(home);
        assertThat(new EngineColumns(home).isMissing(table)).isTrue();
        restart();
        assertThat(catalog.find("far", "t")).isEqualTo(table);
        assertThat(catalog.state().engines()).containsEntry("far", WHERE);

        catalog.apply(new CatalogChange.DropDatabase("far", false));
        restart();
        assertThat(catalog.state().databases()).isEmpty();
        assertThat(home.others()).isEmpty();
    }

    @Test
    void aCreationThatReachedTheServerIsFinishedAndOneThatDidNotIsForgotten() {
        TableSchema table = created();
        intent("CREATING", table);
        restart();
        assertThat(settle()).isEmpty();
        assertThat(catalog.table(table.tableId())).isEqualTo(table);

        server().dropTable("far", "t");
        intent("CREATING", table);
        restart();
        settle();
        assertThat(catalog.find("far", "t")).isNull();
        catalog.apply(new CatalogChange.CreateTable(table(A), false));
        assertThat(there().tableId()).isNotEqualTo(table.tableId());
    }

    @Test
    void aDropThatReachedTheServerIsFinishedAndOneThatDidNotIsUndone() {
        TableSchema table = created();
        intent("DROPPING", table);
        restart();
        assertThat(catalog.table(table.tableId())).as("closed").isNull();
        settle();
        assertThat(catalog.table(table.tableId())).isEqualTo(table);

        intent("DROPPING", table);
        server().dropTable("far", "t");
        restart();
        assertThat(settle()).containsExactly(table.tableId());
        assertThat(catalog.wasDropped(table.tableId())).isTrue();
        restart();
        assertThat(catalog.wasDropped(table.tableId())).isTrue();
    }

    @Test
    void anAlterThatReachedTheServerIsFinishedAndOneThatDidNotIsForgotten() {
        TableSchema table = created();
        TableSchema wider = new TableSchema(
                table.tableId(),
                "far",
                "t",
                table.schemaVersion() + 1,
                table.keyModel(),
                List.of(A, B),
                table.properties(),
                table.layout());
        List<TableChange.Origin> origins = new ArrayList<>(List.of(new TableChange.Kept(0)));
        origins.add(new TableChange.Filled(null));
        TableChange change = new TableChange(wider, origins);
        String intent = CatalogJson.write(change);

        home.systemStore().put(CatalogStore.ALTERING, Long.toString(table.tableId()), intent);
        restart();
        settle();
        assertThat(catalog.table(table.tableId())).isEqualTo(table);

        home.systemStore().put(CatalogStore.ALTERING, Long.toString(table.tableId()), intent);
        server().alterTable(table, change);
        restart();
        settle();
        assertThat(catalog.table(table.tableId())).isEqualTo(wider);
    }

    @Test
    void whileTheServerIsAwayItsTableIsClosedAndNothingElseIsDefinedThereUntilItIsKnown() {
        TableSchema table = created();
        intent("DROPPING", table);
        away = true;
        restart();

        assertThat(catalog.isClosed(table.tableId())).isTrue();
        assertThatThrownBy(this::settle).hasMessageContaining("it is away");
        assertThatThrownBy(() -> catalog.apply(new CatalogChange.DropDatabase("far", false)))
                .hasMessageContaining("is not known yet");
        catalog.apply(new CatalogChange.CreateDatabase("other", false));
        catalog.apply(new CatalogChange.DropDatabase("other", false));
    }

    @Test
    void aServerThatHangsKeepsNoOtherDefinitionsWaitingNorWhoMustSeeThemUnchanging() throws Exception {
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        opening = () -> {
            hangs.countDown();
            boolean unused = await(released);
        };
        CompletableFuture<?> creation =
                CompletableFuture.runAsync(() -> catalog.apply(new CatalogChange.CreateDatabase("far", false, WHERE)));
        assertThat(hangs.await(30, TimeUnit.SECONDS)).isTrue();

        catalog.apply(new CatalogChange.CreateDatabase("near", false));
        assertThat(catalog.ifUnchanging(() -> {})).isTrue();
        assertThat(creation).isNotDone();

        released.countDown();
        creation.join();
        assertThat(catalog.state().databases()).containsExactly("far", "near");
    }

    @Test
    void aServerThatDoesNotAnswerGetsNoDatabase() {
        away = true;
        assertThatThrownBy(() -> catalog.apply(new CatalogChange.CreateDatabase("far", false, WHERE)))
                .hasMessageContaining("it is away");
        assertThat(home.others()).isEmpty();
        assertThat(catalog.state().databases()).isEmpty();
    }

    @Test
    void whatTheServerHasAnsweredIsToldAsItIsAndOnlyALostAnswerIsUnknown() {
        AtomicReference<ErrorCode> said = new AtomicReference<>();
        beforeDrop = () -> {
            throw new TributaryException(Objects.requireNonNull(said.get()), "it says no");
        };
        TableSchema table = created();
        Map<ErrorCode, ErrorCode> told = Map.of(
                ErrorCode.OPTION_PREVENTS_STATEMENT, ErrorCode.OPTION_PREVENTS_STATEMENT,
                ErrorCode.READ_ONLY_MODE, ErrorCode.READ_ONLY_MODE,
                ErrorCode.TABLE_ACCESS_DENIED, ErrorCode.TABLE_ACCESS_DENIED,
                ErrorCode.SERVER_REFUSED, ErrorCode.SERVER_REFUSED,
                ErrorCode.ENGINE, ErrorCode.OUTCOME_UNKNOWN);
        told.forEach((answer, code) -> {
            said.set(answer);
            assertThatThrownBy(() -> catalog.apply(new CatalogChange.DropTable("far", "t", false)))
                    .hasMessageContaining("it says no")
                    .isInstanceOfSatisfying(
                            TributaryException.class, e -> assertThat(e.code()).isEqualTo(code));
            assertThat(catalog.isClosed(table.tableId())).as("%s", answer).isFalse();
            assertThat(catalog.find("far", "t")).isEqualTo(table);
        });
    }
}
