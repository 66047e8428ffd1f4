package io.tributary.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.bench.load.ClientKind;
import io.tributary.bench.load.Scenario;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CellsTest {
    @Test
    void everyCombinationIsACellTheLastListFastest() {
        Cells cells = new Cells(
                List.of(Scenario.JDBC_1_SYNC),
                List.of(ClientKind.REPLAY),
                List.of(30, 100),
                List.of(0),
                List.of(1),
                new Cells.GroupCommits(List.of("interval", "adaptive"), List.of(10, 20)),
                SideLoad.NOTHING);

        assertThat(cells.all())
                .hasSize(8)
                .startsWith(
                        cell(30, 10, "interval"),
                        cell(30, 20, "interval"),
                        cell(30, 10, "adaptive"),
                        cell(30, 20, "adaptive"),
                        cell(100, 10, "interval"));
    }

    @Test
    void whatIsNotChosenIsLeftToTheServer() {
        Cells cells = new Cells(
                List.of(Scenario.JDBC_100),
                List.of(ClientKind.CONNECTORJ),
                List.of(10),
                List.of(0),
                List.of(1),
                new Cells.GroupCommits(List.of(), List.of()),
                SideLoad.NOTHING);

        assertThat(cells.all()).singleElement().satisfies(cell -> {
            assertThat(cell.policy()).isNull();
            assertThat(cell.intervalMillis()).isNull();
            assertThat(cell.properties()).isEmpty();
        });
    }

    @Test
    void policyAndIntervalAreSetOnTheTables() {
        assertThat(cell(30, 10, "interval").properties())
                .containsExactly("\"group_commit_interval_ms\" = \"10\"", "\"group_commit_policy\" = \"interval\"");
    }

    @Test
    void valuesOutOfRangeAreRefusedByTheNameOfTheirOption() {
        assertThatThrownBy(() -> cell(0, 10, "interval")).hasMessage("--connections 0: allowed are 1 to 10000");
        assertThatThrownBy(() -> cell(1, 0, "interval")).hasMessage("--interval-ms 0: allowed are 1 to 2147483647");
        assertThatThrownBy(() -> cell(1, 1, "eager"))
                .hasMessage("--policy eager: allowed are adaptive, interval and on_read");
        assertThatThrownBy(() -> new SideLoad(-1, 0)).hasMessage("--rows-before -1: allowed are 0 to 1000000000");
        assertThatThrownBy(() -> new SideLoad(0, 1_001)).hasMessage("--queries 1001: allowed are 0 to 1000");
    }

    private static Cell cell(int connections, int intervalMillis, String policy) {
        return new Cell(
                Scenario.JDBC_1_SYNC, ClientKind.REPLAY, connections, 0, 1, intervalMillis, policy, SideLoad.NOTHING);
    }
}
