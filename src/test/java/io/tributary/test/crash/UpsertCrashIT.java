package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.cli.lineitem.JdbcUrl;
import io.tributary.test.process.Sql;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLongArray;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writers that replace the rows of their own keys again and again while the backend is killed at each of its points: after
 * the restart each key is there once, no older than its last acknowledged value and no newer than the last one sent. Numbers of
 * an AUTO_INCREMENT column are never given twice.
 */
@Tag("crash")
final class UpsertCrashIT {
    private static final int KEYS = 50;
    private static final int ACKNOWLEDGED_BEFORE_KILL = 20;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final List<String> MODES = List.of("sync_mode", "async_mode", "sync_mode", "async_mode");

    @TempDir
    private Path directory = Path.of("set by JUnit");

    /** By writer: the number of its last statement, and of the last that was acknowledged. */
    private final AtomicLongArray sent = new AtomicLongArray(MODES.size());

    private final AtomicLongArray acknowledged = new AtomicLongArray(MODES.size());

    @Test
    void theLastRowOfEachKeyIsThereOnceAfterAnyKill() throws Exception {
        Random random = new Random(20261122);
        try (Cluster cluster = new Cluster(directory)) {
            try (Sql sql = Sql.connect(cluster.mysqlPort(), "")) {
                sql.run(
                        "CREATE DATABASE " + CrashIT.DATABASE,
                        "USE " + CrashIT.DATABASE,
                        "CREATE TABLE latest (writer INT NOT NULL, k INT NOT NULL, statement BIGINT NOT NULL,"
                                + " PRIMARY KEY (writer, k))",
                        "CREATE TABLE numbered (id BIGINT AUTO_INCREMENT, k INT, INDEX (id))");
            }
            for (Point point : List.of(Point.IN_ENGINE_COMMIT, Point.IN_RECOVERY)) {
                round(cluster, point, random);
            }
        }
    }

    private void round(Cluster cluster, Point point, Random random) throws Exception {
        cluster.kill();
        if (point == Point.IN_RECOVERY) {
            cluster.start();
        } else {
            cluster.startStoppingAt(point, point.pass(random));
        }
        long before = acknowledged();
        ExecutorService threads = Executors.newFixedThreadPool(MODES.size());
        List<Future<?>> writers = new ArrayList<>();
        for (int writer = 0; writer < MODES.size(); writer++) {
            int number = writer;
            writers.add(threads.submit(() -> writeUntilItFails(cluster.mysqlPort(), number)));
        }
        if (point == Point.IN_RECOVERY) {
            Awaitility.await("acknowledged statements")
                    .atMost(LIMIT)
                    .until(() -> acknowledged() >= before + ACKNOWLEDGED_BEFORE_KILL);
        } else {
            cluster.awaitMarker();
        }
        cluster.kill();
        for (Future<?> writer : writers) {
            writer.get();
        }
        threads.shutdownNow();
        if (point == Point.IN_RECOVERY) {
            cluster.startStoppingInRecovery();
            cluster.awaitMarker();
            cluster.kill();
        }
        cluster.start();
        try (Sql sql = Sql.connect(cluster.mysqlPort(), CrashIT.DATABASE)) {
            check(sql);
        }
    }

    private long acknowledged() {
        long sum = 0;
        for (int writer = 0; writer < MODES.size(); writer++) {
            sum += acknowledged.get(writer);
        }
        return sum;
    }

    /** Each statement replaces all keys of this writer, each twice, the later row last. */
    private void writeUntilItFails(int port, int writer) {
        String url =
                JdbcUrl.groupCommit("127.0.0.1", port, CrashIT.DATABASE, MODES.get(writer)) + "&socketTimeout=60000";
        try (Connection connection = DriverManager.getConnection(url, "root", "");
                PreparedStatement upsert = connection.prepareStatement("REPLACE INTO latest VALUES (?, ?, ?)");
                PreparedStatement numbered = connection.prepareStatement("INSERT INTO numbered (k) VALUES (?)")) {
            while (true) {
                long statement = sent.incrementAndGet(writer);
                for (int row = 0; row < 2 * KEYS; row++) {
                    upsert.setInt(1, writer);
                    upsert.setInt(2, row % KEYS);
                    upsert.setLong(3, row < KEYS ? -statement : statement);
                    upsert.addBatch();
                }
                upsert.executeBatch();
                acknowledged.set(writer, statement);
                numbered.setInt(1, writer);
                numbered.executeUpdate();
            }
        } catch (SQLException killed) {
            // What was sent is known, and what was acknowledged.
        }
    }

    private void check(Sql sql) throws SQLException {
        for (int writer = 0; writer < MODES.size(); writer++) {
            List<String> rows = sql.query("SELECT COUNT(*), COUNT(DISTINCT k), MIN(statement), MAX(statement)"
                    + " FROM latest WHERE writer = " + writer);
            String[] cells = rows.get(0).split("\\|", -1);
            if (cells[0].equals("0")) {
                assertThat(acknowledged.get(writer)).as("writer %d", writer).isZero();
                continue;
            }
            assertThat(cells[0]).as("writer %d: rows", writer).isEqualTo(Integer.toString(KEYS));
            assertThat(cells[1]).as("writer %d: keys", writer).isEqualTo(Integer.toString(KEYS));
            assertThat(cells[2]).as("writer %d: one statement", writer).isEqualTo(cells[3]);
            assertThat(Long.parseLong(cells[2]))
                    .as("writer %d: statement", writer)
                    .isBetween(acknowledged.get(writer), sent.get(writer));
        }
        assertThat(sql.number("SELECT COUNT(*) - COUNT(DISTINCT id) FROM numbered"))
                .as("numbers given twice")
                .isZero();
    }
}
