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
                        "INSERT INTO hits VALUES ('a', 5, NULL, 'y') ON DUPLICATE KEY UPDATE n = VALUES(n),"
                                + " last_at = VALUES(last_at), note = VALUES(note), n = 7",
                        List.of("a|7|null|y", "b|9007199254740993|null|null")),
                Arguments.of(
                        "INSERT INTO hits (page) VALUES ('a'), ('g') ON DUPLICATE KEY UPDATE page = hits.page",
                        List.of("a|1|2026-01-01 00:00:00|x", "b|9007199254740993|null|null", "g|1|null|none")),
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
    void whatMySqlSaysOfAValueIsSaidOfAMerge() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(CREATE, ROWS, "CREATE TABLE other (n INT)", "INSERT INTO other VALUES (1), (2)");
            String insert = "INSERT INTO hits (page, n) VALUES ('q', 1), ('a', 1) ON DUPLICATE KEY UPDATE n = ";
            assertRefused(sql, 1690, "", insert + "9223372036854775807 + hits.n");
            assertRefused(sql, 1242, "", insert + "(SELECT n FROM other)");
            assertRefused(sql, 1048, "", insert + "NULL");
            assertRefused(sql, 1366, "at row 2", insert + "'abc'");
            assertRefused(sql, 1054, "nowhere", insert + "nowhere + 1");
            assertRefused(sql, 1064, "WHERE page = 'a'", insert + "1 WHERE page = 'a'");
            assertRefused(
                    sql,
                    1235,
                    "columns of o,",
                    "INSERT INTO hits (page, n) SELECT 'a', n FROM other o" + " ON DUPLICATE KEY UPDATE n = o.n");

            assertThat(sql.query("SELECT page, n FROM hits ORDER BY page"))
                    .containsExactly("a|1", "b|9007199254740993");
        }
    }

    private static void assertRefused(Sql sql, int number, String words, String insert) {
        SQLException error = catchThrowableOfType(SQLException.class, () -> sql.run(insert));
        assertThat(error.getErrorCode()).as(insert + ": " + error.getMessage()).isEqualTo(number);
        assertThat(error.getMessage()).contains(words).doesNotContain("$");
    }

    @Test
    void aPreparedUpsertOutlivesAnAddedColumn() throws SQLException {
        try (Sql sql = SERVER.fresh();
                java.sql.Connection server =
                        Sql.open(SERVER.port(), sql.connection().getCatalog(), "useServerPrepStmts=true")) {
            sql.run("CREATE TABLE o (k INT NOT NULL PRIMARY KEY, a INT)");
            try (PreparedStatement upsert = server.prepareStatement(
                    "INSERT INTO o (k, a) VALUES (?, ?) ON DUPLICATE KEY UPDATE a = VALUES(a)")) {
                for (int i = 1; i < 3; i++) {
                    upsert.setInt(1, 1);
                    upsert.setInt(2, i);
                    assertThat(upsert.executeUpdate()).isEqualTo(i == 1 ? 1 : 2);
                    sql.run("ALTER TABLE o ADD COLUMN c" + i + " INT", "UPDATE o SET c" + i + " = " + i);
                }
                upsert.setInt(2, 3);
                assertThat(upsert.executeUpdate()).isEqualTo(2);
            }

            assertThat(sql.query("SELECT * FROM o")).containsExactly("1|3|1|2");
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
                assertThat(count.executeBatch()).containsExactly(2, 1, 2);
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
    void nonStrictModeLeavesOutWhatAMergeRefuses() throws SQLException {
        try (Sql sql = SERVER.fresh();
                Statement statement = sql.connection().createStatement()) {
            sql.run(CREATE, ROWS, "SET enable_insert_strict = false");

            assertThat(statement.executeUpdate(
                            "INSERT INTO hits (page, n) VALUES ('a', 1), ('z', 2), ('b', 3), ('z', 5)"
                                    + " ON DUPLICATE KEY UPDATE n = IF(page = 'a', NULL, hits.n + VALUES(n))"))
                    .isEqualTo(5);
            assertThat(sql.query("SHOW WARNINGS")).singleElement().asString().contains("1048", "'n'");
            assertThat(sql.query("SELECT page, n FROM hits ORDER BY page"))
                    .containsExactly("a|1", "b|9007199254740996", "z|7");
            sql.run("BEGIN");
            assertThat(statement.executeUpdate("INSERT INTO hits (page, n) VALUES ('k', NULL)"))
                    .isZero();
            sql.run("COMMIT");
        }
    }

    @Test
    void tooManyRowsThatAMergeLeavesOutFailTheStatementAndLeaveNothing() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(CREATE, ROWS, "SET enable_insert_strict = false", "SET insert_max_filter_ratio = 0.1", "BEGIN");
            SQLException tooMany = catchThrowableOfType(
                    SQLException.class,
                    () -> sql.run("INSERT INTO hits (page) VALUES ('a'), ('b') ON DUPLICATE KEY UPDATE"
                            + " n = IF(hits.page = 'a', NULL, 5)"));
            assertThat(tooMany.getMessage()).contains("too many filtered");
            sql.run("COMMIT");

            assertThat(sql.query("SELECT page, n FROM hits ORDER BY page"))
                    .containsExactly("a|1", "b|9007199254740993");
        }
    }

    @Test
    void arraysComeThroughAMergeAsTheyAre() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(
                    "CREATE TABLE arrays (id INT NOT NULL, s ARRAY<STRING>, n INT) UNIQUE KEY(id)",
                    "INSERT IGNORE INTO arrays VALUES (9, ['b\\nc', NULL, ''], 1)",
                    "INSERT INTO arrays VALUES (9, ['x'], 1), (9, ['y'], 1), (8, ['q\\tr', NULL], 1), (8, NULL, 1)"
                            + " ON DUPLICATE KEY UPDATE n = n + 1");

            assertThat(sql.query("SELECT id, s, n FROM arrays ORDER BY id"))
                    .containsExactly("8|[\"q\\u0009r\", null]|2", "9|[\"b\\u000ac\", null, \"\"]|3");
        }
    }

    @Test
    void manyRowsOfAKeyAreTakenOneAfterTheOther() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(CREATE);
            String row = "('a'), ";
            sql.run("INSERT INTO hits (page) VALUES " + row.repeat(99)
                    + "('a') ON DUPLICATE KEY UPDATE n = n * 2 % 1000003");
            long expected = 1;
            for (int i = 1; i < 100; i++) {
                expected = expected * 2 % 1_000_003;
            }

            assertThat(sql.number("SELECT n FROM hits")).isEqualTo(expected);
            SQLException tooMany = catchThrowableOfType(
                    SQLException.class,
                    () -> sql.run("INSERT INTO hits (page) VALUES " + row.repeat(1000)
                            + "('a') ON DUPLICATE KEY UPDATE n = n + 1"));
            assertThat(tooMany.getErrorCode()).isEqualTo(1235);
        }
    }

    @Test
    void anUpdatedRowCountsTwice() throws SQLException {
        try (Sql sql = SERVER.fresh();
                Statement statement = sql.connection().createStatement()) {
            sql.run(CREATE, ROWS);

            assertThat(statement.executeUpdate(
                            "INSERT INTO hits (page) VALUES ('a'), ('q') ON DUPLICATE KEY UPDATE n = n + 1"))
                    .isEqualTo(3);
            assertThat(statement.executeUpdate("INSERT IGNORE INTO hits (page) VALUES ('a'), ('r')"))
                    .isEqualTo(1);
        }
    }

    @Test
    void rowsThatIgnoreLeavesOutAreWarningsWithTheirKeys() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(CREATE, ROWS, "INSERT IGNORE INTO hits (page) VALUES ('c'), ('b'), ('c'), ('a')");
            assertThat(sql.query("SHOW WARNINGS"))
                    .containsExactly(
                            "Warning|1062|Duplicate entry 'b' for key 'hits.PRIMARY'",
                            "Warning|1062|Duplicate entry 'c' for key 'hits.PRIMARY'",
                            "Warning|1062|Duplicate entry 'a' for key 'hits.PRIMARY'");

            sql.run("SET max_error_count = 1", "INSERT IGNORE INTO hits (page) SELECT page FROM hits");
            assertThat(sql.query("SELECT @@warning_count")).containsExactly("3");
            assertThat(sql.query("SHOW WARNINGS")).hasSize(1);

            sql.run("CREATE TABLE two (d DATE NOT NULL, n INT NOT NULL, UNIQUE KEY by_day (d, n))");
            sql.run("INSERT IGNORE INTO two VALUES ('2024-01-31', 7), ('2024-01-31', 8), ('2024-01-31', 7)");
            assertThat(sql.query("SHOW WARNINGS"))
                    .containsExactly("Warning|1062|Duplicate entry '2024-01-31-7' for key 'two.by_day'");
            assertThat(sql.query("SELECT COUNT(*) FROM two")).containsExactly("2");
        }
    }

    @Test
    void textsAreComparedByTheirColumnsCollationAndKeysByTheirBytes() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(
                    "CREATE TABLE names (id VARCHAR(9) COLLATE utf8mb4_general_ci, s VARCHAR(9) COLLATE utf8mb4_0900_ai_ci,"
                            + " n INT, PRIMARY KEY (id))",
                    "INSERT INTO names VALUES ('a', 'x', 0), ('A', 'y', 0)",
                    "INSERT INTO names VALUES ('a', 'X', 5), ('A', 'X', 6), ('Á', 'x', 7)"
                            + " ON DUPLICATE KEY UPDATE n = IF(s = VALUES(s), VALUES(n), -VALUES(n))");
            assertThat(sql.query("SELECT * FROM names ORDER BY n")).containsExactly("A|y|-6", "a|x|5", "Á|x|7");
        }
    }
}
