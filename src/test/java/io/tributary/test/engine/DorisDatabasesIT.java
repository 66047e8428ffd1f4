package io.tributary.test.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Databases whose tables are on an Apache Doris, which another Tributary plays, beside databases of the embedded engine. */
@Tag("clients")
final class DorisDatabasesIT {
    @TempDir
    private static Path directory = Path.of("set by JUnit");

    private static PlayedDoris server;
    private static TributaryProcess tributary;
    private Sql sql;

    @BeforeAll
    static void start() throws IOException {
        server = new PlayedDoris(Files.createDirectory(directory.resolve("doris")));
        tributary = launch();
    }

    private static TributaryProcess launch() {
        return TributaryProcess.startBoth(directory, directory.resolve("data"));
    }

    @AfterAll
    static void stop() {
        tributary.close();
        server.close();
    }

    @BeforeEach
    void create() throws SQLException {
        sql = Sql.connect(tributary.mysqlPort(), "");
        sql.run(
                "CREATE DATABASE far" + server.databaseClause(),
                "CREATE DATABASE near",
                "CREATE TABLE near.t (a INT, b VARCHAR(20))",
                "USE far",
                "CREATE TABLE t (a INT, b VARCHAR(20)) PROPERTIES ('group_commit_interval_ms' = '50')",
                "CREATE TABLE k (a INT NOT NULL, b VARCHAR(20)) UNIQUE KEY(a)"
                        + " PROPERTIES ('group_commit_interval_ms' = '50')",
                "CREATE TABLE types (i TINYINT, l LARGEINT, d DECIMAL(20, 3), f DOUBLE, day DATE, at DATETIME(6),"
                        + " flag BOOLEAN, c CHAR(3), s STRING, j JSON) PROPERTIES ('group_commit_interval_ms' = '50')",
                "CREATE TABLE numbers (i TINYINT, l LARGEINT, d DECIMAL(20, 3), f DOUBLE, day DATE, at DATETIME(6),"
                        + " flag BOOLEAN) PROPERTIES ('group_commit_interval_ms' = '50')");
    }

    @AfterEach
    void drop() throws SQLException {
        sql.run("DROP DATABASE far", "DROP DATABASE near");
        sql.close();
    }

    private void refused(String statement, String words) {
        assertThatThrownBy(() -> sql.run(statement)).as(statement).hasMessageContaining(words);
    }

    @Test
    void rowsOfAllModesAreOnTheServer() throws SQLException {
        for (String mode : List.of("async_mode", "sync_mode", "off_mode")) {
            sql.run("SET group_commit = " + mode, "INSERT INTO t VALUES (1, '" + mode + "'), (2, NULL)");
        }
        sql.run("SYNC t");

        assertThat(server.query("SELECT concat_ws(':', a, b) FROM far.t ORDER BY a, b"))
                .containsExactly("1:async_mode", "1:off_mode", "1:sync_mode", "2", "2", "2");
        assertThat(sql.query("SELECT a, count(*) FROM t GROUP BY a ORDER BY a")).containsExactly("1|3", "2|3");
    }

    @Test
    void aRowOfAKeyReplacesTheOneBefore() throws SQLException {
        sql.run(
                "CREATE TABLE p (a INT PRIMARY KEY, b VARCHAR(20))",
                "INSERT INTO p VALUES (1, 'old'), (2, 'two'), (1, 'new')");
        assertThat(server.query("SELECT b FROM far.p ORDER BY a")).containsExactly("new", "two");
        sql.run(
                "SET group_commit = async_mode",
                "INSERT INTO k VALUES (1, 'old'), (2, 'two')",
                "SYNC k",
                "INSERT INTO k VALUES (1, 'new')",
                "SYNC k");

        assertThat(server.query("SELECT b FROM far.k ORDER BY a")).containsExactly("new", "two");
    }

    @Test
    void valuesOfAllTypesArriveAsTheyAre() throws SQLException {
        String values = "(-1, 170141183460469231731687303715884105727, -12345678901234567.891, 0.1, '2024-02-29',"
                + " '2024-02-29 23:59:59.123456', true";
        sql.run(
                "SET group_commit = sync_mode",
                "INSERT INTO types VALUES " + values + ", 'a\\tb', 'line\\n\\\\N \\'\\\"ä', '{\"a\": [1, 2.5]}')",
                "INSERT INTO types (i, s) VALUES (NULL, '')",
                "INSERT INTO numbers VALUES " + values + ")",
                "INSERT INTO numbers (i) VALUES (7)");

        String columns = "i, l, d, f, day, at, flag";
        assertThat(server.query("SELECT " + columns + " FROM far.numbers ORDER BY i"))
                .containsExactly(
                        "-1|170141183460469231731687303715884105727|-12345678901234567.891|0.1|2024-02-29|"
                                + "2024-02-29 23:59:59.123456|1",
                        "7|null|null|null|null|null|null");
        assertThat(server.query("SELECT " + columns + " FROM far.types WHERE i = -1"))
                .isEqualTo(server.query("SELECT " + columns + " FROM far.numbers WHERE i = -1"));
        assertThat(server.query("SELECT HEX(c), HEX(s), j FROM far.types WHERE i = -1"))
                .containsExactly("610962|6C696E650A5C4E202722C3A4|{\"a\": [1, 2.5]}");
        assertThat(sql.query("SELECT count(*) FROM types WHERE s = ''")).containsExactly("1");
    }

