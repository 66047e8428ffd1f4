package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.test.process.Sql;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** UNSIGNED integers keep to their range, whoever computes the value. */
@Tag("clients")
final class UnsignedIT {
    @RegisterExtension
    static final Server SERVER = Server.shared();

    @Test
    void whatTheEngineComputesIsHeldToTheRange() throws SQLException {
        try (Sql sql = Sql.connect(SERVER.port(), SERVER.newDatabase())) {
            sql.run(
                    "CREATE TABLE t (id INT, u TINYINT UNSIGNED, b BIGINT UNSIGNED)",
                    "INSERT INTO t VALUES (1, 255, 18446744073709551615)");

            assertThat(refused(sql, "UPDATE t SET u = u + 1")).isEqualTo("Out of range value for column 'u' at row 1");
            assertThat(refused(sql, "UPDATE t SET u = -1")).isEqualTo("Out of range value for column 'u' at row 1");
            assertThat(refused(sql, "UPDATE t SET b = 0 - id")).isEqualTo("Out of range value for column 'b' at row 1");
            assertThat(refused(sql, "INSERT INTO t (u) SELECT id - 2 FROM t"))
                    .startsWith("Out of range value for column 'u' at row 1");
            sql.run("UPDATE t SET u = u - 255, b = 7");
            assertThat(sql.query("SELECT * FROM t")).containsExactly("1|0|7");
        }
    }

    @Test
    void aDifferenceBelowZeroIsAnError() throws SQLException {
        try (Sql sql = Sql.connect(SERVER.port(), SERVER.newDatabase())) {
            sql.run(
                    "CREATE TABLE t (i INT, u INT UNSIGNED, b BIGINT UNSIGNED)",
                    "INSERT INTO t VALUES (7, 0, 18446744073709551615)");

            assertThat(refused(sql, "SELECT u - 1 FROM t")).isEqualTo("BIGINT UNSIGNED value is out of range in '-1'");
            assertThat(refused(sql, "SELECT i FROM t WHERE t.u - i < 3")).startsWith("BIGINT UNSIGNED value");
            assertThat(refused(sql, "SELECT b + 1 FROM t")).startsWith("BIGINT UNSIGNED value");
            assertThat(sql.query("SELECT i - u, u + i - 7, b - 1, b - i + 7, CAST(u AS SIGNED) - 1, 1 - i FROM t"))
                    .containsExactly("7|0|18446744073709551614|18446744073709551615|-1|-6");
            sql.run("SET sql_mode = 'NO_UNSIGNED_SUBTRACTION'");
            assertThat(sql.query("SELECT u - 1 FROM t")).containsExactly("-1");
        }
    }

    @Test
    void aColumnBecomesUnsignedWhereNoRowIsNegative() throws SQLException {
        try (Sql sql = Sql.connect(SERVER.port(), SERVER.newDatabase())) {
            sql.run("CREATE TABLE t (id INT, v INT)", "INSERT INTO t VALUES (1, -1), (2, 5)");

            assertThat(refused(sql, "ALTER TABLE t MODIFY v INT UNSIGNED"))
                    .isEqualTo("Out of range value for column 'v' at row 1");
            sql.run("DELETE FROM t WHERE id = 1", "ALTER TABLE t MODIFY v INT UNSIGNED");

            assertThat(refused(sql, "INSERT INTO t VALUES (3, -1)"))
                    .startsWith("Out of range value for column 'v' at row 1");
            assertThat(sql.query("SHOW CREATE TABLE t").get(0)).contains("`v` int unsigned");
            assertThat(sql.query("SELECT * FROM t")).containsExactly("2|5");
        }
    }

    @Test
    void generatedNumbersEndWithTheType() throws SQLException {
        try (Sql sql = Sql.connect(SERVER.port(), SERVER.newDatabase())) {
            sql.run(
                    "CREATE TABLE t (id TINYINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, v INT)",
                    "INSERT INTO t VALUES (254, 1)",
                    "INSERT INTO t (v) VALUES (2)");

            assertThat(refused(sql, "INSERT INTO t (v) VALUES (3)")).startsWith("Failed to read auto-increment value");
            assertThat(sql.query("SELECT id FROM t ORDER BY id")).containsExactly("254", "255");
        }
    }

    private static String refused(Sql sql, String statement) {
        SQLException error = catchThrowableOfType(SQLException.class, () -> sql.run(statement));
        assertThat((Object) error).as(statement).isNotNull();
        String message = String.valueOf(error.getMessage());
        return message.replace("Data truncation: ", "");
    }
}
