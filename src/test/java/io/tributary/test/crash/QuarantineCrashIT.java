package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.test.process.Sql;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A constraint that somebody added to a table in the engine's file, while the backend was down, refuses rows. */
@Tag("crash")
final class QuarantineCrashIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int CONSTRAINT_VIOLATED = 3819;
    private static final Pattern TXN_ID = Pattern.compile("'txnId':'(\\d+)'");

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void refusedRowsLeaveTheirBatchThroughKillsBetweenTrialsAndCommit() throws Exception {
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try (Cluster cluster = new Cluster(directory)) {
            try (Sql sql = Sql.connect(cluster.mysqlPort(), "")) {
                sql.run(
                        "CREATE DATABASE q",
                        "CREATE TABLE q.t (a INT NOT NULL, b VARCHAR(20)) DUPLICATE KEY(a)"
                                + " PROPERTIES ('group_commit_interval_ms' = '1000')",
                        "INSERT INTO q.t VALUES (0, 'before')",
                        "CREATE TABLE q.checked (a INT NOT NULL, b VARCHAR(20)) DUPLICATE KEY(a)");
            }
            cluster.kill();
            byHand(
                    "ALTER TABLE q.t ALTER COLUMN b SET NOT NULL",
                    "DROP TABLE q.checked",
                    "CREATE TABLE q.checked (a INTEGER NOT NULL, b VARCHAR, CHECK (a <> 13))");

            cluster.startStoppingAt("after-trials", 1);
            Future<?> syncLoad;
            try (Sql sql = Sql.connect(cluster.mysqlPort(), "q")) {
                sql.run("SET group_commit = async_mode", "INSERT INTO t VALUES (1, 'x'), (2, NULL), (3, 'y')");
                syncLoad = threads.submit(() -> {
                    try (Sql other = Sql.connect(cluster.mysqlPort(), "q")) {
                        other.run("SET group_commit = sync_mode", "INSERT INTO t VALUES (10, 'x'), (11, NULL)");
                    }
                    return true;
                });
                cluster.awaitMarker();
            }
            cluster.kill();
            ExecutionException lost = catchThrowableOfType(ExecutionException.class, syncLoad::get);
            assertThat(lost).hasMessageContaining("unknown");
            cluster.startStoppingAt(Kill.IN_ENGINE_COMMIT.failpoint(), 1);
            cluster.awaitMarker();
            cluster.kill();
            cluster.start();

            String partly;
            try (Sql sql = Sql.connect(cluster.mysqlPort(), "q")) {
                Awaitility.await("the batch without the refused row")
                        .atMost(LIMIT)
                        .until(() -> sql.query("SHOW GROUP COMMIT").isEmpty());
                // The log knows that nobody was told of the sync load: none of its rows is there, nor in quarantine.
                assertThat(sql.query("SELECT a, b FROM t ORDER BY a")).containsExactly("0|before", "1|x", "3|y");
                assertThat(quarantined(sql)).containsExactly("{\"a\":2,\"b\":null}");

                sql.run("SET group_commit = sync_mode");
                SQLException refused = catchThrowableOfType(
                        SQLException.class, () -> sql.run("INSERT INTO t VALUES (20, 'x'), (21, NULL)"));
                assertThat(refused.getErrorCode()).isEqualTo(CONSTRAINT_VIOLATED);
                assertThat(refused.getMessage())
                        .contains("NOT NULL constraint failed", "nothing of this load was stored");
                sql.run("INSERT INTO t VALUES (22, 'x')");
                sql.run("REPLAY QUARANTINE FROM t");
                assertThat(quarantined(sql)).hasSize(1);

                // A whole batch with many refused rows, by stream into the engine.
                sql.run("SET group_commit = async_mode");
                Matcher info = TXN_ID.matcher(sql.info("INSERT INTO t VALUES " + rows(1_000, 4_000)));
                assertThat(info.find()).isTrue();
                partly = info.group(1);
                sql.run("SYNC t");
                assertThat(sql.number("SELECT count(*) FROM t WHERE a >= 1000")).isEqualTo(3_990);
                assertThat(quarantined(sql)).hasSize(11);

                sql.run("INSERT INTO checked VALUES (12, 'x'), (13, 'y'), (14, 'z')", "SYNC checked");
                assertThat(sql.query("SELECT a FROM checked ORDER BY a")).containsExactly("12", "14");
                assertThat(sql.query("SELECT database_name, row_json FROM tributary.quarantine"
                                + " WHERE table_name = 'checked' AND reason LIKE '%CHECK constraint failed%'"))
                        .containsExactly("q|{\"a\":13,\"b\":\"y\"}");
                sql.run("DISCARD QUARANTINE FROM checked");
            }
            cluster.kill();
            byHand("ALTER TABLE q.t ALTER COLUMN b DROP NOT NULL");
            cluster.start();

            try (Sql sql = Sql.connect(cluster.mysqlPort(), "q")) {
                assertThat(sql.query("SHOW TRANSACTION WHERE id = " + partly))
                        .singleElement()
                        .asString()
                        .contains("|VISIBLE|", "|t|3990|");
                sql.run("REPLAY QUARANTINE WHERE id = "
                        + sql.query("SHOW QUARANTINE LIMIT 1").get(0).split("\\|", -1)[0]);
                assertThat(quarantined(sql)).hasSize(10);
                assertThat(sql.query("SELECT b FROM t WHERE a = 2")).containsExactly("null");
                sql.run("DISCARD QUARANTINE WHERE id = "
                        + sql.query("SHOW QUARANTINE LIMIT 1").get(0).split("\\|", -1)[0]);
                sql.run("REPLAY QUARANTINE ALL");
                assertThat(quarantined(sql)).isEmpty();
                assertThat(sql.query("SELECT count(*), count(DISTINCT a), count(b) FROM t WHERE a >= 1000"))
                        .containsExactly("3999|3999|3990");
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** So many rows from this number on, ten of them without a value, spread over all. */
    private static String rows(int first, int count) {
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < count; i++) {
            rows.append(i == 0 ? "" : ", ").append('(').append(first + i);
            rows.append(i % 400 == 399 ? ", NULL)" : ", 'value')");
        }
        return rows.toString();
    }

    private static List<String> quarantined(Sql sql) throws SQLException {
        return sql.query("SHOW QUARANTINE").stream()
                .map(row -> row.split("\\|", -1)[4])
                .toList();
    }

    /** Executes in the engine's own file; nobody else has it open. */
    private void byHand(String... statements) throws SQLException {
        Path file = directory.resolve("data").resolve("duckdb").resolve("tributary.duckdb");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file);
                Statement sql = connection.createStatement()) {
            for (String statement : statements) {
                sql.execute(statement);
            }
        }
    }
}
