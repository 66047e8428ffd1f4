package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.info;
import static io.tributary.frontend.FrontendFixture.rows;
import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class TransactionTest {
    private FrontendFixture frontend;
    private Connection connection;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
        connection = frontend.withTable("sessionVariables=group_commit=async_mode");
        frontend.backend.forgetCalls();
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        frontend.close();
    }

    @Test
    void beginAsksNothingOfTheBackendAndCommitMakesAllRowsVisibleAtOnce() throws Exception {
        String begun = info(connection, "BEGIN");
        assertThat(begun).matches("\\{'label':'txn_insert_[0-9a-f_]{33}', 'status':'PREPARE', 'txnId':''}");
        assertThat(frontend.backend.calls()).isEmpty();

        assertThat(info(connection, "INSERT INTO t VALUES (1, 'a', 2)")).isEqualTo(begun);
        run(connection, "INSERT INTO u VALUES (1)");
        assertThat(rows(connection, "SELECT count(*) FROM t")).containsExactly("1");
        assertThat(frontend.backend.visibleRows("ads", "t")).isZero();
        assertThat(info(connection, "COMMIT"))
                .startsWith(begun.substring(0, begun.indexOf(", 'status'")) + ", 'status':'VISIBLE', 'txnId':'1");

        assertThat(frontend.backend.visibleRows("ads", "t")).isEqualTo(1);
        assertThat(frontend.backend.calls())
                .containsExactly(
                        "begin", "appendTo ads.t 1", "appendTo ads.u 1", "query SELECT count(*) FROM t in 1", "commit");
    }

    /** Its rows may be in the transaction: a COMMIT would store what its client was told has failed. */
    @Test
    void whereTheAnswerToAStatementIsLostNothingOfTheTransactionIsStored() throws Exception {
        for (String call : List.of("appendTo", "execute", "insertQuery")) {
            run(connection, "BEGIN");
            run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
            frontend.backend.failNext(call, new TributaryException(ErrorCode.STATEMENT_LOST, "its answer was lost"));

            String statement =
                    switch (call) {
                        case "appendTo" -> "INSERT INTO t VALUES (2, 'b', 3)";
                        case "execute" -> "UPDATE t SET name = 'c' WHERE id = 1";
                        default -> "INSERT INTO u SELECT id FROM t";
                    };
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> run(connection, statement))
                    .withMessageContaining("its answer was lost");
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> run(connection, "COMMIT"))
                    .withMessageContaining("current transaction is aborted", "its answer was lost");
            run(connection, "ROLLBACK");

            assertThat(frontend.backend.openTransactions()).as(call).isZero();
            assertThat(frontend.backend.visibleRows("ads", "t")).as(call).isZero();
        }
    }

    @Test
    void rollbackUndoes() throws Exception {
        run(connection, "START TRANSACTION");
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        assertThat(info(connection, "ROLLBACK")).contains("'status':'ABORTED'");

        assertThat(frontend.backend.visibleRows("ads", "t")).isZero();
        assertThat(frontend.backend.openTransactions()).isZero();
    }

    @Test
    void anEmptyTransactionIsAPlainOk() throws Exception {
        run(connection, "BEGIN");
        assertThat(info(connection, "COMMIT")).isEmpty();
        assertThat(info(connection, "ROLLBACK")).isEmpty();
        assertThat(frontend.backend.calls()).isEmpty();
    }

    @Test
    void theUsersLabelIsTheTransactionsAndAnotherIsRefused() throws Exception {
        assertThat(info(connection, "BEGIN WITH LABEL mine")).startsWith("{'label':'mine'");
        run(connection, "INSERT INTO t WITH LABEL mine VALUES (1, 'a', 2)");
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, "INSERT INTO t WITH LABEL other VALUES (1, 'a', 2)"))
                .withMessageContaining("Transaction insert expect label mine, but got other");
        assertThat(info(connection, "COMMIT")).startsWith("{'label':'mine', 'status':'VISIBLE'");
    }

    @Test
    void aStatementThatTheFrontendRefusesAbortsNothing() throws Exception {
        run(connection, "BEGIN");
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, "INSERT INTO t VALUES (1, NULL, 2)"));
        assertThatExceptionOfType(SQLException.class).isThrownBy(() -> run(connection, "INSERT gibberish"));
        run(connection, "COMMIT");

        assertThat(frontend.backend.visibleRows("ads", "t")).isEqualTo(1);
    }

    @Test
    void aTransactionThatOnlyReadsRefusesWhoeverWrites() throws Exception {
        run(connection, "START TRANSACTION READ ONLY");
        refusesToWrite("INSERT INTO t VALUES (1, 'a', 2)");
        refusesToWrite("DELETE FROM t WHERE a = 1");
        refusesToWrite("LOAD DATA LOCAL INFILE 'none' INTO TABLE t");
        assertThat(rows(connection, "SELECT count(*) FROM t")).containsExactly("0");
        run(connection, "COMMIT");
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");

        run(connection, "START TRANSACTION READ ONLY");
        run(connection, "TRUNCATE TABLE t");
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");

        assertThat(frontend.backend.openTransactions()).isZero();
    }

    @Test
    void setTransactionHoldsForTheNextOneOnly() throws Exception {
        run(connection, "SET TRANSACTION READ ONLY");
        run(connection, "BEGIN");
        refusesToWrite("INSERT INTO t VALUES (1, 'a', 2)");
        run(connection, "ROLLBACK");
        run(connection, "BEGIN");
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        run(connection, "COMMIT");

        run(connection, "SET TRANSACTION READ ONLY");
        refusesToWrite("INSERT INTO t VALUES (1, 'a', 2)");
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
    }

    @Test
    void aSessionThatOnlyReadsWritesInTransactionsThatSaySo() throws Exception {
        connection.close();
        // The driver would refuse what is to be refused here.
        connection = frontend.connect("root", "", "ads", "readOnlyPropagatesToServer=false");
        run(connection, "SET SESSION TRANSACTION READ ONLY");
        refusesToWrite("INSERT INTO t VALUES (1, 'a', 2)");
        refusesToWrite("TRUNCATE TABLE t");
        refusesToWrite("REPLAY QUARANTINE ALL");
        refusesToWrite("CREATE USER someone");
        run(connection, "START TRANSACTION READ WRITE");
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        run(connection, "COMMIT");
        run(connection, "SET SESSION TRANSACTION READ WRITE");
        run(connection, "INSERT INTO t VALUES (2, 'a', 2)");
    }

    @Test
    void withoutAutocommitATransactionThatOnlyReadsEndsWithCommitOrRollback() throws Exception {
        run(connection, "SET autocommit = 0");
        for (String end : new String[] {"COMMIT", "ROLLBACK"}) {
            run(connection, "SET TRANSACTION READ ONLY");
            refusesToWrite("INSERT INTO t VALUES (1, 'a', 2)");
            run(connection, end);
            run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
            run(connection, "COMMIT");
        }
    }

    @Test
    void setTransactionIsOverWithTheNextStatementOfAutocommitAndRefusedWithinATransaction() throws Exception {
        connection.close();
        connection = frontend.connect("root", "", "ads", "readOnlyPropagatesToServer=false");
        run(connection, "SET TRANSACTION READ ONLY");
        run(connection, "SET @a = 1");
        assertThat(rows(connection, "SELECT count(*) FROM t")).containsExactly("0");
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");

        run(connection, "SET TRANSACTION READ ONLY");
        run(connection, "SET @a = 2");
        refusesToWrite("UPDATE t SET score = 3");
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");

        run(connection, "SET autocommit = 0");
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, "SET TRANSACTION READ ONLY"))
                .matches(e -> e.getErrorCode() == 1568);
        run(connection, "SET @@session.transaction_read_only = 1");
        run(connection, "INSERT INTO t VALUES (2, 'a', 2)");
        run(connection, "SET @@session.transaction_read_only = 0");
        run(connection, "COMMIT");
    }

    private void refusesToWrite(String sql) {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, sql))
                .withMessageContaining("Cannot execute statement in a READ ONLY transaction.")
                .matches(e -> e.getErrorCode() == 1792)
                .matches(e -> e.getSQLState().equals("25006"));
    }

    @Test
    void anAbortedTransactionStaysOpenUntilRollback() throws Exception {
        TributaryException aborted = new TributaryException(
                ErrorCode.TRANSACTION_ABORTED, "the transaction failed before: only ROLLBACK is possible");
        run(connection, "BEGIN");
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        frontend.backend.failNext("query", new TributaryException(ErrorCode.ENGINE, "division by zero"));
        frontend.backend.failNext("commit", aborted);
        frontend.backend.failNext("commit", aborted);

        assertThatExceptionOfType(SQLException.class).isThrownBy(() -> rows(connection, "SELECT count(*) FROM t"));
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, "COMMIT"))
                .withMessageContaining("only ROLLBACK");
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, "COMMIT"))
                .withMessageContaining("only ROLLBACK");
        run(connection, "ROLLBACK");

        assertThat(info(connection, "INSERT INTO t VALUES (1, 'a', 2)")).contains("group_commit_");
    }

    @Test
    void aConflictAtCommitIs1213AndEndsTheTransaction() throws Exception {
        run(connection, "BEGIN");
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        frontend.backend.failNext("commit", new TributaryException(ErrorCode.WRITE_CONFLICT, "Deadlock found"));

        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, "COMMIT"))
                .matches(e -> e.getErrorCode() == 1213 && e.getSQLState().equals("40001"));
        assertThat(info(connection, "COMMIT")).isEmpty();
    }

    /** On MySQL, too, 1205 ends no transaction: a COMMIT behind it must not say OK to nothing. */
    @Test
    void aCommitThatIsRefusedAsBusyMayBeTriedAgain() throws Exception {
        run(connection, "BEGIN");
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        frontend.backend.failNext("commit", new TributaryException(ErrorCode.LIMIT_OR_LOCK_WAIT, "too busy"));

        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, "COMMIT"))
                .matches(e -> e.getErrorCode() == 1205);
        run(connection, "COMMIT");

        assertThat(frontend.backend.visibleRows("ads", "t")).isEqualTo(1);
    }

    @Test
    void aCommitThatFailsLeavesNoTransactionOpenOnTheBackend() throws Exception {
        run(connection, "BEGIN");
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        frontend.backend.failNext("commit", new TributaryException(ErrorCode.ENGINE, "disk I/O error"));

        assertThatExceptionOfType(SQLException.class).isThrownBy(() -> run(connection, "COMMIT"));

        await().until(() -> frontend.backend.openTransactions() == 0);
        assertThat(frontend.backend.calls()).endsWith("commit", "rollback");
        assertThat(frontend.backend.visibleRows("ads", "t")).isZero();
    }

    @Test
    void aComputedInsertThatAbortsItsTransactionIsAnsweredWithItsOwnError() throws Exception {
        run(connection, "BEGIN");
        frontend.backend.failNext(
                "insertQuery", new TributaryException(ErrorCode.UNKNOWN_COLUMN, "Unknown column 'x'"));
        frontend.backend.failNext(
                "insertQuery", new TributaryException(ErrorCode.TRANSACTION_ABORTED, "only ROLLBACK is possible"));

        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, "INSERT INTO t SELECT x, 'a', 2 FROM t"))
                .matches(e -> e.getErrorCode() == 1054)
                .withMessageContaining("Unknown column 'x'");
    }

    @Test
    void aSecondBeginCommitsTheFirst() throws Exception {
        run(connection, "BEGIN");
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        run(connection, "BEGIN");
        run(connection, "INSERT INTO t VALUES (2, 'a', 2)");
        run(connection, "ROLLBACK");

        assertThat(frontend.backend.visibleRows("ads", "t")).isEqualTo(1);
    }

    @Test
    void aClosedConnectionRollsBack() throws Exception {
        run(connection, "BEGIN");
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        connection.close();

        await().until(() -> frontend.backend.openTransactions() == 0);
        assertThat(frontend.backend.visibleRows("ads", "t")).isZero();
    }

    @Test
    void aComputedInsertIsPartOfTheTransactionAndKeepsItsLabel() throws Exception {
        run(connection, "BEGIN WITH LABEL mine");
        assertThat(info(connection, "INSERT INTO t VALUES (1 + 1, 'a', 2)"))
                .isEqualTo("{'label':'mine', 'status':'PREPARE', 'txnId':''}");
        run(connection, "INSERT INTO t WITH LABEL mine SELECT * FROM t");
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, "INSERT INTO t WITH LABEL other SELECT * FROM t"))
                .withMessageContaining("Transaction insert expect label mine, but got other");
        run(connection, "COMMIT");

        assertThat(frontend.backend.calls())
                .containsExactly(
                        "begin",
                        "insertQuery ads.t '' [[0, 1, 2]] SELECT (1 + 1), ('a'), (2) in 1",
                        "insertQuery ads.t 'mine' [[0, 1, 2]] SELECT * FROM t in 1",
                        "commit");
    }

    @Test
    void aChangeOfRowsByTextRunsInsideTheTransaction() throws Exception {
        run(connection, "BEGIN");
        assertThat(run(connection, "UPDATE t SET score = 1 WHERE id = 2")).isEqualTo(7);
        run(connection, "INSERT INTO t SELECT * FROM t");
        assertThat(frontend.backend.calls())
                .hasSize(3)
                .allMatch(call -> call.equals("begin") || call.endsWith(" in 1"));
    }

    @Test
    void aTransactionLivesAsLongAsTheSessionSaidAtBegin() throws Exception {
        run(connection, "SET insert_timeout = 7, query_timeout = 5");
        run(connection, "BEGIN");
        run(connection, "SET insert_timeout = 100");
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");

        assertThat(frontend.backend.lastTimeout()).isNotNull().satisfies(timeout -> {
            assertThat(timeout.seconds()).isEqualTo(7);
            assertThat(timeout.leftMillis()).isBetween(1L, 7_000L);
        });
        run(connection, "ROLLBACK");

        run(connection, "INSERT INTO t VALUES (1 + 1, 'a', 2)");
        assertThat(frontend.backend.lastInsertTimeout()).isEqualTo(100);
    }

    @Test
    void resettingTheConnectionRollsBackAndForgetsVariables() throws Exception {
        run(connection, "BEGIN");
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        connection.unwrap(com.mysql.cj.jdbc.ConnectionImpl.class).resetServerState();

        assertThat(frontend.backend.openTransactions()).isZero();
        assertThat(rows(connection, "SELECT @x")).containsExactly("null");
    }
}
