package io.tributary.backend.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.backend.batch.TableLanes;
import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.StatementResult;
import io.tributary.contract.calls.TransactionTimeout;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.FaultyEngine;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.TestRows;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Statements that go by a table's name and tables that swap their names meanwhile, and changes that go on side by side. */
class CatalogRacesTest extends ServicesOnFakeLog {
    private static final ColumnType WIDE = ColumnType.of(ColumnType.Kind.BIGINT);

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
            QueryContext inside = new QueryContext("shop", SqlMode.NONE, "UTC", id);
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
        QueryContext inside = new QueryContext("shop", SqlMode.NONE, "UTC", id);
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
            get(select("SELECT id FROM k", new QueryContext("shop", SqlMode.NONE, "UTC", id)));
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

    /** Swaps two names like two sessions' RENAME TABLE, each alone in its table. */
    private void swap() {
        long first = idOf("a");
        rename(first, "c");
        rename(idOf("b"), "a");
        rename(first, "b");
    }

    private void rename(long tableId, String name) {
        catalog.apply(new CatalogChange.AlterTable(renamed(tableId, name)));
    }

    /** Waits until a statement waits for its table's lane. */
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
}
