package io.tributary.test.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.test.crash.Health;
import io.tributary.test.process.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Acknowledged rows that a server does not take: they wait and somebody hears why, or are kept apart; none is gone. */
@Tag("clients")
final class WaitingRowsIT {
    @RegisterExtension
    static final SharedMariaDb SERVER = new SharedMariaDb();

    @RegisterExtension
    static final SharedTributary TRIBUTARY = new SharedTributary();

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private Sql sql;
    private Sql server;

    @BeforeEach
    void start() throws SQLException {
        server = SERVER.sql();
        server.run(
                "CREATE DATABASE shop CHARACTER SET utf8mb4",
                "USE shop",
                "CREATE TABLE events (at INT, what LONGTEXT)",
                "CREATE TABLE logged (a INT)",
                "CREATE TABLE log (a INT)",
                "CREATE TRIGGER t AFTER INSERT ON logged FOR EACH ROW INSERT INTO log VALUES (NEW.a)",
                "SET GLOBAL max_allowed_packet = 1048576");
        sql = TRIBUTARY.connect("");
        sql.run(
                "CREATE DATABASE shop" + SERVER.databaseClause(),
                "REFRESH DATABASE shop",
                "USE shop",
                "SET group_commit = async_mode");
    }

    @AfterEach
    void stop() throws SQLException {
        server.run("SET GLOBAL max_allowed_packet = 67108864");
        sql.close();
        server.close();
    }

    private void awaitRows(String query, String... rows) {
        Awaitility.await().atMost(LIMIT).ignoreExceptions().untilAsserted(() -> assertThat(server.query(query))
                .containsExactly(rows));
    }

    @Test
    void aTableThatIsGoneThereStaysKnownUntilItIsBackOrSomebodyGivesItsRowsUp() throws SQLException {
        sql.run("INSERT INTO events VALUES (1, 'acknowledged')");
        server.run("RENAME TABLE events TO moved");
        Awaitility.await().atMost(LIMIT).until(() -> String.join("", sql.query("SHOW GROUP COMMIT"))
                .contains("by somebody else"));

        sql.run("REFRESH DATABASE shop");
        assertThat(sql.query("SHOW WARNINGS").toString())
                .contains(
                        "table shop.events is not on its server any more, and rows of it that were acknowledged wait");
        assertThat(sql.query("SHOW TABLES")).contains("events", "moved");

        server.run("RENAME TABLE moved TO events");
        sql.run("REFRESH TABLE shop.events");
        awaitRows("SELECT at, what FROM events", "1|acknowledged");

        sql.run("INSERT INTO events VALUES (2, 'given up')");
        server.run("DROP TABLE events");
        sql.run("DROP TABLE events", "REFRESH DATABASE shop");
        assertThat(sql.query("SHOW TABLES")).doesNotContain("events", "moved");
    }

    /** What counts are its bytes in a statement: 700,000 quotes are twice as many there. */
    @Test
    void aRowThatIsLargerThanAStatementMayBeIsRefusedBeforeItIsAcknowledged() throws SQLException {
        for (String large : List.of("x".repeat(2 << 20), "\\'".repeat(700_000))) {
            for (String mode : List.of("async_mode", "sync_mode", "off_mode")) {
                sql.run("SET group_commit = " + mode);
                assertThatThrownBy(() -> sql.run("INSERT INTO events VALUES (1, '" + large + "')"))
                        .as(mode)
                        .hasMessageContaining("max_allowed_packet");
                sql.run("INSERT INTO events VALUES (2, '" + mode + "')");
            }
        }
        awaitRows("SELECT DISTINCT what FROM events ORDER BY what", "async_mode", "off_mode", "sync_mode");
    }

