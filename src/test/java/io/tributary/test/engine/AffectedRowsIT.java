package io.tributary.test.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What statements say that they affected, in the embedded engine and in a MariaDB, with CLIENT_FOUND_ROWS and without. */
@Tag("clients")
final class AffectedRowsIT {
    @RegisterExtension
    static final SharedMariaDb SERVER = new SharedMariaDb();

    @RegisterExtension
    static final SharedTributary TRIBUTARY = new SharedTributary();

    private static final List<String> TABLES = List.of(
            "CREATE TABLE t (k INT NOT NULL PRIMARY KEY, v INT, d DECIMAL(6,2), s VARCHAR(20) COLLATE utf8mb4_general_ci,"
                    + " small TINYINT, big INT)",
            "CREATE TABLE h (k INT, v INT, at TIMESTAMP NULL ON UPDATE CURRENT_TIMESTAMP)",
            "CREATE TABLE o (k INT NOT NULL PRIMARY KEY, w INT)",
            "CREATE TABLE u (k INT NOT NULL PRIMARY KEY, a INT, b DECIMAL(6,2))",
            "INSERT INTO t VALUES (1, 1, 1.5, 'a', 1, 1), (2, 2, NULL, 'b', 2, 2), (3, NULL, 3, NULL, 3, 1000)",
            "INSERT INTO h VALUES (1, 1, '2020-01-01'), (2, 2, '2020-01-01')",
            "INSERT INTO o VALUES (1, 1), (2, 9)",
            "INSERT INTO u VALUES (1, 1, 1.5), (2, 2, 2.5)");

    private static final List<String> STATEMENTS = List.of(
            "UPDATE t SET v = 1",
            "UPDATE t SET v = 1 WHERE k = 1",
            "UPDATE t SET v = NULL WHERE k = 1 OR k = 2",
            "UPDATE t SET v = NULL WHERE k IN (1, 2)",
            "UPDATE t SET v = k, d = 1.499 WHERE k < 3",
            "UPDATE t SET d = 1.501 WHERE k < 3",
            "UPDATE t SET s = 'A' WHERE s = 'a'",
            "UPDATE t SET s = 'A' WHERE s = 'a'",
            // Nobody asks what the third row, which is not found, would get: it does not fit.
            "UPDATE t SET small = big WHERE big < 100",
            "UPDATE t SET v = 7 ORDER BY k LIMIT 1",
            "UPDATE t SET v = 7 ORDER BY k LIMIT 1",
            "UPDATE t SET v = 7 ORDER BY k LIMIT 2",
            "UPDATE t SET v = (SELECT MAX(w) FROM o)",
            "UPDATE t SET v = (SELECT MAX(w) FROM o)",
            "UPDATE t SET v = 3 WHERE k IN (SELECT k FROM o WHERE w = 1)",
            "UPDATE t SET v = 3 WHERE k IN (SELECT k FROM o WHERE w = 1)",
            "UPDATE t JOIN o ON t.k = o.k SET t.v = o.w",
            "UPDATE t JOIN o ON t.k = o.k SET t.v = o.w",
            "UPDATE h SET v = 1",
            "UPDATE h SET v = 1",
            "UPDATE h SET v = v + 1",
            "DELETE FROM h WHERE k = 1",
            "DELETE FROM h WHERE k = 1",
            "INSERT INTO u VALUES (1, 5, 1) ON DUPLICATE KEY UPDATE a = 5",
            "INSERT INTO u VALUES (1, 5, 1) ON DUPLICATE KEY UPDATE a = 5",
            "INSERT INTO u VALUES (1, 5, 1), (9, 9, 9) ON DUPLICATE KEY UPDATE b = b + 0.001",
            "INSERT INTO u VALUES (1, 5, 1), (8, 9, 9), (8, 1, 1), (2, 2, 2) ON DUPLICATE KEY UPDATE a = a + VALUES(a)",
            "INSERT INTO u SELECT k, v, 1 FROM t ON DUPLICATE KEY UPDATE a = 6",
            "INSERT IGNORE INTO u VALUES (1, 5, 1), (7, 7, 7)");

    @ParameterizedTest
    @ValueSource(strings = {"useAffectedRows=false", "useAffectedRows=true"})
    void areThoseOfAMariaDb(String flag) throws SQLException {
        List<String> expected;
        try (Sql server = Sql.connectWith(port(), "", flag)) {
            expected = counts(server.run("CREATE DATABASE shop CHARACTER SET utf8mb4", "USE shop"));
        }
        try (Sql sql = Sql.connectWith(TRIBUTARY.mysqlPort(), "", flag)) {
            assertThat(counts(sql.run("CREATE DATABASE shop", "USE shop"))).isEqualTo(expected);
            assertThat(sql.query("SELECT small FROM t ORDER BY k")).containsExactly("1", "2", "3");
        }
    }

    private static int port() throws SQLException {
        try (Sql server = SERVER.sql()) {
            return (int) server.number("SELECT @@port");
        }
    }

    private static List<String> counts(Sql sql) throws SQLException {
        sql.run(TABLES.toArray(String[]::new));
        List<String> counts = new ArrayList<>();
        try (Statement statement = sql.connection().createStatement()) {
            for (String each : STATEMENTS) {
                counts.add(statement.executeUpdate(each) + " " + each);
            }
        }
        counts.add(sql.query("SELECT k, v, at > '2021-01-01' FROM h").toString());
        return counts;
    }
}
