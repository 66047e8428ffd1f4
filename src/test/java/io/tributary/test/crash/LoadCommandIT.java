package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import io.tributary.test.process.Tables;
import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code tributary load} while the server, or itself, is ended in the middle. */
@Tag("crash")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
final class LoadCommandIT {
    private static final Pattern SUM =
            Pattern.compile("([0-9,]+) rows stored, .* loads were there before \\(([0-9,]+) rows\\), .* are new");

    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final int ROWS = 200_000;

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private static long count(TributaryProcess server, String table) throws SQLException {
        try (Sql sql = Sql.connect(server.mysqlPort(), "d")) {
            return sql.number("SELECT COUNT(*) FROM " + table);
        }
    }

    private static void awaitRows(TributaryProcess server, String table) {
        Awaitility.await("the first rows").atMost(LIMIT).until(() -> count(server, table) > 0);
    }

    private TributaryProcess load(TributaryProcess server, Path file, String table, String mode) {
        return TributaryProcess.run(
                directory,
                "load",
                file.toString(),
                "--table",
                "d." + table,
                "--url",
                "http://127.0.0.1:" + server.httpPort(),
                "--key",
                "k_" + table,
                "--chunk-bytes",
                "8192",
                "--group-commit",
                mode);
    }

    private Path file() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int row = 0; row < ROWS; row++) {
            lines.append(row).append(",name ").append(row).append(",1\n");
        }
        return Files.writeString(directory.resolve("rows.csv"), lines);
    }

    @Test
    void rowsAreStoredOnceThoughTheServerIsKilledAndTheCommandInterrupted() throws Exception {
        Path file = file();
        TributaryProcess server = TributaryProcess.startBoth(directory, directory.resolve("data"));
        try {
            try (Sql sql = Sql.connect(server.mysqlPort(), "")) {
                sql.run("CREATE DATABASE d").run("USE d").run(Tables.DT);
                sql.run("CREATE TABLE keyed LIKE dt").run("CREATE TABLE labelled LIKE dt");
            }
            // Keys and labels know an attempt before in different ways.
            for (String mode : List.of("sync_mode", "off_mode")) {
                String table = mode.equals("sync_mode") ? "keyed" : "labelled";
                try (TributaryProcess load = load(server, file, table, mode)) {
                    awaitRows(server, table);
                    server.kill();
                    server = TributaryProcess.startBoth(
                            directory,
                            directory.resolve("data"),
                            "query_port=" + server.mysqlPort(),
                            "http_port=" + server.httpPort());

                    assertThat(load.awaitExit(LIMIT)).as(load.errorText()).isZero();
                }
                assertThat(count(server, table)).as(mode).isEqualTo(ROWS);
            }

            try (TributaryProcess load = load(server, file, "dt", "sync_mode")) {
                awaitRows(server, "dt");
                assertThat(new ProcessBuilder("kill", "-INT", Long.toString(load.pid()))
                                .start()
                                .waitFor())
                        .isZero();

                assertThat(load.awaitExit(LIMIT)).isEqualTo(130);
                assertThat(load.errorText())
                        .contains("rows stored", "the same command with --key k_dt loads what is missing")
                        .doesNotContain("Exception");
            }
            try (TributaryProcess load = load(server, file, "dt", "sync_mode")) {
                assertThat(load.awaitExit(LIMIT)).as(load.errorText()).isZero();
                Matcher sum = SUM.matcher(load.outputText());
                assertThat(sum.find()).as(load.outputText()).isTrue();
                assertThat(number(sum.group(1)) + number(sum.group(2))).isEqualTo(ROWS);
            }
            assertThat(count(server, "dt")).isEqualTo(ROWS);
        } finally {
            server.close();
        }
    }

    private static int number(String written) {
        return Integer.parseInt(written.replace(",", ""));
    }
}
