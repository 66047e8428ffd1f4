package io.tributary.backend.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.backend.txn.TextNames;
import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.InsertQuery;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.TransactionTimeout;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.OnDuplicateKey;
import io.tributary.contract.schema.SqlMode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every statement that may read a table waits for the rows that it is bound to see, and no other does. */
class BoundReadsTest extends ServicesOnFakeLog {
    private long a;
    private long b;

    @BeforeEach
    void createMore() {
        catalog.apply(new CatalogChange.CreateTable(schema("c"), false));
        a = idOf("a");
        b = idOf("b");
    }

    private void onRead(String table) {
        catalog.apply(new CatalogChange.AlterProperties("shop", table, Map.of("group_commit_policy", "on_read")));
    }

    @Test
    void aSelectWaitsForTheRowsOfItsTableAndNoOther() throws Exception {
        log.bound.add(a);

        CompletableFuture<String> waiting = select("SELECT id FROM a", CONTEXT);

        assertThat(get(select("SELECT id FROM b", CONTEXT))).isEqualTo("2");
        assertThat(waiting).isNotDone();
        log.commitBound();
        assertThat(get(waiting)).isEqualTo("1");
        assertThat(log.holds).isEmpty();
    }

    @Test
    void everyWayToReadATableWaits() throws Exception {
        for (String sql : List.of(
                "SELECT b.id FROM b JOIN a ON a.id < b.id",
                "SELECT b.id FROM b JOIN /*!50000a*/ ON a.id < b.id",
                "SELECT id FROM b WHERE id > (SELECT min(id) FROM `a`)",
                "WITH x AS (SELECT id FROM shop.a) SELECT id FROM x",
                "SELECT id FROM b UNION ALL SELECT id FROM a",
                "SELECT id FROM b WHERE EXISTS (SELECT 1 FROM/**/a)")) {
            log.bound.add(a);
            CompletableFuture<String> waiting = select(sql, CONTEXT);
            assertThat(waiting).as(sql).isNotDone();
            log.commitBound();
            get(waiting);
        }
    }

    @Test
    void statementsThatChangeATableWaitForWhatTheyReadBeforeTheyHoldAnything() throws Exception {
        log.bound.add(b);

        CompletableFuture<?> update =
                client.execute("UPDATE a SET id = id WHERE id IN (SELECT id FROM b)", a, 1, CONTEXT);
        CompletableFuture<?> insert = client.insertQuery(insertFromB(a, CONTEXT));

        assertThat(update).isNotDone();
        assertThat(insert).isNotDone();
        assertThat(log.synced).isEmpty();
        get(client.insert(idOf("c"), 1, List.of(block(7)), ""));
        log.commitBound();
        get(update);
        get(insert);
        assertThat(ids("a")).isEqualTo("1 2");
    }

    @Test
    void whoWritesATableAloneComesBehindTheRowsOfItThatReadsAreBoundToSee() throws Exception {
        log.bound.add(a);

        CompletableFuture<?> insert = client.insert(a, 1, List.of(block(5)), "");
        long transactionId = get(client.begin("", TransactionTimeout.of(14_400)));
        get(client.appendTo(transactionId, a, 1, List.of(block(6))));
        CompletableFuture<?> commit = client.commit(transactionId);

        assertThat(insert).isNotDone();
        assertThat(commit).isNotDone();
        log.commitBound();
        get(insert);
        get(commit);
        assertThat(ids("a")).isEqualTo("1 5 6");
    }

    @Test
    void aTransactionWaitsForTheRowsOfAllTablesOnceForItsSnapshot() throws Exception {
        onRead("a");
        log.bound.add(a);
        QueryContext inside =
                new QueryContext("shop", SqlMode.NONE, "UTC", get(client.begin("", TransactionTimeout.of(14_400))));

        CompletableFuture<String> first = select("SELECT id FROM b", inside);
        assertThat(first).isNotDone();
        log.commitBound();
        assertThat(get(first)).isEqualTo("2");
        assertThat(log.holds).containsExactly(Set.of(a));
        assertThat(log.held).hasValue(0);

        log.bound.add(a);
        assertThat(get(select("SELECT id FROM b", inside))).isEqualTo("2");
        assertThat(log.holds).hasSize(1);
    }

    @Test
    void aReadOfSeveralTablesHoldsThemWhileItTakesItsSnapshot() throws Exception {
        onRead("a");

        assertThat(get(select("SELECT b.id FROM b JOIN a ON a.id < b.id", CONTEXT)))
                .isEqualTo("2");
        assertThat(log.holds).containsExactly(Set.of(a));
        assertThat(log.held).hasValue(0);

        get(select("SELECT id FROM a", CONTEXT));
        get(select("SELECT b.id FROM b, c", CONTEXT));
        assertThat(log.holds).hasSize(1);

        int version = versionOf("c");
        get(client.execute("DELETE FROM c WHERE id IN (SELECT id FROM a)", idOf("c"), version, CONTEXT));
        assertThat(log.holds).hasSize(2);
        get(client.insertQuery(new InsertQuery(
                idOf("c"),
                version,
                List.of(new InsertQuery.Source("SELECT a.id FROM a, b", List.of(List.of(0)))),
                null,
                "",
                CONTEXT,
                null,
                List.of(),
                false,
                10)));
        assertThat(log.holds).hasSize(3);
        assertThat(log.held).hasValue(0);
    }

