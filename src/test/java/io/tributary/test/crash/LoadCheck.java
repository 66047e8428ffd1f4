package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Holds a table's rows against what its writers sent and what was acknowledged to them. */
final class LoadCheck {
    static final String DATABASE = "crash";

    private LoadCheck() {}

    /**
     * The database with its two tables: batches of one come often, those of the other wait for a restart, or SYNC.
     *
     * @param end what follows its name
     */
    static void createTables(Cluster cluster, String end) throws SQLException {
        createTables(cluster, end, "");
    }

    /** @param often what follows the key model of the table whose batches come often */
    static void createTables(Cluster cluster, String end, String often) throws SQLException {
        try (Sql sql = Sql.connect(cluster.mysqlPort(), "")) {
            sql.run(
                    "CREATE DATABASE " + DATABASE + end,
                    "USE " + DATABASE,
                    create("often", often),
                    create("seldom", " PROPERTIES ('group_commit_interval_ms' = '3600000')"));
        }
    }

    /** @param end what follows the key model */
    private static String create(String table, String end) {
        return "CREATE TABLE " + table + " (load_key BIGINT NOT NULL, row_no INT NOT NULL, payload VARCHAR(64))"
                + " DUPLICATE KEY(load_key)" + end;
    }

    /**
     * Every acknowledged load is there once, no load in part, and none that was refused with words that it is not stored.
     *
     * @param firstKey of the loads to look at; 0: all, since a later restart must not bring an earlier row again
     */
    static void check(Sql sql, AckLog log, String table, long firstKey) throws SQLException {
        sql.run("SYNC " + table);
        List<String> faults = new ArrayList<>();
        Map<Long, Long> found = new HashMap<>();
        try (Statement statement = sql.connection().createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT load_key, COUNT(*), COUNT(DISTINCT row_no), SUM(payload <> CONCAT('payload ',"
                                + " CAST(load_key AS CHAR), '/', CAST(row_no AS CHAR))) FROM " + table
                                + " WHERE load_key >= " + firstKey + " GROUP BY load_key")) {
            while (rows.next()) {
                found.put(rows.getLong(1), rows.getLong(2));
                if (rows.getLong(2) != rows.getLong(3) || rows.getLong(4) != 0) {
                    faults.add("load " + rows.getLong(1) + " has " + rows.getLong(2) + " rows, " + rows.getLong(3)
                            + " of them different, " + rows.getLong(4) + " with another content");
                }
            }
        }
        Set<Long> sent = new HashSet<>(log.sentTo(table));
        sent.removeIf(key -> key < firstKey);
        for (long key : sent) {
            long rows = found.getOrDefault(key, 0L);
            if (rows != log.rows(key) && (rows != 0 || log.isAcknowledged(key))) {
                faults.add("load " + key + " has " + rows + " of " + log.rows(key) + " rows, "
                        + (log.isAcknowledged(key) ? "acknowledged" : "not acknowledged"));
            }
            if (rows != 0 && log.refusal(key).isPresent()) {
                faults.add("load " + key + " has " + rows + " rows, refused with "
                        + log.refusal(key).orElseThrow());
            }
        }
        found.keySet().removeAll(sent);
        assertThat(found).as("loads in " + table + " that nobody sent").isEmpty();
        assertThat(faults).as("faults of " + table).isEmpty();
    }
}
