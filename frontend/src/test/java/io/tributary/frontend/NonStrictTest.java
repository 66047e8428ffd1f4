package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.info;
import static io.tributary.frontend.FrontendFixture.rows;
import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.mysql.cj.jdbc.JdbcStatement;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code enable_insert_strict = false}: bad rows are left out and told, on every path that encodes rows here. */
final class NonStrictTest {
    private static final String NAME = "Warning|1048|Column 'name' cannot be null (row %d)";

    private FrontendFixture frontend;
    private Connection connection;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
        connection = frontend.withTable(FrontendFixture.MANUAL
                + "&allowLoadLocalInfile=true&sessionVariables=group_commit=async_mode,enable_insert_strict=false");
        frontend.backend.forgetCalls();
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        frontend.close();
    }

    private static void refused(Connection connection, String sql, int number, String text) {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, sql))
                .matches(e -> e.getErrorCode() == number, "number " + number)
                .withMessageContaining(text);
    }

    private List<String> stored() throws SQLException {
        frontend.backend.commitBatches();
        return rows(connection, "SELECT * FROM t");
    }

    @ParameterizedTest
    @ValueSource(strings = {"off_mode", "async_mode", "sync_mode"})
    void badRowsOfATextAreLeftOutAndToldInEveryMode(String mode) throws Exception {
        run(connection, "SET group_commit = " + mode);

        String tooLong = "a name of more than twenty characters";

        assertThat(run(
                        connection,
                        "INSERT INTO t VALUES (1, 'a', 2), (4, '" + tooLong + "', 2), (2, NULL, 2), (3, 'c', 2)"))
                .isEqualTo(2);

        assertThat(rows(connection, "SHOW WARNINGS"))
                .hasSize(2)
                .contains(NAME.formatted(3))
                .anyMatch(warning ->
                        warning.startsWith("Warning|1406|Data too long for column 'name' at row 2: '" + tooLong));
        assertThat(rows(connection, "SELECT @@warning_count")).containsExactly("2");
        assertThat(stored()).containsExactly("1|a|2", "3|c|2");
    }

    @Test
    void aDriverSeesTheWarningsOfAPreparedBatchAndItsNextIsClean() throws Exception {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t (id, name) VALUES (?, ?)")) {
            insert.setLong(1, 3);
            insert.setString(2, "a name of more than twenty characters");
            assertThat(insert.executeUpdate()).isZero();
            SQLWarning warning = insert.getWarnings();
            assertThat(warning.getErrorCode()).isEqualTo(1406);
            assertThat(warning.getMessage()).contains("'name' at row 1");
            assertThat(frontend.backend.calls()).as("nothing is left to store").isEmpty();

            insert.setString(2, "a");
            assertThat(insert.executeUpdate()).isEqualTo(1);
            assertThat((Object) insert.getWarnings()).isNull();

            for (int i = 0; i < 100; i++) {
                insert.setLong(1, i);
                insert.setString(2, i % 10 == 0 ? "a name of more than twenty characters" : "b");
                insert.addBatch();
            }
            insert.executeBatch();
        }
        assertThat(frontend.backend.calls()).containsExactly("append ads.t ASYNC_MODE 1", "append ads.t ASYNC_MODE 90");
        assertThat(rows(connection, "SELECT @@warning_count")).containsExactly("10");
    }

    @Test
    void anOmittedColumnWithoutDefaultLeavesEveryRowOut() throws Exception {
        assertThat(run(connection, "INSERT INTO t (id) VALUES (1), (2)")).isZero();

        assertThat(rows(connection, "SHOW WARNINGS"))
                .containsExactly(
                        "Warning|1364|Field 'name' doesn't have a default value (row 1)",
                        "Warning|1364|Field 'name' doesn't have a default value (row 2)");
        assertThat(frontend.backend.calls()).isEmpty();
    }

    @Test
    void textThatIsNoNumberIsStoredAsNull() throws Exception {
        assertThat(run(connection, "INSERT INTO t VALUES ('x', 'a', 'y'), (1, 'b', 1)"))
                .isEqualTo(2);

        assertThat(rows(connection, "SHOW WARNINGS")).isEmpty();
        assertThat(stored()).containsExactly("null|a|null", "1|b|1");
    }

    /** Whatever the type; a text that is none or too long stays a refusal. */
    @Test
    void whatIsNoneOfTheValuesOfItsColumnIsStoredAsNull() throws Exception {
        run(
                connection,
                "CREATE TABLE v (k INT NOT NULL, b BOOLEAN, n TINYINT, l LARGEINT, d DECIMAL(5,2), f DOUBLE, day DATE,"
                        + " at DATETIME(3), c TIME, y YEAR, e ENUM('p','q'), s SET('p','q'), bits BIT(4), j JSON,"
                        + " a ARRAY<INT>)");

        assertThat(run(
                        connection,
                        "INSERT INTO v VALUES (1, 'x', 'x', 'x', 'x', 'x', 'x', 'x', 'x', 'x', 'x', 'x', 'xyz', 'x', 'x'),"
                                + " (2, '', '', '', '', '', '', '', '', '', '', 'z', 'xyz', '', ''),"
                                + " (3, 'no truth', 300, 1e40, 12345, 'inf', '2024-02-30', '2024-13-01', '900:00:00', 2500, 9,"
                                + " 9, 16, '{', '[1')"))
                .as(() -> warnings())
                .isEqualTo(3);

        assertThat(rows(connection, "SHOW WARNINGS")).isEmpty();
        frontend.backend.commitBatches();
        assertThat(rows(connection, "SELECT * FROM v"))
                .allSatisfy(row -> assertThat(row).matches("[123](\\|null){14}"));
    }

    @Test
    void whereTextThatIsNoNumberWouldBeTheKeyOrSequenceOfARowTheRowIsLeftOut() throws Exception {
        run(
                connection,
                "CREATE TABLE k (id INT, v INT, at INT) UNIQUE KEY(id) DISTRIBUTED BY HASH(id) BUCKETS 1"
                        + " PROPERTIES ('function_column.sequence_col' = 'at')");

        assertThat(run(connection, "INSERT INTO k VALUES ('x', 1, 1), (1, 'y', 1), (2, 1, 'z'), (3, 1, NULL)"))
                .isEqualTo(2);

        assertThat(rows(connection, "SHOW WARNINGS"))
                .hasSize(2)
                .anyMatch(warning -> warning.startsWith("Warning|1366|") && warning.contains("'id' at row 1"))
                .anyMatch(warning -> warning.startsWith("Warning|1366|") && warning.contains("'at' at row 3"));
    }

    @Test
    void moreThanTheRatioFailsTheLoadAndStoresNothing() throws Exception {
        run(connection, "SET insert_max_filter_ratio = 0.05");
        String nineteen = IntStream.range(0, 19)
                .mapToObj(i -> "(" + i + ", 'a', 1)")
                .collect(Collectors.joining(", ", "INSERT INTO t VALUES ", ""));

        assertThat(run(connection, nineteen + ", (1, NULL, 1)")).isEqualTo(19);
        refused(
                connection,
                "INSERT INTO t VALUES (1, NULL, 1), (2, 'a', 1)",
                1105,
                "Insert has too many filtered data 1/2 insert_max_filter_ratio is 0.050000, first_error_msg: ");
        refused(connection, "INSERT INTO t VALUES (1, NULL, 1), (2, 'a', 1)", 1105, ". url: http://127.0.0.1:");
        assertThat(stored()).hasSize(19);
        refused(connection, "SET insert_max_filter_ratio = 1.5", 1231, "insert_max_filter_ratio");
        refused(connection, "SET insert_max_filter_ratio = -0.1", 1231, "insert_max_filter_ratio");
    }

    @Test
    void noMoreWarningsAreListedThanTheSessionWantsButAllAreCounted() throws Exception {
        run(connection, "SET max_error_count = 2");

        assertThat(run(connection, "INSERT INTO t VALUES (1, NULL, 1), (2, NULL, 1), (3, NULL, 1), (4, 'a', 1)"))
                .isEqualTo(1);

        assertThat(rows(connection, "SHOW WARNINGS")).containsExactly(NAME.formatted(1), NAME.formatted(2));
        assertThat(rows(connection, "SELECT @@warning_count")).containsExactly("3");
    }

    @Test
    void whatIsNoValueFailsTheStatementAsEver() throws Exception {
        refused(connection, "INSERT INTO t VALUES (1, NULL, 1), (1, 'a')", 1136, "row 2");
        refused(connection, "INSERT INTO t VALUES (1, NULL, 1), (1, 'a', 1) nonsense", 1064, "nonsense");
        assertThat(stored()).isEmpty();
    }

    @Test
    void stagedRowsAndThoseOfATransactionAreFilteredByTheirStatement() throws Exception {
        run(connection, "SET autocommit = 0");
        assertThat(run(connection, "INSERT INTO t VALUES (1, 'a', 1), (2, NULL, 1)"))
                .isEqualTo(1);
        assertThat(rows(connection, "SHOW WARNINGS")).containsExactly(NAME.formatted(2));
        run(connection, "COMMIT");
        run(connection, "SET autocommit = 1");
        run(connection, "BEGIN");
        assertThat(run(connection, "INSERT INTO t VALUES (3, NULL, 1), (4, 'b', 1)"))
                .isEqualTo(1);
        assertThat(run(connection, "INSERT INTO t VALUES (5, NULL, 1)")).isZero();
        assertThat(rows(connection, "SHOW WARNINGS")).containsExactly(NAME.formatted(1));
        run(connection, "COMMIT");

        assertThat(stored()).containsExactlyInAnyOrder("1|a|1", "4|b|1");
    }

    @Test
    void aLoadWithAKeyIsTheSameInEitherMode() throws Exception {
        run(connection, "SET enable_insert_strict = true");
        run(connection, "SET idempotency_key = 'k'");
        String first = info(connection, "INSERT INTO t VALUES (1, 'a', 1)");
        run(connection, "SET enable_insert_strict = false");
        run(connection, "SET idempotency_key = 'k'");

        assertThat(info(connection, "INSERT INTO t VALUES (1, 'a', 1), (2, NULL, 1)"))
                .isEqualTo(first);

        assertThat(stored()).containsExactly("1|a|1");
    }

    @Test
    void rowsOfAFileAreLeftOutForTheirValuesAndTheirFields() throws Exception {
        assertThat(load("1\ta\t1\n2\tb\n3\t\\N\t1\n4\td\t1\t9\n5\te\t1\n")).isEqualTo(2);

        assertThat(rows(connection, "SHOW WARNINGS"))
                .containsExactly(
                        "Warning|1261|Row 2 doesn't contain data for all columns",
                        NAME.formatted(3),
                        "Warning|1262|Row 4 was truncated; it contained more data than there were input columns");
        assertThat(stored()).containsExactly("1|a|1", "5|e|1");
    }

    @Test
    void theRatioIsThatOfTheWholeFile() throws Exception {
        run(connection, "SET insert_max_filter_ratio = 0.1");
        String good = "1\ta\t1\n".repeat(200_000);

        assertThat(load("1\t\\N\t1\n".repeat(20_000) + good)).isEqualTo(200_000);
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> load(good + "1\t\\N\t1\n".repeat(30_000)))
                .withMessageContaining("too many filtered data 30000/230000");
        assertThat(stored()).hasSize(200_000);
    }

    @Test
    void whatTheBackendLeavesOutIsToldLikeAllOthers() throws Exception {
        frontend.backend.filterComputedRows(3);

        assertThat(run(connection, "INSERT INTO t SELECT * FROM t")).isEqualTo(7);

        assertThat(rows(connection, "SHOW WARNINGS")).containsExactly("Warning|1264|out of range");
        assertThat(rows(connection, "SELECT @@warning_count")).containsExactly("3");
    }

    private String warnings() {
        try {
            return rows(connection, "SHOW WARNINGS").toString();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private int load(String file) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement
                    .unwrap(JdbcStatement.class)
                    .setLocalInfileInputStream(new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)));
            return statement.executeUpdate("LOAD DATA LOCAL INFILE 'f' INTO TABLE t");
        }
    }
}