    @Test
    void whatARowBecomesThatIsThereMayReadOtherTables() throws Exception {
        onRead("b");
        log.bound.add(b);

        CompletableFuture<?> insert = client.insertQuery(intoA("(SELECT max(id) FROM b)", CONTEXT));
        QueryContext inside =
                new QueryContext("shop", SqlMode.NONE, "UTC", get(client.begin("", TransactionTimeout.of(14_400))));
        CompletableFuture<?> inTransaction = client.insertQuery(intoA("(SELECT max(id) FROM b)", inside));

        assertThat(insert).isNotDone();
        assertThat(inTransaction).isNotDone();
        log.commitBound();
        // The table has no key to meet: what it waits for and holds is the point.
        errorOf(insert);
        errorOf(inTransaction);
        assertThat(log.holds).contains(Set.of(b));
        assertThat(log.held).hasValue(0);
    }

    @Test
    void aReadHoldsAnswersForAWhileAndThenAnew() throws Exception {
        onRead("a");
        log.heldUp.set(1);

        assertThat(get(select("SELECT b.id FROM b JOIN a ON a.id < b.id", CONTEXT)))
                .isEqualTo("2");

        assertThat(log.holds).containsExactly(Set.of(a), Set.of(a));
        assertThat(log.held).hasValue(0);
    }

    @Test
    void aReadThatHoldsItsTablesInVainIsToldWhichAfterItsTime() {
        onRead("a");
        log.heldUp.set(3);
        QueryContext impatient = new QueryContext(new QueryContext.Meaning("shop", SqlMode.NONE, "UTC"), 0, 0, 0, 50);

        TributaryException late = errorOf(select("SELECT b.id FROM b JOIN a ON a.id < b.id", impatient));

        assertThat(late.code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT);
        assertThat(late).hasMessageContaining("rows of shop.a").hasMessageContaining("within 50 ms");
    }

    @Test
    void aTableWhoseReadersAreBoundFromNowOnIsHeldToo() throws Exception {
        onRead("a");
        log.whileHeld = () -> {
            log.whileHeld = () -> {};
            onRead("b");
        };

        assertThat(get(select("SELECT b.id FROM b JOIN a ON a.id < b.id", CONTEXT)))
                .isEqualTo("2");

        assertThat(log.holds).containsExactly(Set.of(a), Set.of(a, b));
        assertThat(log.held).hasValue(0);
    }

    @Test
    void oneThatBecomesSoWhenTheSnapshotIsTakenHasItDiscarded() {
        onRead("a");

        TributaryException late = catchThrowableOfType(
                TributaryException.class,
                () -> reads.ofAll(1_000, () -> {
                    onRead("b");
                    return true;
                }));

        assertThat(late.code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT);
        assertThat(late).hasMessageContaining("group_commit_policy was changed");
        assertThat(log.held).hasValue(0);
    }

    @Test
    void noHoldOutlastsItsTimeAlthoughTheEngineHangsInTheSnapshot() {
        onRead("a");

        TributaryException late = catchThrowableOfType(
                TributaryException.class,
                () -> reads.ofAll(1_000, () -> {
                    timer.elapse();
                    assertThat(log.held).hasValue(0);
                    return true;
                }));

        assertThat(late.code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT);
        assertThat(late).hasMessageContaining("more than 20 ms for a snapshot");
    }

    @Test
    void aTransactionBesideAFailedLogReadsTheTablesOfOthers() throws Exception {
        onRead("a");
        log.bound.add(a);
        log.stranded.add(a);
        QueryContext inside =
                new QueryContext("shop", SqlMode.NONE, "UTC", get(client.begin("", TransactionTimeout.of(14_400))));

        assertThat(get(select("SELECT id FROM b", inside))).isEqualTo("2");

        TributaryException missing = errorOf(select("SELECT id FROM a", inside));
        assertThat(missing.code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT);
        assertThat(missing).hasMessageContaining("rows of shop.a").hasMessageContaining("a restart commits them");
    }

    @Test
    void aReadWhoseRowsAreNotCommittedInTimeIsToldWhichAndReadsNothing() {
        log.bound.add(a);
        QueryContext impatient = new QueryContext(new QueryContext.Meaning("shop", SqlMode.NONE, "UTC"), 0, 0, 0, 50);

        CompletableFuture<String> read = select("SELECT id FROM a", impatient);
        timer.elapse();

        assertThat(errorOf(read).code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT);
        assertThat(errorOf(read))
                .hasMessageContaining("rows of shop.a")
                .hasMessageContaining("insert_visible_timeout_ms 50");
    }

    @Test
    void namesOfWhichATextMayHaveAnotherFormAreInEachText() {
        assertThat(TextNames.words("SELECT `T-1`.x FROM d.Tab_2$"))
                .containsExactlyInAnyOrder("select", "t", "1", "x", "from", "d", "tab_2$");
        assertThat(Map.of("t-1", false, "tab_2$", true, "größe", false))
                .allSatisfy((name, isWord) -> assertThat(TextNames.isWord(name)).isEqualTo(isWord));
    }

    private InsertQuery intoA(String becomes, QueryContext context) {
        return new InsertQuery(
                a,
                versionOf("a"),
                List.of(new InsertQuery.Source("SELECT 1", List.of(List.of(0)))),
                new OnDuplicateKey(OnDuplicateKey.Action.UPDATE, List.of(new OnDuplicateKey.Assignment(0, becomes))),
                "",
                context,
                null,
                List.of(),
                false,
                10);
    }

    private static InsertQuery insertFromB(long tableId, QueryContext context) {
        return new InsertQuery(
                tableId,
                1,
                List.of(new InsertQuery.Source("SELECT id FROM b", List.of(List.of(0)))),
                null,
                "",
                context,
                null,
                List.of(),
                false,
                10);
    }
}
