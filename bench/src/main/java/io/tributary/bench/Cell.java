package io.tributary.bench;

import io.tributary.backend.BackendConfig;
import io.tributary.bench.load.ClientKind;
import io.tributary.bench.load.Dataset;
import io.tributary.bench.load.Scenario;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One cell of a table of results: who writes what into which tables.
 *
 * @param connections that write, 1 to {@value #CONNECTIONS_MAX}
 * @param idleConnections that only stay open, 0 to {@value #CONNECTIONS_MAX}
 * @param tables over which the statements are spread, 1 to {@value #TABLES_MAX}
 * @param intervalMillis the tables' group_commit_interval_ms, or null for the server's own
 * @param policy the tables' group_commit_policy, or null for the server's own
 * @param beside rows and queries of a table that others use, too
 */
record Cell(
        Scenario scenario,
        ClientKind client,
        int connections,
        int idleConnections,
        int tables,
        @Nullable Integer intervalMillis,
        @Nullable String policy,
        SideLoad beside) {
    static final int CONNECTIONS_MAX = 10_000;
    static final int TABLES_MAX = 10_000;

    Cell {
        within("--connections", connections, 1, CONNECTIONS_MAX);
        within("--idle-connections", idleConnections, 0, CONNECTIONS_MAX);
        within("--tables", tables, 1, TABLES_MAX);
        if (scenario.form() == Scenario.Form.CSV && idleConnections > 0) {
            throw new IllegalArgumentException("--idle-connections: of " + scenario.label() + " none is allowed");
        }
        if (scenario.readsBack() && client != ClientKind.CONNECTORJ) {
            throw new IllegalArgumentException("--client: " + scenario.label() + " needs connectorj");
        }
        if (beside.rows() > 0 && scenario.dataset() != Dataset.LINEITEM) {
            throw new IllegalArgumentException("--rows-before: of " + scenario.label() + " none is allowed");
        }
        if (intervalMillis != null) {
            within("--interval-ms", intervalMillis, 1, Integer.MAX_VALUE);
        }
        if (policy != null && !BackendConfig.POLICIES.contains(policy)) {
            throw new IllegalArgumentException("--policy " + policy + ": allowed are adaptive, interval and on_read");
        }
    }

    private static void within(String option, int value, int low, int high) {
        if (value < low || value > high) {
            throw new IllegalArgumentException(option + " " + value + ": allowed are " + low + " to " + high);
        }
    }

    /** What the tables are told, as they are told it. */
    List<String> properties() {
        List<String> properties = new ArrayList<>();
        if (intervalMillis != null) {
            properties.add("\"group_commit_interval_ms\" = \"" + intervalMillis + "\"");
        }
        if (policy != null) {
            properties.add("\"group_commit_policy\" = \"" + policy + "\"");
        }
        return properties;
    }
}
