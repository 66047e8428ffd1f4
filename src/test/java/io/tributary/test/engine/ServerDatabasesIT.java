package io.tributary.test.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Databases whose tables are on a MariaDB, beside databases of the embedded engine. */
@Tag("clients")
final class ServerDatabasesIT {
    @RegisterExtension
    static final SharedMariaDb SERVER = new SharedMariaDb();

    private static final int TRANSACTION_BYTES = 9 << 20;

    @RegisterExtension
    static final SharedTributary TRIBUTARY = new SharedTributary("transaction_bytes=" + TRANSACTION_BYTES);

    private static final int COPIED_ROWS = 31_000;
    private static final int WAITING = 6;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** So long a statement waits for a table that others lock. */
    private static final int LOCK_WAIT_SECONDS = 10;

    private Sql sql;

    @BeforeEach
    void start() throws SQLException {
        sql = TRIBUTARY.connect("");
        sql.run(
                "CREATE DATABASE far" + SERVER.databaseClause(),
                "CREATE DATABASE near",
                "CREATE TABLE near.t (a INT, b VARCHAR(20))",
                "USE far",
                "CREATE TABLE t (a INT, b VARCHAR(20)) PROPERTIES ('group_commit_interval_ms' = '50')",
                "CREATE TABLE k (a INT NOT NULL, b VARCHAR(20)) UNIQUE KEY(a)"
                        + " PROPERTIES ('group_commit_interval_ms' = '50')");
    }

    @AfterEach
    void stop() throws SQLException {
        sql.close();
    }

    private void restart() throws SQLException {
        sql.close();
        TRIBUTARY.restart();
        sql = TRIBUTARY.connect("far");
    }

    private static List<String> onServer(String query) throws SQLException {
        try (Connection connection = SERVER.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        }
    }

    private void refused(String statement, String words) {
        assertThatThrownBy(() -> sql.run(statement)).as(statement).hasMessageContaining(words);
    }

    @Test
    void aServerHasOneAddressSinceEachWouldTakeItOverFromTheOther() throws SQLException {
        String other = SERVER.databaseClause()
                .replace("127.0.0.1", "localhost")
                // The nodes of a cluster in another order.
                .replaceAll("//([^,']+),([^,']+),", "//$2,$1,");
        assertThat(other).isNotEqualTo(SERVER.databaseClause());

        refused("CREATE DATABASE twice" + other, "write its address in the same way");

        sql.run(
                "CREATE DATABASE once" + SERVER.databaseClause(),
                "CREATE TABLE once.t (a INT)",
                "INSERT INTO t VALUES (1, 'x')");
        assertThat(sql.query("SHOW DATABASES")).contains("far", "once").doesNotContain("twice");
        sql.run("DROP DATABASE once");
    }

