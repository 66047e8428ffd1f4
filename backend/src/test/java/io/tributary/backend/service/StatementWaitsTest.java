package io.tributary.backend.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.InsertQuery;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.TransactionTimeout;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.engine.port.FaultyEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whoever waits, for a recovery or for the engine, is in nobody's way and is answered. */
class StatementWaitsTest extends ServicesOnFakeLog {
    /** One table for each thread. */
    private static final List<String> TABLES = List.of("t1", "t2", "t3", "t4");

    private final CompletableFuture<Void> engineAnswers =
            new CompletableFuture<Void>().completeOnTimeout(null, 50, TimeUnit.SECONDS);

    @AfterEach
    void letGo() {
        engineAnswers.complete(null);
    }

    @Test
    void otherTablesAreReadAndWrittenWhileMoreWaitForARecoveryThanTheQueueHasPlaces() throws Exception {
        CompletableFuture<Void> recovery = new CompletableFuture<>();
        log.recovering.put(idOf("a"), recovery);
        List<CompletableFuture<?>> waiting = new ArrayList<>();
        for (int i = 0; i < 4 * QUEUE; i++) {
            waiting.add(select("SELECT id FROM a", CONTEXT));
            waiting.add(client.insert(idOf("a"), 1, List.of(block(5)), ""));
            waiting.add(client.execute("DELETE FROM a WHERE id = 1", idOf("a"), 1, CONTEXT));
        }

        assertThat(get(select("SELECT id FROM b", CONTEXT))).isEqualTo("2");
        get(client.insert(idOf("b"), 1, List.of(block(3)), ""));
        get(client.execute("DELETE FROM b WHERE id = 2", idOf("b"), 1, CONTEXT));
        assertThat(ids("b")).isEqualTo("3");

        assertThat(waiting.stream().filter(each -> !each.isDone())).hasSize(QUEUE);
        assertThat(waiting.stream().filter(CompletableFuture::isDone))
                .allSatisfy(refused -> assertThat(errorOf(refused).code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT));
        log.recovering.clear();
        recovery.complete(null);
        for (CompletableFuture<?> each : waiting.subList(0, QUEUE)) {
            get(each);
        }
    }

    @Test
    void aSelectThatWaitedForARecoveryInATransactionWithAnOlderSnapshotIsToldToBeginAnew() throws Exception {
        CompletableFuture<Void> recovery = new CompletableFuture<>();
        log.recovering.put(idOf("a"), recovery);
        QueryContext inside = inside(get(client.begin("", TransactionTimeout.of(14_400))));
        assertThat(get(select("SELECT id FROM b", inside))).isEqualTo("2");

        CompletableFuture<String> early = select("SELECT id FROM a", inside);
        assertThat(early).isNotDone();
        log.recovering.clear();
        recovery.complete(null);

        assertThat(errorOf(early).code()).isEqualTo(ErrorCode.WRITE_CONFLICT);
        QueryContext anew = inside(get(client.begin("", TransactionTimeout.of(14_400))));
        assertThat(get(select("SELECT id FROM b", anew))).isEqualTo("2");
        assertThat(get(select("SELECT id FROM a", anew))).isEqualTo("1");
    }

    @Test
    void anInsertFromAQueryWhoseCommitHangsIsToldThatItsOutcomeIsUnknown() throws Exception {
        InsertQuery insert = insertFromB(CONTEXT, 10);

        assertThat(hanging(FaultyEngine.Point.BEFORE_COMMIT, () -> client.insertQuery(insert), 310_000))
                .isEqualTo(ErrorCode.OUTCOME_UNKNOWN);

        engineAnswers.complete(null);
        get(client.execute("UPDATE a SET id = id", idOf("a"), 1, CONTEXT));
        assertThat(ids("a")).isEqualTo("1 2");
    }

    @Test
    void anAlterWhoseLastStepHangsIsToldThatItsOutcomeIsUnknown() throws Exception {
        assertThat(hanging(
                        FaultyEngine.Point.BEFORE_ALTER,
                        () -> client.change(new CatalogChange.AlterTable(renamed(idOf("a"), "c"))),
                        600_000))
                .isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    }

    @Test
    void theCommitOfATransactionThatHangsIsToldThatItsOutcomeIsUnknown() throws Exception {
        long transaction = loaded("");

        assertThat(hanging(FaultyEngine.Point.BEFORE_COMMIT, () -> client.commit(transaction), 300_000))
                .isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    }

    @Test
    void aCreateTableThatHangsIsToldThatItsOutcomeIsUnknown() throws Exception {
        assertThat(hanging(
                        FaultyEngine.Point.BEFORE_CREATE,
                        () -> client.change(new CatalogChange.CreateTable(schema("c"), false)),
                        300_000))
                .isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    }

