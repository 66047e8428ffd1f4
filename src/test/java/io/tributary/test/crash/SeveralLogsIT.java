package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes with two write-ahead logs: kill -9, a directory that is left out, decommission. */
@Tag("crash")
@Timeout(180)
final class SeveralLogsIT {
    private static final int TABLES = 4;

    /** A backend in the frontend's process listens on no port. */
    private static final String BACKEND = "127.0.0.1:0";

    private static final int STATE_COLUMN = 11;
    private static final Duration WAIT = Duration.ofSeconds(30);

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void rowsOfBothLogsSurviveAKillAndNeitherMayBeLeftOut() throws Exception {
        Path one = directory.resolve("one");
        Path two = directory.resolve("two");
        try (TributaryProcess first = start(one, two)) {
            try (Sql sql = create(first)) {
                List<String> epochs = new ArrayList<>();
                for (int table = 0; table < TABLES; table++) {
                    String info = sql.info("INSERT INTO t" + table + " VALUES (1)");
                    epochs.add(info.replaceFirst(".*group_commit_[0-9a-f]{16}_([0-9a-f]{16}).*", "$1"));
                }
                assertThat(epochs.stream().distinct()).hasSize(2);
            }
            first.kill();
        }
        TributaryProcess without = TributaryProcess.run(directory, arguments(one));
        assertThat(without.awaitExit()).isNotZero();
        assertThat(without.errorText())
                .contains("in " + two + " may hold rows that were acknowledged")
                .doesNotContain("\tat ");
        try (TributaryProcess both = start(one, two);
                Sql sql = connect(both)) {
            for (int table = 0; table < TABLES; table++) {
                assertThat(sql.query("SELECT * FROM t" + table)).containsExactly("1");
            }
        }
        // Closed in order, with everything committed.
        try (TributaryProcess alone = start(one);
                Sql sql = connect(alone)) {
            assertThat(sql.query("SELECT COUNT(*) FROM t1")).containsExactly("1");
        }
    }

    /** The log is one whose disk is lost, and years later mounted again: its rows are older than what was written since. */
    @Test
    void aLogThatWasForgottenIsNotNeededAndRefusedWhenItComesBack() throws Exception {
        Path one = directory.resolve("one");
        Path two = directory.resolve("two");
        Path lost = directory.resolve("lost");
        try (TributaryProcess first = start(one, two)) {
            try (Sql sql = create(first)) {
                for (int table = 0; table < TABLES; table++) {
                    sql.run("INSERT INTO t" + table + " VALUES (1)");
                }
            }
            first.kill();
        }
        Files.move(two, lost);
        forget(two);

        try (TributaryProcess alone = start(one);
                Sql sql = connect(alone)) {
            sql.run("SYNC");
            long kept = 0;
            for (int table = 0; table < TABLES; table++) {
                kept += sql.number("SELECT count(*) FROM t" + table);
                sql.run("INSERT INTO t" + table + " VALUES (2)", "UPDATE t" + table + " SET a = 3 WHERE a = 2");
            }
            assertThat(kept).as("rows of the log that was not lost").isEqualTo(TABLES / 2);
        }
        Files.move(lost, two);
        // A supervisor tries more than once.
        for (int attempt = 0; attempt < 2; attempt++) {
            refused("in " + two + " was given up with 'tributary wal forget'", one, two);
        }
        assertThat(two.resolve("epoch")).as("the lost log's files stay").exists();
    }

    private void forget(Path log) {
        TributaryProcess command = TributaryProcess.run(
                directory,
                "wal",
                "forget",
                log.toString(),
                "--yes",
                "--data-dir",
                directory.resolve("data").toString());
        assertThat(command.awaitExit()).as(command.errorText()).isZero();
        assertThat(command.outputText()).contains("forgotten: log ", " in " + log);
    }

    /** A start with these logs. */
    private void refused(String because, Path... logs) {
        TributaryProcess process = TributaryProcess.run(directory, arguments(logs));
        assertThat(process.awaitExit()).isEqualTo(1);
        assertThat(process.errorText()).contains(because).doesNotContain("\tat ");
    }

    @Test
    void aSecondProcessMayNotUseALogOfTheFirst() throws Exception {
        Path log = directory.resolve("log");
        try (TributaryProcess first = start(log)) {
            TributaryProcess second = TributaryProcess.run(
                    directory,
                    "start",
                    "--data-dir",
                    directory.resolve("other").toString(),
                    "--set",
                    "query_port=0",
                    "--set",
                    "http_port=0",
                    "--set",
                    "group_commit_wal_path=" + log);
            assertThat(second.awaitExit()).isNotZero();
            assertThat(second.errorText()).contains("log directory " + log + " is in use by another process: pid ");
            assertThat(first.isAlive()).isTrue();
        }
    }

