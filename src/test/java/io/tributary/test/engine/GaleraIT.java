package io.tributary.test.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.bench.server.GaleraCluster;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.mysql.MySqlEngine;
import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What only a cluster of Galera nodes has: others to go to, a limit of what a transaction brings, tables that need a key. */
@Tag("galera")
final class GaleraIT {
    @RegisterExtension
    static final SharedMariaDb SERVER = new SharedMariaDb();

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private static void onNode(int node, String sql) throws SQLException {
        try (Connection connection = SERVER.connect(node);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void onAll(String sql) throws SQLException {
        for (int node = 1; node <= GaleraCluster.NODES; node++) {
            onNode(node, sql);
        }
    }

    /** Asks a node that has what all have committed by now. */
    private static List<String> asked(int node, String query) throws SQLException {
        try (Connection connection = SERVER.connect(node);
                Statement statement = connection.createStatement()) {
            statement.execute("SET wsrep_sync_wait = 1");
            List<String> found = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery(query)) {
                while (rows.next()) {
                    found.add(rows.getString(rows.getMetaData().getColumnCount()));
                }
            }
            return found;
        }
    }

    @AfterEach
    void asBefore() throws SQLException {
        onAll("SET GLOBAL wsrep_max_ws_size = 2147483647, GLOBAL read_only = 0");
    }

    @Test
    void aNodeThatOnlyReadsCountsAsDownAndTheNextIsUsed() throws SQLException {
        try (MySqlEngine first = SERVER.open()) {
            first.createDatabase("d");
            onNode(1, "SET GLOBAL read_only = 1");

            assertThatThrownBy(first::ping).isInstanceOfSatisfying(TributaryException.class, e -> assertThat(e.code())
                    .isEqualTo(ErrorCode.ENGINE_DOWN));
        }
        try (MySqlEngine second = SERVER.open()) {
            second.ping();
            second.systemStore().put("space", "name", "value");
        }
        onNode(1, "SET GLOBAL read_only = 0");
        try (MySqlEngine first = SERVER.open()) {
            assertThat(first.systemStore().get("space", "name")).contains("value");
        }
    }

    @Test
    void whoWaitsForANodeThatIsLeftHearsOfItAtOnce() {
        MySqlEngine engine = SERVER.open();
        try (engine) {
            engine.disconnect();

            assertThatThrownBy(() -> engine.systemStore().positionCount())
                    .isInstanceOfSatisfying(
                            TributaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ENGINE_DOWN));
        }
    }

    /** A node that starts removes those of its directory, and a server whose temporary table is gone dies. */
    @Test
    void eachNodeHasADirectoryOfItsOwnForTemporaryFiles() throws SQLException {
        Set<String> found = new HashSet<>();
        for (int node = 1; node <= GaleraCluster.NODES; node++) {
            found.addAll(asked(node, "SELECT @@tmpdir"));
        }
        assertThat(found).hasSize(GaleraCluster.NODES);
    }

    @Test
    void batchesStayBelowTheLimitOfAWriteSetAndWhatIsTooLargeAloneIsRefused() throws SQLException {
        onAll("SET GLOBAL wsrep_max_ws_size = 400000");
        try (TributaryProcess tributary = TributaryProcess.startBoth(directory, directory.resolve("data"))
                        .awaitReady();
                Sql sql = Sql.connect(tributary.mysqlPort(), "")) {
            sql.run(
                    "CREATE DATABASE far" + SERVER.databaseClause(),
                    "USE far",
                    "CREATE TABLE t (a INT NOT NULL, b VARCHAR(50)) UNIQUE KEY(a)"
                            + " PROPERTIES ('group_commit_interval_ms' = '3600000')",
                    "SET group_commit = async_mode");
            for (int load = 0; load < 40; load++) {
                sql.run(rows("t", load * 500, 500));
            }
            assertThatThrownBy(() -> sql.run(rows("t", 0, 20_000)))
                    .hasMessageContaining("wsrep_max_ws_size = 400000")
                    .hasMessageContaining("20000 rows");
            sql.run("SET group_commit = off_mode");
            assertThatThrownBy(() -> sql.run(rows("t", 0, 20_000))).hasMessageContaining("wsrep_max_ws_size");
            // The same keys again: each row is deleted and inserted.
            sql.run("SET group_commit = async_mode");
            for (int load = 0; load < 40; load++) {
                sql.run(rows("t", load * 500, 500));
            }
            sql.run("SYNC t");
        }

        assertThat(asked(3, "SELECT count(*) FROM far.t")).containsExactly("20000");
    }

    private static String rows(String table, int first, int count) {
        return IntStream.range(first, first + count)
                .mapToObj(a -> "(" + a + ", 'a text of some length')")
                .collect(Collectors.joining(", ", "INSERT INTO " + table + " VALUES ", ""));
    }

    @Test
    void aTableWithoutAKeyHasOneThatNobodySees() throws SQLException {
        try (TributaryProcess tributary = TributaryProcess.startBoth(directory, directory.resolve("data"))
                        .awaitReady();
                Sql sql = Sql.connect(tributary.mysqlPort(), "")) {
            sql.run(
                    "CREATE DATABASE far" + SERVER.databaseClause(),
                    "USE far",
                    "CREATE TABLE t (a INT, tributary_row VARCHAR(20))",
                    "CREATE TABLE n (a INT, b INT) UNIQUE KEY(a)",
                    "INSERT INTO t VALUES (1, 'x'), (2, 'y'), (2, 'y')",
                    "INSERT INTO n VALUES (NULL, 1), (NULL, 2), (3, 3)",
                    "ALTER TABLE t ADD COLUMN c INT",
                    "DELETE FROM t WHERE a = 1",
                    "INSERT INTO t SELECT a + 1, tributary_row, 7 FROM t");

            assertThat(sql.query("SELECT * FROM t ORDER BY a"))
                    .containsExactly("2|y|null", "2|y|null", "3|y|7", "3|y|7");
            assertThat(sql.query("SELECT * FROM n ORDER BY a")).hasSize(2);
            assertThat(sql.query("SHOW CREATE TABLE t").get(0)).doesNotContain("tributary_row_");
        }

        assertThat(asked(2, "SELECT * FROM far.t WHERE a = 2")).hasSize(2);
        assertThat(asked(2, "SHOW CREATE TABLE far.t").get(0)).contains("PRIMARY KEY (`tributary_row_`)");
        assertThat(asked(2, "SHOW CREATE TABLE far.n").get(0)).contains("PRIMARY KEY (`tributary_row`)");
    }
}
