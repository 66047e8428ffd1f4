package io.tributary.test.client;

import io.tributary.test.process.Sql;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many loads a server has committed in which way since this was made, by {@code SHOW STATUS LIKE 'Group_commit_%'}. Those of
 * all sessions: two tests that write to one server at once would count each other's.
 */
final class LoadCounts {
    private static final String PREFIX = "Group_commit_";

    private final Server server;
    private final Map<String, Long> before;

    private LoadCounts(Server server, Map<String, Long> before) {
        this.server = server;
        this.before = before;
    }

    static LoadCounts of(Server server) throws SQLException {
        return new LoadCounts(server, read(server));
    }

    /** What has risen, and by how much: {@code async_mode}, {@code sync_mode}, or {@code fallback_REASON}. */
    Map<String, Long> sinceThen() throws SQLException {
        Map<String, Long> risen = new TreeMap<>();
        for (Map.Entry<String, Long> now : read(server).entrySet()) {
            long more = now.getValue() - before.getOrDefault(now.getKey(), 0L);
            if (more != 0) {
                risen.put(now.getKey(), more);
            }
        }
        return risen;
    }

    private static Map<String, Long> read(Server server) throws SQLException {
        Map<String, Long> counts = new TreeMap<>();
        try (Sql sql = Sql.connect(server.port(), "")) {
            for (String row : sql.query("SHOW STATUS LIKE '" + PREFIX + "%'")) {
                int bar = row.indexOf('|');
                counts.put(row.substring(PREFIX.length(), bar), Long.parseLong(row.substring(bar + 1)));
            }
        }
        return counts;
    }
}
