package io.tributary.test.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("clients")
final class CommandIT {
    private static final Duration MINUTES = Duration.ofMinutes(4);

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void demoLoadsEveryRowAndEndsWithZero() {
        try (TributaryProcess demo = TributaryProcess.run(
                directory,
                "demo",
                "--rows",
                "20000",
                "--exit",
                "--data-dir",
                directory.resolve("data").toString(),
                "--set",
                "query_port=0",
                "--set",
                "http_port=0")) {
            int exitCode = demo.awaitExit(MINUTES);

            assertThat(exitCode).as(demo.outputText() + demo.errorText()).isZero();
            assertThat(demo.outputText())
                    .contains("count(*) FROM demo.lineitem: 20000")
                    .contains("group_commit_");
        }
    }

    @Test
    void benchWritesItsFigures() throws IOException {
        Path json = directory.resolve("bench.json");
        try (TributaryProcess bench = TributaryProcess.run(
                directory,
                "bench",
                "jdbc-100",
                "--connections",
                "2",
                "--seconds",
                "2",
                "--warmup-seconds",
                "1",
                "--json",
                json.toString())) {
            int exitCode = bench.awaitExit(MINUTES);

            assertThat(exitCode).as(bench.outputText() + bench.errorText()).isZero();
        }
        JsonNode figures = new ObjectMapper().readTree(json.toFile());
        assertThat(figures.fieldNames())
                .toIterable()
                .contains(
                        "scenario",
                        "connections",
                        "rows",
                        "rows_per_second",
                        "p50_ms",
                        "p99_ms",
                        "client_cpu_seconds_per_million_rows",
                        "frontend_cpu_seconds_per_million_rows",
                        "backend_cpu_seconds_per_million_rows",
                        "rows_verified",
                        "commit",
                        "machine");
        assertThat(figures.get("rows").asLong()).isPositive();
        assertThat(figures.get("rows_verified").asLong())
                .isEqualTo(figures.get("rows").asLong());
    }

    @Test
    void terminationCommitsWhatIsOpenAndExitsWithZero() throws Exception {
        Path data = directory.resolve("data");
        try (TributaryProcess first = TributaryProcess.startBoth(directory, data)) {
            try (Sql sql = Sql.connect(first.mysqlPort(), "")) {
                sql.run("CREATE DATABASE d", "USE d", "CREATE TABLE t (a INT NOT NULL) DUPLICATE KEY(a)");
                sql.run("SET group_commit = async_mode", "INSERT INTO t VALUES (1),(2)");
            }

            assertThat(first.terminate()).as(first.errorText()).isZero();
        }
        try (TributaryProcess second = TributaryProcess.startBoth(directory, data);
                Sql sql = Sql.connect(second.mysqlPort(), "d")) {
            assertThat(sql.query("SELECT a FROM t ORDER BY a")).containsExactly("1", "2");
        }
    }

    @Test
    void acknowledgedRowsSurviveKillMinusNineOnce() throws Exception {
        Path data = directory.resolve("data");
        try (TributaryProcess first = TributaryProcess.startBoth(directory, data)) {
            try (Sql sql = Sql.connect(first.mysqlPort(), "")) {
                sql.run("CREATE DATABASE d", "USE d", "CREATE TABLE t (a INT NOT NULL) DUPLICATE KEY(a)");
                sql.run("SET group_commit = async_mode", "INSERT INTO t VALUES (1),(2)", "INSERT INTO t VALUES (3)");
            }
            first.kill();
        }
        try (TributaryProcess second = TributaryProcess.startBoth(directory, data);
                Sql sql = Sql.connect(second.mysqlPort(), "d")) {
            assertThat(sql.query("SELECT a FROM t ORDER BY a")).containsExactly("1", "2", "3");
        }
    }

    @Test
    void healthAnswers200WhenReadyAndMetricsAreText() throws Exception {
        try (TributaryProcess server = TributaryProcess.startBoth(directory, directory.resolve("data"))) {
            assertThat(status(server, "/api/health")).isEqualTo(200);
            assertThat(status(server, "/metrics")).isEqualTo(200);
        }
    }

