package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.execute;
import static io.tributary.frontend.FrontendFixture.info;
import static io.tributary.frontend.FrontendFixture.rows;
import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Loads that the log does not take: each is committed as a batch of its own, says so, and is counted once. */
final class UngroupedLoadTest {
    private FrontendFixture frontend;
    private Connection connection;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
        connection = frontend.withTable(FrontendFixture.MANUAL + "&sessionVariables=group_commit=async_mode");
        frontend.backend.forgetCalls();
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        frontend.close();
    }

    @Test
    void anInsertOfTextIsVisibleWhenItIsAnsweredAndSaysWhy() throws Exception {
        refuseNext(ErrorCode.LOAD_TOO_LARGE);

        assertThat(info(connection, "INSERT INTO t VALUES (1, 'a', 2), (2, 'b', 3)"))
                .matches("\\{'label':'label_1', 'status':'VISIBLE', 'txnId':'\\d+', 'reason':'TOO_LARGE'}");

        assertThat(frontend.backend.calls()).containsExactly("append ads.t ASYNC_MODE 2", "insert ads.t '' 2");
        assertThat(frontend.backend.visibleRows("ads", "t")).isEqualTo(2);
        assertThat(counted()).containsExactly("Group_commit_fallback_TOO_LARGE|1");
    }

    @Test
    void soIsAPreparedOneWhileTheLogIsShortAndTheNextIsGroupedAgain() throws Exception {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, 'a', 2)")) {
            insert.setInt(1, 1);
            refuseNext(ErrorCode.LOG_SHORT);
            assertThat(execute(insert)).contains("'status':'VISIBLE'").endsWith(", 'reason':'LOG_SHORT'}");
            assertThat(frontend.backend.visibleRows("ads", "t")).isEqualTo(1);

            assertThat(execute(insert)).contains("'status':'PREPARE'").doesNotContain("reason");
        }
        assertThat(counted()).containsExactly("Group_commit_async_mode|1", "Group_commit_fallback_LOG_SHORT|1");
    }

    @Test
    void syncLoadsGoTheSameWay() throws Exception {
        run(connection, "SET group_commit = sync_mode");
        refuseNext(ErrorCode.LOAD_TOO_LARGE);

        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");

        assertThat(frontend.backend.calls()).containsExactly("append ads.t SYNC_MODE 1", "insert ads.t '' 1");
        assertThat(counted()).containsExactly("Group_commit_fallback_TOO_LARGE|1");
    }

    @Test
    void whatWasStagedIsOneLoadOfItsOwn() throws Exception {
        connection.setAutoCommit(false);
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        run(connection, "INSERT INTO t VALUES (2, 'b', 2)");
        refuseNext(ErrorCode.LOAD_TOO_LARGE);

        assertThat(info(connection, "COMMIT")).contains("'status':'VISIBLE'").endsWith(", 'reason':'TOO_LARGE'}");

        assertThat(frontend.backend.calls()).containsExactly("append ads.t ASYNC_MODE 2", "insert ads.t '' 2");
        assertThat(counted()).containsExactly("Group_commit_fallback_TOO_LARGE|1");
        run(connection, "COMMIT");
        assertThat(frontend.backend.visibleRows("ads", "t")).isEqualTo(2);
    }

    @Test
    void aSchemaThatChangesInBetweenCostsAnotherEncodingAndIsNotCounted() throws Exception {
        refuseNext(ErrorCode.LOAD_TOO_LARGE);
        frontend.backend.failNext(
                "insert", new TributaryException(ErrorCode.SCHEMA_VERSION_MISMATCH, "another version"));

        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");

        assertThat(counted()).containsExactly("Group_commit_async_mode|1");
    }

    @Test
    void aLoadThatItsLimitsRefuseStoresNothingAndSaysSo() throws Exception {
        refuseNext(ErrorCode.LOAD_TOO_LARGE);
        frontend.backend.failNext(
                "insert", new TributaryException(ErrorCode.LIMIT_OR_LOCK_WAIT, "more exceed transaction_bytes 1000"));

        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, "INSERT INTO t VALUES (1, 'a', 2)"))
                .withMessageContaining("transaction_bytes 1000")
                .matches(e -> e.getErrorCode() == 1205);

        assertThat(frontend.backend.visibleRows("ads", "t")).isZero();
        assertThat(counted()).isEmpty();
    }

    @Test
    void aLoadWithAKeyHasNoOtherWay() throws Exception {
        refuseNext(ErrorCode.LOAD_TOO_LARGE);
        run(connection, "SET idempotency_key = 'k'");

        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, "INSERT INTO t VALUES (1, 'a', 2)"))
                .withMessageContaining(
                        "idempotency_key of a load that cannot pass through the log (TOO_LARGE: refused)")
                .withMessageContaining("this attempt stored nothing")
                .matches(e -> e.getErrorCode() == 1235);

        assertThat(frontend.backend.calls()).containsExactly("append ads.t ASYNC_MODE 1 key k");
        assertThat(counted()).isEmpty();
    }

    private void refuseNext(ErrorCode code) {
        frontend.backend.failNext("append", new TributaryException(code, "refused"));
    }

    private List<String> counted() throws SQLException {
        return rows(connection, "SHOW STATUS LIKE 'Group_commit%'").stream()
                .filter(row -> !row.endsWith("|0"))
                .toList();
    }
}
