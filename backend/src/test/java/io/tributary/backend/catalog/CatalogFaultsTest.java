package io.tributary.backend.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.CatalogState;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.UserAccount;
import io.tributary.contract.error.ErrorCode;
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
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.FaultyEngine;
import io.tributary.engine.port.FaultyEngine.Point;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.TestRows;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The catalog over an engine that takes its time, or answers with an error what it has done. */
@Timeout(60)
class CatalogFaultsTest {
    private static final ColumnType INT = ColumnType.of(ColumnType.Kind.INT);

    @TempDir
    Path directory;

    private final ExecutorService other = Executors.newSingleThreadExecutor();
    private FaultyEngine engine;
    private TableCatalog catalog;

    @BeforeEach
    void open() {
        engine = new FaultyEngine(DuckDbEngine.open(
                DuckDbOptions.defaults(directory.resolve("tributary.duckdb"), directory.resolve("tmp"))));
        catalog = TableCatalog.load(engine, GroupCommitPolicy.ADAPTIVE);
        if (catalog.state().databases().isEmpty()) {
            catalog.apply(new CatalogChange.CreateDatabase("db", false));
            catalog.apply(new CatalogChange.CreateTable(table(0, "t", 1, "a"), false));
            catalog.apply(new CatalogChange.CreateTable(table(0, "other", 1, "a"), false));
        }
    }

    @AfterEach
    void close() {
        other.shutdownNow();
        engine.close();
    }

    private void restart() {
        engine.close();
        open();
    }

    /** Returns tables that turned out to be dropped. */
    private List<Long> settle() {
        List<Long> gone = new ArrayList<>();
        catalog.settle(any -> true, gone::add);
        return gone;
    }

    @Test
    void anAlterWhoseCommitWasDoneAndAnsweredWithAnErrorIsDone() {
        engine.at(Point.AFTER_COMMIT, CatalogFaultsTest::fail);

        catalog.apply(new CatalogChange.AlterTable(addColumn()));

        assertThat(catalog.table(1)).isEqualTo(addColumn().table());
        restart();
        assertThat(catalog.table(1)).isEqualTo(addColumn().table());
    }

    @Test
    void anAlterWhoseCommitFailedLeavesTheTableAsItWas() {
        engine.at(Point.BEFORE_COMMIT, CatalogFaultsTest::fail);

        assertThatThrownBy(() -> catalog.apply(new CatalogChange.AlterTable(addColumn())))
                .hasMessage("connection lost");

        assertThat(catalog.table(1)).isEqualTo(table(1, "t", 1, "a"));
        engine.at(Point.BEFORE_COMMIT, () -> {});
        catalog.apply(new CatalogChange.AlterTable(addColumn()));
        assertThat(catalog.table(1)).isEqualTo(addColumn().table());
    }

