package io.tributary.test.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.ChosenServer;
import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Settings and types that a MySQL has and a MariaDB has not, and an account that may do what the documents ask for. */
@Tag("mysql")
final class MySqlSettingsIT {
    @RegisterExtension
    static final SharedMariaDb SERVER = new SharedMariaDb();

    private static final List<String> SETTINGS =
            List.of("sql_require_primary_key", "sql_generate_invisible_primary_key");

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private TributaryProcess tributary;
    private Sql sql;
    private Sql server;

    @BeforeEach
    void start() throws SQLException {
        Assumptions.assumeTrue(ChosenServer.isMySql(), "-Dtributary.test.server=mysql is not set");
        server = SERVER.sql();
        tributary =
                TributaryProcess.startBoth(directory, directory.resolve("data")).awaitReady();
        sql = Sql.connect(tributary.mysqlPort(), "");
    }

    @AfterEach
    void stop() throws SQLException {
        if (ChosenServer.isMySql()) {
            set("DEFAULT");
            sql.close();
            server.close();
            tributary.close();
        }
    }

    private void set(String value) throws SQLException {
        for (String name : SETTINGS) {
            server.run("SET GLOBAL " + name + " = " + value);
        }
    }

    /** All that is written in all ways. */
    private void write() throws SQLException {
        sql.run(
                "CREATE TABLE far.t (a INT, b VARCHAR(20))",
                "CREATE TABLE far.k (a INT NOT NULL, b VARCHAR(20)) UNIQUE KEY(a)",
                "CREATE TABLE far.nullable (a INT, b VARCHAR(20)) UNIQUE KEY(a)");
        for (String mode : List.of("async_mode", "sync_mode", "off_mode")) {
            sql.run(
                    "SET group_commit = " + mode,
                    "INSERT INTO far.t VALUES (1, '" + mode + "')",
                    "INSERT INTO far.k VALUES (1, '" + mode + "')",
                    "INSERT INTO far.nullable VALUES (NULL, '" + mode + "')",
                    "SYNC");
        }
        sql.run(
                "INSERT INTO far.k VALUES (1, '!'), (2, 'two') ON DUPLICATE KEY UPDATE b = concat(b, VALUES(b))",
                "INSERT INTO far.nullable VALUES (NULL, '!') ON DUPLICATE KEY UPDATE b = concat(b, VALUES(b))");

        assertThat(server.query("SELECT a, b FROM far.t ORDER BY b"))
                .containsExactly("1|async_mode", "1|off_mode", "1|sync_mode");
        assertThat(server.query("SELECT a, b FROM far.k ORDER BY a")).containsExactly("1|off_mode!", "2|two");
        assertThat(sql.query("SELECT * FROM far.nullable")).containsExactly("null|off_mode!");
    }

    @Test
    void aKeyThatTheServerAsksForIsHidden() throws SQLException {
        set("ON");
        sql.run("CREATE DATABASE far" + SERVER.databaseClause());
        write();
        assertThat(sql.query("SELECT * FROM far.t WHERE b = 'off_mode'")).containsExactly("1|off_mode");
        assertThat(server.query("SELECT table_name FROM information_schema.columns WHERE table_schema = 'far' AND"
                        + " column_name = 'tributary_row' ORDER BY table_name"))
                .containsExactly("nullable", "t");
    }

    @Test
    void anAccountOfItsDatabasesAloneIsEnough() throws Exception {
        set("OFF");
        server.run(
                "CREATE USER IF NOT EXISTS app IDENTIFIED BY 's3cret'",
                "GRANT ALL ON far.* TO app",
                "GRANT ALL ON tributary.* TO app");
        Path login = Files.writeString(directory.resolve("app"), "app\ns3cret\n");
        for (String tls : List.of("off", "preferred")) {
            sql.run("CREATE DATABASE far" + SERVER.databaseClause(login, "?tls=" + tls));
            sql.run("SET time_zone = '+02:00'");
            write();
            sql.run("DROP DATABASE far");
        }
    }

    @Test
    void typesAndDefaultsOfItsOwnAreTakenAsTheyAre() throws SQLException {
        server.run(
                "CREATE DATABASE shop",
                "CREATE TABLE shop.d (id INT NOT NULL, j JSON, b VARBINARY(9) DEFAULT 'ab', e VARCHAR(9) DEFAULT (upper('x')),"
                        + " m DATETIME(3) DEFAULT CURRENT_TIMESTAMP(3), t VARCHAR(9) DEFAULT 'it''s', n INT DEFAULT 7)",
                "CREATE TABLE shop.v (id INT, v VECTOR(2))",
                "CREATE TABLE shop.c (id INT, CHECK (id > 0))",
                "CREATE TABLE shop.i (id INT NOT NULL INVISIBLE, a INT)");
        sql.run("CREATE DATABASE shop" + SERVER.databaseClause(), "REFRESH DATABASE shop");
        assertThat(String.join("\n", sql.query("SHOW WARNINGS"))).contains("shop.v", "vector");
        sql.run(
                "INSERT INTO shop.d (id, j) VALUES (1, '{\"b\": 1, \"a\": [1.50, null]}')",
                "INSERT INTO shop.i (id, a) VALUES (1, 2)");
        assertThat(sql.query("SELECT id, b = 'ab', e, t, n, m IS NULL FROM shop.d"))
                .containsExactly("1|1|X|it's|7|0");
        assertThat(sql.query("SELECT * FROM shop.i")).containsExactly("2");
        assertThat(sql.query("SELECT length(string_to_vector('[1,2]')) FROM shop.i"))
                .containsExactly("8");
        // Longer than the server says.
        assertThat(String.join("", sql.query("EXPLAIN SELECT * FROM shop.d JOIN shop.i ON d.id = i.id WHERE d.n = 7")))
                .contains("join");
    }

    /** JSON of such numbers and characters is taken by Tributary. */
    @Test
    void whatOnlyItHasAgainstAValueIsTheRowsFault() throws SQLException {
        sql.run(
                "CREATE DATABASE far" + SERVER.databaseClause(),
                "CREATE TABLE far.j (a INT, b JSON) PROPERTIES ('group_commit_interval_ms' = '50')",
                "SET group_commit = async_mode",
                "INSERT INTO far.j VALUES (1, '[1e400]'), (2, '[]'), (3, '[\"\\\\ud800\"]')",
                "SYNC far.j");
        assertThat(sql.query("SELECT a FROM far.j")).containsExactly("2");
        assertThat(sql.query("SHOW QUARANTINE FROM far.j")).hasSize(2);
    }
}
