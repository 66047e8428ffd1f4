package io.tributary.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BenchReportTest {
    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void theFileHoldsTheseFieldsAndNoOther() throws Exception {
        BenchReport report =
                new BenchReport("jdbc-100", 10, 1_000, 2_000.5, 1.5, 9.5, 7.25, null, 1.75, 1_000, "abc", "2 cpu");
        Path file = directory.resolve("bench.json");

        report.writeJson(file);

        JsonNode json = new ObjectMapper().readTree(file.toFile());
        assertThat(json.fieldNames())
                .toIterable()
                .containsExactly(
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
        assertThat(json.get("backend_cpu_seconds_per_million_rows").asDouble()).isEqualTo(1.75);
        assertThat(json.get("frontend_cpu_seconds_per_million_rows").isNull()).isTrue();
    }

    @Test
    void aMissingRowMakesARunIncomplete() {
        assertThat(new BenchReport("x", 1, 10, 1, 1, 1, null, null, null, 9, "", "").isComplete())
                .isFalse();
    }
}
