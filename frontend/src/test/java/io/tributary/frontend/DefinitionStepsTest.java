package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Definitions of several steps, of which a later one fails: the error tells of those that are done. */
final class DefinitionStepsTest {
    private FrontendFixture frontend;
    private Connection connection;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
        connection = frontend.withTable("");
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        frontend.close();
    }

    @Test
    void aTableThatIsCreatedWithoutItsFirstNumberIsNoUnchangedBackend() throws Exception {
        frontend.backend.failNext("reserveIds", gone());

        refused(
                "CREATE TABLE c (id INT AUTO_INCREMENT PRIMARY KEY) AUTO_INCREMENT = 100",
                ErrorCode.OUTCOME_UNKNOWN,
                "ads.c is created, but then: backend is not reachable; nothing was changed");

        run(connection, "INSERT INTO c VALUES (NULL)");
    }

    @Test
    void ofSeveralTablesThoseThatAreDroppedAreNamed() throws Exception {
        run(connection, "CREATE TABLE a (id INT)");
        run(connection, "CREATE TABLE b (id INT)");

        refused(
                "DROP TABLE a, b, nowhere",
                ErrorCode.UNKNOWN_TABLE_ON_DROP,
                "ads.a, ads.b dropped, but then: Unknown table 'ads.nowhere'");
        refused("DROP TABLE nowhere, t", ErrorCode.UNKNOWN_TABLE_ON_DROP, "Unknown table 'ads.nowhere'");
        run(connection, "SELECT * FROM t");
    }

    @Test
    void aFirstStepThatFailsHasChangedNothing() {
        frontend.backend.failNext("change", gone());

        refused(
                "DROP TABLE t, nowhere",
                ErrorCode.BACKEND_UNAVAILABLE,
                "backend is not reachable; nothing was changed");
    }

    @Test
    void aRefreshGoesOnBehindTablesThatCannotBeUsedOrAreGone() throws Exception {
        frontend.backend.findsChanged("ads", List.of("odd", "gone", "t"));
        frontend.backend.failNext("refresh odd", TributaryException.notSupported("table ads.odd of the server"));
        frontend.backend.failNext("refresh gone", new TributaryException(ErrorCode.UNKNOWN_TABLE, "dropped"));

        run(connection, "REFRESH DATABASE ads");

        assertThat(frontend.backend.calls().stream().filter(call -> call.equals("change RefreshTable")))
                .hasSize(3);
        try (Statement statement = connection.createStatement();
                ResultSet warnings = statement.executeQuery("SHOW WARNINGS")) {
            assertThat(warnings.next()).isTrue();
            assertThat(warnings.getString("Message")).contains("ads.odd");
            assertThat(warnings.next()).isFalse();
        }
    }

    @Test
    void aRefreshEndsWhereItsServerIsAway() {
        frontend.backend.findsChanged("ads", List.of("t"));
        frontend.backend.failNext("refresh t", new TributaryException(ErrorCode.ENGINE_DOWN, "it does not answer"));

        refused(
                "REFRESH DATABASE ads",
                ErrorCode.OUTCOME_UNKNOWN,
                "database ads is refreshed in part, but then: it does not answer");
    }

    private static TributaryException gone() {
        return new TributaryException(ErrorCode.BACKEND_UNAVAILABLE, "backend is not reachable; nothing was changed");
    }

    private void refused(String sql, ErrorCode code, String message) {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, sql))
                .satisfies(e -> assertThat(e.getErrorCode()).isEqualTo(code.number()))
                .withMessage(message);
    }
}
