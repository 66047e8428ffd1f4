package io.tributary.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.bench.load.ClientKind;
import io.tributary.bench.load.Credentials;
import io.tributary.bench.load.Scenario;
import io.tributary.bench.load.ServerAddress;
import io.tributary.bench.process.JavaCommand;
import io.tributary.cli.Servers;
import io.tributary.cli.settings.ServerConfigs;
import io.tributary.cli.settings.SettingsReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The load generator as the process that it is, against a server in this one. */
final class BenchEndToEndTest {
    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void bothClientsWriteWhatTheServerThenHasAndAResumedPlanHasNothingToDo() throws Exception {
        Path json = directory.resolve("bench.json");
        Path markdown = directory.resolve("bench.md");
        ServerConfigs configs = new ServerConfigs(
                new SettingsReader()
                        .commandLine(List.of("query_port=0", "http_port=0"))
                        .settings(),
                directory.resolve("data"));
        try (Servers servers = Servers.both(configs)) {
            ServerAddress address = new ServerAddress("127.0.0.1", servers.mysqlPort(), "");
            ByteArrayOutputStream said = new ByteArrayOutputStream();
            PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);

            boolean verified = new BenchRunner(plan(address, json, markdown), out).run();

            assertThat(verified).as(said.toString(StandardCharsets.UTF_8)).isTrue();
            JsonNode reports = new ObjectMapper().readTree(json.toFile());
            assertThat(reports).hasSize(4);
            for (JsonNode report : reports) {
                assertThat(report.get("rows").asLong()).isPositive();
                assertThat(report.get("rows_verified")).isEqualTo(report.get("rows"));
                assertThat(report.get("checksum_verified").asBoolean()).isTrue();
                // What so few rows take may be less than a tick of the clock.
                assertThat(report.get("client_cpu_seconds_per_million_rows").asDouble())
                        .isNotNegative();
                assertThat(report.get("query_alone_p50_ms").asDouble()).isPositive();
                assertThat(report.get("query_p99_ms").asDouble()).isPositive();
            }
            assertThat(markdown).content().contains("| `text-1000` | other | replay |");

            said.reset();
            assertThat(new BenchRunner(plan(address, json, markdown), out).run())
                    .isTrue();
            assertThat(said.toString(StandardCharsets.UTF_8)).isEqualTo("4 of 4 cells were measured before\n");
        }
    }

    private static BenchPlan plan(ServerAddress address, Path json, Path markdown) {
        return new BenchPlan(
                new Cells(
                        List.of(Scenario.JDBC_100, Scenario.TEXT_1000),
                        List.of(ClientKind.CONNECTORJ, ClientKind.REPLAY),
                        List.of(2),
                        List.of(3),
                        List.of(3),
                        new Cells.GroupCommits(List.of("interval"), List.of(500)),
                        new SideLoad(1_000, 20)),
                0,
                1,
                1,
                JavaCommand.ofThisProcess(),
                address,
                new Credentials("root", ""),
                List.of(),
                null,
                null,
                List.of(),
                new BenchPlan.Reports(json, markdown, null, true),
                "test");
    }
}
