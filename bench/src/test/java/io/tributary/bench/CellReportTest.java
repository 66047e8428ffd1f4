package io.tributary.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CellReportTest {
    @Test
    void theFieldsAreNamedAsEver() {
        JsonNode json =
                Reports.report(10, "abc", Reports.run(1_000, 2_000.5, 1_000)).json();

        assertThat(json.fieldNames())
                .toIterable()
                .contains(
                        "scenario",
                        "connections",
                        "rows",
                        "rows_per_second",
                        "rows_per_second_committed",
                        "p50_ms",
                        "p99_ms",
                        "client_cpu_seconds_per_million_rows",
                        "frontend_cpu_seconds_per_million_rows",
                        "backend_cpu_seconds_per_million_rows",
                        "rows_verified",
                        "commit",
                        "machine")
                .contains(
                        "server",
                        "client",
                        "idle_connections",
                        "tables",
                        "interval_ms",
                        "policy",
                        "seconds",
                        "warmup_seconds",
                        "runs",
                        "client_java",
                        "client_java_version",
                        "client_flags",
                        "statements",
                        "statements_per_second",
                        "p999_ms",
                        "client_cpu_seconds_per_million_statements",
                        "frontend_cpu_seconds_per_million_statements",
                        "backend_cpu_seconds_per_million_statements",
                        "backend_bytes_written",
                        "disk_bytes_written",
                        "fsyncs",
                        "batches",
                        "frontend_allocated_bytes_per_second",
                        "backend_allocated_bytes_per_second",
                        "frontend_gc_seconds",
                        "backend_gc_seconds",
                        "checksum_verified")
                .doesNotContain("each_run", "peer");
        assertThat(json.get("backend_cpu_seconds_per_million_rows").asDouble()).isEqualTo(1.75);
        assertThat(json.get("frontend_cpu_seconds_per_million_rows").isNull()).isTrue();
    }

    @Test
    void severalRunsAreReportedByTheirMedianAndOneByOne() throws Exception {
        CellReport report = Reports.report(
                10, "abc", Reports.run(300, 30, 300), Reports.run(100, 10, 100), Reports.run(200, 25, 200));

        assertThat(report.figures().rows()).isEqualTo(200);
        assertThat(report.figures().rowsPerSecond()).isEqualTo(25);
        assertThat(report.figures().frontendCpuSecondsPerMillionRows()).isNull();
        assertThat(report.json().get("each_run")).hasSize(3);
        assertThat(report.isVerified()).isTrue();
    }

    @Test
    void theMedianOfAnEvenNumberIsHalfwayBetweenTheTwoInTheMiddle() {
        assertThat(Medians.ofNumbers(List.of(4.0, 1.0, 3.0, 2.0))).isEqualTo(2.5);
    }

    @Test
    void oneRunWithAMissingRowIsEnoughToBeWrong() throws Exception {
        CellReport report =
                Reports.report(10, "abc", Reports.run(100, 1, 100), Reports.run(100, 1, 99), Reports.run(100, 1, 100));

        assertThat(report.isVerified()).isFalse();
        assertThat(report.line()).contains("WRONG");
    }

    @Test
    void theRatioToAPeerIsTheMedianOfThePairsAndHasAnInterval() throws Exception {
        CellReport report = Reports.report(10, "abc", Reports.run(100, 1, 100))
                .withPeer("mariadb", List.of(1.5, 4.0, 2.0), List.of(0.9, 1.1, 1.0));

        assertThat(report.peerRatio()).isEqualTo(2.0);
        assertThat(report.json().get("peer_ratios")).hasSize(3);
        assertThat(report.line())
                .contains("2.00 x mariadb, rows/s 2.289 [0.654, 8.012], CPU a row 0.997 [0.777, 1.279]");
    }

    @Test
    void aTableHasALineForEachReportAndNoColumnWithoutFigures() throws Exception {
        String table = MarkdownTable.of(List.of(
                Reports.report(10, "abc", Reports.run(1_000, 123_456, 1_000)),
                Reports.report(20, "abc", Reports.run(1_000, 5, 999))));

        assertThat(table.lines()).hasSize(4);
        assertThat(table.lines()
                        .map(line -> line.chars().filter(c -> c == '|').count())
                        .distinct())
                .hasSize(1);
        assertThat(table)
                .contains(
                        "| `jdbc-100` | tributary | replay | 10 | 123,456 | 61,728 | 1,235 | 1.50 / 9.50 / 19.5 | 0.25 | 1.75 |")
                .contains("**WRONG**")
                .doesNotContain("fsyncs", "policy", "idle");
    }
}
