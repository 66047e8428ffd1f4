package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Writers that go on after errors, and what each of their loads was told. Any thread. */
final class EngineWriters {
    /** Of a load of unknown outcome. */
    private static final int OUTCOME_UNKNOWN = 1180;

    private static final long REFUSED_PAUSE_NANOS = 5_000_000;
    private static final String VALUE = "x".repeat(900);

    private final AtomicLong next = new AtomicLong(1);
    private final Map<Long, String> acknowledged = new ConcurrentHashMap<>();
    private final Map<Long, SQLException> refused = new ConcurrentHashMap<>();
    private final Set<Long> unknown = ConcurrentHashMap.newKeySet();
    private final Map<String, Long> byMode = new ConcurrentHashMap<>();
    private volatile boolean stopped;

    void go() {
        stopped = false;
    }

    void stop() {
        stopped = true;
    }

    /** Inserts until it is stopped, with a connection of its own. */
    void write(int port, String mode) {
        while (!stopped) {
            try (Sql sql = Sql.connect(port, CrashIT.DATABASE)) {
                sql.run("SET group_commit = " + mode);
                while (!stopped) {
                    insert(sql, mode);
                }
            } catch (SQLException e) {
                // Its load is in one of the maps; the next connection goes on.
            }
        }
    }

    private void insert(Sql sql, String mode) throws SQLException {
        long id = next.getAndIncrement();
        try {
            sql.run("INSERT INTO t VALUES (" + id + ", '" + VALUE + "')");
            acknowledged.put(id, mode);
            byMode.merge(mode, 1L, Long::sum);
        } catch (SQLException e) {
            if (e.getErrorCode() == OUTCOME_UNKNOWN
                    || String.valueOf(e.getSQLState()).startsWith("08")) {
                unknown.add(id);
            } else {
                refused.put(id, e);
                // A client that is refused at once comes back a little later.
                LockSupport.parkNanos(REFUSED_PAUSE_NANOS);
            }
            if (String.valueOf(e.getSQLState()).startsWith("08")) {
                throw e;
            }
        }
    }

    Map<String, Long> acknowledgedByMode() {
        return byMode;
    }

    boolean refusedWith(int code) {
        return refused.values().stream().anyMatch(e -> e.getErrorCode() == code);
    }

    String figures() {
        return "acknowledged=" + acknowledged.size() + " refused=" + refused.size() + " unknown=" + unknown.size();
    }

    /** @param stored how often each row is there */
    void check(Map<Long, Long> stored) {
        acknowledged.forEach((id, mode) -> assertThat(stored.getOrDefault(id, 0L))
                .as("load %d, acknowledged in %s", id, mode)
                .isEqualTo(1));
        refused.forEach((id, error) ->
                assertThat(stored).as("load %d, refused with %s", id, error).doesNotContainKey(id));
        unknown.forEach(
                id -> assertThat(stored.getOrDefault(id, 0L)).as("load %d", id).isLessThanOrEqualTo(1));
        assertThat(stored.keySet()).as("rows that nobody has sent").allMatch(id -> id < next.get());
    }
}
