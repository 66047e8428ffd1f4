package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** No temporary table outlives the process that it was made in. */
@Tag("crash")
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class TemporaryTablesIT {
    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void aStartDropsThoseOfAProcessThatWasKilled() throws Exception {
        Path data = directory.resolve("data");
        TributaryProcess killed = TributaryProcess.startBoth(directory, data);
        try (Sql sql = Sql.connect(killed.mysqlPort(), "")) {
            sql.run("CREATE DATABASE d", "USE d", "CREATE TABLE t (a INT)", "INSERT INTO t VALUES (1)");
            sql.run("CREATE TEMPORARY TABLE t (b INT)", "INSERT INTO t VALUES (2), (3)");
            sql.run("SET group_commit = async_mode", "INSERT INTO t VALUES (4)");
            killed.beginKill();
        }
        killed.awaitExit();

        try (TributaryProcess server = TributaryProcess.startBoth(directory, data);
                Sql sql = Sql.connect(server.mysqlPort(), "d")) {
            assertThat(sql.query("SELECT * FROM t")).containsExactly("1");
            assertThat(sql.query("SHOW TABLES")).containsExactly("t");
            assertThatExceptionOfType(SQLException.class).isThrownBy(() -> sql.run("DROP TEMPORARY TABLE t"));
            Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(server.errorText())
                    .contains("event=temporary_table_dropped"));
        }
    }
}