    @Test
    void aBackendApartAnswersHealthAndMetricsToo() throws Exception {
        try (TributaryProcess backend = TributaryProcess.run(
                        directory,
                        "backend",
                        "--data-dir",
                        directory.resolve("data").toString(),
                        "--set",
                        "grpc_port=0",
                        "--set",
                        "webserver_port=0")
                .awaitReady()) {
            assertThat(status(backend, "/api/health")).isEqualTo(200);
            assertThat(status(backend, "/metrics")).isEqualTo(200);
            assertThat(status(backend, "/")).isEqualTo(404);
        }
    }

    @Test
    void aProcessWithoutHeapEndsWithItsOwnExitCode() throws Exception {
        Process eater = new ProcessBuilder(
                        "java",
                        "@" + TributaryProcess.home().resolve("cli/target/tributary/jvm.options"),
                        "-Xmx32m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HeapEater.class.getName())
                .redirectErrorStream(true)
                .start();
        String said = new String(eater.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(eater.waitFor()).as(said).isEqualTo(3);
        assertThat(said).contains("Terminating due to java.lang.OutOfMemoryError");
    }

    /** Takes all the heap that there is, and lives on if it may. */
    static final class HeapEater {
        private static final List<byte[]> EATEN = new ArrayList<>();

        private HeapEater() {}

        public static void main(String[] args) {
            try {
                while (true) {
                    EATEN.add(new byte[1 << 20]);
                }
            } catch (OutOfMemoryError e) {
                EATEN.clear();
                System.out.println("lives on");
            }
        }
    }

    private static int status(TributaryProcess server, String path) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) URI.create("http://127.0.0.1:" + server.httpPort() + path)
                .toURL()
                .openConnection();
        try {
            return connection.getResponseCode();
        } finally {
            connection.disconnect();
        }
    }

    @Test
    void unknownKeyStopsTheStart() {
        assertRefused("no_such_key", "start", "--set", "no_such_key=1");
    }

    @Test
    void badValueStopsTheStartWithItsRange() {
        assertRefused("query_port = 70000 (--set): allowed is 0 to 65535", "start", "--set", "query_port=70000");
    }

    @Test
    void missingConfigurationFileStopsTheStart() {
        assertRefused(
                "nowhere.conf",
                "start",
                "--conf",
                directory.resolve("nowhere.conf").toString());
    }

    @Test
    void usedPortStopsTheStart() throws IOException {
        try (ServerSocket used = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(used.getLocalPort());
            assertRefused(
                    port,
                    "start",
                    "--data-dir",
                    directory.resolve("data").toString(),
                    "--set",
                    "http_port=0",
                    "--set",
                    "query_port=" + port);
        }
    }

    @Test
    void dataDirectoryThatCannotBeMadeStopsTheStart() throws IOException {
        // Not a matter of permissions, which root would pass: a file is where the directory should be.
        Path file = Files.writeString(directory.resolve("file"), "");

        assertRefused(
                file.toString(),
                "start",
                "--data-dir",
                file.resolve("data").toString(),
                "--set",
                "http_port=0",
                "--set",
                "query_port=0");
    }

    @Test
    void secondProcessOnTheSameDataDirectoryIsRefused() {
        Path data = directory.resolve("data");
        try (TributaryProcess first = TributaryProcess.startBoth(directory, data)) {
            assertRefused(
                    data.toString(),
                    "start",
                    "--data-dir",
                    data.toString(),
                    "--set",
                    "http_port=0",
                    "--set",
                    "query_port=0");

            assertThat(first.isAlive()).isTrue();
        }
    }

    /** Exit code 1, nothing on standard output, no stack trace, and one line for the operator that holds this text. */
    private void assertRefused(String text, String... arguments) {
        try (TributaryProcess process = TributaryProcess.run(directory, arguments)) {
            int exitCode = process.awaitExit();

            assertThat(exitCode).as(process.errorText()).isEqualTo(1);
            assertThat(process.outputText()).isEmpty();
            assertThat(process.errorText()).doesNotContain("\tat ");
            List<String> told = process.errorText()
                    .lines()
                    .filter(line -> line.startsWith("tributary: "))
                    .toList();
            assertThat(told).as(process.errorText()).hasSize(1);
            assertThat(told.get(0)).contains(text);
        }
    }
}
