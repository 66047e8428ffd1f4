package io.tributary.backend.txn;

import static io.tributary.backend.txn.EngineFixture.CONTEXT;
import static io.tributary.backend.txn.EngineFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.backend.batch.TableLanes;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.calls.TransactionInfo;
import io.tributary.contract.calls.TransactionTimeout;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.duckdb.DuckDbOptions;
import io.tributary.engine.port.FaultyEngine;
import io.tributary.engine.port.ResultCursor;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TransactionRegistryTest {
    /** Rows whose keys nobody asks for, since no transaction is held. */
    private static final List<RowBlock> UNREAD = new AbstractList<>() {
        @Override
        public RowBlock get(int index) {
            throw new AssertionError("somebody still watches the commits");
        }

        @Override
        public int size() {
            return 1;
        }
    };

    @TempDir
    Path directory;

    private EngineFixture fixture;

    @BeforeEach
    void open() {
        fixture = new EngineFixture(directory);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void rowsOfTwoTablesAppearTogetherAtCommit() {
        long id = fixture.begin("");
        in(id, transaction -> transaction.append(rows(fixture.orders, 1, 2)));
        in(id, transaction -> transaction.append(rows(fixture.lines, 10)));
        in(id, transaction -> transaction.append(rows(fixture.orders, 3)));
        assertThat(fixture.ids(fixture.orders)).isEmpty();

        LoadResult result = commit(id);

        assertThat(result.visible()).isTrue();
        assertThat(result.label()).matches("label_[0-9a-f]{16}_[0-9a-f]{16}");
        assertThat(result.txnId()).isPositive();
        assertThat(fixture.ids(fixture.orders)).isEqualTo("1 2 3");
        assertThat(fixture.ids(fixture.lines)).isEqualTo("10");
        assertThat(fixture.registry.openCount()).isZero();
    }

    @Test
    void rollbackDropsEverythingAndMayBeRepeated() {
        long id = fixture.begin("");
        in(id, transaction -> transaction.append(rows(fixture.orders, 1)));

        fixture.registry.rollback(id);
        fixture.registry.rollback(id);

        assertThat(fixture.ids(fixture.orders)).isEmpty();
        assertThat(errorOf(() -> commit(id)).code()).isEqualTo(ErrorCode.TRANSACTION_ABORTED);
    }

    @Test
    void rowsAreTakenBackAsTheyCameUntilAnEngineHasThem() {
        long id = fixture.begin("");
        in(id, transaction -> transaction.append(rows(fixture.orders, 1)));
        in(id, transaction -> transaction.append(rows(fixture.lines, 10)));
        in(id, transaction -> transaction.append(rows(fixture.orders, 2, 3)));
        in(id, transaction -> transaction.keep(1));
        in(id, transaction -> transaction.append(rows(fixture.orders, 4)));
        in(id, transaction -> assertThat(select(transaction)).isEqualTo("1 4"));

        assertThat(errorOf(() -> in(id, transaction -> transaction.keep(1))).code())
                .isEqualTo(ErrorCode.NOT_SUPPORTED);

        in(id, transaction -> assertThat(select(transaction)).isEqualTo("1 4"));
        commit(id);
        assertThat(fixture.ids(fixture.orders)).isEqualTo("1 4");
        assertThat(fixture.ids(fixture.lines)).isEmpty();
    }

    @Test
    void aTransactionWithoutRowsCommitsNothing() {
        long id = fixture.begin("");

        assertThat(commit(id).label()).startsWith("label_");
    }

    @Test
    void fromItsFirstQueryOnATransactionReadsItsOwnWrites() {
        long id = fixture.begin("");
        in(id, transaction -> transaction.append(rows(fixture.orders, 1)));

        in(id, transaction -> assertThat(select(transaction)).isEqualTo("1"));
        in(id, transaction -> transaction.append(rows(fixture.orders, 2)));
        in(id, transaction -> assertThat(select(transaction)).isEqualTo("1 2"));
        in(id, transaction -> assertThat(transaction
                        .execute("DELETE FROM orders WHERE id = 1", fixture.orders, CONTEXT)
                        .affectedRows())
                .isEqualTo(1));

        assertThat(fixture.ids(fixture.orders)).isEmpty();
        commit(id);
        assertThat(fixture.ids(fixture.orders)).isEqualTo("2");
    }

    @Test
    void aHeldTransactionRollsBackItsWrites() {
        long id = fixture.begin("");
        in(id, transaction -> transaction.append(rows(fixture.orders, 1)));
        in(id, transaction -> assertThat(select(transaction)).isEqualTo("1"));

        fixture.registry.rollback(id);

        assertThat(fixture.ids(fixture.orders)).isEmpty();
    }

    @Test
    void afterAnErrorOfTheEngineEverythingFailsUntilRollback() {
        long id = fixture.begin("");
        in(id, transaction -> transaction.append(rows(fixture.orders, 1)));

        in(id, transaction -> {
            ResultCursor cursor =
                    transaction.query("SELECT id FROM orders WHERE id = (SELECT 1 UNION ALL SELECT 2)", CONTEXT);
            TributaryException first = errorOf(cursor::columns);
            cursor.close();
            assertThat(transaction.queryFailed(first).code()).isEqualTo(ErrorCode.SUBQUERY_ROWS);
        });

        in(id, transaction -> {
            assertThat(errorOf(() -> transaction.query("SELECT id FROM orders", CONTEXT))
                            .code())
                    .isEqualTo(ErrorCode.TRANSACTION_ABORTED);
            assertThat(errorOf(() -> transaction.append(rows(fixture.orders, 2)))
                            .code())
                    .isEqualTo(ErrorCode.TRANSACTION_ABORTED);
        });
        assertThat(errorOf(() -> commit(id))).hasMessageContaining("until ROLLBACK");
        fixture.registry.rollback(id);
        assertThat(fixture.ids(fixture.orders)).isEmpty();
        assertThat(fixture.registry.openCount()).isZero();
    }

    @Test
    void anIdleTransactionIsRolledBackWhenItsLeaseEnds() {
        long idle = fixture.begin("");
        in(idle, transaction -> transaction.append(rows(fixture.orders, 1)));
        advanceSeconds(200);
        long other = fixture.begin("");
        advanceSeconds(99);
        assertThat(fixture.registry.endExpired(engine -> true)).isZero();

        advanceSeconds(1);

        assertThat(fixture.registry.endExpired(engine -> true)).isEqualTo(1);
        assertThat(errorOf(() -> commit(idle))).hasMessageContaining("transaction_lease_seconds 300");
        assertThat(fixture.registry.openCount()).isEqualTo(1);
        fixture.registry.rollback(other);
    }

    @Test
    void aTransactionEndsWhenItsTimeIsOverHoweverBusyItIs() {
        long id = fixture.registry.begin("nightly", TransactionTimeout.of(500));
        for (int second = 0; second < 500; second += 100) {
            in(id, transaction -> transaction.append(rows(fixture.orders, 1)));
            advanceSeconds(100);
        }

        assertThat(errorOf(() -> commit(id)))
                .hasMessageContaining("timeout by txn manager")
                .hasMessageContaining("500 s");

        assertThat(fixture.ids(fixture.orders)).isEmpty();
        assertThat(fixture.history.byLabel("nightly"))
                .singleElement()
                .matches(one -> one.status() == TransactionInfo.Status.ABORTED)
                .matches(one -> one.reason().equals("timeout by txn manager"))
                .matches(one -> one.table().equals("orders") && one.rows() == 5);
        assertThat(errorOf(() -> in(id, transaction -> transaction.query("SELECT id FROM orders", CONTEXT)))
                        .code())
                .isEqualTo(ErrorCode.TRANSACTION_ABORTED);
        fixture.registry.rollback(id);
        assertThat(fixture.registry.openCount()).isZero();
    }

    @Test
    void whenItsTimeIsOverWhatATransactionHoldsIsGivenBackAtOnce() {
        fixture.committer.insert(rows(fixture.prices, 1), "");
        long id = fixture.registry.begin("", TransactionTimeout.of(100));
        in(id, transaction -> assertThat(transaction
                        .execute("DELETE FROM prices WHERE id = 1", fixture.prices, CONTEXT)
                        .affectedRows())
                .isEqualTo(1));
        advanceSeconds(99);
        assertThat(fixture.registry.endExpired(engine -> true)).isZero();
        advanceSeconds(1);

        assertThat(fixture.registry.endExpired(engine -> true)).isEqualTo(1);
        assertThat(fixture.registry.endExpired(engine -> true)).isZero();

        fixture.committer.insert(rows(fixture.prices, 1), "");
        assertThat(fixture.ids(fixture.prices)).isEqualTo("1");
        assertThat(errorOf(() -> commit(id))).hasMessageContaining("timeout by txn manager");
    }

    @Test
    void whatIsToldOfAHeldTransactionThatTimedOutNamesItsTableAndRows() {
        long id = fixture.registry.begin("nightly", TransactionTimeout.of(100));
        in(id, transaction -> transaction.append(rows(fixture.orders, 1, 2)));
        in(id, transaction -> assertThat(select(transaction)).isEqualTo("1 2"));
        in(id, transaction -> transaction.append(rows(fixture.orders, 3)));
        advanceSeconds(100);

        assertThat(fixture.registry.endExpired(engine -> true)).isEqualTo(1);

        assertThat(fixture.history.byLabel("nightly"))
                .singleElement()
                .matches(one -> one.database().equals("shop") && one.table().equals("orders") && one.rows() == 3);
    }

    @Test
    void aTransactionThatTimesOutWhileTheEngineFailsHoldsNothingAndCanBeEnded() {
        FaultyEngine failing = new FaultyEngine(fixture.engine);
        PrivateCommitter committer = fixture.committerOn(failing);
        fixture.committer.insert(rows(fixture.prices, 1, 2), "");
        try (TransactionRegistry registry = fixture.registryOn(committer)) {
            long used = registry.begin("", TransactionTimeout.of(100));
            long idle = registry.begin("", TransactionTimeout.of(100));
            delete(registry, used, 1);
            delete(registry, idle, 2);
            failing.at(FaultyEngine.Point.BEFORE_GET, () -> {
                throw new TributaryException(ErrorCode.ENGINE, "the engine is away");
            });
            useUpIds(committer);
            advanceSeconds(100);

            for (int statement = 0; statement < 2; statement++) {
                assertThat(errorOf(() -> delete(registry, used, 1)))
                        .as("the place is given back each time")
                        .hasMessageContaining("timeout by txn manager");
            }
            assertThat(registry.endExpired(engine -> true)).isEqualTo(1);

            fixture.committer.insert(rows(fixture.prices, 1, 2), "");
            registry.rollback(used);
            registry.rollback(idle);
            assertThat(registry.openCount()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BEFORE_BEGIN", "BEFORE_SNAPSHOT"})
    void whereMemoryRunsOutWhenItIsToBeHeldATransactionGivesBackWhatItTook(FaultyEngine.Point point) {
        FaultyEngine failing = new FaultyEngine(fixture.engine);
        try (TransactionRegistry registry = fixture.registryOn(fixture.committerOn(failing))) {
            failing.at(point, TransactionRegistryTest::memoryRunsOut);
            long id = registry.begin("", TransactionTimeout.of(100));
            try (TransactionRegistry.Use use = registry.use(id)) {
                // More often than the engine has connections, not to speak of places for those that are held.
                for (int attempt = 0; attempt <= DuckDbOptions.CONNECTIONS; attempt++) {
                    assertThat(catchThrowable(() -> select(use.transaction()))).isInstanceOf(OutOfMemoryError.class);
                }
                fixture.lanes.committedKeys().committed(fixture.prices, UNREAD);

                failing.at(point, () -> {});
                assertThat(select(use.transaction())).isEmpty();
            }
        }
    }

    @Test
    void rowsThatDidNotAllReachTheEngineForLackOfMemoryDoNotCommit() {
        FaultyEngine failing = new FaultyEngine(fixture.engine);
        try (TransactionRegistry registry = fixture.registryOn(fixture.committerOn(failing))) {
            failing.at(FaultyEngine.Point.BEFORE_APPEND, TransactionRegistryTest::memoryRunsOut);
            long id = registry.begin("", TransactionTimeout.of(100));
            try (TransactionRegistry.Use use = registry.use(id)) {
                LoadTransaction transaction = use.transaction();
                transaction.append(rows(fixture.orders, 1));
                assertThat(catchThrowable(() -> select(transaction))).isInstanceOf(OutOfMemoryError.class);
                failing.at(FaultyEngine.Point.BEFORE_APPEND, () -> {});

                assertThat(errorOf(() -> select(transaction)).code()).isEqualTo(ErrorCode.TRANSACTION_ABORTED);
                assertThat(errorOf(transaction::commit).code()).isEqualTo(ErrorCode.TRANSACTION_ABORTED);
            }
        }
    }

    private static void memoryRunsOut() {
        throw new OutOfMemoryError("the test's");
    }

    private void delete(TransactionRegistry registry, long id, int price) {
        try (TransactionRegistry.Use use = registry.use(id)) {
            long rows = use.transaction()
                    .execute("DELETE FROM prices WHERE id = " + price, fixture.prices, CONTEXT)
                    .affectedRows();
            assertThat(rows).isEqualTo(1);
        }
    }

    /** Uses ids until the engine is asked for more. */
    private static void useUpIds(PrivateCommitter committer) {
        for (int id = 0; id < 100; id++) {
            if (errorOf(() -> committer.commitNothing("")) != null) {
                return;
            }
        }
        throw new AssertionError("the engine was not asked for ids");
    }

    @Test
    void aStatementThatRunsWhenTheTimeIsOverMayEnd() {
        long id = fixture.registry.begin("", TransactionTimeout.of(100));
        try (TransactionRegistry.Use use = fixture.registry.use(id)) {
            advanceSeconds(100);
            assertThat(fixture.registry.endExpired(engine -> true)).isZero();
            use.transaction().append(rows(fixture.orders, 1));
        }

        assertThat(errorOf(() -> commit(id))).hasMessageContaining("timeout by txn manager");
    }

    @Test
    void timeThatHadPassedBeforeTheFirstStatementCounts() {
        long id = fixture.registry.begin("", TransactionTimeout.of(100).after(100_000));

        assertThat(errorOf(() -> in(id, transaction -> transaction.append(rows(fixture.orders, 1)))))
                .hasMessageContaining("timeout by txn manager");
    }

    @Test
    void aLoadOnItsOwnKeepsToTheLimitsOfATransactionAndGivesItsBytesBack() {
        Integer[] many = Collections.nCopies(1_000, 7).toArray(Integer[]::new);

        assertThat(errorOf(() -> fixture.registry.insert(rows(fixture.orders, many), "")))
                .hasMessageContaining("transaction_bytes 1000")
                .matches(e -> e.code() == ErrorCode.LIMIT_OR_LOCK_WAIT);

        Integer[] some = Collections.nCopies(200, 7).toArray(Integer[]::new);
        for (int load = 0; load < 3; load++) {
            assertThat(fixture.registry.insert(rows(fixture.orders, some), "").visible())
                    .isTrue();
        }
    }

    @Test
    void aTransactionInUseOutlivesItsLease() {
        long id = fixture.begin("");
        try (TransactionRegistry.Use use = fixture.registry.use(id)) {
            advanceSeconds(1_000);

            assertThat(fixture.registry.endExpired(engine -> true)).isZero();
            use.transaction().append(rows(fixture.orders, 1));
        }
        assertThat(fixture.registry.endExpired(engine -> true)).isZero();

        commit(id);
        assertThat(fixture.ids(fixture.orders)).isEqualTo("1");
    }

    @Test
    void oneStatementAtATimeUsesATransaction() {
        long id = fixture.begin("");
        try (TransactionRegistry.Use use = fixture.registry.use(id)) {
            assertThat(errorOf(() -> fixture.registry.use(id))).hasMessageContaining("in use by another statement");
            use.end();
        }
    }

    @Test
    void aRollbackDuringAStatementTakesEffectWhenTheStatementHasEnded() {
        long id = fixture.begin("");
        try (TransactionRegistry.Use use = fixture.registry.use(id)) {
            fixture.registry.rollback(id);

            use.transaction().append(rows(fixture.orders, 1));
            assertThat(fixture.registry.openCount()).isEqualTo(1);
        }

        assertThat(fixture.registry.openCount()).isZero();
        assertThat(errorOf(() -> commit(id)).code()).isEqualTo(ErrorCode.TRANSACTION_ABORTED);
        assertThat(fixture.ids(fixture.orders)).isEmpty();
    }

    @Test
    void moreTransactionsThanAllowedAreRefusedByName() {
        long first = fixture.begin("");
        fixture.begin("");
        fixture.begin("");

        assertThat(errorOf(() -> fixture.begin(""))).hasMessageContaining("transactions_max 3");

        fixture.registry.rollback(first);
        assertThat(fixture.begin("")).isPositive();
    }

    @Test
    void rowsBeyondTheTransactionsBytesGoToTheEngineAndCommitWithTheRest() {
        Integer[] many = Collections.nCopies(300, 7).toArray(Integer[]::new);
        long id = fixture.begin("");
        in(id, transaction -> transaction.append(rows(fixture.orders, 1)));
        in(id, transaction -> transaction.append(rows(fixture.orders, many)));
        in(id, transaction -> transaction.append(rows(fixture.orders, 9)));
        assertThat(fixture.ids(fixture.orders)).isEmpty();

        commit(id);

        assertThat(fixture.ids(fixture.orders).split(" "))
                .hasSize(302)
                .startsWith("1")
                .endsWith("9");
    }

    @Test
    void transactionsHeldInTheEngineAreFewerThanItsConnections() {
        Integer[] many = new Integer[300];
        long first = fixture.begin("");
        long second = fixture.begin("");
        long third = fixture.begin("");
        in(first, transaction -> transaction.append(rows(fixture.orders, many)));
        in(second, transaction -> transaction.append(rows(fixture.orders, many)));

        TributaryException refused =
                errorOf(() -> in(third, transaction -> transaction.append(rows(fixture.orders, many))));
        in(third, transaction -> transaction.append(rows(fixture.orders, 1)));
        fixture.registry.rollback(first);
        in(third, transaction -> transaction.append(rows(fixture.orders, many)));
        commit(third);

        assertThat(refused.code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT);
        assertThat(refused).hasMessageStartingWith("2 open transactions are held in the engine");
        assertThat(fixture.ids(fixture.orders).split(" ")).hasSize(301);
    }

    @Test
    void allTransactionsShareOneBudgetWhichTheyGiveBack() {
        Integer[] many = new Integer[200];
        long first = fixture.begin("");
        long second = fixture.begin("");
        in(first, transaction -> transaction.append(rows(fixture.orders, many)));

        assertThat(errorOf(() -> fixture.registry.insert(rows(fixture.orders, many), "")))
                .hasMessageContaining("open_transactions_bytes 1500");
        in(second, transaction -> transaction.append(rows(fixture.orders, many)));

        fixture.registry.rollback(first);
        assertThat(fixture.registry.insert(rows(fixture.orders, many), "").visible())
                .isTrue();
    }

    @Test
    void aBusyLaneRefusesTheCommitWhichMayBeTriedAgain() {
        long id = fixture.begin("");
        in(id, transaction -> transaction.append(rows(fixture.orders, 1)));
        CompletableFuture<Void> entered = new CompletableFuture<>();
        CompletableFuture<Void> leave = new CompletableFuture<>();
        Thread other = new Thread(() -> {
            TableLanes.Pass pass = enter(fixture.orders);
            entered.complete(null);
            leave.join();
            pass.close();
        });
        other.start();
        entered.orTimeout(10, TimeUnit.SECONDS).join();

        TributaryException busy = errorOf(() -> commit(id));
        TributaryException blocked;
        try (TableLanes.Pass changing = fixture.lanes.changing(fixture.orders.tableId())) {
            assertThat(changing).isNotNull();
            blocked = errorOf(() -> commit(id));
        }

        assertThat(blocked).hasMessageStartingWith("insert table orders is blocked on schema change for 20 ms");
        assertThat(busy.code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT);
        assertThat(busy).hasMessageContaining("shop.orders").hasMessageContaining("group_commit_queue_timeout_ms");
        leave.complete(null);
        join(other);
        commit(id);
        assertThat(fixture.ids(fixture.orders)).isEqualTo("1");
    }

    @Test
    void rowsOfAnOlderSchemaVersionDoNotCommit() {
        long id = fixture.begin("");
        in(id, transaction -> transaction.append(rows(fixture.orders, 1)));
        TableSchema old = fixture.orders;
        fixture.tables.put(
                old.tableId(),
                new TableSchema(
                        old.tableId(),
                        old.database(),
                        old.name(),
                        2,
                        old.keyModel(),
                        old.columns(),
                        old.properties(),
                        old.layout()));

        assertThat(errorOf(() -> commit(id)).code()).isEqualTo(ErrorCode.SCHEMA_VERSION_MISMATCH);

        assertThat(errorOf(() -> commit(id)).code()).isEqualTo(ErrorCode.TRANSACTION_ABORTED);
        assertThat(fixture.ids(fixture.orders)).isEmpty();
    }

    @Test
    void bufferedRowsOfADroppedTableDoNotEnterATransactionThatIsHeld() {
        long id = fixture.begin("");
        in(id, transaction -> transaction.append(rows(fixture.orders, 1)));
        replaceOrders();

        in(id, transaction -> assertThat(errorOf(() -> transaction.query("SELECT id FROM order_lines", CONTEXT))
                        .code())
                .isEqualTo(ErrorCode.UNKNOWN_TABLE));

        fixture.registry.rollback(id);
        assertThat(fixture.ids(fixture.orders)).isEmpty();
    }

    @Test
    void aHeldTransactionThatWroteADroppedTableDoesNotCommitIntoItsSuccessor() {
        long id = fixture.begin("");
        in(id, transaction -> transaction.append(rows(fixture.orders, 1)));
        in(id, transaction -> assertThat(select(transaction)).isEqualTo("1"));
        replaceOrders();

        assertThat(errorOf(() -> commit(id)).code()).isEqualTo(ErrorCode.UNKNOWN_TABLE);

        fixture.registry.rollback(id);
        assertThat(fixture.ids(fixture.orders)).isEmpty();
    }

    @Test
    void nothingRunsInTheLaneOfADroppedTable() {
        replaceOrders();

        assertThat(errorOf(() -> fixture.committer.inLaneOf(fixture.orders.tableId(), () -> "ran"))
                        .code())
                .isEqualTo(ErrorCode.UNKNOWN_TABLE);
    }

    /** Does what DROP TABLE and CREATE TABLE do for the catalog: the name stays, the id is a new one. */
    private void replaceOrders() {
        fixture.tables.remove(fixture.orders.tableId());
        fixture.tables.put(3L, EngineFixture.table(3, "orders"));
    }

    @Test
    void twoSessionsThatChangeTheSameRowConflictAndTheSecondGets1213UntilItsEnd() {
        fixture.committer.insert(rows(fixture.orders, 1), "");
        long first = fixture.begin("");
        long second = fixture.begin("");
        in(first, transaction -> transaction.execute("UPDATE orders SET id = 2 WHERE id = 1", fixture.orders, CONTEXT));

        in(second, transaction -> assertThat(errorOf(() ->
                                transaction.execute("UPDATE orders SET id = 3 WHERE id = 1", fixture.orders, CONTEXT))
                        .code())
                .isEqualTo(ErrorCode.WRITE_CONFLICT));

        commit(first);
        assertThat(errorOf(() -> commit(second)).code()).isEqualTo(ErrorCode.WRITE_CONFLICT);
        fixture.registry.rollback(second);
        assertThat(fixture.ids(fixture.orders)).isEqualTo("2");
    }

    @Test
    void ofTwoTransactionsThatInsertTheSameNewKeyTheSecondToCommitGets1213() {
        long first = fixture.begin("");
        long second = fixture.begin("");
        for (long id : new long[] {first, second}) {
            in(id, transaction -> transaction.execute("DELETE FROM orders WHERE id = 0", fixture.orders, CONTEXT));
            in(id, transaction -> transaction.append(rows(fixture.prices, 7)));
        }

        commit(first);
        in(second, transaction -> assertThat(errorOf(transaction::commit).code())
                .isEqualTo(ErrorCode.WRITE_CONFLICT));

        assertThat(fixture.ids(fixture.prices)).isEqualTo("7");
    }

    @Test
    void aTransactionThatHoldsItsSnapshotConflictsWithARowOfItsKeyAndWithNoOther() {
        long id = fixture.begin("");
        in(id, transaction -> transaction.append(rows(fixture.prices, 1)));
        in(id, transaction -> transaction.execute("DELETE FROM orders WHERE id = 0", fixture.orders, CONTEXT));
        fixture.committer.insert(rows(fixture.prices, 2), "");
        commit(id);
        assertThat(fixture.ids(fixture.prices)).isEqualTo("1 2");

        long late = fixture.begin("");
        in(late, transaction -> transaction.execute("DELETE FROM orders WHERE id = 0", fixture.orders, CONTEXT));
        in(late, transaction -> transaction.append(rows(fixture.prices, 3)));
        fixture.committer.insert(rows(fixture.prices, 3), "");
        in(late, transaction -> assertThat(errorOf(transaction::commit).code()).isEqualTo(ErrorCode.WRITE_CONFLICT));
        assertThat(fixture.ids(fixture.prices)).isEqualTo("1 2 3");
    }

    @Test
    void transactionsOfInsertsAloneReplaceEachOthersRowsWithoutConflict() {
        long first = fixture.begin("");
        long second = fixture.begin("");
        in(first, transaction -> transaction.append(rows(fixture.prices, 7, 8)));
        in(second, transaction -> transaction.append(rows(fixture.prices, 8, 9)));

        commit(first);
        commit(second);

        assertThat(fixture.ids(fixture.prices)).isEqualTo("7 8 9");
    }

    @Test
    void aLabelledTransactionCommitsOnce() {
        long first = fixture.begin("nightly-1");
        in(first, transaction -> transaction.append(rows(fixture.orders, 1)));
        assertThat(commit(first).label()).isEqualTo("nightly-1");

        long second = fixture.begin("nightly-1");
        in(second, transaction -> assertThat(errorOf(() -> transaction.append(rows(fixture.orders, 2)))
                        .code())
                .isEqualTo(ErrorCode.LABEL_USED));

        fixture.registry.rollback(second);
        assertThat(fixture.ids(fixture.orders)).isEqualTo("1");
    }

    private TableLanes.Pass enter(TableSchema table) {
        try {
            return fixture.lanes.enter(List.of(table.tableId()), 10_000).orElseThrow();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join(10_000);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void in(long id, Consumer<LoadTransaction> step) {
        try (TransactionRegistry.Use use = fixture.registry.use(id)) {
            step.accept(use.transaction());
        }
    }

    private LoadResult commit(long id) {
        try (TransactionRegistry.Use use = fixture.registry.use(id)) {
            LoadResult result = use.transaction().commit();
            use.end();
            return result;
        }
    }

    private static String select(LoadTransaction transaction) {
        try (ResultCursor cursor = transaction.query("SELECT id FROM orders ORDER BY id", CONTEXT)) {
            return EngineFixture.ids(cursor);
        }
    }

    private void advanceSeconds(long seconds) {
        fixture.nanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }

    private static TributaryException errorOf(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        return catchThrowableOfType(TributaryException.class, call);
    }
}