    /** More statements of each kind than the embedded engine has threads for. */
    @Test
    void tablesThatOthersLockHoldNoThreadsOfOtherTables() throws Exception {
        List<String> alters = new ArrayList<>();
        StringBuilder locked = new StringBuilder("LOCK TABLES far.t WRITE");
        for (int i = 0; i < WAITING; i++) {
            sql.run("CREATE TABLE far.t" + i + " (a INT)");
            locked.append(", far.t").append(i).append(" WRITE");
            alters.add("ALTER TABLE far.t" + i + " ADD COLUMN c INT");
        }
        ExecutorService clients = Executors.newFixedThreadPool(5 * WAITING);
        try (Connection server = SERVER.connect();
                Statement locks = server.createStatement()) {
            locks.execute(locked.toString());
            List<Future<Boolean>> waiting = new ArrayList<>();
            for (int i = 0; i < WAITING; i++) {
                for (String statement : List.of(
                        "SELECT * FROM far.t", "UPDATE far.t SET b = 'x'", "INSERT INTO far.t VALUES (1, 'x')")) {
                    waiting.add(clients.submit(() -> ended(statement)));
                }
                String alter = alters.get(i);
                waiting.add(clients.submit(() -> ended(alter)));
                waiting.add(clients.submit(() -> ended("PREPARE s FROM 'SELECT * FROM far.t WHERE a = ?'")));
            }
            Awaitility.await().atMost(LIMIT).until(() -> waitingOn(locks) >= WAITING);

            long began = System.nanoTime();
            sql.run(
                    "INSERT INTO near.t VALUES (1, 'x')",
                    "UPDATE near.t SET b = 'y'",
                    "ALTER TABLE near.t ADD COLUMN c INT",
                    "PREPARE s FROM 'SELECT * FROM near.t WHERE a = ?'");
            assertThat(sql.query("SELECT b FROM near.t")).containsExactly("y");
            assertThat(System.nanoTime() - began).isLessThan(TimeUnit.SECONDS.toNanos(LOCK_WAIT_SECONDS));
            assertThat(waiting).anyMatch(client -> !client.isDone());
            locks.execute("UNLOCK TABLES");
            for (Future<Boolean> each : waiting) {
                assertThat(each.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            }
        } finally {
            clients.shutdownNow();
        }
    }

    private boolean ended(String statement) throws SQLException {
        try (Sql client = Sql.connect(TRIBUTARY.mysqlPort(), "near")) {
            client.run(statement);
        } catch (SQLException e) {
            assertThat(e.getErrorCode()).as(e.getMessage()).isIn(1205, 1213);
        }
        return true;
    }

    private static int waitingOn(Statement server) throws SQLException {
        try (ResultSet row = server.executeQuery("SELECT count(*) FROM information_schema.processlist"
                + " WHERE state LIKE 'Waiting for table metadata lock%'")) {
            row.next();
            return row.getInt(1);
        }
    }

    /** What a statement keeps in memory is bounded; a copy keeps a block of rows. */
    @Test
    void tablesOfAnySizeAreCopiedFromOneEngineToAnother() throws SQLException {
        sql.run(
                "CREATE TABLE near.big (a INT NOT NULL, b VARCHAR(1000), c DECIMAL(20, 3)) UNIQUE KEY(a)",
                "CREATE TABLE far.big (id BIGINT NOT NULL AUTO_INCREMENT, a INT NOT NULL, b VARCHAR(1000), c DECIMAL(20, 3))"
                        + " UNIQUE KEY(id)",
                "CREATE TABLE near.back (a INT NOT NULL, b VARCHAR(1000), c DECIMAL(20, 3)) UNIQUE KEY(a)",
                "SET group_commit = async_mode");
        String text = "t".repeat(900);
        for (int i = 0; i < COPIED_ROWS; i += 500) {
            sql.run("INSERT INTO near.big VALUES "
                    + IntStream.range(i, i + 500)
                            .mapToObj(n -> "(" + n + ", '" + n + text + "', " + n + ".125)")
                            .collect(Collectors.joining(", ")));
        }
        sql.run("SYNC near.big");
        assertThat(COPIED_ROWS * text.length()).isGreaterThan(2 * TRANSACTION_BYTES);
        assertThatThrownBy(() -> sql.run("INSERT INTO near.back SELECT * FROM near.big"))
                .hasMessageContaining("transaction_bytes");

        sql.run(
                "INSERT INTO far.big (a, b, c) SELECT a, b, c FROM near.big",
                "INSERT OVERWRITE TABLE near.back SELECT a, b, c FROM far.big");

        String sums = "SELECT count(*), sum(a), sum(length(b)), sum(c) FROM ";
        assertThat(sql.query(sums + "far.big")).isEqualTo(sql.query(sums + "near.big"));
        assertThat(sql.query(sums + "near.back")).isEqualTo(sql.query(sums + "near.big"));
        assertThat(sql.query("SELECT count(DISTINCT id), max(id) - min(id) FROM far.big"))
                .containsExactly(COPIED_ROWS + "|" + (COPIED_ROWS - 1));
        assertThatThrownBy(
                        () -> sql.run("INSERT INTO near.back SELECT a, if(a < 30000, b, repeat(b, 3)), c FROM far.big"))
                .hasMessageContaining("too long");
        assertThat(sql.query(sums + "near.back")).isEqualTo(sql.query(sums + "near.big"));
    }

    @Test
    void rowsOfAllModesAreOnTheServer() throws SQLException {
        for (String mode : List.of("async_mode", "sync_mode", "off_mode")) {
            sql.run("SET group_commit = " + mode, "INSERT INTO t VALUES (1, '" + mode + "'), (2, NULL)");
        }
        sql.run("BEGIN", "INSERT INTO t VALUES (3, 'begun')");
        assertThat(sql.query("SELECT count(*) FROM t WHERE a = 3")).containsExactly("1");
        sql.run("COMMIT", "SYNC t");

        assertThat(onServer("SELECT concat_ws(':', a, b) FROM far.t ORDER BY a, b"))
                .containsExactly("1:async_mode", "1:off_mode", "1:sync_mode", "2", "2", "2", "3:begun");
        assertThat(sql.query("SELECT a, count(*) FROM t GROUP BY a ORDER BY a")).containsExactly("1|3", "2|3", "3|1");
    }

    @Test
    void aTableIsShownAsItWasMade() throws SQLException {
        String columns =
                ".kinds (k BIGINT NOT NULL, a BOOLEAN, b TINYINT UNSIGNED, c SMALLINT, d MEDIUMINT UNSIGNED, e INT,"
                        + " f BIGINT UNSIGNED, g LARGEINT, h FLOAT, i DOUBLE, j DECIMAL(38,10), l DATE, m DATETIME(3), n CHAR(5),"
                        + " o VARCHAR(20) NOT NULL DEFAULT 'x', p STRING, q JSON, r VARBINARY(9), s VARCHAR(60000), t VARBINARY(60000),"
                        + " u BIGINT NOT NULL AUTO_INCREMENT) UNIQUE KEY(k) PROPERTIES ('group_commit_interval_ms' = '50')";
        for (String database : List.of("near", "far")) {
            sql.run(
                    "CREATE TABLE " + database + columns,
                    "CREATE TABLE " + database + ".same LIKE " + database + ".kinds");
        }
        for (String table : List.of("kinds", "same")) {
            assertThat(sql.query("SHOW CREATE TABLE far." + table))
                    .isEqualTo(sql.query("SHOW CREATE TABLE near." + table));
        }
        sql.run("REFRESH DATABASE far");
        assertThat(sql.query("SHOW CREATE TABLE far.kinds")).isEqualTo(sql.query("SHOW CREATE TABLE near.kinds"));
    }

    @Test
    void aRowOfAKeyReplacesTheOneBefore() throws SQLException {
        sql.run(
                "SET group_commit = async_mode",
                "INSERT INTO k VALUES (1, 'old'), (2, 'two')",
                "INSERT INTO k VALUES (1, 'new')",
                "SYNC k",
                "UPDATE k SET b = 'updated' WHERE a = 2");

        assertThat(onServer("SELECT b FROM far.k ORDER BY a")).containsExactly("new", "updated");
    }

    @Test
    void statementsThatComputeRunThere() throws SQLException {
        sql.run(
                "INSERT INTO t VALUES (1 + 1, concat('a', 'b'))",
                "INSERT INTO t SELECT a + 10, upper(b) FROM t",
                "UPDATE t SET b = 'u' WHERE a = 2",
                "INSERT INTO near.t SELECT * FROM far.t",
                "INSERT INTO near.t VALUES (7, 'near')",
                "DELETE FROM t WHERE a = 2",
                "INSERT INTO far.t SELECT * FROM near.t WHERE a = 7");

        assertThat(sql.query("SELECT a, b FROM near.t ORDER BY a")).containsExactly("2|u", "7|near", "12|AB");
        assertThat(onServer("SELECT concat(a, b) FROM far.t ORDER BY a")).containsExactly("7near", "12AB");
    }

    @Test
    void whoseServerAnotherHasTakenOverAcknowledgesNothingForIt() throws Exception {
        sql.run("SET group_commit = sync_mode", "INSERT INTO t VALUES (1, 'x')");
        try (TributaryProcess second = TributaryProcess.startBoth(
                                TRIBUTARY.directory(), TRIBUTARY.directory().resolve("second"))
                        .awaitReady();
                Sql other = Sql.connect(second.mysqlPort(), "")) {
            other.run(
                    "CREATE DATABASE elsewhere" + SERVER.databaseClause(),
                    "CREATE TABLE elsewhere.t (a INT) PROPERTIES ('group_commit_interval_ms' = '50')",
                    "SET group_commit = sync_mode",
                    "INSERT INTO elsewhere.t VALUES (1)");

            Awaitility.await("the refusal").atMost(Duration.ofSeconds(30)).until(() -> {
                try {
                    sql.run("SET group_commit = async_mode", "INSERT INTO t VALUES (2, 'y')");
                    return false;
                } catch (SQLException e) {
                    return String.valueOf(e.getMessage())
                            .contains("another Tributary process has taken the server over");
                }
            });
            refused("SELECT * FROM t", "another Tributary process");
            sql.run("SET group_commit = sync_mode", "INSERT INTO near.t VALUES (1, 'here')");
            other.run("INSERT INTO elsewhere.t VALUES (2)");
            assertThat(onServer("SELECT count(*) FROM elsewhere.t")).containsExactly("2");
        }
    }

    @Test
    void whatIsOverTwoEnginesIsRefusedByTheirNames() throws SQLException {
        refused("SELECT * FROM near.t, far.t", "two engines");
        refused("CREATE VIEW near.v AS SELECT * FROM far.t", "a view");
        sql.run("BEGIN", "INSERT INTO far.t VALUES (1, 'x')");
        refused("INSERT INTO near.t VALUES (1, 'x')", "two engines");
        sql.run("INSERT INTO far.t VALUES (2, 'y')", "COMMIT");
        assertThat(onServer("SELECT a FROM far.t ORDER BY a")).containsExactly("1", "2");
    }

    @Test
    void rowsAreMergedWithThoseOfTheirKeys() throws SQLException {
        sql.run(
                "INSERT INTO k VALUES (1, 'one'), (2, 'two')",
                "INSERT INTO k VALUES (1, 'x'), (3, 'three'), (3, 'y') ON DUPLICATE KEY UPDATE b = concat(b, '+', VALUES(b))",
                "INSERT IGNORE INTO k VALUES (2, 'ignored'), (4, 'four')");

        assertThat(onServer("SELECT concat(a, b) FROM far.k ORDER BY a"))
                .containsExactly("1one+x", "2two", "3three+y", "4four");
    }

    @Test
    void definitionsAreCarriedOutThereAndAreKeptOverARestart() throws SQLException {
        sql.run(
                "INSERT INTO t VALUES (1, 'x')",
                "ALTER TABLE t ADD COLUMN c BIGINT NOT NULL DEFAULT '5'",
                "ALTER TABLE t MODIFY COLUMN b VARCHAR(60)",
                "INSERT INTO t VALUES (2, repeat('y', 50), 6)",
                "ALTER TABLE t DROP COLUMN a",
                "TRUNCATE TABLE k",
                "DROP TABLE k");
        restart();

        assertThat(sql.query("SELECT length(b), c FROM t ORDER BY c")).containsExactly("1|5", "50|6");
        assertThat(onServer("SHOW TABLES FROM far")).containsExactly("t");
        assertThat(sql.query("SHOW CREATE DATABASE far").get(0)).contains("\"engine\" = \"mysql\"", "file:");
        refused("CREATE TABLE t (a INT)", "already exists");
        sql.run("DROP DATABASE far");
        assertThat(onServer("SHOW DATABASES LIKE 'far'")).isEmpty();
    }

    private static List<String> indexes(String table) throws SQLException {
        return onServer("SELECT concat_ws(' ', lower(index_name), non_unique, column_name, sub_part)"
                + " FROM information_schema.statistics WHERE table_schema = 'far' AND index_name <> 'PRIMARY'"
                + " AND table_name = '" + table + "' ORDER BY index_name, seq_in_index");
    }

    @Test
    void theColumnsOfADuplicateKeyFindRowsThere() throws SQLException {
        sql.run(
                "CREATE TABLE d (a BIGINT NOT NULL, b VARCHAR(900), c INT) DUPLICATE KEY(a, b)",
                "CREATE TABLE s (a VARCHAR(20), b INT) DUPLICATE KEY(a)",
                "CREATE TABLE n (a INT, b INT) DISTRIBUTED BY HASH(a) BUCKETS 1");
        assertThat(indexes("d")).containsExactly("tributary_key 1 a", "tributary_key 1 b 32");
        assertThat(indexes("s")).containsExactly("tributary_key 1 a");
        assertThat(indexes("n")).isEmpty();

        sql.run("ALTER TABLE s RENAME COLUMN a TO z", "ALTER TABLE s MODIFY COLUMN z STRING KEY");
        assertThat(indexes("s")).containsExactly("tributary_key 1 z 32");
    }

    @Test
    void indexesAreMadeChangedAndDroppedThere() throws SQLException {
        sql.run(
                "CREATE TABLE i (a INT, b VARCHAR(20), c TEXT, UNIQUE KEY u (a), KEY (b, c))",
                "INSERT INTO i VALUES (1, 'x', 'y'), (1, 'x', 'y')");
        assertThat(indexes("i")).containsExactly("b 1 b", "b 1 c 32", "u 1 a");

        sql.run(
                "ALTER TABLE i ADD INDEX w (a, b DESC), RENAME INDEX b TO v",
                "CREATE INDEX p ON i (c(10))",
                "DROP INDEX u ON i",
                "ALTER TABLE i RENAME COLUMN b TO bb",
                "ALTER TABLE i ADD COLUMN d INT FIRST, DROP COLUMN a, DROP INDEX w, ADD INDEX w (bb, d)");
        assertThat(indexes("i")).containsExactly("p 1 c 10", "v 1 bb", "v 1 c 32", "w 1 bb", "w 1 d");
        restart();
        sql.run("INSERT INTO i VALUES (2, 'z', 'z')");
        assertThat(sql.query("SELECT bb FROM i WHERE bb = 'z' AND d = 2")).containsExactly("z");
    }

    @Test
    void anIndexThatTheServerNeverHadIsDroppedHere() throws SQLException {
        sql.run("CREATE TABLE i (a INT, b INT, KEY x (a), KEY y (b))");
        try (Connection connection = SERVER.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER TABLE far.i DROP INDEX x");
        }
        sql.run("REFRESH TABLE i", "ALTER TABLE i ADD COLUMN c INT", "DROP INDEX x ON i");

        assertThat(indexes("i")).containsExactly("y 1 b");
        assertThat(sql.query("SHOW CREATE TABLE i").get(0))
                .doesNotContain("`x`")
                .contains("`y`");
    }

    @Test
    void aTableThatIsThereAlreadyIsNotTakenOver() throws SQLException {
        try (Connection connection = SERVER.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE far.theirs (a INT)");
        }
        refused("CREATE TABLE theirs (a INT)", "already exists on the server");
        assertThat(onServer("SHOW TABLES FROM far LIKE 'theirs'")).containsExactly("theirs");
    }

    @Test
    void aConnectionThatIsLostAloneTakesNothingElseWithIt() throws SQLException {
        try (Sql other = Sql.connect(TRIBUTARY.mysqlPort(), "far")) {
            other.run("BEGIN", "INSERT INTO t VALUES (1, 'held')", "UPDATE t SET b = 'changed' WHERE a = 1");
            sql.run("INSERT INTO k VALUES (1, 'x')");
            try (Connection connection = SERVER.connect();
                    Statement statement = connection.createStatement()) {
                List<String> ids = new ArrayList<>();
                try (ResultSet rows = statement.executeQuery(
                        "SELECT id FROM information_schema.processlist WHERE user = 'root' AND id <> connection_id()"
                                + " AND id NOT IN (SELECT trx_mysql_thread_id FROM information_schema.innodb_trx)")) {
                    while (rows.next()) {
                        ids.add(rows.getString(1));
                    }
                }
                for (String id : ids) {
                    statement.execute("KILL " + id);
                }
            }
            sql.run("SET group_commit = async_mode", "INSERT INTO k VALUES (2, 'y')", "SYNC k");
            other.run("COMMIT");
        }

        assertThat(onServer("SELECT b FROM far.t")).containsExactly("changed");
        assertThat(onServer("SELECT b FROM far.k ORDER BY a")).containsExactly("x", "y");
    }

    @Test
    void modesAndCollationsThatTheServerHasNotAreNotSent() throws SQLException {
        sql.run(
                "SET NAMES utf8mb4",
                "SET sql_mode = 'STRICT_TRANS_TABLES,NO_AUTO_CREATE_USER,TIME_TRUNCATE_FRACTIONAL'",
                "INSERT INTO t VALUES (1, concat('a', 'b'))");
        assertThat(sql.query("SELECT a FROM t WHERE b = 'ab'")).containsExactly("1");
    }

    @Test
    void whatCannotBeAServerIsSaid() {
        refused("CREATE DATABASE x PROPERTIES ('engine' = 'mysql')", "\"engine.url\" is missing");
        refused(
                "CREATE DATABASE x PROPERTIES ('engine' = 'oracle', 'engine.url' = 'mysql://h:1',"
                        + " 'engine.credentials' = 'env:X')",
                "no such server");
        refused(
                "CREATE DATABASE x PROPERTIES ('engine' = 'mysql', 'engine.url' = 'mysql://me:secret@h:1',"
                        + " 'engine.credentials' = 'env:X')",
                "user and password belong to engine.credentials");
        refused(
                "CREATE DATABASE x PROPERTIES ('engine' = 'mysql', 'engine.url' = 'mysql://h:1?tls=on',"
                        + " 'engine.credentials' = 'env:X')",
                "one of off, preferred, required, verify_ca, verify_identity is meant");
    }

    @Test
    void labelsCountAndLabelledLoadsAreThereOnce() throws SQLException {
        sql.run("INSERT INTO t WITH LABEL once VALUES (1, 'x')");
        restart();
        refused("INSERT INTO t WITH LABEL once VALUES (1, 'x')", "Label [once] has already been used");
        assertThat(onServer("SELECT count(*) FROM far.t")).containsExactly("1");
    }
}