    /** The server's table has less room than Tributary believes. */
    @Test
    void aRowThatTheServerRefusesGoesToTheQuarantineAndTheOthersAreThere() throws SQLException {
        try (Sql there = server.connect()) {
            there.run("DROP TABLE far.t", "CREATE TABLE far.t (a INT, b VARCHAR(3))");
        }
        sql.run(
                "SET group_commit = async_mode",
                "INSERT INTO t VALUES (1, 'one'), (2, 'too long'), (3, NULL)",
                "SYNC t");

        assertThat(server.query("SELECT a FROM far.t ORDER BY a")).containsExactly("1", "3");
        assertThat(sql.query("SHOW QUARANTINE")).hasSize(1).allMatch(row -> row.contains("too long"));
        sql.run("SET group_commit = sync_mode");
        refused("INSERT INTO t VALUES (4, 'four'), (5, 'too long')", "nothing of this load was stored");
        assertThat(server.query("SELECT count(*) FROM far.t WHERE a = 4")).containsExactly("0");
        try (Sql there = server.connect()) {
            there.run("ALTER TABLE far.t MODIFY COLUMN b VARCHAR(30)");
        }
        sql.run("REPLAY QUARANTINE ALL");
        assertThat(server.query("SELECT a FROM far.t ORDER BY a")).containsExactly("1", "2", "3");
        assertThat(sql.query("SHOW QUARANTINE")).isEmpty();
    }

    @Test
    void aTransactionOfOneTableIsOneLoad() throws SQLException {
        sql.run("BEGIN", "INSERT INTO t VALUES (1, 'a')", "INSERT INTO t VALUES (2, 'b')", "COMMIT");
        assertThat(server.query("SELECT b FROM far.t ORDER BY a")).containsExactly("a", "b");

        sql.run("BEGIN", "INSERT INTO t VALUES (3, 'c')", "INSERT INTO k VALUES (3, 'c')");
        refused("COMMIT", "rows of two tables in one transaction");
        assertThat(server.query("SELECT (SELECT count(*) FROM far.t) + (SELECT count(*) FROM far.k)"))
                .containsExactly("2");
    }

    @Test
    void aLabelHoldsForALoad() throws SQLException {
        sql.run("SET group_commit = off_mode", "INSERT INTO t WITH LABEL once VALUES (1, 'x')");
        refused("INSERT INTO t WITH LABEL once VALUES (1, 'x')", "once");

        assertThat(server.query("SELECT count(*) FROM far.t")).containsExactly("1");
    }

    @Test
    void rowsGoFromOneEngineToAnother() throws SQLException {
        sql.run("INSERT INTO near.t VALUES (1, 'near')", "INSERT INTO far.t SELECT * FROM near.t");

        assertThat(server.query("SELECT b FROM far.t")).containsExactly("near");
    }

    @Test
    void whatItDoesNotHaveIsRefusedByName() throws SQLException {
        sql.run("INSERT INTO near.t VALUES (1, 'near')");
        refused("UPDATE t SET a = 1", "This engine does not have");
        refused("DELETE FROM t WHERE a = 1", "This engine does not have");
        refused("TRUNCATE TABLE t", "This engine does not have");
        refused("INSERT INTO t SELECT * FROM k", "This engine does not have");
        refused("INSERT INTO k VALUES (1, 'a') ON DUPLICATE KEY UPDATE b = 'b'", "This engine does not have");
        refused("INSERT INTO k (a, __DORIS_DELETE_SIGN__) VALUES (1, 1)", "does not have delete signs");
        refused(
                "CREATE TABLE s (a INT, b INT) UNIQUE KEY(a) PROPERTIES ('function_column.sequence_col' = 'b')",
                "delete signs and sequence columns");
        sql.run("BEGIN", "INSERT INTO t VALUES (1, 'begun')");
        refused("SELECT * FROM t", "This engine does not have");
        sql.run("ROLLBACK");
        refused("ALTER TABLE t ADD COLUMN c INT", "ALTER TABLE");
        refused("CREATE TABLE p (a ARRAY<INT>)", "array<int>");
        refused("CREATE TABLE p (a INT) PROPERTIES ('group_commit_policy' = 'on_read')", "on_read");
        refused("SELECT * FROM t JOIN near.t AS u ON t.a = u.a", "two engines");
        refused(
                "CREATE DATABASE bad PROPERTIES ('engine' = 'doris', 'engine.url' = 'doris://h/x',"
                        + " 'engine.credentials' = 'env:X')",
                "engine.url");
    }

    @Test
    void everythingIsThereAgainAfterARestart() throws SQLException {
        sql.run("SET group_commit = async_mode", "INSERT INTO t VALUES (1, 'before')");
        sql.close();
        tributary.kill();
        tributary = launch();
        sql = Sql.connect(tributary.mysqlPort(), "far");
        sql.run("SET group_commit = sync_mode", "INSERT INTO t VALUES (2, 'after')", "SYNC t");

        assertThat(server.query("SELECT b FROM far.t ORDER BY a")).containsExactly("before", "after");
        sql.run("DROP TABLE t", "DROP DATABASE far");
        assertThat(server.query("SELECT count(*) FROM information_schema.schemata WHERE schema_name = 'far'"))
                .containsExactly("0");
        sql.run("CREATE DATABASE far" + server.databaseClause());
    }
}
