package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.info;
import static io.tributary.frontend.FrontendFixture.rows;
import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.mysql.cj.jdbc.ConnectionImpl;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code autocommit = 0} without BEGIN, sentence by sentence. */
final class StagingTest {
    private static final long SESSION_MAX = 2_000;

    private FrontendFixture frontend;
    private Connection connection;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture(FrontendFixture.limits(10, 3_000, SESSION_MAX));
        connection = frontend.withTable("sessionVariables=group_commit=async_mode");
        connection.setAutoCommit(false);
        frontend.backend.forgetCalls();
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        frontend.close();
    }

    @Test
    void insertsAreStagedAndEnterGroupCommitAtCommitAsOneLoad() throws Exception {
        assertThat(info(connection, "INSERT INTO t VALUES (1, 'a', 2)"))
                .isEqualTo("{'label':'', 'status':'PREPARE', 'txnId':''}");
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, 'b', 3)")) {
            insert.setInt(1, 2);
            insert.execute();
        }
        assertThat(frontend.backend.calls()).isEmpty();

        assertThat(info(connection, "COMMIT"))
                .matches("\\{'label':'group_commit_[0-9a-f_]{33}', 'status':'PREPARE', 'txnId':'\\d+'}");

        assertThat(frontend.backend.calls()).containsExactly("append ads.t ASYNC_MODE 2");
    }

    @Test
    void theModeInForceAtCommitCounts() throws Exception {
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        run(connection, "SET group_commit = sync_mode");
        run(connection, "COMMIT");
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        run(connection, "SET group_commit = off_mode");
        assertThat(info(connection, "COMMIT")).contains("VISIBLE");

        assertThat(frontend.backend.calls()).containsExactly("append ads.t SYNC_MODE 1", "insert ads.t '' 1");
    }

    @Test
    void whatIsStagedCountsAsOneLoadOnceItIsKnownHowItIsCommitted() throws Exception {
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        run(connection, "ROLLBACK");
        assertThat(counted()).isEmpty();

        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        run(connection, "INSERT INTO t VALUES (2, 'b', 2)");
        assertThat(counted()).isEmpty();
        run(connection, "COMMIT");
        assertThat(counted()).containsExactly("Group_commit_async_mode|1");

        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        run(connection, "INSERT INTO u VALUES (1)");
        run(connection, "INSERT INTO t VALUES (2, 'b', 2)");
        run(connection, "COMMIT");
        assertThat(counted()).containsExactly("Group_commit_async_mode|1", "Group_commit_fallback_IN_TRANSACTION|2");

        run(connection, "SET group_commit = off_mode");
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        run(connection, "COMMIT");
        assertThat(counted())
                .containsExactly(
                        "Group_commit_async_mode|1",
                        "Group_commit_fallback_IN_TRANSACTION|2",
                        "Group_commit_fallback_MODE_OFF|1");
    }

    @Test
    void rollbackDropsWhatIsStaged() throws Exception {
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        run(connection, "ROLLBACK");
        run(connection, "COMMIT");

        assertThat(frontend.backend.calls()).isEmpty();
    }

    @Test
    void rollbackToASavepointDropsWhatWasStagedSinceThen() throws Exception {
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        run(connection, "SAVEPOINT one");
        run(connection, "INSERT INTO t VALUES (2, 'b', 2)");
        run(connection, "INSERT INTO u VALUES (1)");
        run(connection, "SAVEPOINT two");
        run(connection, "INSERT INTO u VALUES (2)");
        run(connection, "ROLLBACK TO SAVEPOINT two");
        run(connection, "ROLLBACK TO one");
        run(connection, "INSERT INTO t VALUES (3, 'c', 2)");
        run(connection, "RELEASE SAVEPOINT one");
        run(connection, "COMMIT");

        assertThat(frontend.backend.calls()).containsExactly("append ads.t ASYNC_MODE 2");
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, "ROLLBACK TO one"))
                .withMessage("SAVEPOINT one does not exist");
    }

    @Test
    void whatWentToTheBackendIsNotTakenBackAlone() throws Exception {
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        run(connection, "SAVEPOINT one");
        run(connection, "UPDATE u SET id = 2");
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, "ROLLBACK TO one"))
                .withMessageContaining("the transaction is as it was");
        run(connection, "SAVEPOINT two");
        assertThat(rows(connection, "SELECT 1 + 1")).hasSize(1);
        run(connection, "ROLLBACK TO two");
        run(connection, "ROLLBACK");
    }

    @Test
    void theStatusSaysInTransactionWhileAnythingIsStaged() throws Exception {
        assertThat(inTransaction()).isFalse();
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        assertThat(inTransaction()).isTrue();
        run(connection, "COMMIT");
        assertThat(inTransaction()).isFalse();
    }

    @Test
    void rowsOfTwoTablesCommitAsOneNormalTransaction() throws Exception {
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        run(connection, "INSERT INTO u VALUES (1)");
        run(connection, "INSERT INTO t VALUES (2, 'b', 2)");

        assertThat(info(connection, "COMMIT")).contains("'status':'VISIBLE'");

        assertThat(frontend.backend.calls()).containsExactly("begin", "appendTo ads.t 2", "appendTo ads.u 1", "commit");
        assertThat(frontend.backend.visibleRows("ads", "t")).isEqualTo(2);
    }

    @Test
    void aSelectTurnsStagedRowsIntoATransactionAndSeesThem() throws Exception {
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");

        assertThat(rows(connection, "SELECT count(*) FROM t")).containsExactly("1");
        run(connection, "INSERT INTO t VALUES (2, 'b', 2)");
        assertThat(rows(connection, "SELECT count(*) FROM t")).containsExactly("2");
        assertThat(frontend.backend.visibleRows("ads", "t")).isZero();
        assertThat(info(connection, "COMMIT")).contains("'status':'VISIBLE'");

        assertThat(frontend.backend.visibleRows("ads", "t")).isEqualTo(2);
        assertThat(frontend.backend.openTransactions()).isZero();
    }

    @Test
    void aDeleteTurnsStagedRowsIntoATransaction() throws Exception {
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        run(connection, "DELETE FROM t WHERE id = 1");

        assertThat(frontend.backend.calls())
                .containsExactly("begin", "appendTo ads.t 1", "execute DELETE FROM t WHERE id = 1 in 1");
        run(connection, "ROLLBACK");
        assertThat(frontend.backend.calls()).endsWith("rollback");
    }

    @Test
    void withNothingStagedAQueryOpensNothing() throws Exception {
        rows(connection, "SELECT count(*) FROM t");

        assertThat(frontend.backend.calls()).doesNotContain("begin");
        assertThat(inTransaction()).isFalse();
    }

    @Test
    void aDeleteAsFirstStatementOpensATransactionSoThatRollbackUndoesIt() throws Exception {
        run(connection, "DELETE FROM t WHERE id = 1");
        assertThat(inTransaction()).isTrue();
        run(connection, "ROLLBACK");

        assertThat(frontend.backend.calls()).startsWith("begin").endsWith("rollback");
    }

    @Test
    void aComputedInsertOpensATransactionSoThatRollbackUndoesIt() throws Exception {
        run(connection, "INSERT INTO t VALUES (1 + 1, 'a', 2)");
        assertThat(inTransaction()).isTrue();
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        run(connection, "ROLLBACK");

        assertThat(frontend.backend.calls())
                .containsExactly(
                        "begin",
                        "insertQuery ads.t '' [[0, 1, 2]] SELECT (1 + 1), ('a'), (2) in 1",
                        "appendTo ads.t 1",
                        "rollback");
    }

    @Test
    void aLabelledInsertOpensATransactionOfThatName() throws Exception {
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        run(connection, "INSERT INTO t WITH LABEL mine VALUES (2, 'a', 2)");

        assertThat(info(connection, "COMMIT")).startsWith("{'label':'mine', 'status':'VISIBLE'");
        assertThat(frontend.backend.visibleRows("ads", "t")).isEqualTo(2);
    }

    @Test
    void setShowAndVariablesLeaveStagedRowsAlone() throws Exception {
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        run(connection, "SET @a = 1");
        rows(connection, "SHOW TABLES");
        rows(connection, "SELECT @@group_commit");
        run(connection, "USE ads");

        assertThat(frontend.backend.calls()).isEmpty();
        assertThat(inTransaction()).isTrue();
    }

    @Test
    void aQueryThatReadsNoTableLeavesStagedRowsAlone() throws Exception {
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        rows(connection, "SELECT 1 + 1");
        run(connection, "COMMIT");

        assertThat(frontend.backend.calls())
                .contains("append ads.t ASYNC_MODE 1")
                .noneMatch(call -> call.startsWith("begin"));
    }

    @Test
    void beginDefinitionsAndAutocommitCommitImplicitly() throws Exception {
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        run(connection, "BEGIN");
        assertThat(frontend.backend.calls()).containsExactly("append ads.t ASYNC_MODE 1");
        run(connection, "COMMIT");

        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        run(connection, "TRUNCATE TABLE u");
        assertThat(frontend.backend.calls()).endsWith("append ads.t ASYNC_MODE 1", "change TruncateTable");

        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        connection.setAutoCommit(true);
        assertThat(frontend.backend.calls()).endsWith("append ads.t ASYNC_MODE 1");
        assertThat(inTransaction()).isFalse();
    }

    @Test
    void beyondTheSessionsBudgetRowsMoveToTheBackendAndCommitThere() throws Exception {
        String row = "(1, 'aaaaaaaaaaaaaaaaaaaa', 2)";
        run(connection, "INSERT INTO t VALUES " + row);
        run(connection, "INSERT INTO t VALUES " + String.join(",", java.util.Collections.nCopies(100, row)));
        run(connection, "INSERT INTO t VALUES " + row);

        assertThat(frontend.backend.calls())
                .containsExactly("begin", "appendTo ads.t 1", "appendTo ads.t 100", "appendTo ads.t 1");
        run(connection, "COMMIT");
        assertThat(frontend.backend.visibleRows("ads", "t")).isEqualTo(102);
        assertThat(counted()).containsExactly("Group_commit_fallback_IN_TRANSACTION|3");
    }

    @Test
    void theBudgetOfAllSessionsIsSharedAndGivenBack() throws Exception {
        String rows = String.join(",", java.util.Collections.nCopies(50, "(1, 'aaaaaaaaaaaaaaaaaaaa', 2)"));
        try (Connection other = frontend.connect("root", "", "ads", "sessionVariables=group_commit=async_mode")) {
            other.setAutoCommit(false);
            run(connection, "INSERT INTO t VALUES " + rows);
            run(other, "INSERT INTO t VALUES " + rows);
            assertThat(frontend.backend.calls()).containsExactly("begin", "appendTo ads.t 50");
            run(connection, "ROLLBACK");
            run(other, "ROLLBACK");
            frontend.backend.forgetCalls();

            run(other, "INSERT INTO t VALUES " + rows);
            assertThat(frontend.backend.calls()).isEmpty();
        }
    }

    /** On MySQL, too, 1205 ends no transaction: a COMMIT behind it must not say OK to nothing. */
    @Test
    void aCommitThatIsRefusedAsBusyMayBeTriedAgain() throws Exception {
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        frontend.backend.failNext(
                "append", new TributaryException(ErrorCode.LIMIT_OR_LOCK_WAIT, "append_queue_bytes is full"));

        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, "COMMIT"))
                .matches(e -> e.getErrorCode() == 1205);

        assertThat(inTransaction()).isTrue();
        run(connection, "COMMIT");
        assertThat(inTransaction()).isFalse();
        assertThat(frontend.backend.calls()).containsExactly("append ads.t ASYNC_MODE 1", "append ads.t ASYNC_MODE 1");
        assertThat(frontend.gauge("tributary.staged.bytes")).isZero();
    }

    @Test
    void aCommitOfSeveralTablesThatIsRefusedAsBusyMayBeTriedAgain() throws Exception {
        for (String call : new String[] {"begin", "appendTo", "commit"}) {
            frontend.backend.forgetCalls();
            run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
            run(connection, "INSERT INTO u VALUES (1)");
            frontend.backend.failNext(call, new TributaryException(ErrorCode.LIMIT_OR_LOCK_WAIT, "too busy"));

            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> run(connection, "COMMIT"))
                    .matches(e -> e.getErrorCode() == 1205);
            assertThat(inTransaction()).isTrue();
            assertThat(info(connection, "COMMIT")).contains("'status':'VISIBLE'");

            assertThat(inTransaction()).isFalse();
        }
        assertThat(frontend.backend.visibleRows("ads", "t")).isEqualTo(3);
        assertThat(frontend.gauge("tributary.staged.bytes")).isZero();
    }

    @Test
    void whereTheCommitOfSetAutocommitIsRefusedAsBusyAutocommitStaysOff() throws Exception {
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        frontend.backend.failNext("append", new TributaryException(ErrorCode.LIMIT_OR_LOCK_WAIT, "too busy"));

        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, "SET autocommit = 1"))
                .matches(e -> e.getErrorCode() == 1205);
        assertThat(rows(connection, "SELECT @@autocommit")).containsExactly("0");

        run(connection, "SET autocommit = 1");
        assertThat(rows(connection, "SELECT @@autocommit")).containsExactly("1");
        assertThat(frontend.backend.calls())
                .filteredOn(call -> call.startsWith("append"))
                .hasSize(2);
    }

    @Test
    void afterABusyCommitRollbackDropsWhatIsStaged() throws Exception {
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        frontend.backend.failNext("append", new TributaryException(ErrorCode.LIMIT_OR_LOCK_WAIT, "too busy"));
        assertThatExceptionOfType(SQLException.class).isThrownBy(() -> run(connection, "COMMIT"));

        run(connection, "ROLLBACK");
        run(connection, "COMMIT");

        assertThat(frontend.backend.calls()).containsExactly("append ads.t ASYNC_MODE 1");
        assertThat(frontend.gauge("tributary.staged.bytes")).isZero();
    }

    @Test
    void aFailedCommitStoresNothingAndLeavesNothing() throws Exception {
        for (ErrorCode code : new ErrorCode[] {ErrorCode.LOG_FAILED, ErrorCode.OUTCOME_UNKNOWN}) {
            frontend.backend.forgetCalls();
            run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
            frontend.backend.failNext("append", new TributaryException(code, "the log failed"));

            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> run(connection, "COMMIT"))
                    .matches(e -> e.getErrorCode() == code.number());

            assertThat(inTransaction()).isFalse();
            run(connection, "COMMIT");
            assertThat(frontend.backend.calls()).containsExactly("append ads.t ASYNC_MODE 1");
        }
    }

    @Test
    void aFailedConversionLeavesRowsStaged() throws Exception {
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        frontend.backend.failNext("begin", new TributaryException(ErrorCode.BACKEND_UNAVAILABLE, "no backend"));

        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> rows(connection, "SELECT count(*) FROM t"))
                .withMessageContaining("no backend");

        assertThat(inTransaction()).isTrue();
        assertThat(info(connection, "COMMIT")).contains("group_commit_");
    }

    @Test
    void rowsStagedBeforeColumnsWereAddedGetTheirDefaults() throws Exception {
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        try (Connection other = frontend.connect("root", "", "ads", "")) {
            run(other, "ALTER TABLE t ADD COLUMN extra INT DEFAULT '5' FIRST, ADD note VARCHAR(5), RENAME TO moved");
        }

        run(connection, "COMMIT");

        frontend.backend.commitBatches();
        assertThat(rows(connection, "SELECT * FROM moved")).containsExactly("5|1|a|2|null");
    }

    @Test
    void rowsOfAChangeThatNobodyHasToldOfAreSentAgain() throws Exception {
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        frontend.backend.raiseSchemaVersion("ads", "t");
        run(connection, "COMMIT");
        run(connection, "INSERT INTO t VALUES (2, 'b', 2)");
        frontend.backend.raiseSchemaVersion("ads", "t");

        assertThat(rows(connection, "SELECT count(*) FROM t")).containsExactly("1");

        run(connection, "COMMIT");
        frontend.backend.commitBatches();
        assertThat(frontend.backend.visibleRows("ads", "t")).isEqualTo(2);
    }

    @Test
    void rowsStagedBeforeAColumnWasDroppedOrRenamedAre1412AtCommit() throws Exception {
        for (String change : new String[] {"DROP COLUMN score", "RENAME COLUMN name TO title"}) {
            run(connection, "INSERT INTO t (id, name) VALUES (1, 'a')");
            try (Connection other = frontend.connect("root", "", "ads", "")) {
                run(other, "ALTER TABLE t " + change);
            }
            frontend.backend.forgetCalls();

            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> run(connection, "COMMIT"))
                    .withMessageContaining("ads.t were dropped, renamed")
                    .matches(e -> e.getErrorCode() == 1412);

            assertThat(frontend.backend.calls()).isEmpty();
            assertThat(inTransaction()).isFalse();
        }
    }

    @Test
    void aClosedConnectionDropsItsStagedRows() throws Exception {
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        connection.unwrap(ConnectionImpl.class).abortInternal();

        assertThat(frontend.backend.calls()).isEmpty();
    }

    /** How loads were committed, as SHOW STATUS names it. */
    private List<String> counted() throws SQLException {
        return rows(connection, "SHOW STATUS LIKE 'Group_commit%'").stream()
                .filter(row -> !row.endsWith("|0"))
                .toList();
    }

    /** Connector/J keeps the status flags of the last OK packet. */
    private boolean inTransaction() throws SQLException {
        run(connection, "SET @probe = 1");
        return connection
                .unwrap(ConnectionImpl.class)
                .getSession()
                .getServerSession()
                .inTransactionOnServer();
    }
}
