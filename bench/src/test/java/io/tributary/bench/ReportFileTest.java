package io.tributary.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportFileTest {
    private final CellReport ten = Reports.report(10, "abc", Reports.run(100, 1, 100));
    private final CellReport twenty = Reports.report(20, "abc", Reports.run(100, 2, 100));

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void oneReportIsAnObjectAndSeveralAreAnArray() throws IOException {
        Path file = directory.resolve("bench.json");
        ReportFile reports = ReportFile.begin(file);

        reports.add(List.of(ten));
        assertThat(new ObjectMapper().readTree(file.toFile()).isObject()).isTrue();

        reports.add(List.of(twenty));
        assertThat(new ObjectMapper().readTree(file.toFile())).hasSize(2);
        try (var files = Files.list(directory)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void aResumedFileKnowsWhatIsDone() throws IOException {
        Path file = directory.resolve("bench.json");
        ReportFile.begin(file).add(List.of(ten));

        ReportFile resumed = ReportFile.resume(file);

        assertThat(resumed.find(Reports.identity(10, "abc"))).isPresent();
        assertThat(resumed.find(Reports.identity(20, "abc"))).isEmpty();
        resumed.add(List.of(twenty));
        assertThat(ReportFile.resume(file).reports()).hasSize(2);
    }

    @Test
    void anotherServerOrOtherSettingsAreNotDone() throws IOException {
        Path file = directory.resolve("bench.json");
        ReportFile.begin(file).add(List.of(ten));

        ReportFile resumed = ReportFile.resume(file);

        assertThat(resumed.find(Reports.identityAt(null, List.of()))).isPresent();
        assertThat(resumed.find(Reports.identityAt("127.0.0.1:9030", List.of())))
                .isEmpty();
        assertThat(resumed.find(Reports.identityAt(null, List.of("duckdb_threads=2"))))
                .isEmpty();
    }

    @Test
    void anotherCommitIsNotDoneAndTakesThePlaceOfTheOld() throws IOException {
        Path file = directory.resolve("bench.json");
        ReportFile.begin(file).add(List.of(ten, twenty));

        ReportFile resumed = ReportFile.resume(file);
        assertThat(resumed.find(Reports.identity(10, "def"))).isEmpty();
        resumed.add(List.of(Reports.report(10, "def", Reports.run(100, 3, 100))));

        assertThat(ReportFile.resume(file).reports())
                .extracting(report -> report.identity().connections() + " "
                        + report.identity().commit())
                .containsExactly("20 abc", "10 def");
    }

    @Test
    void withoutAFileThereIsNothingToResume() throws IOException {
        assertThat(ReportFile.resume(directory.resolve("none.json")).reports()).isEmpty();
    }

    @Test
    void reportsOfBeforeThereWereServersAndClientsAreReadAndNotTakenForDone() throws IOException {
        Path file = directory.resolve("old.json");
        Files.writeString(file, "{\"scenario\": \"jdbc-100\", \"connections\": 10, \"rows\": 1, \"commit\": \"abc\"}");

        ReportFile resumed = ReportFile.resume(file);

        assertThat(resumed.find(Reports.identity(10, "abc"))).isEmpty();
        assertThat(resumed.reports()).hasSize(1);
    }

    @Test
    void aFileOfSomethingElseIsRefusedByName() throws IOException {
        Path file = directory.resolve("other.json");
        Files.writeString(file, "[1, 2]");

        assertThatThrownBy(() -> ReportFile.resume(file)).hasMessage(file + " holds no reports of bench");
    }

    @Test
    void resumingNeedsAFile() {
        assertThatThrownBy(() -> new BenchPlan.Reports(null, null, null, true))
                .hasMessageStartingWith("--resume needs --json FILE");
    }
}
