package io.tributary.bench.load;

import java.util.ArrayList;
import java.util.List;

/**
 * What a load generator does.
 *
 * @param connections that write, 1 or more
 * @param idleConnections that only log in, 0 or more
 * @param tables over which statements are spread, 1 or more
 * @param httpPort of the same host, or 0 if it is not known
 * @param database holds the tables
 */
public record LoadPlan(
        Scenario scenario,
        ClientKind client,
        int connections,
        int idleConnections,
        int tables,
        ServerAddress address,
        int httpPort,
        String database,
        Credentials credentials) {
    /**
     * The tables of one connection, by index: every table has a connection, and every connection a table, but no more
     * than it needs for that.
     */
    List<Integer> tablesOf(int connection) {
        if (tables <= connections) {
            return List.of(connection % tables);
        }
        List<Integer> own = new ArrayList<>();
        for (int table = connection; table < tables; table += connections) {
            own.add(table);
        }
        return own;
    }

    /** Runs first on every connection. */
    String sessionStatement() {
        return "SET " + scenario.sessionSettings();
    }
}