    @Test
    void aRowThatNoPageHoldsIsKeptApartAndHoldsUpNoOthers() throws SQLException {
        StringBuilder columns = new StringBuilder("a INT");
        StringBuilder values = new StringBuilder("1");
        for (int i = 0; i < 220; i++) {
            columns.append(", c").append(i).append(" STRING");
            values.append(", '").append("y".repeat(39)).append('\'');
        }
        sql.run("CREATE TABLE wide (" + columns + ")", "INSERT INTO wide VALUES (" + values + ")");
        sql.run("INSERT INTO wide (a) VALUES (2)", "SYNC wide");

        assertThat(sql.query("SELECT a FROM wide")).containsExactly("2");
        assertThat(sql.query("SHOW QUARANTINE").toString()).contains("Row size too large");
        sql.run("SET group_commit = sync_mode");
        assertThatThrownBy(() -> sql.run("INSERT INTO wide VALUES (" + values + ")"))
                .hasMessageContaining("Row size too large");
        sql.run("INSERT INTO wide (a) VALUES (3)");
    }

    @Test
    void aTriggerThatCannotRunFailsTheLoadsThatWaitForItAndNoLaterOnes() throws SQLException {
        server.run("DROP TABLE log");
        sql.run("SET group_commit = sync_mode");
        assertThatThrownBy(() -> sql.run("INSERT INTO logged VALUES (2)"))
                .hasMessageContaining("shop.log' doesn't exist");

        server.run("CREATE TABLE log (a INT)");
        sql.run("INSERT INTO logged VALUES (3)");
        assertThat(sql.query("SELECT a FROM logged")).containsExactly("3");
    }

    /** More of them than commits run at once. */
    @Test
    void tablesThatSomebodyLocksDoNotHoldUpTheRowsOfOthers() throws SQLException {
        List<String> locked = List.of("l1", "l2", "l3", "l4", "l5", "l6", "l7", "l8");
        for (String table : locked) {
            server.run("CREATE TABLE " + table + " (a INT)");
        }
        sql.run("REFRESH DATABASE shop");
        server.run("LOCK TABLES " + String.join(" WRITE, ", locked) + " WRITE");
        for (String table : locked) {
            sql.run("INSERT INTO " + table + " VALUES (1)");
        }

        sql.run("SET group_commit = sync_mode");
        long begun = System.nanoTime();
        sql.run("INSERT INTO events VALUES (1, 'overtakes')");
        Duration taken = Duration.ofNanos(System.nanoTime() - begun);
        sql.run("INSERT INTO events VALUES (2, 'overtakes')");

        // Each two of them would take as long as a lock is waited for.
        assertThat(taken).isLessThan(Duration.ofSeconds(9));
        server.run("UNLOCK TABLES");
        for (String table : locked) {
            awaitRows("SELECT a FROM " + table, "1");
        }
    }

    @Test
    void aDefinitionThatWaitsForALockKeepsNoDefinitionOfTheEmbeddedEngineWaiting() throws Exception {
        server.run("FLUSH TABLES WITH READ LOCK");
        try (Sql other = TRIBUTARY.connect("")) {
            FutureTask<Void> waits = new FutureTask<>(() -> {
                other.run("CREATE TABLE shop.later (a INT)");
                return null;
            });
            new Thread(waits).start();
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> server.query("SHOW PROCESSLIST").toString().contains("CREATE TABLE"));

            sql.run(
                    "CREATE DATABASE local",
                    "CREATE TABLE local.t (a INT)",
                    "BEGIN",
                    "SELECT * FROM local.t",
                    "COMMIT");
            assertThat(waits.isDone()).isFalse();

            server.run("UNLOCK TABLES");
            waits.get(60, TimeUnit.SECONDS);
        }
        assertThat(sql.query("SHOW TABLES FROM shop")).contains("later");
    }

    @Test
    void healthSaysWhichTablesRowsAServerDoesNotTakeAndWhy() throws Exception {
        server.run("LOCK TABLES events WRITE");
        sql.run("INSERT INTO events VALUES (1, 'waits')");

        Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(Health.of(TRIBUTARY.httpPort()))
                .startsWith("200")
                .contains("acknowledged rows of shop.events are in the log and not committed")
                .contains("Lock wait timeout"));
        server.run("UNLOCK TABLES");
        awaitRows("SELECT at FROM events", "1");
        Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(Health.of(TRIBUTARY.httpPort()))
                .doesNotContain("acknowledged rows"));
    }
}
