package io.tributary.test.crash;

import io.tributary.test.history.Recorder;
import io.tributary.test.process.Sql;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** What the clients of one recorded history share. Any thread. */
final class HistoryRun {
    /** Sync is what a statement without a hint does; cursors where a statement asks for some rows at a time. */
    private static final String PARAMETERS =
            "useServerPrepStmts=true&useCursorFetch=true&sessionVariables=group_commit=sync_mode";

    private static final long AWAY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int TEXT_CHARS = 60;
    private static final long REFUSED_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final Recorder recorder = new Recorder();
    private final AtomicInteger appends = new AtomicInteger();
    private final AtomicInteger parents = new AtomicInteger();
    private final AtomicInteger values = new AtomicInteger();
    private final Map<String, Integer> errors = new ConcurrentHashMap<>();
    private final HistoryServer server;
    private volatile boolean stopped;

    HistoryRun(HistoryServer server) {
        this.server = server;
    }

    /** What a client does over and over. */
    @FunctionalInterface
    interface Step {
        void run(Sql sql) throws SQLException;
    }

    Recorder recorder() {
        return recorder;
    }

    int nextAppend() {
        return appends.incrementAndGet();
    }

    int nextParent() {
        return parents.incrementAndGet();
    }

    int nextValue() {
        return values.incrementAndGet();
    }

    /** Statements that ended with an error, by its number and how its text begins. */
    Map<String, Integer> errors() {
        return new TreeMap<>(errors);
    }

    void stop() {
        stopped = true;
    }

    Sql connect(int client) throws SQLException {
        return Sql.connectWith(server.mysqlPort(client), HistoryTables.DATABASE, PARAMETERS);
    }

    HistoryLoads loads(int client) {
        return new HistoryLoads(() -> server.httpPort(client));
    }

    /** Steps until it is stopped, over another connection when one is lost. */
    void steps(int client, Step step) {
        while (!stopped) {
            try (Sql sql = connect(client)) {
                steps(sql, step);
            } catch (SQLException away) {
                LockSupport.parkNanos(AWAY_NANOS);
            }
        }
    }

    private void steps(Sql sql, Step step) throws SQLException {
        while (!stopped) {
            try {
                step.run(sql);
            } catch (SQLException e) {
                String text = String.valueOf(e.getMessage());
                errors.merge(
                        e.getErrorCode() + " " + text.substring(0, Math.min(text.length(), TEXT_CHARS)),
                        1,
                        Integer::sum);
                if (AckLog.isConnectionLost(e)) {
                    throw e;
                }
                LockSupport.parkNanos(REFUSED_NANOS);
            }
        }
    }
}
