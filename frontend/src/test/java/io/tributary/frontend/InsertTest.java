package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.execute;
import static io.tributary.frontend.FrontendFixture.info;
import static io.tributary.frontend.FrontendFixture.rows;
import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.token.RewrittenText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class InsertTest {
    private static final String ASYNC = FrontendFixture.MANUAL + "&sessionVariables=group_commit=async_mode";
    private static final String GROUPED =
            "\\{'label':'group_commit_[0-9a-f]{16}_123456789abcdef0', 'status':'PREPARE', 'txnId':'\\d+'";

    private FrontendFixture frontend;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
    }

    @AfterEach
    void stop() {
        frontend.close();
    }

    @Test
    void aTextInsertInAsyncModeIsGroupedAndSaysSo() throws Exception {
        try (Connection connection = frontend.withTable(ASYNC)) {
            assertThat(info(connection, "INSERT INTO t VALUES (1, 'a', 2), (2, 'b', DEFAULT)"))
                    .matches(GROUPED + "}");
            assertThat(rows(connection, "SELECT * FROM t")).isEmpty();

            frontend.backend.commitBatches();

            assertThat(rows(connection, "SELECT * FROM t")).containsExactly("1|a|2", "2|b|7");
        }
    }

    @Test
    void aSecondStatementBehindAnInsertIsRefusedAndNothingIsInserted() throws Exception {
        try (Connection connection = frontend.withTable(ASYNC)) {
            for (String insert : new String[] {
                "INSERT INTO t VALUES (1, 'a;', 2)",
                "INSERT INTO t SET id = 1, name = ';'",
                "INSERT INTO t SELECT 1, 'a', 2",
                "INSERT INTO t VALUES (1 + 1, 'a', 2)",
                "INSERT INTO t SELECT * FROM t"
            }) {
                assertThatExceptionOfType(SQLException.class)
                        .as(insert)
                        .isThrownBy(() -> run(connection, insert + "; DELETE FROM t"))
                        .satisfies(e -> assertThat(e.getErrorCode()).isEqualTo(ErrorCode.SYNTAX.number()));
            }
            info(connection, "/* one */ INSERT INTO t VALUES (1, 'a;b', 2) ; ");
            frontend.backend.commitBatches();

            assertThat(rows(connection, "SELECT * FROM t")).containsExactly("1|a;b|2");
        }
    }

    @Test
    void loadsOfOneBatchShareItsLabel() throws Exception {
        try (Connection connection = frontend.withTable(ASYNC)) {
            String first = info(connection, "INSERT INTO t VALUES (1, 'a', 2)");
            String second = info(connection, "INSERT INTO t VALUES (2, 'b', 2)");
            frontend.backend.commitBatches();
            String third = info(connection, "INSERT INTO t VALUES (3, 'c', 2)");

            assertThat(second).isEqualTo(first);
            assertThat(third).isNotEqualTo(first);
        }
    }

    @Test
    void anExecuteNamesItsQueryAndFromTheSecondOnTheReusedPlan() throws Exception {
        try (Connection connection = frontend.withTable(ASYNC);
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?)")) {
            insert.setInt(1, 1);
            insert.setString(2, "a");
            insert.setNull(3, java.sql.Types.INTEGER);
            String first = execute(insert);
            String second = execute(insert);

            assertThat(first).matches(GROUPED + ", 'query_id':'[0-9a-f]{16}-[0-9a-f]{16}'}");
            assertThat(second)
                    .matches(GROUPED + ", 'query_id':'[0-9a-f]{16}-[0-9a-f]{16}', 'reuse_group_commit_plan':'true'}");
        }
    }

    @Test
    void aRewrittenBatchIsOneLoad() throws Exception {
        try (Connection connection = frontend.withTable(ASYNC);
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?)")) {
            frontend.backend.forgetCalls();
            for (int i = 0; i < 100; i++) {
                insert.setInt(1, i);
                insert.setString(2, "name" + i);
                insert.setInt(3, -i);
                insert.addBatch();
            }
            int[] counts = insert.executeBatch();

            assertThat(Arrays.stream(counts).distinct()).containsExactly(-2);
            assertThat(frontend.backend.calls()).containsExactly("append ads.t ASYNC_MODE 100");
        }
    }

    @Test
    void withoutAModeAnInsertIsItsOwnTransaction() throws Exception {
        try (Connection connection = frontend.withTable("")) {
            assertThat(info(connection, "INSERT INTO t VALUES (1, 'a', 2)"))
                    .isEqualTo("{'label':'label_1', 'status':'VISIBLE', 'txnId':'101'}");
            assertThat(rows(connection, "SELECT count(*) FROM t")).containsExactly("1");
        }
    }

    @Test
    void quarantinedRowsAreShownReplayedAndDiscarded() throws Exception {
        try (Connection connection = frontend.withTable(ASYNC)) {
            assertThat(rows(connection, "SHOW QUARANTINE FROM t WHERE id IN (3) LIMIT 5"))
                    .containsExactly("3|shop|t|label|{}|why|1970-01-01 00:00:00");
            assertThat(rows(connection, "SHOW QUARANTINE LIMIT 1, 2")).isEmpty();
            assertThat(run(connection, "REPLAY QUARANTINE ALL")).isEqualTo(2);
            assertThat(run(connection, "DISCARD QUARANTINE FROM t WHERE id = 3"))
                    .isEqualTo(2);
            assertThat(frontend.backend.calls())
                    .contains("quarantined 1 [3] 5", "quarantined 0 [] 3", "replay 0 []", "discard 1 [3]");
        }
    }

    @Test
    void showGroupCommitTellsOfTheBatchesThatAreNotCommitted() throws Exception {
        try (Connection connection = frontend.withTable(ASYNC)) {
            assertThat(rows(connection, "SHOW GROUP COMMIT")).isEmpty();
            String info = info(connection, "INSERT INTO t VALUES (1, 'a', 2), (2, 'b', 3)");

            assertThat(rows(connection, "SHOW GROUP COMMIT WHERE `Table` = 't'"))
                    .singleElement()
                    .asString()
                    .startsWith("ads|t|group_commit_")
                    .contains("|OPEN|1|2|");
            String label = rows(connection, "SHOW GROUP COMMIT").get(0).split("\\|", -1)[2];
            assertThat(info).contains(label);
            assertThat(rows(connection, "SHOW GROUP COMMIT LIKE 'nothing'")).isEmpty();

            run(connection, "SYNC");
            assertThat(rows(connection, "SHOW GROUP COMMIT")).isEmpty();
        }
    }

    @Test
    void theTablesModeCountsWhereTheSessionNamesNone() throws Exception {
        try (Connection connection = frontend.withTable("")) {
            run(connection, "ALTER TABLE t SET ('group_commit_mode' = 'sync_mode')");
            assertThat(info(connection, "INSERT INTO t VALUES (1, 'a', 2)")).matches(GROUPED + "}");
            run(connection, "SET group_commit = off_mode");
            assertThat(info(connection, "INSERT INTO t VALUES (1, 'a', 2)")).contains("VISIBLE");
            run(connection, "SET group_commit = DEFAULT");
            assertThat(info(connection, "INSERT INTO t VALUES (1, 'a', 2)")).matches(GROUPED + "}");
        }
    }

    @Test
    void anExplicitLabelAndAnExpressionFallBack() throws Exception {
        try (Connection connection = frontend.withTable(ASYNC)) {
            frontend.backend.forgetCalls();
            assertThat(info(connection, "INSERT INTO t WITH LABEL mine VALUES (1, 'a', 2)"))
                    .startsWith("{'label':'mine', 'status':'VISIBLE'");
            assertThat(info(connection, "INSERT INTO t VALUES (1 + 1, 'a', 2)"))
                    .startsWith("{'label':'label_2', 'status':'VISIBLE'");
            assertThat(frontend.backend.calls())
                    .containsExactly(
                            "insert ads.t 'mine' 1",
                            "insertQuery ads.t '' [[0, 1, 2]] SELECT (1 + 1), ('a'), (2) in 0");
        }
    }

    @Test
    void computedValuesAndQueriesGoToTheEngineWithLabelAndColumns() throws Exception {
        try (Connection connection = frontend.withTable(ASYNC)) {
            run(connection, "SET @n = 5");
            frontend.backend.forgetCalls();
            assertThat(info(
                            connection,
                            "INSERT INTO t WITH LABEL mine (name, id) VALUES (upper('a'), @n), ('b', DEFAULT)"))
                    .matches("\\{'label':'mine', 'status':'VISIBLE', 'txnId':'\\d+'}");
            assertThat(run(connection, "INSERT INTO t (id, name) SELECT id, name FROM t"))
                    .isEqualTo(7);
            run(connection, "INSERT INTO t SET id = 1 + 1, name = 'x'");
            run(connection, "INSERT INTO t SELECT 1 + 1, 'x', 2");

            assertThat(frontend.backend.calls())
                    .containsExactly(
                            "insertQuery ads.t 'mine' [[1, 0], [1]] SELECT (upper('a')), (5), ('b') in 0",
                            "insertQuery ads.t '' [[0, 1]] SELECT id, name FROM t in 0",
                            "insertQuery ads.t '' [[0, 1]] SELECT (1 + 1), ('x') in 0",
                            "insertQuery ads.t '' [[0, 1, 2]] SELECT 1 + 1, 'x', 2 in 0");
        }
    }

    @Test
    void preparedComputedValuesGetTheirParametersAsLiterals() throws Exception {
        try (Connection connection = frontend.withTable("useServerPrepStmts=true");
                PreparedStatement values = connection.prepareStatement("INSERT INTO t (id, name) VALUES (? + 1, ?)");
                PreparedStatement query =
                        connection.prepareStatement("INSERT INTO t WITH LABEL l (id, name) SELECT id, ? FROM t")) {
            frontend.backend.forgetCalls();
            for (int i = 0; i < 2; i++) {
                values.setInt(1, 41 + i);
                values.setString(2, "it's), (DEFAULT");
                assertThat(values.executeUpdate()).isEqualTo(7);
            }
            query.setString(1, "b");
            assertThat(execute(query)).startsWith("{'label':'l', 'status':'VISIBLE'");

            assertThat(frontend.backend.calls()).hasSize(3);
            assertThat(frontend.backend.calls().get(1))
                    .startsWith("insertQuery ads.t '' [[0, 1]] SELECT (42 + 1), ('it")
                    .endsWith("), (DEFAULT') in 0");
            assertThat(frontend.backend.calls().get(2))
                    .isEqualTo("insertQuery ads.t 'l' [[0, 1]] SELECT id, " + RewrittenText.instead("?", "'b'")
                            + " FROM t in 0");
        }
    }

    @Test
    void manyComputedRowsAreSeveralQueriesOfOneStatement() throws Exception {
        try (Connection connection = frontend.withTable("")) {
            frontend.backend.forgetCalls();
            run(connection, "INSERT INTO u VALUES " + String.join(", ", Collections.nCopies(1_000, "(1 + 1)")));

            assertThat(frontend.backend.calls()).singleElement().satisfies(call -> assertThat(call.split("; "))
                    .hasSize(2));
        }
    }

    @Test
    void aComputedRowOfTheWrongLengthIs1136() throws Exception {
        try (Connection connection = frontend.withTable("")) {
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> run(connection, "INSERT INTO t VALUES (1 + 1, 'a', 2), (1 + 1, 'b')"))
                    .matches(e -> e.getErrorCode() == 1136)
                    .withMessageContaining("row 2");
        }
    }

    @Test
    void aComputedInsertIsPlannedAnewWhenTheSchemaChanged() throws Exception {
        try (Connection connection = frontend.withTable("")) {
            run(connection, "INSERT INTO t VALUES (1 + 1, 'a', 2)");
            frontend.backend.raiseSchemaVersion("ads", "t");

            assertThat(run(connection, "INSERT INTO t VALUES (1 + 1, 'a', 2)")).isEqualTo(7);
        }
    }

    @Test
    void explainTellsModeDeciderAndReason() throws Exception {
        try (Connection connection = frontend.withTable("")) {
            run(connection, "SET group_commit = async_mode");
            assertThat(rows(connection, "EXPLAIN INSERT INTO t VALUES (1, 'a', 2)"))
                    .contains("group_commit|async_mode", "decided_by|session", "reason|", "read_your_writes|OFF");
            assertThat(rows(connection, "EXPLAIN INSERT INTO t WITH LABEL l VALUES (1, 'a', 2)"))
                    .contains("group_commit|off_mode", "decided_by|session", "reason|EXPLICIT_LABEL");
        }
    }

    @Test
    void aMergeIsRefusedWithoutAUniqueKey() throws Exception {
        try (Connection connection = frontend.withTable(ASYNC)) {
            for (String values : List.of("(1, 'a', 2)", "(1 + 1, 'a', 2)")) {
                String insert = "INSERT INTO t VALUES " + values + " ON DUPLICATE KEY UPDATE score = score + 1";
                assertThatExceptionOfType(SQLException.class)
                        .isThrownBy(() -> run(connection, insert))
                        .matches(e -> e.getErrorCode() == 1235)
                        .withMessageContaining("table ads.t has no UNIQUE KEY");
                assertThatExceptionOfType(SQLException.class)
                        .isThrownBy(() -> {
                            try (PreparedStatement prepared = connection.prepareStatement(insert)) {
                                prepared.executeUpdate();
                            }
                        })
                        .matches(e -> e.getErrorCode() == 1235);
            }
        }
    }

    @Test
    void theVariableForPartialUpdatesLeavesADuplicateTableGrouped() throws Exception {
        try (Connection connection = frontend.withTable(ASYNC)) {
            run(connection, "SET enable_unique_key_partial_update = true");
            assertThat(rows(connection, "EXPLAIN INSERT INTO t (id, name) VALUES (1, 'a')"))
                    .contains("group_commit|async_mode", "reason|");
            frontend.backend.forgetCalls();

            run(connection, "INSERT INTO t (id, name) VALUES (1, 'a')");

            assertThat(frontend.backend.calls()).contains("append ads.t ASYNC_MODE 1");
        }
    }

    @Test
    void aBadRowNamesColumnAndRowAndStoresNothing() throws Exception {
        try (Connection connection = frontend.withTable(ASYNC)) {
            frontend.backend.forgetCalls();
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> run(connection, "INSERT INTO t VALUES (1, 'a', 2), (2, NULL, 3)"))
                    .matches(e -> e.getErrorCode() == 1048)
                    .withMessageContaining("name");
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> run(connection, "INSERT INTO t VALUES (1, 'a', 2), (2, 'b')"))
                    .matches(e -> e.getErrorCode() == 1136 && e.getSQLState().equals("21S01"))
                    .withMessageContaining("row 2");
            assertThat(frontend.backend.calls()).doesNotContain("append ads.t ASYNC_MODE 1");
        }
    }

    @Test
    void anUnknownTableIsAskedForOnceBeforeItIs1146() throws Exception {
        try (Connection connection = frontend.withTable("")) {
            frontend.backend.forgetCalls();
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> run(connection, "INSERT INTO nowhere VALUES (1)"))
                    .matches(e -> e.getErrorCode() == 1146 && e.getSQLState().equals("42S02"));
            assertThat(frontend.backend.calls()).containsExactly("catalog");
        }
    }

    @Test
    void aTableThatAnotherFrontendMadeIsFoundByAsking() throws Exception {
        try (Connection connection = frontend.withTable(ASYNC)) {
            run(connection, "USE ads");
            frontend.backend.changeSilently(new CatalogChange.CreateDatabase("other", false));

            run(connection, "USE other");

            assertThat(rows(connection, "SELECT DATABASE()")).containsExactly("other");
        }
    }

    @Test
    void rowsOfAnOlderSchemaAreEncodedAgain() throws Exception {
        try (Connection connection = frontend.withTable(ASYNC);
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, 'x', 1)")) {
            insert.setInt(1, 5);
            insert.execute();
            frontend.backend.raiseSchemaVersion("ads", "t");
            insert.execute();
            frontend.backend.raiseSchemaVersion("ads", "t");
            run(connection, "INSERT INTO t VALUES (6, 'y', 1)");

            frontend.backend.commitBatches();
            assertThat(rows(connection, "SELECT * FROM t")).containsExactly("5|x|1", "5|x|1", "6|y|1");
        }
    }

    @Test
    void afterFiftyNewSchemasInOneStatementItsErrorIsTold() throws Exception {
        TributaryException mismatch =
                new TributaryException(ErrorCode.SCHEMA_VERSION_MISMATCH, "the schema changes all the time");
        try (Connection connection = frontend.withTable(ASYNC)) {
            for (int i = 0; i < 50; i++) {
                frontend.backend.failNext("append", mismatch);
            }
            run(connection, "INSERT INTO t VALUES (6, 'y', 1)");
            for (int i = 0; i < 51; i++) {
                frontend.backend.failNext("append", mismatch);
            }
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> run(connection, "INSERT INTO t VALUES (6, 'y', 1)"))
                    .withMessageContaining("the schema changes all the time");
        }
    }

    @Test
    void aTextOfManyMegabytesIsPlannedOffTheLoopAndArrivesWhole() throws Exception {
        try (Connection connection = frontend.withTable(ASYNC)) {
            String row = "(1, 'aaaaaaaaaaaaaaaaaaaa', 2)";
            run(connection, "INSERT INTO t VALUES " + String.join(",", Collections.nCopies(700_000, row)));
            frontend.backend.commitBatches();
            assertThat(frontend.backend.visibleRows("ads", "t")).isEqualTo(700_000);
        }
    }

    @Test
    void aPreparedInsertIsReadUnderTheModeItWasPreparedIn() throws Exception {
        try (Connection connection = frontend.withTable("useServerPrepStmts=true");
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, 'a\\nb', 1)")) {
            run(connection, "SET sql_mode = 'NO_BACKSLASH_ESCAPES'");
            insert.setInt(1, 1);
            insert.execute();
            frontend.backend.raiseSchemaVersion("ads", "t");
            insert.execute();

            assertThat(rows(connection, "SELECT * FROM t")).containsExactly("1|a\nb|1", "1|a\nb|1");
        }
    }

    @Test
    void aPreparedQueryTakesParametersAndGivesBinaryRows() throws Exception {
        try (Connection connection = frontend.withTable(ASYNC);
                PreparedStatement query = connection.prepareStatement("SELECT * FROM t WHERE id = ? AND name = ?")) {
            run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
            frontend.backend.commitBatches();
            frontend.backend.forgetCalls();
            query.setInt(1, 1);
            query.setString(2, "it's");
            try (var result = query.executeQuery()) {
                assertThat(result.next()).isTrue();
                assertThat(result.getInt(1)).isEqualTo(1);
                assertThat(result.getString(2)).isEqualTo("a");
                assertThat(result.getInt("score")).isEqualTo(2);
                assertThat(result.next()).isFalse();
            }
            assertThat(frontend.backend.calls())
                    .singleElement()
                    .asString()
                    .matches(
                            "query SELECT \\* FROM t WHERE id = /\\*\\$\\+\\?\\*/1/\\*\\$-\\*/ AND name = .*'it('|\\\\)'s'.* in 0");
        }
    }
}
