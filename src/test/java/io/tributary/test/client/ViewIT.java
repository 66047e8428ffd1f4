package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Views from CREATE VIEW to DROP DATABASE, over the wire and through the engine. */
@Tag("clients")
final class ViewIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @RegisterExtension
    static final Server SERVER = Server.shared();

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private static Sql filled(Sql sql) throws SQLException {
        return sql.run(
                "CREATE TABLE t (a INT, b VARCHAR(10), c DECIMAL(10, 2))",
                "SET group_commit = sync_mode",
                "INSERT INTO t VALUES (1, 'x', 1.5), (2, 'y', 2.5), (3, 'z', NULL)");
    }

    private static void refused(Sql sql, int number, String statement) {
        SQLException refused = catchThrowableOfType(SQLException.class, () -> sql.run(statement));
        assertThat(refused.getErrorCode())
                .as("%s: %s", statement, refused.getMessage())
                .isEqualTo(number);
    }

    @Test
    void aViewIsReadAsATableIs() throws SQLException {
        try (Sql sql = filled(SERVER.fresh())) {
            sql.run(
                    "CREATE VIEW v AS SELECT * FROM t WHERE b <> 'q'",
                    "CREATE VIEW w (n, s) AS SELECT count(*), sum(c) FROM v");
            assertThat(sql.query("SELECT v.b, w.s FROM v, w WHERE v.a < 3 ORDER BY v.a"))
                    .containsExactly("x|4.00", "y|4.00");
            sql.run(
                    "ALTER TABLE t ADD COLUMN d INT DEFAULT 7 AFTER a",
                    "CREATE TABLE copied AS SELECT * FROM v",
                    "INSERT INTO copied SELECT a + 10, b, c FROM v",
                    "CREATE OR REPLACE VIEW w AS SELECT max(a) AS m FROM copied");
            assertThat(sql.query("SELECT * FROM v WHERE a = 1")).containsExactly("1|x|1.50");
            assertThat(sql.query("SELECT * FROM w")).containsExactly("13");
            try (PreparedStatement statement =
                    sql.connection().prepareStatement("SELECT a FROM v WHERE a > ? AND b = ?")) {
                statement.setInt(1, 1);
                statement.setString(2, "z");
                try (ResultSet rows = statement.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getInt("a")).isEqualTo(3);
                }
            }
        }
    }

    @Test
    void toolsAreToldThatItIsAView() throws SQLException {
        try (Sql sql = filled(SERVER.fresh())) {
            sql.run("CREATE VIEW v (x, y) AS SELECT a, concat(b, '!') FROM t");
            assertThat(sql.query("SHOW FULL TABLES")).containsExactly("t|BASE TABLE", "v|VIEW");
            assertThat(sql.query("DESCRIBE v")).containsExactly("x|int|YES||null|", "y|varchar(11)|YES||null|");
            assertThat(sql.query("SHOW CREATE TABLE v")).isEqualTo(sql.query("SHOW CREATE VIEW v"));
            assertThat(sql.query("SHOW CREATE VIEW v").get(0))
                    .isEqualTo(
                            "v|CREATE ALGORITHM=UNDEFINED DEFINER=`root`@`%` SQL SECURITY DEFINER VIEW `v` (`x`, `y`)"
                                    + " AS SELECT a, concat(b, '!') FROM t|utf8mb4|utf8mb4_0900_bin");
            assertThat(sql.query("SELECT table_type, table_comment FROM information_schema.tables"
                            + " WHERE table_schema = database() AND table_name = 'v'"))
                    .containsExactly("VIEW|VIEW");
            assertThat(sql.query("SELECT view_definition, is_updatable FROM information_schema.views"
                            + " WHERE table_schema = database()"))
                    .containsExactly("SELECT a, concat(b, '!') FROM t|NO");
            List<String> found = new ArrayList<>();
            try (ResultSet views = sql.connection()
                    .getMetaData()
                    .getTables(sql.connection().getCatalog(), null, "%", new String[] {"VIEW"})) {
                while (views.next()) {
                    found.add(views.getString("TABLE_NAME"));
                }
            }
            assertThat(found).containsExactly("v");
        }
    }

    @Test
    void nothingIsWrittenIntoAView() throws SQLException {
        try (Sql sql = filled(SERVER.fresh())) {
            sql.run("CREATE VIEW v AS SELECT * FROM t");
            refused(sql, 1471, "INSERT INTO v VALUES (1, 'x', 1)");
            refused(sql, 1471, "INSERT INTO v SELECT * FROM t");
            refused(sql, 1288, "UPDATE v SET a = 1");
            refused(sql, 1288, "DELETE FROM v");
            refused(sql, 1347, "TRUNCATE TABLE v");
            refused(sql, 1347, "ALTER TABLE v ADD COLUMN x INT");
            refused(sql, 1051, "DROP TABLE v");
            refused(sql, 1347, "DROP VIEW t");
            refused(sql, 1050, "CREATE VIEW v AS SELECT 1");
            refused(sql, 1050, "CREATE TABLE v (a INT)");
            refused(sql, 1351, "CREATE VIEW w AS SELECT @a");
            refused(sql, 1368, "CREATE VIEW w AS SELECT a FROM t WITH CHECK OPTION");
            sql.run("DROP TABLE t");
            refused(sql, 1356, "SELECT * FROM v");
            sql.run("DROP VIEW IF EXISTS v, w");
            refused(sql, 1146, "SELECT * FROM v");
        }
    }

    @Test
    void aDumpOfADatabaseWithViewsIsRestored() throws SQLException {
        String from = SERVER.newDatabase();
        String to = SERVER.newDatabase();
        try (Sql sql = filled(Sql.connect(SERVER.port(), from))) {
            sql.run("CREATE VIEW a AS SELECT * FROM t WHERE a > 1", "CREATE VIEW z AS SELECT b AS `b ``b` FROM a");
        }
        String login = " -h127.0.0.1 -uroot -P" + SERVER.port() + " ";
        String command = "mysqldump --skip-lock-tables" + login + from + " | mysql" + login + to;
        CommandLine.Result restored =
                CommandLine.run(directory, Map.of(), "", LIMIT, List.of("bash", "-o", "pipefail", "-c", command));
        assertThat(restored.exitCode()).as(restored.text()).isZero();
        try (Sql sql = Sql.connect(SERVER.port(), to)) {
            assertThat(sql.query("SELECT * FROM z")).containsExactlyInAnyOrder("y", "z");
        }
    }

    @Test
    void aViewIsThereAfterAKill() throws SQLException {
        Path data = directory.resolve("data");
        try (TributaryProcess first = TributaryProcess.startBoth(directory, data);
                Sql sql = Sql.connect(first.mysqlPort(), "")) {
            sql.run("CREATE DATABASE d", "USE d");
            filled(sql).run("CREATE VIEW v AS SELECT sum(a) FROM t");
            first.kill();
        }
        try (TributaryProcess second = TributaryProcess.startBoth(directory, data);
                Sql sql = Sql.connect(second.mysqlPort(), "d")) {
            assertThat(sql.query("SELECT * FROM v")).containsExactly("6");
        }
    }
}
