package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The port is open while a killed server's log is committed, and a start needs no room on the log's disk. */
@Tag("crash")
final class RecoveryIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int LOCK_WAIT = 1205;
    private static final int OUTCOME_UNKNOWN = 1180;
    private static final String LONG = " PROPERTIES ('group_commit_interval_ms' = '3600000')";

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void loadsAreTakenAndOtherTablesServeWhileTheLogIsCommitted() throws Exception {
        Path data = directory.resolve("data");
        try (TributaryProcess server = start(data, "");
                Sql sql = Sql.connect(server.mysqlPort(), "")) {
            sql.run(
                    "CREATE DATABASE d",
                    "CREATE TABLE d.replayed (a BIGINT NOT NULL) DUPLICATE KEY(a)" + LONG,
                    "CREATE TABLE d.other (a BIGINT NOT NULL) DUPLICATE KEY(a)" + LONG,
                    "SET group_commit = sync_mode",
                    "INSERT INTO d.other VALUES (1)",
                    "SET group_commit = async_mode",
                    "INSERT INTO d.replayed VALUES (1), (2)",
                    "INSERT INTO d.replayed VALUES (3)");
            server.kill();
        }

        // The first commit of the recovery never gets on.
        try (TributaryProcess server = start(data, "in-recovery:1", "recovery_wait_ms=1500");
                Sql sql = Sql.connect(server.mysqlPort(), "")) {
            assertThat(Health.of(server.httpPort())).startsWith("200 ").contains("\"RECOVERING\"", "0 of ");
            sql.run("SET group_commit = async_mode", "INSERT INTO d.replayed VALUES (4)");
            sql.run("SET group_commit = sync_mode", "INSERT INTO d.other VALUES (2)");
            assertThat(sql.number("SELECT sum(a) FROM d.other")).isEqualTo(3);

            for (String statement : List.of(
                    "SELECT count(*) FROM d.replayed",
                    "SELECT count(*) FROM d.other WHERE a IN (SELECT a FROM d.replayed)",
                    "DELETE FROM d.replayed WHERE a = 1",
                    "TRUNCATE TABLE d.replayed",
                    "ALTER TABLE d.replayed ADD COLUMN b INT",
                    "INSERT INTO d.replayed SELECT a + 100 FROM d.other")) {
                SQLException late = catchThrowableOfType(SQLException.class, () -> sql.run(statement));
                assertThat(late.getMessage()).as(statement).contains("d.replayed is being recovered");
                assertThat(late.getErrorCode()).isEqualTo(LOCK_WAIT);
                assertThat(late.getMessage()).contains("0 of ", "bytes are committed");
            }
            sql.run("SET group_commit = off_mode");
            SQLException alone =
                    catchThrowableOfType(SQLException.class, () -> sql.run("INSERT INTO d.replayed VALUES (50)"));
            assertThat(alone.getErrorCode()).isEqualTo(LOCK_WAIT);
            sql.run("SET group_commit = sync_mode");
            SQLException sync =
                    catchThrowableOfType(SQLException.class, () -> sql.run("INSERT INTO d.replayed VALUES (5)"));
            assertThat(sync.getErrorCode()).isEqualTo(OUTCOME_UNKNOWN);
            assertThat(sync.getMessage()).contains("safe in the log");
            server.kill();
        }

        try (TributaryProcess server = start(data, "");
                Sql sql = Sql.connect(server.mysqlPort(), "")) {
            assertThat(sql.query("SELECT a FROM d.replayed ORDER BY a")).containsExactly("1", "2", "3", "4", "5");
            assertThat(sql.query("SELECT a FROM d.other ORDER BY a")).containsExactly("1", "2");
            await("the end of the recovery", () -> Health.of(server.httpPort()).contains("\"OK\""));
        }
    }

    @Test
    void aStartWithAFullLogDiskCommitsWhatTheLogHoldsAndLogsAgainWithRoom() throws Exception {
        try (SmallDisk log = SmallDisk.mount(directory.resolve("log"), 24)) {
            String[] settings = {
                "group_commit_wal_path=" + log.path(),
                "wal_segment_bytes=" + (1 << 20),
                "wal_spare_segments=0",
                "log_free_bytes_min=" + (8 << 20)
            };
            Path data = directory.resolve("data");
            int rows = 0;
            // Nothing that is loaded is committed.
            try (TributaryProcess server = start(data, "before-engine-commit:1", settings);
                    Sql sql = Sql.connect(server.mysqlPort(), "")) {
                sql.run(
                        "CREATE DATABASE d",
                        "CREATE TABLE d.t (a BIGINT NOT NULL, s VARCHAR(2000)) DUPLICATE KEY(a)"
                                + " PROPERTIES ('group_commit_data_bytes' = '1000000')",
                        "SET group_commit = async_mode");
                while (rows < 5_000) {
                    StringBuilder insert = new StringBuilder("INSERT INTO d.t VALUES ");
                    for (int end = rows + 500; rows < end; rows++) {
                        insert.append(rows % 500 == 0 ? "(" : ",(")
                                .append(rows)
                                .append(",'")
                                .append("x".repeat(1_000))
                                .append("')");
                    }
                    sql.run(insert.toString());
                }
                server.kill();
            }
            log.fill();

            try (TributaryProcess server = start(data, "", settings);
                    Sql sql = Sql.connect(server.mysqlPort(), "")) {
                assertThat(sql.number("SELECT count(*) FROM d.t")).isEqualTo(rows);
                await("health tells of the short log", () -> Health.of(server.httpPort())
                        .contains("log_free_bytes"));

                log.free();
                await("health", () -> Health.of(server.httpPort()).equals("200 {\"status\":\"OK\"}"));
                assertThat(sql.run("SET group_commit = async_mode")
                                .info("INSERT INTO d.t VALUES (" + rows++ + ", 'y')"))
                        .contains("'status':'PREPARE'")
                        .doesNotContain("LOG_SHORT");
                server.kill();
            }
            try (TributaryProcess server = start(data, "", settings);
                    Sql sql = Sql.connect(server.mysqlPort(), "")) {
                assertThat(sql.number("SELECT count(*) FROM d.t")).isEqualTo(rows);
                assertThat(sql.number("SELECT count(DISTINCT a) FROM d.t")).isEqualTo(rows);
            }
        }
    }

    /** @param failpoint where it stops, or empty */
    private TributaryProcess start(Path data, String failpoint, String... settings) {
        List<String> arguments = new ArrayList<>(
                List.of("start", "--data-dir", data.toString(), "--set", "query_port=0", "--set", "http_port=0"));
        for (String setting : settings) {
            arguments.add("--set");
            arguments.add(setting);
        }
        Map<String, String> properties = failpoint.isEmpty()
                ? Map.of()
                : Map.of(
                        "tributary.failpoint",
                        failpoint,
                        "tributary.failpoint.marker",
                        directory.resolve("marker").toString());
        return TributaryProcess.run(directory, properties, arguments.toArray(new String[0]))
                .awaitReady();
    }

    private static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(100))
                .until(condition);
    }
}
