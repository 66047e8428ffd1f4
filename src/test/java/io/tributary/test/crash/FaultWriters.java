package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Writers that go on after errors, and what each of their rows was told. Any thread. */
final class FaultWriters {
    /** How one writes. */
    enum Way {
        ASYNC("async_mode"),
        SYNC("sync_mode"),
        OFF("off_mode"),
        /** Under an idempotency key, repeated until it is acknowledged. */
        KEYED_ASYNC("async_mode"),
        KEYED_SYNC("sync_mode"),
        /** Of two statements; one that failed does not keep the client from its COMMIT. */
        TRANSACTION("off_mode");

        private final String mode;

        Way(String mode) {
            this.mode = mode;
        }
    }

    private static final int OUTCOME_UNKNOWN = 1180;
    private static final long REFUSED_PAUSE_NANOS = 5_000_000;
    private static final String VALUE = "x".repeat(900);

    private final AtomicLong next = new AtomicLong(1);
    private final Map<Long, Way> acknowledged = new ConcurrentHashMap<>();
    private final Map<Long, SQLException> refused = new ConcurrentHashMap<>();
    private final Map<Long, SQLException> unknown = new ConcurrentHashMap<>();
    private final Map<Way, Long> byWay = new ConcurrentHashMap<>();
    private final AtomicLong longestNanos = new AtomicLong();
    private volatile boolean stopped;

    void go() {
        stopped = false;
    }

    void stop() {
        stopped = true;
    }

    /** Inserts until it is stopped, with a connection of its own. */
    void write(int port, Way way) {
        long repeated = 0;
        while (!stopped || repeated != 0) {
            try (Sql sql = Sql.connect(port, LoadCheck.DATABASE)) {
                sql.run("SET group_commit = " + way.mode);
                while (!stopped || repeated != 0) {
                    switch (way) {
                        case ASYNC, SYNC, OFF -> insert(sql, way);
                        case KEYED_ASYNC, KEYED_SYNC -> {
                            repeated = repeated == 0 ? next.getAndIncrement() : repeated;
                            if (keyed(sql, way, repeated)) {
                                repeated = 0;
                            }
                        }
                        case TRANSACTION -> transaction(sql);
                    }
                }
            } catch (SQLException e) {
                // What it wrote is in one of the maps; the next connection goes on.
            }
        }
    }

    private void insert(Sql sql, Way way) throws SQLException {
        long id = next.getAndIncrement();
        try {
            timed(sql, insertion("", id));
            acknowledged(id, way);
        } catch (SQLException e) {
            told(id, e);
        }
    }

    /** @return whether it is acknowledged */
    private boolean keyed(Sql sql, Way way, long id) throws SQLException {
        try {
            timed(sql, insertion("/*+ SET_VAR(idempotency_key = 'load-" + id + "') */ ", id));
            unknown.remove(id);
            refused.remove(id);
            acknowledged(id, way);
            return true;
        } catch (SQLException e) {
            // An attempt of unknown outcome makes the next one's refusal say nothing of it.
            if (!unknown.containsKey(id)) {
                told(id, e);
            }
            return false;
        }
    }

    private void transaction(Sql sql) throws SQLException {
        long[] ids = {next.getAndIncrement(), next.getAndIncrement()};
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
                if (!refused.containsKey(id) && !unknown.containsKey(id)) {
                    acknowledged(id, Way.TRANSACTION);
                }
            }
        } catch (SQLException e) {
            for (long id : ids) {
                if (!refused.containsKey(id)) {
                    told(id, e);
                }
            }
            timed(sql, "ROLLBACK");
        }
    }

    private static String insertion(String hint, long id) {
        return "INSERT " + hint + "INTO t VALUES (" + id + ", '" + VALUE + "')";
    }

    private void timed(Sql sql, String statement) throws SQLException {
        long began = System.nanoTime();
        try {
            sql.run(statement);
        } finally {
            longestNanos.accumulateAndGet(System.nanoTime() - began, Math::max);
        }
    }

    private void acknowledged(long id, Way way) {
        acknowledged.put(id, way);
        byWay.merge(way, 1L, Long::sum);
    }

    private void told(long id, SQLException e) throws SQLException {
        boolean lost = String.valueOf(e.getSQLState()).startsWith("08");
        if (e.getErrorCode() == OUTCOME_UNKNOWN || lost) {
            unknown.put(id, e);
        } else {
            refused.put(id, e);
        }
        // A client that is refused at once comes back a little later.
        LockSupport.parkNanos(REFUSED_PAUSE_NANOS);
        if (lost && e.getErrorCode() != OUTCOME_UNKNOWN) {
            throw e;
        }
    }

    Map<Way, Long> acknowledgedByWay() {
        return byWay;
    }

    boolean refusedWith(int code) {
        return refused.values().stream().anyMatch(e -> e.getErrorCode() == code);
    }

    /** That a statement took until it had an answer, since this was asked last. */
    long longestMillis() {
        return TimeUnit.NANOSECONDS.toMillis(longestNanos.getAndSet(0));
    }

    /** Texts of refusals and of unknown outcomes. */
    Set<String> texts() {
        Set<String> texts = ConcurrentHashMap.newKeySet();
        refused.values().forEach(e -> texts.add(e.getErrorCode() + " " + e.getMessage()));
        unknown.values().forEach(e -> texts.add(e.getErrorCode() + " " + e.getMessage()));
        return texts;
    }

    String figures() {
        return "acknowledged=" + acknowledged.size() + " refused=" + refused.size() + " unknown=" + unknown.size();
    }

    /** The database and its table {@code t}. */
    static void createTable(int port) throws SQLException {
        try (Sql sql = Sql.connect(port, "")) {
            sql.run(
                    "CREATE DATABASE " + LoadCheck.DATABASE,
                    "USE " + LoadCheck.DATABASE,
                    "CREATE TABLE t (a BIGINT NOT NULL, v VARCHAR(1000)) DUPLICATE KEY(a)"
                            + " PROPERTIES ('group_commit_interval_ms' = '100')");
        }
    }

    /** Holds what each was told against the table. */
    void check(int port) throws SQLException {
        Map<Long, Long> stored = new HashMap<>();
        try (Sql sql = Sql.connect(port, LoadCheck.DATABASE)) {
            sql.run("SYNC t");
            for (String row : sql.rows("SELECT a, count(*) FROM t GROUP BY a")) {
                String[] values = row.split("\\|", -1);
                stored.put(Long.parseLong(values[0]), Long.parseLong(values[1]));
            }
        }
        acknowledged.forEach((id, way) -> assertThat(stored.getOrDefault(id, 0L))
                .as("row %d, acknowledged, %s", id, way)
                .isEqualTo(1));
        refused.forEach((id, error) -> assertThat(stored.getOrDefault(id, 0L))
                .as("row %d, refused with %s", id, error)
                .isZero());
        unknown.forEach((id, error) -> assertThat(stored.getOrDefault(id, 0L))
                .as("row %d, %s", id, error)
                .isLessThanOrEqualTo(1));
        assertThat(stored.keySet()).as("rows that nobody has sent").allMatch(id -> id < next.get());
    }
}