    @Test
    void aDropTableThatHangsIsToldThatItsOutcomeIsUnknown() throws Exception {
        assertThat(hanging(
                        FaultyEngine.Point.BEFORE_DROP,
                        () -> client.change(new CatalogChange.DropTable("shop", "a", false)),
                        300_000))
                .isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    }

    /** It asks the engine for nothing but ids, which come in tens. */
    @Test
    void aFirstPhaseThatHangsIsToldThatItsOutcomeIsUnknown() throws Exception {
        long transaction = loaded("load");
        CountDownLatch fetched = new CountDownLatch(1);
        engine.at(FaultyEngine.Point.BEFORE_GET, fetched::countDown);
        for (int after = 0; after < 10; after += fetched.getCount() == 0 ? 1 : 0) {
            get(client.insert(idOf("b"), 1, List.of(block(3)), ""));
        }

        assertThat(hanging(FaultyEngine.Point.BEFORE_GET, () -> client.precommit(transaction, idOf("a"), 1), 300_000))
                .isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    }

    @Test
    void aSecondPhaseThatHangsIsToldThatItsOutcomeIsUnknown() throws Exception {
        long load = get(client.precommit(loaded("load"), idOf("a"), 1)).txnId();

        assertThat(hanging(FaultyEngine.Point.BEFORE_COMMIT, () -> client.decide("shop", load, "", true), 300_000))
                .isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    }

    @Test
    void whatStillCommitsWhenTheServerEndsIsToldThatItsOutcomeIsUnknown() throws Exception {
        long transaction = loaded("");
        CountDownLatch held = new CountDownLatch(2);
        engine.at(FaultyEngine.Point.BEFORE_COMMIT, () -> {
            held.countDown();
            engineAnswers.join();
        });
        List<CompletableFuture<LoadResult>> commits =
                List.of(client.commit(transaction), client.insert(idOf("b"), 1, List.of(block(3)), ""));
        assertThat(held.await(30, TimeUnit.SECONDS)).isTrue();

        assertThat(pools.drain(1)).isFalse();
        server.shutdownNow();

        assertThat(commits)
                .allSatisfy(commit -> assertThat(errorOf(commit).code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN));
    }

    /** A transaction with a row of table a. */
    private long loaded(String label) throws Exception {
        long transaction = get(client.begin(label, TransactionTimeout.of(60)));
        get(client.appendTo(transaction, idOf("a"), 1, List.of(block(10))));
        return transaction;
    }

