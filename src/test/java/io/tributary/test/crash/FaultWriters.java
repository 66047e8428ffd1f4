package io.tributary.test.crash;

import io.tributary.test.process.Sql;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** Writers that go on after errors, and what each of their writes was told. Any thread. */
final class FaultWriters {
    /** How one writes. */
    enum Way {
        ASYNC("async_mode"),
        SYNC("sync_mode"),
        OFF("off_mode"),
        /** A load under an idempotency key, repeated until it is acknowledged. */
        KEYED_ASYNC("async_mode"),
        KEYED_SYNC("sync_mode"),
        /** A transaction of two statements; one that failed does not keep the client from its COMMIT. */
        TRANSACTION("off_mode"),
        UPDATE("off_mode"),
        DELETE("off_mode"),
        /** CREATE and DROP. */
        DEFINE("off_mode"),
        /** A load by HTTP, sent again under its label while its outcome is unknown. */
        LABELLED("off_mode"),
        /** A load by HTTP in two phases; the second one is sent again while its outcome is unknown. */
        TWO_PHASES("off_mode");

        private final String mode;

        Way(String mode) {
            this.mode = mode;
        }
    }

    /** Ports of a frontend; of HTTP 0 where no way is by it. */
    record Doors(int mysqlPort, int httpPort) {}

    private static final long REFUSED_PAUSE_NANOS = 5_000_000;
    private static final String VALUE = "x".repeat(900);

    private final FaultLedger ledger = new FaultLedger();
    private final FaultChanges changes = new FaultChanges(this, ledger);
    private volatile boolean stopped;

    void go() {
        stopped = false;
    }

    void stop() {
        stopped = true;
    }

    /** Writes until it is stopped, with a connection of its own. */
    void write(Doors doors, Way way) throws InterruptedException {
        if (way == Way.LABELLED || way == Way.TWO_PHASES) {
            FaultLoads loads = new FaultLoads(doors.httpPort(), ledger);
            while (!stopped) {
                if (way == Way.LABELLED) {
                    loads.labelled();
                } else {
                    loads.twoPhases();
                }
            }
        } else {
            writeSql(doors.mysqlPort(), way);
        }
    }

    private void writeSql(int port, Way way) {
        long repeated = 0;
        while (!stopped || repeated != 0) {
            try (Sql sql = Sql.connect(port, LoadCheck.DATABASE)) {
                sql.run("SET group_commit = " + way.mode);
                while (!stopped || repeated != 0) {
                    switch (way) {
                        case ASYNC, SYNC, OFF -> insert(sql, way);
                        case KEYED_ASYNC, KEYED_SYNC -> {
                            repeated = repeated == 0 ? ledger.begin() : repeated;
                            if (keyed(sql, way, repeated)) {
                                repeated = 0;
                            }
                        }
                        case TRANSACTION -> transaction(sql);
                        case UPDATE -> changes.update(sql);
                        case DELETE -> changes.delete(sql);
                        case DEFINE -> changes.define(sql);
                        case LABELLED, TWO_PHASES -> throw new IllegalArgumentException(way + " is no SQL");
                    }
                }
            } catch (SQLException e) {
                // What it wrote is in the ledger; the next connection goes on.
            }
        }
    }

    private void insert(Sql sql, Way way) throws SQLException {
        long id = ledger.begin();
        write(sql, insertion("", id), id, way);
    }

    private boolean keyed(Sql sql, Way way, long id) throws SQLException {
        return write(sql, insertion("/*+ SET_VAR(idempotency_key = 'load-" + id + "') */ ", id), id, way);
    }

    /** @return whether it is acknowledged */
    boolean write(Sql sql, String statement, long id, Way way) throws SQLException {
        try {
            timed(sql, statement);
            ledger.acknowledged(id, way);
            return true;
        } catch (SQLException e) {
            told(id, e);
            return false;
        }
    }

    private void transaction(Sql sql) throws SQLException {
        long[] ids = {ledger.begin(), ledger.begin()};
        SQLException beginning = null;
        try {
            timed(sql, "BEGIN");
        } catch (SQLException e) {
            beginning = e;
        }
        for (long id : ids) {
            if (beginning != null) {
                told(id, beginning);
                continue;
            }
            try {
                timed(sql, insertion("", id));
            } catch (SQLException e) {
                told(id, e);
            }
        }
        try {
            timed(sql, "COMMIT");
            for (long id : ids) {
                if (!ledger.isRefused(id) && !ledger.isUnknown(id)) {
                    ledger.acknowledged(id, Way.TRANSACTION);
                }
            }
        } catch (SQLException e) {
            for (long id : ids) {
                if (!ledger.isRefused(id)) {
                    ledger.undone(id, e);
                }
            }
            pause(e);
            timed(sql, "ROLLBACK");
        }
    }

    private static String insertion(String hint, long id) {
        return "INSERT " + hint + "INTO t VALUES (" + id + ", '" + VALUE + "')";
    }

    void timed(Sql sql, String statement) throws SQLException {
        long began = System.nanoTime();
        try {
            sql.run(statement);
        } finally {
            ledger.answeredAfter(System.nanoTime() - began);
        }
    }

    private void told(long id, SQLException e) throws SQLException {
        ledger.told(id, e);
        pause(e);
    }

    /** A client that is refused at once comes back a little later, with another connection if it has lost its own. */
    static void pause(SQLException e) throws SQLException {
        LockSupport.parkNanos(REFUSED_PAUSE_NANOS);
        if (AckLog.isConnectionLost(e)) {
            throw e;
        }
    }

    Map<Way, Long> acknowledgedByWay() {
        return ledger.acknowledgedByWay();
    }

    boolean refusedWith(int code) {
        return ledger.refusedWith(code);
    }

    /** That a statement took until it had an answer, since this was asked last. */
    long longestMillis() {
        return ledger.longestMillis();
    }

    /** Texts of refusals and of unknown outcomes. */
    Set<String> texts() {
        return ledger.texts();
    }

    String figures() {
        return ledger.figures();
    }

    /** The database and its tables, {@code t} for rows. */
    static void createTable(int port) throws SQLException {
        try (Sql sql = Sql.connect(port, "")) {
            sql.run(
                    "CREATE DATABASE " + LoadCheck.DATABASE,
                    "USE " + LoadCheck.DATABASE,
                    "CREATE TABLE t (a BIGINT NOT NULL, v VARCHAR(1000)) DUPLICATE KEY(a)"
                            + " PROPERTIES ('group_commit_interval_ms' = '100')");
            FaultChanges.createTables(sql);
        }
    }

    /** Holds what each was told against the tables. */
    void check(int port) throws SQLException {
        Map<Long, Long> found = new HashMap<>();
        try (Sql sql = Sql.connect(port, LoadCheck.DATABASE)) {
            sql.run("SYNC t");
            count(sql, "SELECT a, count(*) FROM t GROUP BY a", found);
            changes.find(sql, found);
        }
        ledger.check(found);
    }

    /** Adds counts by number. */
    static void count(Sql sql, String query, Map<Long, Long> found) throws SQLException {
        for (String row : sql.rows(query)) {
            String[] values = row.split("\\|", -1);
            found.merge(Long.parseLong(values[0]), Long.parseLong(values[1]), Long::sum);
        }
    }
}
