package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Starts where engine and log lie on one disk, as they do by default, and that is full. */
@Tag("crash")
@Timeout(180)
final class FullDataDiskIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String NO_SPACE = "No space left on device";

    /** A file has room up to the end of its last one, also on a full disk. */
    private static final int PAGE_BYTES = 4096;

    /** Less than any commit. Lengths of numbers in the log differ by a byte or two. */
    private static final int MARGIN_BYTES = 16;

    private static final String[] SETTINGS = {
        "wal_segment_bytes=" + (1 << 20), "wal_spare_segments=0", "log_free_bytes_min=" + (8 << 20)
    };

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void aStartIsRefusedInOneLineOrReadyAndWithRoomEverythingIsThere() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), 64)) {
            Path data = disk.path().resolve("data");
            try (TributaryProcess server = start(data);
                    Sql sql = Sql.connect(server.mysqlPort(), "")) {
                sql.run(
                        "CREATE DATABASE d",
                        "CREATE TABLE d.t (a BIGINT NOT NULL, s VARCHAR(9000)) DUPLICATE KEY(a)"
                                + " PROPERTIES ('group_commit_interval_ms' = '3600000')",
                        "SET group_commit = off_mode",
                        "INSERT INTO d.t VALUES (1, '')");
                fillLastPage(sql, data.resolve("duckdb/tributary.duckdb.wal"));
                sql.run("SET group_commit = async_mode", "INSERT INTO d.t VALUES (3, '')");
                server.kill();
            }

            disk.fill();
            TributaryProcess refused = run(data);
            assertThat(refused.awaitExit()).isEqualTo(1);
            assertThat(lastLine(refused))
                    .startsWith("tributary: backend cannot start: ")
                    .contains(data + "/", NO_SPACE);
            assertThat(refused.errorText()).doesNotContain("\tat ");

            // Enough for the few rows that a start writes of its own.
            disk.free();
            disk.fillUpTo(64 << 10);
            try (TributaryProcess server = start(data)) {
                Health.await(server.httpPort(), "503", LIMIT);
                assertThat(Health.of(server.httpPort()))
                        .contains("\"ENGINE_FAILED\"", "bytes left, less than 16777216");
                assertThat(server.terminate()).isZero();
                assertThat(server.errorText()).doesNotContain("\tat ");
            }

            disk.free();
            try (TributaryProcess server = start(data);
                    Sql sql = Sql.connect(server.mysqlPort(), "")) {
                assertThat(Health.of(server.httpPort())).startsWith("200 ");
                assertThat(sql.query("SELECT a FROM d.t ORDER BY a")).containsExactly("1", "2", "3");
            }
        }
    }

    @Test
    void aFirstStartIsRefusedInOneLineAndTheNextOneWithRoomIsAFirstOneAgain() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), 64)) {
            Path data = disk.path().resolve("data");
            disk.fill();
            TributaryProcess refused = run(data);
            assertThat(refused.awaitExit()).isEqualTo(1);
            assertThat(lastLine(refused))
                    .startsWith("tributary: backend cannot start: ")
                    .contains(data + "/", NO_SPACE);
            assertThat(refused.errorText()).doesNotContain("\tat ");

            disk.free();
            start(data).close();
        }
    }

    /** One commit more, of row 2, behind which the engine's log needs another page for whatever comes next. */
    private static void fillLastPage(Sql sql, Path engineLog) throws Exception {
        sql.run("CREATE TABLE d.u (a BIGINT NOT NULL, s VARCHAR(9000)) DUPLICATE KEY(a)");
        long before = Files.size(engineLog);
        sql.run("INSERT INTO d.u VALUES (1, '" + "x".repeat(PAGE_BYTES) + "')");
        long after = Files.size(engineLog);
        int beside = Math.toIntExact(after - before) - PAGE_BYTES;
        int wanted = Math.toIntExact(2 * PAGE_BYTES - after % PAGE_BYTES) - beside - MARGIN_BYTES;
        sql.run("INSERT INTO d.t VALUES (2, '" + "x".repeat(wanted) + "')");
        assertThat(PAGE_BYTES - Files.size(engineLog) % PAGE_BYTES)
                .as("bytes left in it")
                .isLessThan(2 * MARGIN_BYTES);
    }

    private TributaryProcess start(Path data) {
        return TributaryProcess.startBoth(directory, data, SETTINGS);
    }

    /** The same, not waited for. */
    private TributaryProcess run(Path data) {
        List<String> arguments = new ArrayList<>(
                List.of("start", "--data-dir", data.toString(), "--set", "query_port=0", "--set", "http_port=0"));
        for (String setting : SETTINGS) {
            arguments.addAll(List.of("--set", setting));
        }
        return TributaryProcess.run(directory, arguments.toArray(new String[0]));
    }

    private static String lastLine(TributaryProcess process) {
        return process.errorText().lines().reduce("", (before, line) -> line);
    }
}
