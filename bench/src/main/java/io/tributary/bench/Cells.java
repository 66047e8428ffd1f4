package io.tributary.bench;

import io.tributary.bench.load.ClientKind;
import io.tributary.bench.load.Scenario;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lists of which every combination is a cell.
 *
 * @param beside the same in each
 */
public record Cells(
        List<Scenario> scenarios,
        List<ClientKind> clients,
        List<Integer> connections,
        List<Integer> idleConnections,
        List<Integer> tables,
        GroupCommits groupCommits,
        SideLoad beside) {
    /**
     * How the tables' batches are committed.
     *
     * @param policies empty for the server's own
     * @param intervalsMillis empty for the server's own
     */
    public record GroupCommits(List<String> policies, List<Integer> intervalsMillis) {}

    /**
     * Returns the cells in the order of the lists, the last list fastest.
     *
     * @throws IllegalArgumentException naming the option and its range
     */
    List<Cell> all() {
        List<Cell> cells = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            // There is one client over HTTP.
            boolean http = scenario.form() == Scenario.Form.CSV;
            for (ClientKind client : http ? List.of(ClientKind.REPLAY) : clients) {
                for (int count : connections) {
                    for (int idle : idleConnections) {
                        for (int tableCount : tables) {
                            addPolicies(cells, new Cell(scenario, client, count, idle, tableCount, null, null, beside));
                        }
                    }
                }
            }
        }
        return cells;
    }

    private void addPolicies(List<Cell> cells, Cell cell) {
        for (String policy : orOwn(groupCommits.policies())) {
            for (Integer interval : orOwn(groupCommits.intervalsMillis())) {
                cells.add(new Cell(
                        cell.scenario(),
                        cell.client(),
                        cell.connections(),
                        cell.idleConnections(),
                        cell.tables(),
                        interval,
                        policy,
                        cell.beside()));
            }
        }
    }

    /** Null, which stands for the server's own, where nothing was chosen. */
    private static <T> List<@Nullable T> orOwn(List<T> chosen) {
        List<@Nullable T> values = new ArrayList<>(chosen);
        if (values.isEmpty()) {
            values.add(null);
        }
        return values;
    }
}
