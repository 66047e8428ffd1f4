package io.tributary.bench;

import io.tributary.bench.load.ClientKind;
import io.tributary.bench.load.Scenario;
import io.tributary.bench.server.ExistingServer;
import io.tributary.bench.server.PeerChoice;
import io.tributary.bench.server.TributaryServers;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What was measured, in words for people who know the options of bench little. Files may hold what is no option any more. */
final class CellWords {
    private static final String OTHER_BUILD = TributaryServers.LABEL + ":";

    private CellWords() {}

    /** The scenario by its name, and what a client does in it. */
    static String scenario(String label) {
        return Scenario.of(label)
                .map(scenario -> label + ": " + statements(scenario))
                .orElse(label);
    }

    private static String statements(Scenario scenario) {
        String rows = rows(scenario);
        String read = scenario.readsBack() ? ", each looked up after it" : "";
        return switch (scenario.form()) {
            case PREPARED -> "prepared INSERTs of " + rows + read;
            case LITERALS -> "literal INSERTs of " + rows;
            case QUOTED_LITERALS -> "literal INSERTs of " + rows + ", all values in quotes";
            case CSV -> "Stream Loads of about " + rows;
        };
    }

    /** The server, rows a statement, and what is known of them when a statement is answered. */
    static String promise(CellIdentity cell) {
        String server = server(cell);
        return Scenario.of(cell.scenario())
                .map(scenario -> {
                    String promise = promise(cell, scenario);
                    return server + ", " + rows(scenario) + (promise.isEmpty() ? "" : ", " + promise);
                })
                .orElse(server);
    }

    /** Another server that was there already may be any: nothing is said for it. */
    private static String promise(CellIdentity cell, Scenario scenario) {
        if (PeerChoice.isMariaDb(cell.server())) {
            return "durable and visible";
        }
        return isOf(cell, ExistingServer.LABEL) ? "" : scenario.promise();
    }

    private static String rows(Scenario scenario) {
        int rows = scenario.rowsPerStatement();
        return rows == 1 ? "one row" : String.format(Locale.ROOT, "%,d rows", rows);
    }

    /** Two cells of the same server have the same. */
    static String server(CellIdentity cell) {
        String label = text(cell.server());
        if (label.startsWith(OTHER_BUILD)) {
            return "Tributary " + label.substring(OTHER_BUILD.length());
        }
        return switch (label) {
            case TributaryServers.LABEL -> "Tributary";
            case PeerChoice.MARIADB -> "MariaDB";
            case PeerChoice.GALERA -> "three Galera nodes";
            case ExistingServer.LABEL -> "server at " + text(cell.target());
            case "" -> "server without a name";
            default -> label;
        };
    }

    /**
     * What else makes a difference to what was measured, always as many, in the same order; empty where it is the default,
     * or nothing to this server: group commit and its settings are Tributary's.
     */
    static List<String> details(CellIdentity cell) {
        boolean commitsGroups = !PeerChoice.isMariaDb(cell.server());
        @Nullable List<String> settings = cell.settings();
        return List.of(
                client(text(cell.client())),
                commitsGroups ? prefixed("policy ", cell.policy()) : "",
                commitsGroups && cell.intervalMs() != null ? "interval " + cell.intervalMs() + " ms" : "",
                cell.tables() > 1 ? String.format(Locale.ROOT, "%,d tables", cell.tables()) : "",
                cell.idleConnections() > 0
                        ? String.format(Locale.ROOT, "%,d idle connections", cell.idleConnections())
                        : "",
                cell.rowsBefore() > 0 ? String.format(Locale.ROOT, "%,d rows before", cell.rowsBefore()) : "",
                cell.queriesPerSecond() > 0 ? "beside " + cell.queriesPerSecond() + " queries/s" : "",
                prefixed("client on ", cell.clientJava()),
                prefixed("client with ", cell.clientFlags()),
                commitsGroups && settings != null ? prefixed("settings ", String.join(" ", settings)) : "",
                cell.seconds() > 0 ? warmUp(cell.warmupSeconds()) : "",
                cell.seconds() > 0 ? "measured for " + cell.seconds() + " s" : "");
    }

    private static String warmUp(int seconds) {
        return seconds > 0 ? "warmed up for " + seconds + " s" : "cold";
    }

    private static String client(String label) {
        return ClientKind.of(label)
                .map(kind -> switch (kind) {
                    case CONNECTORJ -> "Connector/J";
                    case REPLAY -> "replayed packets";
                })
                .orElse(label);
    }

    private static boolean isOf(CellIdentity cell, String server) {
        return server.equals(cell.server());
    }

    private static String prefixed(String prefix, @Nullable String value) {
        return text(value).isEmpty() ? "" : prefix + value;
    }

    /** Older files lack names. */
    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }
}
