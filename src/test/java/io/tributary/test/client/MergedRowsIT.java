package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.test.process.Sql;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * INSERTs whose rows do not replace those of the same key but change them: ON DUPLICATE KEY UPDATE, IGNORE, partial updates.
 */
@Tag("clients")
final class MergedRowsIT {
    @RegisterExtension
    static final Server SERVER = Server.shared();

    private static final String CREATE = "CREATE TABLE hits (page VARCHAR(20) NOT NULL, n BIGINT NOT NULL DEFAULT 1,"
            + " last_at DATETIME(3), note VARCHAR(20) DEFAULT 'none', PRIMARY KEY (page))";
    private static final String ROWS =
            "INSERT INTO hits VALUES ('a', 1, '2026-01-01 00:00:00', 'x'), ('b', 9007199254740993, NULL, NULL)";

    static Stream<Arguments> merges() {
        return Stream.of(
                // A counter, its rows in one statement.
                Arguments.of(
                        "INSERT INTO hits (page) VALUES ('a'), ('c'), ('a'), ('c'), ('c') ON DUPLICATE KEY UPDATE n = n + 1",
                        List.of("a|3|2026-01-01 00:00:00|x", "b|9007199254740993|null|null", "c|3|null|none")),
                Arguments.of(
                        "INSERT INTO hits (page, n, note) VALUES ('b', 2, 'new') ON DUPLICATE KEY UPDATE"
                                + " n = hits.n + VALUES(n), note = CONCAT(IFNULL(note, '-'), VALUES(note))",
                        List.of("a|1|2026-01-01 00:00:00|x", "b|9007199254740995|null|-new")),
                Arguments.of(
                        "INSERT INTO hits (page, n) VALUES ('a', 5), ('d', 7) AS new ON DUPLICATE KEY UPDATE"
                                + " n = GREATEST(hits.n, new.n), last_at = '2026-02-02'",
                        List.of("a|5|2026-02-02 00:00:00|x", "b|9007199254740993|null|null", "d|7|null|none")),
                Arguments.of(
                        "INSERT INTO hits (page, n) VALUES ('a', 5) AS new(p, m) ON DUPLICATE KEY UPDATE n = m * 2,"
                                + " note = DEFAULT",
                        List.of("a|10|2026-01-01 00:00:00|none", "b|9007199254740993|null|null")),
                // Only what is assigned changes.
                Arguments.of(
                        "INSERT INTO hits VALUES ('a', 5, NOW(), 'lost') ON DUPLICATE KEY UPDATE n = VALUES(n)",
                        List.of("a|5|2026-01-01 00:00:00|x", "b|9007199254740993|null|null")),
                Arguments.of(
                        "INSERT INTO hits SET page = 'a', n = 4 ON DUPLICATE KEY UPDATE page = VALUES(page), n = n * VALUES(n)",
                        List.of("a|4|2026-01-01 00:00:00|x", "b|9007199254740993|null|null")),
                Arguments.of(
                        "INSERT INTO hits (page, n) SELECT page, 10 FROM hits WHERE page < 'b' UNION ALL SELECT 'e', 1"
                                + " ON DUPLICATE KEY UPDATE n = n - VALUES(n)",
                        List.of("a|-9|2026-01-01 00:00:00|x", "b|9007199254740993|null|null", "e|1|null|none")),
                Arguments.of(
                        "INSERT IGNORE INTO hits (page, n) VALUES ('a', 5), ('c', 6), ('c', 7)",
                        List.of("a|1|2026-01-01 00:00:00|x", "b|9007199254740993|null|null", "c|6|null|none")),
                Arguments.of(
                        "INSERT IGNORE INTO hits (page, n) SELECT CONCAT(page, ''), 5 FROM hits",
                        List.of("a|1|2026-01-01 00:00:00|x", "b|9007199254740993|null|null")));
    }

    @ParameterizedTest
    @MethodSource("merges")
    void rowsMeetThoseOfTheirKeyAsInMySql(String insert, List<String> expected) throws SQLException {
        for (String begin : List.of("SET group_commit = async_mode", "BEGIN", "SET autocommit = 0")) {
            try (Sql sql = SERVER.fresh()) {
                sql.run(CREATE, ROWS, begin, insert, "COMMIT");

                assertThat(sql.query("SELECT * FROM hits ORDER BY page"))
                        .as(begin)
                        .containsExactlyElementsOf(expected);
            }
        }
    }

