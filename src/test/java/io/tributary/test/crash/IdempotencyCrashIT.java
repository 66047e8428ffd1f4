package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.cli.lineitem.JdbcUrl;
import io.tributary.test.process.Sql;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Loads with idempotency keys, each sent from two connections at about the same time, and again by either after every
 * error until it is acknowledged, while the backend is killed three times: each load's rows are there once.
 *
 * <p>Another number of loads: {@code -Dtributary.idempotency.loads=10000}.
 */
@Tag("crash")
final class IdempotencyCrashIT {
    private static final int LOADS = Integer.getInteger("tributary.idempotency.loads", 1_000);
    private static final int PAIRS = 8;
    private static final int ROWS_MAX = 5;
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final long PAUSE_NANOS = 20_000_000;
    private static final int DUPLICATE = 1062;

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private final AtomicInteger acknowledged = new AtomicInteger();
    private final AtomicInteger sent = new AtomicInteger();
    private final Schedule schedule = new Schedule();

    @Test
    void aLoadThatIsSentFromTwoConnectionsThroughThreeKillsIsThereOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2 * PAIRS);
        try (Cluster cluster = new Cluster(directory)) {
            try (Sql sql = Sql.connect(cluster.mysqlPort(), "")) {
                sql.run(
                        "CREATE DATABASE " + LoadCheck.DATABASE,
                        "USE " + LoadCheck.DATABASE,
                        "CREATE TABLE once (load_no INT NOT NULL, row_no INT NOT NULL, payload VARCHAR(40))"
                                + " DUPLICATE KEY(load_no)");
            }
            List<Future<?>> senders = new ArrayList<>();
            for (int pair = 0; pair < PAIRS; pair++) {
                senders.add(threads.submit(new Sender(cluster.mysqlPort(), pair, true)));
                senders.add(threads.submit(new Sender(cluster.mysqlPort(), pair, false)));
            }
            Awaitility.await("acknowledged loads").atMost(LIMIT).until(() -> acknowledged.get() >= LOADS / 2);
            cluster.kill();
            cluster.startStoppingAt(Kill.IN_ENGINE_COMMIT.failpoint(), 5);
            cluster.awaitMarker();
            cluster.kill();
            cluster.startStoppingAt(Kill.AFTER_FORCE.failpoint(), 20);
            cluster.awaitMarker();
            cluster.kill();
            int loads = schedule.end();
            cluster.start();
            for (Future<?> sender : senders) {
                sender.get();
            }
            try (Sql sql = Sql.connect(cluster.mysqlPort(), LoadCheck.DATABASE)) {
                sql.run("SYNC once");
                check(sql, loads);
            }
            System.out.println("crash idempotency loads=" + loads + " sent=" + sent + " acknowledged=" + acknowledged);
        } finally {
            threads.shutdownNow();
        }
    }

    private static int rows(int load) {
        return 1 + load % ROWS_MAX;
    }

    private static String payload(int load, int row) {
        return "payload " + load + "/" + row;
    }

    private void check(Sql sql, int loads) throws SQLException {
        long expected = 0;
        for (int load = 0; load < loads; load++) {
            expected += rows(load);
        }
        assertThat(sql.query("SELECT load_no, COUNT(*), COUNT(DISTINCT row_no) FROM once GROUP BY load_no"
                        + " HAVING COUNT(*) <> 1 + load_no % " + ROWS_MAX + " OR COUNT(DISTINCT row_no) <> COUNT(*)"))
                .as("loads with other rows than theirs")
                .isEmpty();
        assertThat(sql.number("SELECT COUNT(*) FROM once WHERE payload <>"
                        + " CONCAT('payload ', CAST(load_no AS CHAR), '/', CAST(row_no AS CHAR))"))
                .isZero();
        assertThat(sql.number("SELECT COUNT(*) FROM once")).isEqualTo(expected);
        assertThat(acknowledged.get()).isEqualTo(2 * loads);
    }

    /** The loads that are sent: until the last kill there is always one more, however fast they are acknowledged. */
    private static final class Schedule {
        private int begun;
        private int end = Integer.MAX_VALUE;

        synchronized boolean begins(int load) {
            if (load >= end) {
                return false;
            }
            begun = Math.max(begun, load + 1);
            return true;
        }

        /** No load begins any more but those that one of a pair has begun, and the first {@code LOADS}; returns how many. */
        synchronized int end() {
            end = Math.max(begun, LOADS);
            return end;
        }
    }

    /**
     * One of the two that send the loads of a pair, in the same order. One sets the key and sends parameters, in sync_mode;
     * the other sends text with a hint, in async_mode.
     */
    private final class Sender implements Runnable {
        private final int port;
        private final int pair;
        private final boolean prepared;

        Sender(int port, int pair, boolean prepared) {
            this.port = port;
            this.pair = pair;
            this.prepared = prepared;
        }

        @Override
        public void run() {
            int load = pair;
            while (schedule.begins(load)) {
                try (Connection connection = DriverManager.getConnection(
                                JdbcUrl.groupCommit(
                                                "127.0.0.1",
                                                port,
                                                LoadCheck.DATABASE,
                                                prepared ? "sync_mode" : "async_mode")
                                        + "&socketTimeout=60000",
                                "root",
                                "");
                        Statement text = connection.createStatement();
                        PreparedStatement insert = connection.prepareStatement("INSERT INTO once VALUES (?, ?, ?)")) {
                    load = send(load, text, insert);
                } catch (SQLException e) {
                    failed(e);
                }
            }
        }

        /** Sends until the last, or until one fails for good; returns the next to send. */
        private int send(int first, Statement text, PreparedStatement insert) throws SQLException {
            int load = first;
            for (; schedule.begins(load); load += PAIRS) {
                long deadline = System.nanoTime() + LIMIT.toNanos();
                while (!isAcknowledged(load, text, insert)) {
                    assertThat(System.nanoTime()).as("load %d in time", load).isLessThan(deadline);
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
                acknowledged.incrementAndGet();
            }
            return load;
        }

        private boolean isAcknowledged(int load, Statement text, PreparedStatement insert) throws SQLException {
            try {
                sent.incrementAndGet();
                if (prepared) {
                    sendPrepared(load, text, insert);
                } else {
                    text.executeUpdate(statement(load));
                }
                return true;
            } catch (SQLException e) {
                failed(e);
                insert.clearBatch();
                return false;
            }
        }

        /** The backend was away, or the outcome is unknown: both are a reason to send the load again, and no other is. */
        private void failed(SQLException e) {
            if (e.getErrorCode() == DUPLICATE) {
                throw new IllegalStateException("a repetition was taken for other rows", e);
            }
        }

        private void sendPrepared(int load, Statement text, PreparedStatement insert) throws SQLException {
            text.execute("SET idempotency_key = 'load-" + load + "'");
            for (int row = 0; row < rows(load); row++) {
                insert.setInt(1, load);
                insert.setInt(2, row);
                insert.setString(3, payload(load, row));
                insert.addBatch();
            }
            insert.executeBatch();
        }

        private String statement(int load) {
            StringJoiner values = new StringJoiner(", ");
            for (int row = 0; row < rows(load); row++) {
                values.add("(" + load + ", " + row + ", '" + payload(load, row) + "')");
            }
            return "INSERT /*+ SET_VAR(idempotency_key = 'load-" + load + "') */ INTO once VALUES " + values;
        }
    }
}
