package io.tributary.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.bench.load.ClientKind;
import io.tributary.bench.load.Credentials;
import io.tributary.bench.load.Scenario;
import io.tributary.bench.plot.SvgText;
import io.tributary.bench.process.JavaCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PlotFileTest {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void aScenarioIsAPanelAndItsServersAreNamedWithWhatTheyPromise() throws Exception {
        SvgText svg = SvgText.parse(PlotFile.of(List.of(
                report(cell(Scenario.ONE_ROW_ASYNC, 10, null), "tributary", 1_000),
                report(cell(Scenario.ONE_ROW_ASYNC, 10, null), "mariadb", 500),
                report(cell(Scenario.ONE_ROW_ASYNC, 100, null), "tributary", 4_000),
                report(cell(Scenario.JDBC_1_SYNC, 10, null), "tributary", 800),
                report(cell(Scenario.JDBC_1_SYNC, 10, null), "mariadb", 500),
                report(cell(Scenario.ONE_ROW_OS, 10, null), "tributary:old", 2_000))));

        assertThat(svg.series())
                .containsExactly(
                        "Tributary, one row, durable",
                        "MariaDB, one row, durable and visible",
                        "Tributary, one row, durable and visible",
                        "MariaDB, one row, durable and visible",
                        "Tributary old, one row, written, not yet durable");
        assertThat(svg.texts())
                .containsSubsequence(
                        "one-row-async: prepared INSERTs of one row",
                        "jdbc-1-sync: prepared INSERTs of one row",
                        "one-row-os: prepared INSERTs of one row");
        assertThat(svg.points("Tributary, one row, durable")).hasSize(2);
        assertThat(svg.texts()).contains("connections (logarithmic)", "rows/s", "Rows per second over connections");
    }

    @Test
    void everyScenarioHasWords() {
        for (Scenario scenario : Scenario.values()) {
            assertThat(CellWords.scenario(scenario.label()))
                    .startsWith(scenario.label() + ": ")
                    .contains("row");
        }
        assertThat(CellWords.scenario("no-more")).isEqualTo("no-more");
    }

    @Test
    void whatDiffersIsInTheLegendAndWhatDoesNotInTheCaption() throws Exception {
        SvgText svg = SvgText.parse(PlotFile.of(List.of(
                report(cell(Scenario.JDBC_1_SYNC, 10, "adaptive"), "tributary", 1_000),
                report(cell(Scenario.JDBC_1_SYNC, 10, "on_read"), "tributary", 2_000),
                report(cell(Scenario.JDBC_1_SYNC, 10, "on_read"), "mariadb", 500))));

        assertThat(svg.series())
                .containsExactly(
                        "Tributary, one row, durable and visible, policy adaptive",
                        "Tributary, one row, durable and visible, policy on_read",
                        "MariaDB, one row, durable and visible");
        assertThat(svg.texts())
                .contains("One run of each cell.", "Machine: 2 cpu", "Commit: abc")
                .anyMatch(text -> text.startsWith("Everywhere: replayed packets, client on java"))
                .anyMatch(text -> text.endsWith("warmed up for 1 s, measured for 2 s."));
    }

    @Test
    void coldRunsAreASeriesOfTheirOwn() throws Exception {
        CellReport warm = report(cell(Scenario.JDBC_100, 10, null), "tributary", 900);
        CellReport cold = CellReport.of(warm.json().deepCopy().put("warmup_seconds", 0));

        SvgText svg = SvgText.parse(PlotFile.of(List.of(warm, cold)));

        assertThat(svg.series())
                .containsExactly(
                        "Tributary, 100 rows, durable, warmed up for 1 s", "Tributary, 100 rows, durable, cold");
    }

    @Test
    void severalRunsAreABarAndAWrongOneIsMarked() throws Exception {
        SvgText svg = SvgText.parse(PlotFile.of(List.of(
                Reports.report(
                        cell(Scenario.TEXT_100, 10, null),
                        "tributary",
                        "abc",
                        Reports.run(100, 30, 100),
                        Reports.run(100, 10, 100),
                        Reports.run(100, 20, 99)),
                Reports.report(cell(Scenario.TEXT_100, 20, null), "tributary", "def", Reports.run(100, 5, 100)))));

        assertThat(svg.all("title"))
                .extracting(title -> title.getTextContent())
                .contains("10 connections: 20 rows/s (10 to 30)", "20 connections: 5 rows/s");
        assertThat(svg.texts())
                .contains(
                        "WRONG",
                        "Medians of 1 to 3 runs; a bar reaches from the lowest run to the highest.",
                        "Commit: abc, def");
    }

    @Test
    void cellsThatDifferInNothingThatIsDrawnAreOnePoint() throws Exception {
        SvgText svg = SvgText.parse(PlotFile.of(List.of(
                report(cell(Scenario.JDBC_1_SYNC, 10, "adaptive"), "mariadb", 400),
                report(cell(Scenario.JDBC_1_SYNC, 10, "on_read"), "mariadb", 600))));

        assertThat(svg.series()).containsExactly("MariaDB, one row, durable and visible");
        assertThat(svg.all("title"))
                .extracting(title -> title.getTextContent())
                .contains("10 connections: 500 rows/s (400 to 600)");
    }

    @Test
    void olderFilesAreDrawnWithWhatTheyHold() throws Exception {
        Path json = directory.resolve("old.json");
        Path svg = directory.resolve("old.svg");
        Files.writeString(json, "{\"scenario\": \"jdbc-100\", \"connections\": 10, \"rows_per_second\": 7.5}");

        assertThat(run(json, svg)).isTrue();

        SvgText drawn = SvgText.parse(Files.readString(svg));
        assertThat(drawn.series()).containsExactly("server without a name, 100 rows, durable");
        assertThat(drawn.texts()).contains("Machine: unknown", "Commit: unknown");
    }

    @Test
    void allReportsOfAResumedFileAreDrawn() throws Exception {
        Path json = directory.resolve("bench.json");
        Path svg = directory.resolve("bench.svg");
        List<CellReport> reports = List.of(
                report(cell(Scenario.JDBC_100, 10, null), "tributary", 1_000),
                report(cell(Scenario.JDBC_100, 30, null), "tributary", 2_000));
        ReportFile.begin(json).add(reports);

        assertThat(run(json, svg)).isTrue();

        assertThat(svg).content().isEqualTo(PlotFile.of(reports));
        assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void withoutReportsNothingIsWrittenAndThatIsSaid() throws Exception {
        Path svg = directory.resolve("none.svg");

        assertThat(run(directory.resolve("none.json"), svg)).isTrue();

        assertThat(svg).doesNotExist();
        assertThat(said.toString(StandardCharsets.UTF_8))
                .isEqualTo("--svg " + svg + ": there is no report to draw, so nothing is written\n");
    }

    @Test
    void aMissingDirectoryIsToldBeforeAnythingIsMeasured() {
        Path nowhere = directory.resolve("nowhere");
        Path file = nowhere.resolve("bench.out");

        assertThatThrownBy(() -> new BenchPlan.Reports(null, null, file, false).open())
                .isInstanceOf(IOException.class)
                .hasMessage("--svg " + file + ": there is no directory " + nowhere);
        assertThatThrownBy(() -> new BenchPlan.Reports(null, file, null, false).open())
                .isInstanceOf(IOException.class)
                .hasMessage("--markdown " + file + ": there is no directory " + nowhere);
    }

    @Test
    void aReportWithoutConnectionsIsNone() throws Exception {
        Path json = directory.resolve("other.json");
        Files.writeString(json, "{\"scenario\": \"jdbc-100\", \"rows_per_second\": 7.5}");

        assertThatThrownBy(() -> run(json, directory.resolve("other.svg")))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("not a report of bench: a point at 0");
    }

    /** Resumes with nothing left to measure. */
    private boolean run(Path json, Path svg) throws Exception {
        Cells none = new Cells(
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                new Cells.GroupCommits(List.of(), List.of()),
                SideLoad.NOTHING);
        BenchPlan plan = new BenchPlan(
                none,
                0,
                1,
                1,
                JavaCommand.ofThisProcess(),
                null,
                new Credentials("root", ""),
                List.of(),
                null,
                null,
                List.of(),
                new BenchPlan.Reports(json, null, svg, true),
                "abc");
        return new BenchRunner(plan, new PrintStream(said, true, StandardCharsets.UTF_8)).run();
    }

    private static Cell cell(Scenario scenario, int connections, @Nullable String policy) {
        return new Cell(scenario, ClientKind.REPLAY, connections, 0, 1, null, policy, SideLoad.NOTHING);
    }

    private static CellReport report(Cell cell, String server, double rowsPerSecond) {
        return Reports.report(cell, server, "abc", Reports.run(100, rowsPerSecond, 100));
    }
}