    @Test
    void preparedStatementsMergeToo() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(CREATE, ROWS);
            try (PreparedStatement count = sql.connection()
                    .prepareStatement(
                            "INSERT INTO hits (page, n) VALUES (?, ?) ON DUPLICATE KEY UPDATE n = n + VALUES(n) * ?")) {
                for (String page : List.of("a", "z", "z")) {
                    count.setString(1, page);
                    count.setLong(2, 3);
                    count.setInt(3, 2);
                    count.addBatch();
                }
                assertThat(count.executeBatch()).containsExactly(1, 1, 1);
            }
            try (PreparedStatement ignore =
                    sql.connection().prepareStatement("INSERT IGNORE INTO hits (page) VALUES (?)")) {
                ignore.setString(1, "a");
                assertThat(ignore.executeUpdate()).isZero();
                ignore.setString(1, "y");
                assertThat(ignore.executeUpdate()).isEqualTo(1);
            }

            assertThat(sql.query("SELECT page, n FROM hits ORDER BY page"))
                    .containsExactly("a|7", "b|9007199254740993", "y|1", "z|9");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPartialUpdateKeepsTheColumnsLeftOut(boolean prepared) throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(
                    "CREATE TABLE p (id INT NOT NULL, a INT NOT NULL, b VARCHAR(9), c INT DEFAULT 7) UNIQUE KEY(id)",
                    "INSERT INTO p VALUES (1, 10, 'one', 100), (2, 20, 'two', 200)",
                    "SET group_commit = async_mode",
                    "SET enable_unique_key_partial_update = true");
            if (prepared) {
                try (PreparedStatement insert =
                        sql.connection().prepareStatement("INSERT INTO p (b, id) VALUES (?, ?), (?, ?)")) {
                    insert.setString(1, "eins");
                    insert.setInt(2, 1);
                    insert.setNull(3, java.sql.Types.VARCHAR);
                    insert.setInt(4, 2);
                    assertThat(insert.executeUpdate()).isEqualTo(2);
                }
            } else {
                sql.run("INSERT INTO p (b, id) VALUES ('eins', 1), (NULL, 2)");
            }
            // A new key needs what its columns demand.
            SQLException missing =
                    catchThrowableOfType(SQLException.class, () -> sql.run("INSERT INTO p (id, b) VALUES (3, 'x')"));
            assertThat(missing.getErrorCode()).isEqualTo(1364);
            sql.run("INSERT INTO p (id, a) VALUES (3, 30), (3, 31)");

            assertThat(sql.query("SELECT * FROM p ORDER BY id"))
                    .containsExactly("1|10|eins|100", "2|20|null|200", "3|31|null|7");

            SQLException withoutKey =
                    catchThrowableOfType(SQLException.class, () -> sql.run("INSERT INTO p (a, b) VALUES (3, 'x')"));
            assertThat(withoutKey.getMessage()).contains("Partial update should include all key columns, missing: id");
            sql.run("SET partial_update_new_key_behavior = 'ERROR'", "INSERT INTO p (id, c) VALUES (1, 101)");
            SQLException unknown = catchThrowableOfType(
                    SQLException.class, () -> sql.run("INSERT INTO p (id, a) VALUES (1, 11), (4, 40)"));
            assertThat(unknown.getMessage()).contains("partial_update_new_key_behavior is ERROR");
            assertThat(sql.query("SELECT * FROM p WHERE id IN (1, 4)")).containsExactly("1|10|eins|101");
        }
    }

    @Test
    void aRefusedMergeLeavesNothingAndTheTransactionGoesOn() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(CREATE, ROWS, "BEGIN", "INSERT INTO hits (page) VALUES ('kept')");
            for (String bad : List.of(
                    "INSERT INTO hits (page, n) VALUES ('a', 1) ON DUPLICATE KEY UPDATE n = NULL",
                    "INSERT INTO hits (page, n) VALUES ('a', 1) ON DUPLICATE KEY UPDATE note = REPEAT('long', 9)",
                    "INSERT INTO hits (page, n) VALUES ('c', 1), ('a', 1) ON DUPLICATE KEY UPDATE n = 'abc'")) {
                SQLException error = catchThrowableOfType(SQLException.class, () -> sql.run(bad));
                assertThat(error.getErrorCode()).as(bad).isIn(1048, 1406, 1366);
            }
            sql.run("COMMIT");

            assertThat(sql.query("SELECT page, n FROM hits ORDER BY page"))
                    .containsExactly("a|1", "b|9007199254740993", "kept|1");
        }
    }

    @Test
    void affectedRowsAreTheRowsTaken() throws SQLException {
        try (Sql sql = SERVER.fresh();
                Statement statement = sql.connection().createStatement()) {
            sql.run(CREATE, ROWS);

            assertThat(statement.executeUpdate(
                            "INSERT INTO hits (page) VALUES ('a'), ('q') ON DUPLICATE KEY UPDATE n = n + 1"))
                    .isEqualTo(2);
            assertThat(statement.executeUpdate("INSERT IGNORE INTO hits (page) VALUES ('a'), ('r')"))
                    .isEqualTo(1);
        }
    }
}
