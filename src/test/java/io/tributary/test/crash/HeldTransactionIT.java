package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.io.File;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A transaction that has changed rows and waits for its client keeps the engine from writing its file, but not for ever. */
@Tag("crash")
@Timeout(120)
final class HeldTransactionIT {
    private static final int CHECKPOINT_BYTES = 1 << 20;
    private static final int ROW_BYTES = 100_000;
    private static final int WRITE_CONFLICT = 1213;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void itGivesWayWhenTheEnginesLogHasFourTimesItsThresholdAndNotBefore() throws Exception {
        Path data = directory.resolve("data");
        File engineLog = data.resolve("duckdb/tributary.duckdb.wal").toFile();
        try (TributaryProcess server = TributaryProcess.startBoth(
                        directory, data, "duckdb_checkpoint_threshold_bytes=" + CHECKPOINT_BYTES);
                Sql held = Sql.connect(server.mysqlPort(), "");
                Sql others = Sql.connect(server.mysqlPort(), "")) {
            others.run(
                    "CREATE DATABASE d",
                    "CREATE TABLE d.held (a BIGINT NOT NULL) DUPLICATE KEY(a)",
                    "CREATE TABLE d.t (a BIGINT NOT NULL, s STRING) DUPLICATE KEY(a)",
                    "SET group_commit = off_mode",
                    "INSERT INTO d.held VALUES (1)");
            held.run("BEGIN", "UPDATE d.held SET a = 2 WHERE a = 1");

            int rows = growTo(others, engineLog, 3L * CHECKPOINT_BYTES, 0);
            Awaitility.await("a checkpoint was due, and waits").atMost(LIMIT).until(() -> server.errorText()
                    .contains("event=engine_checkpoint_waits"));
            assertThat(held.query("SELECT a FROM d.held")).containsExactly("2");

            rows = growTo(others, engineLog, 4L * CHECKPOINT_BYTES, rows);
            Awaitility.await("the checkpoint, for which nobody waits any more")
                    .atMost(LIMIT)
                    .until(() -> engineLog.length() < CHECKPOINT_BYTES);
            SQLException gone =
                    catchThrowableOfType(SQLException.class, () -> held.run("UPDATE d.held SET a = 3 WHERE a = 2"));
            assertThat(gone.getErrorCode()).as(gone.getMessage()).isEqualTo(WRITE_CONFLICT);
            assertThat(others.query("SELECT a FROM d.held")).containsExactly("1");
            assertThat(others.number("SELECT count(*) FROM d.t")).isEqualTo(rows);
            assertThat(server.errorText()).containsOnlyOnce("event=engine_log_long");

            // Whoever gave way begins anew.
            held.run("ROLLBACK", "BEGIN", "UPDATE d.held SET a = 3 WHERE a = 1", "COMMIT");
            assertThat(others.query("SELECT a FROM d.held")).containsExactly("3");
        }
    }

    /** @return how many rows there are then */
    private static int growTo(Sql sql, File engineLog, long bytes, int rows) throws Exception {
        int written = rows;
        String text = "x".repeat(ROW_BYTES);
        while (engineLog.length() < bytes) {
            sql.run("INSERT INTO d.t VALUES (" + ++written + ", '" + text + "')");
        }
        return written;
    }
}