    @Test
    void aTableOfWhichNobodyKnowsWhatItIsIsClosedUntilTheEngineTells() {
        loseTheAnswer(Point.AFTER_COMMIT);

        TributaryException unknown = catchThrowableOfType(
                TributaryException.class, () -> catalog.apply(new CatalogChange.AlterTable(addColumn())));

        assertThat(unknown.code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
        assertThat(unknown).hasMessageContaining("whether table db.t was altered is not known");
        assertThat(catalog.table(1)).isNull();
        assertThat(catalog.missing(1)).hasMessageContaining("db.t is closed until the engine tells");
        assertThat(catalog.wasDropped(1)).isFalse();
        assertThat(catalog.state().tables()).contains(table(1, "t", 1, "a"));
        assertThatThrownBy(this::settle).hasMessage("connection lost");
        assertThatThrownBy(() -> catalog.apply(new CatalogChange.CreateDatabase("new", false)))
                .hasMessageContaining("whether table db.t was altered is not known yet");
        heal();

        assertThat(settle()).isEmpty();

        assertThat(catalog.table(1)).isEqualTo(addColumn().table());
        catalog.apply(new CatalogChange.CreateDatabase("new", false));
        restart();
        assertThat(catalog.table(1)).isEqualTo(addColumn().table());
    }

    /** With the answer lost before and after the commit, each change is settled as what it is, without a restart. */
    @ParameterizedTest
    @EnumSource(
            value = Point.class,
            names = {"BEFORE_COMMIT", "AFTER_COMMIT"})
    void whateverBecameOfAChangeIsFoundOut(Point lost) {
        List<CatalogChange> changes = List.of(
                new CatalogChange.CreateDatabase("new", false),
                new CatalogChange.CreateTable(table(0, "new", 1, "a"), false),
                new CatalogChange.AlterProperties("db", "t", Map.of("group_commit_interval_ms", "5")),
                new CatalogChange.AlterTable(rename()),
                new CatalogChange.PutUser(new UserAccount("bob", "mysql_native_password", "", ""), false, false),
                new CatalogChange.SetGlobalVariable("group_commit", "sync_mode"),
                new CatalogChange.SetGlobalVariable("group_commit", null),
                new CatalogChange.DropUser("bob", false),
                new CatalogChange.DropTable("db", "other", false),
                new CatalogChange.DropDatabase("db", false));
        for (CatalogChange change : changes) {
            CatalogState before = catalog.state();
            loseTheAnswer(lost);
            assertThatThrownBy(() -> catalog.apply(change)).as("%s", change).hasMessageContaining("is not known");

            heal();
            settle();

            CatalogState after = catalog.state();
            if (lost == Point.BEFORE_COMMIT) {
                assertSame(after, before);
                after = catalog.apply(change);
            }
            assertThat(contents(after)).as("%s", change).isNotEqualTo(contents(before));
            assertSame(TableCatalog.load(engine, GroupCommitPolicy.ADAPTIVE).state(), after);
        }
        assertThat(catalog.state().databases()).containsExactly("new");
    }

    private static void assertSame(CatalogState one, CatalogState other) {
        assertThat(contents(one)).isEqualTo(contents(other));
    }

    private static List<Object> contents(CatalogState state) {
        return List.of(state.databases(), state.tables(), state.users(), state.globalVariables());
    }

    @ParameterizedTest
    @EnumSource(
            value = Point.class,
            names = {"BEFORE_DROP", "BEFORE_PUT", "BEFORE_COMMIT"})
    void aDropThatFailedDoesNotComeTrueAtTheNextStart(Point failing) {
        for (CatalogChange drop :
                List.of(new CatalogChange.DropTable("db", "t", false), new CatalogChange.DropDatabase("db", false))) {
            engine.at(failing, () -> {
                throw new IllegalStateException("not one of ours");
            });
            assertThatThrownBy(() -> catalog.apply(drop)).hasMessage("not one of ours");
            engine.at(failing, () -> {});
            append(1);
        }

        restart();
        assertThat(catalog.table(1)).isEqualTo(table(1, "t", 1, "a"));
        assertThat(rows()).isEqualTo(2);
    }

    @Test
    void aTableWhoseDropIsUnknownTakesNoRowsUntilItIsKnown() {
        loseTheAnswer(Point.BEFORE_COMMIT);
        assertThatThrownBy(() -> catalog.apply(new CatalogChange.DropDatabase("db", false)))
                .hasMessageContaining("whether database db was dropped is not known");
        assertThat(catalog.table(1)).isNull();
        assertThat(catalog.table(2)).isNull();

        heal();
        assertThat(settle()).isEmpty();

        append(1);
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void aDropWhoseAnswerWasLostIsToldToWhoeverKeepsSomethingOfTheTable() {
        loseTheAnswer(Point.AFTER_COMMIT);
        assertThatThrownBy(() -> catalog.apply(new CatalogChange.DropTable("db", "t", false)))
                .hasMessageContaining("whether table db.t was dropped is not known");
        assertThat(catalog.wasDropped(1)).isFalse();

        heal();

        assertThat(settle()).containsExactly(1L);
        assertThat(catalog.wasDropped(1)).isTrue();
        assertThat(catalog.missing(1).code()).isEqualTo(ErrorCode.UNKNOWN_TABLE);
    }

    @Test
    void aDropThatWasDoneAndAnsweredWithAnErrorIsDone() {
        engine.at(Point.AFTER_COMMIT, CatalogFaultsTest::fail);

        catalog.apply(new CatalogChange.DropTable("db", "t", false));

        assertThat(catalog.table(1)).isNull();
        assertThat(catalog.wasDropped(1)).isTrue();
        restart();
        assertThat(catalog.wasDropped(1)).isTrue();
    }

    @Test
    void theNameOfACreationThatFailedIsFreeAgain() {
        for (Point failing : List.of(Point.BEFORE_CREATE, Point.BEFORE_PUT, Point.BEFORE_COMMIT)) {
            engine.at(failing, CatalogFaultsTest::fail);
            assertThatThrownBy(() -> catalog.apply(new CatalogChange.CreateTable(table(0, "new", 1, "a"), false)))
                    .hasMessage("connection lost");
            engine.at(failing, () -> {});
        }

        catalog.apply(new CatalogChange.CreateTable(table(0, "new", 1, "a"), false));
    }

    @Test
    void aCreationThatWasDoneAndAnsweredWithAnErrorIsDone() {
        engine.at(Point.AFTER_COMMIT, CatalogFaultsTest::fail);

        catalog.apply(new CatalogChange.CreateTable(table(0, "new", 1, "a"), false));

        restart();
        assertThat(catalog.find("db", "new")).isNotNull();
    }

    @Test
    void propertiesThatWereStoredAndAnsweredWithAnErrorCount() {
        engine.at(Point.AFTER_COMMIT, CatalogFaultsTest::fail);

        catalog.apply(new CatalogChange.AlterProperties("db", "t", Map.of("group_commit_interval_ms", "5")));

        TableSchema altered = Objects.requireNonNull(catalog.table(1));
        assertThat(altered.properties().groupCommitIntervalMillis()).isEqualTo(5);
    }

    @Test
    void whoNeedsTablesThatStayAsTheyAreWaitsForACommitThatHangsNoLongerThanItMay() throws Exception {
        CountDownLatch committing = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        engine.at(Point.BEFORE_COMMIT, () -> {
            committing.countDown();
            await(release);
        });
        Future<?> created =
                other.submit(() -> catalog.apply(new CatalogChange.CreateTable(table(0, "new", 1, "a"), false)));
        try {
            await(committing);

            TributaryException late = catchThrowableOfType(TributaryException.class, () -> catalog.awaitUnchanging(20));
            assertThat(catalog.ifUnchanging(() -> {})).isFalse();
            assertThat(late.code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT);
            assertThat(late).hasMessageContaining("has not been committed for 20 ms");
        } finally {
            release.countDown();
        }
        created.get(30, TimeUnit.SECONDS);
        catalog.awaitUnchanging(20);
        assertThat(catalog.ifUnchanging(
                        () -> assertThat(catalog.find("db", "new")).isNotNull()))
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = Point.class,
            names = {"BEFORE_ALTER", "BEFORE_COMMIT"})
    void othersAreCreatedTruncatedAndDroppedWhileATableIsAltered(Point held) throws Exception {
        CountDownLatch altering = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        engine.at(held, () -> {
            altering.countDown();
            await(release);
        });
        TableChange rename = new TableChange(table(1, "renamed", 2, "a"), List.of(new TableChange.Kept(0)));
        Future<?> altered = other.submit(() -> catalog.apply(new CatalogChange.AlterTable(rename)));
        try {
            await(altering);
            engine.at(held, () -> {});

            catalog.apply(new CatalogChange.TruncateTable("db", "other"));
            catalog.apply(new CatalogChange.CreateTable(table(0, "new", 1, "a"), false));
            catalog.apply(new CatalogChange.DropTable("db", "other", false));
            for (String taken : List.of("t", "renamed", "Renamed")) {
                TributaryException refused = catchThrowableOfType(
                        TributaryException.class,
                        () -> catalog.apply(new CatalogChange.CreateTable(table(0, taken, 1, "a"), false)));
                assertThat(refused.code()).as(taken).isEqualTo(ErrorCode.TABLE_EXISTS);
            }
            assertThat(altered.isDone()).isFalse();
        } finally {
            release.countDown();
        }

        altered.get(30, TimeUnit.SECONDS);
        assertThat(catalog.state().tables()).extracting(TableSchema::name).containsExactly("renamed", "new");
        catalog.apply(new CatalogChange.CreateTable(table(0, "t", 1, "a"), false));
        restart();
        assertThat(catalog.state().tables()).extracting(TableSchema::name).containsExactly("renamed", "new", "t");
    }

    @Test
    void theNameOfARenamingThatFailedIsFreeAgain() {
        engine.at(Point.BEFORE_ALTER, CatalogFaultsTest::fail);
        TableChange rename = new TableChange(table(1, "renamed", 2, "a"), List.of(new TableChange.Kept(0)));

        assertThatThrownBy(() -> catalog.apply(new CatalogChange.AlterTable(rename)))
                .hasMessage("connection lost");

        catalog.apply(new CatalogChange.CreateTable(table(0, "renamed", 1, "a"), false));
    }

    @Test
    void aSnapshotStaysAsItWas() {
        TableLookup before = catalog.snapshot();

        catalog.apply(new CatalogChange.AlterTable(addColumn()));

        assertThat(before.table(1)).isEqualTo(table(1, "t", 1, "a"));
        assertThat(catalog.snapshot().table(1)).isEqualTo(addColumn().table());
    }

    /** Lets the engine answer nothing from this point of a commit on. */
    private void loseTheAnswer(Point point) {
        engine.at(point, () -> {
            engine.at(Point.BEFORE_GET, CatalogFaultsTest::fail);
            fail();
        });
    }

    private void heal() {
        for (Point point : Point.values()) {
            engine.at(point, () -> {});
        }
    }

    private static TableChange rename() {
        return new TableChange(table(1, "renamed", 2, "a"), List.of(new TableChange.Kept(0)));
    }

    private static TableChange addColumn() {
        return new TableChange(
                table(1, "t", 2, "a", "b"), List.of(new TableChange.Kept(0), new TableChange.Filled("7")));
    }

    private static TableSchema table(long id, String name, int version, String... columns) {
        return new TableSchema(
                id,
                "db",
                name,
                version,
                TableSchema.KeyModel.DUPLICATE,
                List.of(columns).stream()
                        .map(column -> Column.of(column, INT, true))
                        .toList(),
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }

    /** Puts a row into a table of one INT, if the catalog has it. */
    private void append(long tableId) {
        TableSchema table = Objects.requireNonNull(catalog.table(tableId));
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(
                    table, List.of(TestRows.block(List.of(INT), Collections.singletonList(new Object[] {7}))));
            transaction.commit();
        }
    }

    private long rows() {
        try (ResultCursor cursor = engine.query("SELECT * FROM db.t", new QueryContext("db", SqlMode.NONE, "UTC", 0))) {
            long rows = 0;
            for (RowBlock block = cursor.next(); block != null; block = cursor.next()) {
                rows += block.rowCount();
            }
            return rows;
        }
    }

    private static void fail() {
        throw new TributaryException(ErrorCode.ENGINE, "connection lost");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
