package io.tributary.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.bench.lineitem.LineItemChecksum;
import io.tributary.bench.measure.LatencyHistogram;
import io.tributary.cli.lineitem.LineItems;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LoadPlanTest {
    private final ObjectMapper json = new ObjectMapper();

    @ParameterizedTest
    @CsvSource({"1,1", "30,1", "30,30", "30,7", "3,10", "30,1000", "1,5"})
    void everyTableHasAConnectionAndEveryConnectionATable(int connections, int tables) {
        LoadPlan plan = plan(connections, tables);

        List<List<Integer>> own =
                IntStream.range(0, connections).mapToObj(plan::tablesOf).toList();

        assertThat(own).noneMatch(List::isEmpty);
        assertThat(own.stream().flatMap(List::stream).distinct()).hasSize(tables);
        assertThat(own.stream().mapToInt(List::size).sum()).isEqualTo(Math.max(connections, tables));
    }

    @Test
    void aPlanSurvivesTheWayToItsProcess() throws Exception {
        LoadPlan plan = plan(3, 2);

        assertThat(json.readValue(json.writeValueAsString(plan), LoadPlan.class))
                .isEqualTo(plan);
    }

    @Test
    void aResultSurvivesTheWayBack() throws Exception {
        LatencyHistogram latencies = new LatencyHistogram();
        latencies.record(1_500_000);
        latencies.record(90_000_000);
        PhaseResult result = new PhaseResult(2, LineItemChecksum.of(new LineItems(20).next(20)), 1.25, latencies);

        PhaseResult read = json.readValue(json.writeValueAsString(result), PhaseResult.class);

        assertThat(read.statements()).isEqualTo(2);
        assertThat(read.checksum()).isEqualTo(result.checksum());
        assertThat(read.elapsedSeconds()).isEqualTo(1.25);
        assertThat(read.latencies().total()).isEqualTo(2);
        assertThat(read.latencies().percentileMillis(99)).isEqualTo(latencies.percentileMillis(99));
    }

    @Test
    void credentialsDoNotShowThePassword() {
        assertThat(plan(1, 1).toString()).contains("root").doesNotContain("secret");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "db.example:9030, db.example, 9030, ''",
                "jdbc:mysql://127.0.0.1:3306/, 127.0.0.1, 3306, ''",
                "jdbc:mysql://127.0.0.1:3306/test?a=b&c=d, 127.0.0.1, 3306, a=b&c=d"
            })
    void addressesAreReadInBothForms(String url, String host, int port, String parameters) {
        assertThat(ServerAddress.parse(url)).isEqualTo(new ServerAddress(host, port, parameters));
    }

    @ParameterizedTest
    @CsvSource({"localhost", "localhost:99999", "jdbc:postgresql://h:1/", "h:x"})
    void anAddressThatIsNoneIsRefused(String url) {
        assertThatThrownBy(() -> ServerAddress.parse(url)).hasMessageContaining("host:port");
    }

    @Test
    void ownParametersOfAnAddressComeLastAndWin() {
        assertThat(new ServerAddress("h", 1, "c=d").jdbcUrl("t", "a=b")).isEqualTo("jdbc:mysql://h:1/t?a=b&c=d");
        assertThat(new ServerAddress("h", 1, "").jdbcUrl("", "")).isEqualTo("jdbc:mysql://h:1/");
    }

    @Test
    void statementsOfAllNumbersHoldEveryRowOnce() {
        StatementRows rows = new StatementRows(100);
        long[] once = new long[rows.count()];
        Arrays.fill(once, 1);

        assertThat(rows.count()).isEqualTo(200);
        assertThat(rows.checksum(once)).isEqualTo(LineItemChecksum.of(rows.all()));
    }

    private static LoadPlan plan(int connections, int tables) {
        return new LoadPlan(
                Scenario.TEXT_1000,
                ClientKind.REPLAY,
                connections,
                0,
                tables,
                new ServerAddress("127.0.0.1", 9030, ""),
                0,
                "bench",
                new Credentials("root", "secret"));
    }
}
