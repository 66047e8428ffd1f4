package io.tributary.bench;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What makes two reports comparable: a resumed command takes a report for done only if all of this is the same. The names
 * of the components, written with underscores, are those in the JSON file.
 *
 * @param server {@code tributary}, {@code mariadb}, {@code tributary:DIRECTORY} of another build, or {@code other}
 * @param runs whose medians are reported
 * @param clientFlags that were chosen for the load generator's Java: its memory, its collector
 * @param target {@code host:port} of a server that was there already
 * @param settings {@code key=value} of servers that were started
 * @param commit of the source this was built from
 */
record CellIdentity(
        String scenario,
        String server,
        String client,
        int connections,
        int idleConnections,
        int tables,
        @Nullable Integer intervalMs,
        @Nullable String policy,
        long rowsBefore,
        int queriesPerSecond,
        int warmupSeconds,
        int seconds,
        int runs,
        String clientJava,
        String clientFlags,
        @Nullable String target,
        List<String> settings,
        String commit) {
    static CellIdentity of(Cell cell, String server, Run.Conditions conditions, int runs, String commit) {
        return new CellIdentity(
                cell.scenario().label(),
                server,
                cell.client().label(),
                cell.connections(),
                cell.idleConnections(),
                cell.tables(),
                cell.intervalMillis(),
                cell.policy(),
                cell.beside().rows(),
                cell.beside().queriesPerSecond(),
                conditions.warmupSeconds(),
                conditions.seconds(),
                runs,
                conditions.clientJava().java().toString(),
                conditions.clientJava().choices(),
                conditions.target(),
                conditions.settings(),
                commit);
    }

    CellIdentity withCommit(String other) {
        return new CellIdentity(
                scenario,
                server,
                client,
                connections,
                idleConnections,
                tables,
                intervalMs,
                policy,
                rowsBefore,
                queriesPerSecond,
                warmupSeconds,
                seconds,
                runs,
                clientJava,
                clientFlags,
                target,
                settings,
                other);
    }
}