    @Test
    void numbersThatTheEngineDoesNotReserveAreRefused() throws Exception {
        assertThat(hanging(FaultyEngine.Point.BEFORE_GET, () -> client.reserveIds(idOf("a"), 1, 0), 300_000))
                .isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT);
    }

    @Test
    void anInsertInATransactionThatHangsLosesTheTransaction() throws Exception {
        QueryContext inside = inside(get(client.begin("", TransactionTimeout.of(14_400))));

        assertThat(hanging(
                        FaultyEngine.Point.BEFORE_SNAPSHOT, () -> client.insertQuery(insertFromB(inside, 10)), 310_000))
                .isEqualTo(ErrorCode.STATEMENT_LOST);
        get(client.rollback(inside.transactionId()));
    }

    @Test
    void aRollbackThatHangsHasStoredNothing() throws Exception {
        QueryContext inside = inside(get(client.begin("", TransactionTimeout.of(14_400))));
        assertThat(get(select("SELECT id FROM b", inside))).isEqualTo("2");

        assertThat(hanging(FaultyEngine.Point.BEFORE_CLOSE, () -> client.rollback(inside.transactionId()), 300_000))
                .isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT);
    }

    @Test
    void aDeleteInATransactionThatHangsLosesTheTransaction() throws Exception {
        QueryContext inside = inside(get(client.begin("", TransactionTimeout.of(14_400))));

        assertThat(hanging(
                        FaultyEngine.Point.BEFORE_SNAPSHOT,
                        () -> client.execute("DELETE FROM a", idOf("a"), 1, limited(inside)),
                        310_000))
                .isEqualTo(ErrorCode.STATEMENT_LOST);
        get(client.rollback(inside.transactionId()));
    }

    @Test
    void whatFindsNoThreadDoesNothingAndIsToldSo() throws Exception {
        List<CompletableFuture<?>> commits =
                hangingInEachThread(table -> client.insert(idOf(table), 1, List.of(block(1)), ""));
        CompletableFuture<Long> begin = client.begin("", TransactionTimeout.of(14_400));
        pass(300_000);

        assertThat(errorOf(begin).code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT);
        assertThat(commits)
                .allSatisfy(commit -> assertThat(errorOf(commit).code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN));
        assertThat(transactions.openCount()).isZero();
    }

    @Test
    void whatMayWorkForEverDoesNotWaitForEver() throws Exception {
        List<CompletableFuture<?>> deletes =
                hangingInEachThread(table -> client.execute("DELETE FROM " + table, idOf(table), 1, CONTEXT));
        List<CompletableFuture<?>> waiting = List.of(
                client.execute("DELETE FROM b", idOf("b"), 1, CONTEXT),
                client.insertQuery(insertFromB(CONTEXT, 0)),
                client.change(new CatalogChange.AlterTable(renamed(idOf("b"), "c"))));
        pass(300_000);

        assertThat(waiting)
                .allSatisfy(each -> assertThat(errorOf(each).code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT));
        assertThat(deletes).noneMatch(CompletableFuture::isDone);
        engineAnswers.complete(null);
        for (CompletableFuture<?> each : deletes) {
            get(each);
        }
        assertThat(ids("b")).isEqualTo("2");
    }

    @Test
    void aTableWhoseChangesWaitForAThreadIsWrittenByOthersMeanwhile() throws Exception {
        List<CompletableFuture<?>> changes = new ArrayList<>(
                hangingInEachThread(table -> client.execute("DELETE FROM " + table, idOf(table), 1, CONTEXT)));
        engine.at(FaultyEngine.Point.BEFORE_COMMIT, () -> {});
        changes.add(client.execute("DELETE FROM b WHERE id = 2", idOf("b"), 1, CONTEXT));
        changes.add(client.change(new CatalogChange.AlterTable(renamed(idOf("a"), "c"))));

        client.insert(idOf("b"), 1, List.of(block(3)), "").get(20, TimeUnit.SECONDS);
        long transaction = get(client.begin("", TransactionTimeout.of(60)));
        get(client.appendTo(transaction, idOf("a"), 1, List.of(block(4))));
        client.commit(transaction).get(20, TimeUnit.SECONDS);

        engineAnswers.complete(null);
        for (CompletableFuture<?> each : changes) {
            get(each);
        }
        assertThat(ids("b")).isEqualTo("3");
        assertThat(ids("c")).isEqualTo("1 4");
    }

    @Test
    void aChangeWhoseTableIsWrittenWhenItGetsItsThreadGivesThatToOthersAndHasItsTurnLater() throws Exception {
        List<CompletableFuture<?>> deletes =
                hangingInEachThread(table -> client.execute("DELETE FROM " + table, idOf(table), 1, CONTEXT));
        CompletableFuture<Void> written = new CompletableFuture<>();
        CountDownLatch inLane = new CountDownLatch(1);
        engine.at(FaultyEngine.Point.BEFORE_COMMIT, () -> {
            inLane.countDown();
            written.join();
        });
        CompletableFuture<?> waiting = client.execute("DELETE FROM b WHERE id = 2", idOf("b"), 1, CONTEXT);
        CompletableFuture<?> insert = client.insert(idOf("b"), 1, List.of(block(3)), "");
        assertThat(inLane.await(30, TimeUnit.SECONDS)).isTrue();

        int before = timer.taskCount();
        engineAnswers.complete(null);
        for (CompletableFuture<?> each : deletes) {
            get(each);
        }
        while (timer.taskCount() == before) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
        timer.elapse();
        // It waits in line again; all threads are there for others.
        CountDownLatch atOnce = new CountDownLatch(TABLES.size());
        engine.at(FaultyEngine.Point.BEFORE_COMMIT, () -> {
            atOnce.countDown();
            written.join();
        });
        List<CompletableFuture<?>> others = new ArrayList<>();
        TABLES.forEach(table -> others.add(client.execute("DELETE FROM " + table, idOf(table), 1, CONTEXT)));
        assertThat(atOnce.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(waiting).isNotDone();

        written.complete(null);
        get(insert);
        get(waiting);
        for (CompletableFuture<?> each : others) {
            get(each);
        }
        assertThat(ids("b")).isEqualTo("3");
    }

    @Test
    void manyChangesOfATableTakeOneThreadFromThoseOfOthers() throws Exception {
        List<CompletableFuture<?>> statements = new ArrayList<>(
                hangingInEachThread(table -> client.execute("DELETE FROM " + table, idOf(table), 1, CONTEXT)));
        CompletableFuture<Void> written = new CompletableFuture<>();
        CountDownLatch inLane = new CountDownLatch(1);
        engine.at(FaultyEngine.Point.BEFORE_COMMIT, () -> {
            inLane.countDown();
            written.join();
        });
        for (int i = 0; i < QUEUE - 1; i++) {
            statements.add(client.execute("DELETE FROM b WHERE id = " + i, idOf("b"), 1, CONTEXT));
        }
        statements.add(client.insert(idOf("b"), 1, List.of(block(100)), ""));
        assertThat(inLane.await(30, TimeUnit.SECONDS)).isTrue();
        engine.at(FaultyEngine.Point.BEFORE_COMMIT, () -> {});
        engineAnswers.complete(null);
        for (CompletableFuture<?> each : statements.subList(0, TABLES.size())) {
            get(each);
        }

        // The timer stands, so whoever waits for b with a thread keeps it.
        for (int i = 0; i < 3; i++) {
            client.execute("DELETE FROM a", idOf("a"), 1, CONTEXT).get(20, TimeUnit.SECONDS);
        }

        assertThat(statements.subList(TABLES.size(), statements.size())).noneMatch(CompletableFuture::isDone);
        written.complete(null);
        for (CompletableFuture<?> each : statements) {
            get(each);
        }
        assertThat(ids("b")).isEqualTo("100");
    }

    @Test
    void manySecondPhasesOfOneTableDoNotKeepOthersFromTheirThreads() throws Exception {
        List<Long> loads = new ArrayList<>();
        for (int i = 0; i < QUEUE / 2; i++) {
            long transaction = get(client.begin("load" + i, TransactionTimeout.of(60)));
            get(client.appendTo(transaction, idOf("a"), 1, List.of(block(10 + i))));
            loads.add(get(client.precommit(transaction, idOf("a"), 1)).txnId());
        }
        CountDownLatch inLane = new CountDownLatch(1);
        engine.at(FaultyEngine.Point.BEFORE_COMMIT, () -> {
            inLane.countDown();
            engineAnswers.join();
        });
        CompletableFuture<?> update = client.execute("UPDATE a SET id = id", idOf("a"), 1, CONTEXT);
        assertThat(inLane.await(30, TimeUnit.SECONDS)).isTrue();
        engine.at(FaultyEngine.Point.BEFORE_COMMIT, () -> {});

        List<CompletableFuture<LoadResult>> phases =
                loads.stream().map(id -> client.decide("shop", id, "", true)).toList();
        client.insert(idOf("b"), 1, List.of(block(3)), "").get(20, TimeUnit.SECONDS);

        assertThat(phases).noneMatch(CompletableFuture::isDone);
        engineAnswers.complete(null);
        get(update);
        for (CompletableFuture<LoadResult> each : phases) {
            get(each);
        }
        assertThat(ids("a").split(" ")).hasSize(1 + loads.size());
    }

    /** Such a statement of each of four tables, which hangs in its commit; those of one table would wait in line. */
    private List<CompletableFuture<?>> hangingInEachThread(Function<String, CompletableFuture<?>> statement)
            throws InterruptedException {
        TABLES.forEach(table -> catalog.apply(new CatalogChange.CreateTable(schema(table), false)));
        CountDownLatch held = new CountDownLatch(TABLES.size());
        engine.at(FaultyEngine.Point.BEFORE_COMMIT, () -> {
            held.countDown();
            engineAnswers.join();
        });
        List<CompletableFuture<?>> hanging = new ArrayList<>();
        TABLES.forEach(table -> hanging.add(statement.apply(table)));
        assertThat(held.await(30, TimeUnit.SECONDS)).isTrue();
        return hanging;
    }

    /** The call's error when the engine does not get on from this point, and so many milliseconds have passed. */
    private ErrorCode hanging(FaultyEngine.Point point, Supplier<CompletableFuture<?>> call, long millis)
            throws InterruptedException {
        CountDownLatch reached = new CountDownLatch(1);
        engine.at(point, () -> {
            reached.countDown();
            engineAnswers.join();
        });
        CompletableFuture<?> answer = call.get();
        assertThat(reached.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(answer).isNotDone();
        pass(millis - 1);
        assertThat(answer).isNotDone();
        pass(1);
        TributaryException error = errorOf(answer);
        assertThat(error).hasMessageContaining("engine_answer_timeout_ms 300000");
        return error.code();
    }

    private void pass(long millis) {
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
        answers.check();
    }

    private InsertQuery insertFromB(QueryContext context, int timeoutSeconds) {
        return new InsertQuery(
                idOf("a"),
                1,
                List.of(new InsertQuery.Source("SELECT id FROM b", List.of(List.of(0)))),
                null,
                "",
                context,
                null,
                List.of(),
                false,
                timeoutSeconds);
    }

    /** Returns this context with a limit of 10 s. */
    private static QueryContext limited(QueryContext context) {
        return new QueryContext(
                context.meaning(), context.transactionId(), 0, 10_000, QueryContext.VISIBLE_MILLIS_DEFAULT);
    }

    private static QueryContext inside(long transactionId) {
        return new QueryContext("shop", SqlMode.NONE, "UTC", transactionId);
    }
}