    @Test
    void aDecommissionedBackendCommitsItsLogAndTakesNothingUntilThatIsCancelled() throws Exception {
        Path log = directory.resolve("log");
        try (TributaryProcess process = start(log);
                Sql sql = create(process)) {
            sql.run("INSERT INTO t0 VALUES (1)");
            assertThat(sql.query("SELECT COUNT(*) FROM t0")).containsExactly("0");

            assertRefused(
                    sql, "ALTER SYSTEM DECOMMISSION BACKEND \"10.0.0.1:1\"", "Backend does not exist[10.0.0.1:1]");
            sql.run("ALTER SYSTEM DECOMMISSION BACKEND \"" + BACKEND + "\"");
            Awaitility.await("decommissioned").atMost(WAIT).until(() -> state(sql)
                    .equals("DECOMMISSIONED"));
            assertThat(sql.query("SELECT COUNT(*) FROM t0")).containsExactly("1");
            assertRefused(sql, "INSERT INTO t0 VALUES (2)", "is decommissioned and takes no new writes");
            sql.run("SET group_commit = off_mode");
            assertRefused(sql, "INSERT INTO t0 VALUES (2)", "is decommissioned and takes no new writes");
            assertRefused(sql, "DELETE FROM t0 WHERE a = 1", "is decommissioned and takes no new writes");
            process.kill();
        }
        try (TributaryProcess process = start(log);
                Sql sql = connect(process)) {
            assertRefused(sql, "INSERT INTO t0 VALUES (2)", "is decommissioned and takes no new writes");
            Awaitility.await("decommissioned").atMost(WAIT).until(() -> state(sql)
                    .equals("DECOMMISSIONED"));
            sql.run("CANCEL DECOMMISSION BACKEND '" + BACKEND + "'");
            sql.run("INSERT INTO t0 VALUES (2)");
            sql.run("SYNC");
            assertThat(state(sql)).isEqualTo("NORMAL");
            assertThat(sql.query("SELECT a FROM t0 ORDER BY a")).containsExactly("1", "2");
        }
    }

    @Test
    void aLoadThatOnlyTheOperatingSystemHasSaysSoAndSurvivesAKill() throws Exception {
        Path log = directory.resolve("log");
        try (TributaryProcess process = start(log)) {
            try (Sql sql = create(process)) {
                sql.run("SET group_commit_durability = os");
                assertThat(sql.info("INSERT INTO t0 VALUES (1)")).contains("'durability':'os'");
                sql.run("SET group_commit_durability = fsync");
                assertThat(sql.info("INSERT INTO t1 VALUES (1)")).doesNotContain("durability");
                assertRefused(sql, "SET group_commit_durability = never", "can't be set to the value of 'never'");
            }
            process.kill();
        }
        try (TributaryProcess process = start(log);
                Sql sql = connect(process)) {
            assertThat(sql.query("SELECT * FROM t0")).containsExactly("1");
        }
    }

    private static void assertRefused(Sql sql, String statement, String because) {
        assertThatThrownBy(() -> sql.run(statement))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining(because);
    }

    private static String state(Sql sql) throws SQLException {
        return sql.query("SHOW BACKENDS").get(0).split("\\|", -1)[STATE_COLUMN];
    }

    private TributaryProcess start(Path... logs) {
        return TributaryProcess.run(directory, arguments(logs)).awaitReady();
    }

    private String[] arguments(Path... logs) {
        return new String[] {
            "start",
            "--data-dir",
            directory.resolve("data").toString(),
            "--set",
            "query_port=0",
            "--set",
            "http_port=0",
            "--set",
            "group_commit_wal_path="
                    + String.join(
                            ";", List.of(logs).stream().map(Path::toString).toList())
        };
    }

    private Sql create(TributaryProcess process) throws SQLException {
        Sql sql = Sql.connect(process.mysqlPort(), "");
        sql.run("CREATE DATABASE logs");
        sql.run("USE logs");
        for (int table = 0; table < TABLES; table++) {
            sql.run("CREATE TABLE t" + table + " (a INT) PROPERTIES ('group_commit_interval_ms' = '600000')");
        }
        sql.run("SET group_commit = async_mode");
        return sql;
    }

    private static Sql connect(TributaryProcess process) throws SQLException {
        Sql sql = Sql.connect(process.mysqlPort(), "logs");
        sql.run("SET group_commit = async_mode");
        return sql;
    }
}
