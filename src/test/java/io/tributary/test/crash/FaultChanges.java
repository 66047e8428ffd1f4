package io.tributary.test.crash;

import io.tributary.test.crash.FaultWriters.Way;
import io.tributary.test.process.Sql;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writers of UPDATE, DELETE, CREATE and DROP under faults. Each statement has a row or a table of its own, which tells whether it
 * took place. Any thread.
 */
final class FaultChanges {
    private final FaultWriters writers;
    private final FaultLedger ledger;
    /** Rows that were stored for a DELETE each. */
    private final Set<Long> doomed = ConcurrentHashMap.newKeySet();
    /** The CREATE whose table each DROP is about. */
    private final Map<Long, Long> created = new ConcurrentHashMap<>();

    FaultChanges(FaultWriters writers, FaultLedger ledger) {
        this.writers = writers;
        this.ledger = ledger;
    }

    static void createTables(Sql sql) throws SQLException {
        for (String table : List.of("changed", "doomed")) {
            sql.run("CREATE TABLE " + table + " (a BIGINT NOT NULL, v VARCHAR(10)) DUPLICATE KEY(a)");
        }
    }

    void update(Sql sql) throws SQLException {
        long id = ledger.begin();
        if (store(sql, "changed", id)) {
            writers.write(sql, "UPDATE changed SET v = 'yes' WHERE a = " + id, id, Way.UPDATE);
        }
    }

    void delete(Sql sql) throws SQLException {
        long id = ledger.begin();
        if (store(sql, "doomed", id)) {
            doomed.add(id);
            writers.write(sql, "DELETE FROM doomed WHERE a = " + id, id, Way.DELETE);
        }
    }

    /** A row that nobody has changed yet; one of unknown outcome is left alone. */
    private boolean store(Sql sql, String table, long id) throws SQLException {
        try {
            writers.timed(sql, "INSERT INTO " + table + " VALUES (" + id + ", 'no')");
            return true;
        } catch (SQLException e) {
            FaultWriters.pause(e);
            return false;
        }
    }

    void define(Sql sql) throws SQLException {
        long made = ledger.begin();
        if (writers.write(sql, "CREATE TABLE made" + made + " (a INT NOT NULL) DUPLICATE KEY(a)", made, Way.DEFINE)) {
            long dropped = ledger.begin();
            created.put(dropped, made);
            ledger.replaced(made);
            writers.write(sql, "DROP TABLE made" + made, dropped, Way.DEFINE);
        }
    }

    /** Adds how often each has taken place. */
    void find(Sql sql, Map<Long, Long> found) throws SQLException {
        FaultWriters.count(sql, "SELECT a, count(*) FROM changed WHERE v = 'yes' GROUP BY a", found);
        Set<Long> left = new HashSet<>();
        sql.query("SELECT a FROM doomed").forEach(row -> left.add(Long.parseLong(row)));
        doomed.forEach(id -> found.put(id, left.contains(id) ? 0L : 1L));
        Set<Long> tables = new HashSet<>();
        sql.query("SHOW TABLES LIKE 'made%'").forEach(name -> tables.add(Long.parseLong(name.substring(4))));
        tables.forEach(id -> found.put(id, 1L));
        created.forEach((dropped, made) -> found.put(dropped, tables.contains(made) ? 0L : 1L));
    }
}
