package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.execute;
import static io.tributary.frontend.FrontendFixture.info;
import static io.tributary.frontend.FrontendFixture.rows;
import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.rpc.client.CatalogChange;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class InsertTest {
    private static final String ASYNC = FrontendFixture.MANUAL + "&sessionVariables=group_commit=async_mode";
    private static final String GROUPED =
            "\\{'label':'group_commit_123456789abcdef0_[0-9a-f]{16}', 'status':'PREPARE', 'txnId':'\\d+'";

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
            assertThat(frontend.backend.calls()).hasSize(2).first().isEqualTo("insert ads.t 'mine' 1");
        }
    }

    @Test
    void explainTellsModeDeciderAndReason() throws Exception {
        try (Connection connection = frontend.withTable("")) {
            run(connection, "SET group_commit = async_mode");
            assertThat(rows(connection, "EXPLAIN INSERT INTO t VALUES (1, 'a', 2)"))
                    .contains("group_commit|async_mode", "decided_by|session", "reason|");
            assertThat(rows(connection, "EXPLAIN INSERT INTO t WITH LABEL l VALUES (1, 'a', 2)"))
                    .contains("group_commit|off_mode", "decided_by|session", "reason|EXPLICIT_LABEL");
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
    void afterThreeNewSchemasInOneStatementItsErrorIsTold() throws Exception {
        TributaryException mismatch =
                new TributaryException(ErrorCode.SCHEMA_VERSION_MISMATCH, "the schema changes all the time");
        try (Connection connection = frontend.withTable(ASYNC)) {
            for (int i = 0; i < 3; i++) {
                frontend.backend.failNext("append", mismatch);
            }
            run(connection, "INSERT INTO t VALUES (6, 'y', 1)");
            for (int i = 0; i < 4; i++) {
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
                    .matches("query SELECT \\* FROM t WHERE id = 1 AND name = 'it('|\\\\)'s' in 0");
        }
    }
}
