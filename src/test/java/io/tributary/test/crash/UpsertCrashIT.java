package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.cli.lineitem.JdbcUrl;
import io.tributary.test.process.Sql;
import io.tributary.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writers that replace the rows of their own keys again and again, and a session whose transactions hold the engine
 * beside them, while the engine rewrites its own log into its file every few commits and the backend is killed: after the
 * restart each key is there once, no older than its last acknowledged value and no newer than the last one sent. Numbers of
 * an AUTO_INCREMENT column are never given twice.
 */
@Tag("crash")
final class UpsertCrashIT {
    private static final int KEYS = 50;
    /** A statement's rows are a tenth of what the engine's log holds before it is rewritten. */
    private static final String PAYLOAD = "x".repeat(2_000);

    private static final String CHECKPOINT_OFTEN = "duckdb_checkpoint_threshold_bytes=" + (1 << 20);
    private static final int ACKNOWLEDGED_BEFORE_KILL = 60;
    private static final List<String> MODES = List.of("sync_mode", "async_mode", "sync_mode", "async_mode");

    /** The one with transactions. */
    private static final int HOLDER = MODES.size();

    /** Another was faster with a row; a lane stayed busy. */
    private static final Set<Integer> ONLY_ROLLED_BACK = Set.of(1213, 1205);

    @TempDir
    private Path directory = Path.of("set by JUnit");

    /** The number of each writer's last statement, and of the last that was acknowledged. */
    private final AtomicLongArray sent = new AtomicLongArray(MODES.size() + 1);

    private final AtomicLongArray acknowledged = new AtomicLongArray(MODES.size() + 1);
    private final AtomicInteger conflicts = new AtomicInteger();

    @Test
    void theLastRowOfEachKeyIsThereOnceAfterAnyKill() throws Exception {
        Random random = new Random(Seeds.one(UpsertCrashIT.class, 20261122));
        try (Cluster cluster = new Cluster(directory, CHECKPOINT_OFTEN)) {
            try (Sql sql = Sql.connect(cluster.mysqlPort(), "")) {
                sql.run(
                        "CREATE DATABASE " + LoadCheck.DATABASE,
                        "USE " + LoadCheck.DATABASE,
                        "CREATE TABLE latest (writer INT NOT NULL, k INT NOT NULL, statement BIGINT NOT NULL,"
                                + " payload VARCHAR(4000), PRIMARY KEY (writer, k))",
                        "CREATE TABLE numbered (id BIGINT AUTO_INCREMENT, k INT, INDEX (id))");
            }
            round(cluster, Kill.IN_ENGINE_COMMIT, Kill.IN_ENGINE_COMMIT.pass(random));
            // Late enough for the engine to have rewritten its log, and maybe to be doing so.
            round(cluster, Kill.IN_ENGINE_COMMIT, 40 + random.nextInt(40));
            // A statement makes two commits at most, one in each table.
            round(cluster, Kill.IN_RECOVERY, 2 * ACKNOWLEDGED_BEFORE_KILL + 2 * MODES.size());
        }
        System.out.println("crash upserts sent=" + sent + " acknowledged=" + acknowledged + " conflicts=" + conflicts);
    }

    private void round(Cluster cluster, Kill point, int pass) throws Exception {
        cluster.kill();
        if (point == Kill.IN_RECOVERY) {
            // So that there is something to recover.
            cluster.startStoppingAt(Kill.BEFORE_ENGINE_COMMIT.failpoint(), pass);
        } else {
            cluster.startStoppingAt(point.failpoint(), pass);
        }
        long before = acknowledged();
        ExecutorService threads = Executors.newFixedThreadPool(MODES.size() + 1);
        List<Future<?>> writers = new ArrayList<>();
        for (int writer = 0; writer < MODES.size(); writer++) {
            int number = writer;
            writers.add(threads.submit(() -> writeUntilItFails(cluster.mysqlPort(), number)));
        }
        writers.add(threads.submit(() -> holdUntilItFails(cluster.mysqlPort())));
        cluster.awaitMarker();
        cluster.kill();
        for (Future<?> writer : writers) {
            writer.get();
        }
        threads.shutdownNow();
        if (point == Kill.IN_RECOVERY) {
            long statements = acknowledged() - before;
            assertThat(statements).as("acknowledged statements").isGreaterThanOrEqualTo(ACKNOWLEDGED_BEFORE_KILL);
            assertThat(engineLogBytes())
                    .as("the engine's log after %d statements of %d bytes", statements, KEYS * 2_000)
                    .isLessThan(statements * KEYS * 2_000L / 2);
            cluster.startStoppingInRecovery(point.failpoint());
            cluster.awaitMarker();
            cluster.kill();
        }
        cluster.start();
        try (Sql sql = Sql.connect(cluster.mysqlPort(), LoadCheck.DATABASE)) {
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

    private long engineLogBytes() throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve("data"))) {
            return files.filter(file -> file.toString().endsWith(".duckdb.wal"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    private Connection connect(int port, String mode) throws SQLException {
        String url = JdbcUrl.groupCommit("127.0.0.1", port, LoadCheck.DATABASE, mode) + "&socketTimeout=60000";
        return DriverManager.getConnection(url, "root", "");
    }

    /** Each statement replaces all keys of this writer, each twice, the later row last. */
    private void writeUntilItFails(int port, int writer) {
        try (Connection connection = connect(port, MODES.get(writer));
                PreparedStatement upsert = connection.prepareStatement("REPLACE INTO latest VALUES (?, ?, ?, ?)");
                PreparedStatement numbered = connection.prepareStatement("INSERT INTO numbered (k) VALUES (?)")) {
            while (true) {
                long statement = sent.incrementAndGet(writer);
                addKeys(upsert, writer, -statement);
                addKeys(upsert, writer, statement);
                upsert.executeBatch();
                acknowledged.set(writer, statement);
                numbered.setInt(1, writer);
                numbered.executeUpdate();
            }
        } catch (SQLException killed) {
            // What was sent is known, and what was acknowledged.
        }
    }

    private static void addKeys(PreparedStatement upsert, int writer, long statement) throws SQLException {
        for (int key = 0; key < KEYS; key++) {
            upsert.setInt(1, writer);
            upsert.setInt(2, key);
            upsert.setLong(3, statement);
            upsert.setString(4, PAYLOAD);
            upsert.addBatch();
        }
    }

    /** Transactions that read first, so that they hold the engine: on keys of its own, and in the way of the others. */
    private void holdUntilItFails(int port) {
        try (Connection connection = connect(port, "sync_mode");
                Statement text = connection.createStatement();
                PreparedStatement upsert = connection.prepareStatement("REPLACE INTO latest VALUES (?, ?, ?, ?)")) {
            connection.setAutoCommit(false);
            while (true) {
                try {
                    long statement = sent.incrementAndGet(HOLDER);
                    text.executeQuery("SELECT COUNT(*) FROM latest").close();
                    addKeys(upsert, HOLDER, -statement);
                    upsert.executeBatch();
                    text.executeUpdate("UPDATE latest SET statement = " + statement + " WHERE writer = " + HOLDER);
                    connection.commit();
                    acknowledged.set(HOLDER, statement);

                    text.executeQuery("SELECT COUNT(*) FROM latest").close();
                    text.executeUpdate("DELETE FROM latest WHERE k = 0 AND writer <> " + HOLDER);
                    text.executeUpdate("UPDATE latest SET statement = 0 WHERE k = 1 AND writer <> " + HOLDER);
                    connection.rollback();
                } catch (SQLException e) {
                    if (!ONLY_ROLLED_BACK.contains(e.getErrorCode())) {
                        throw e;
                    }
                    conflicts.incrementAndGet();
                    upsert.clearBatch();
                    connection.rollback();
                }
            }
        } catch (SQLException killed) {
            // The server was killed, as for the other writers.
        }
    }

    private void check(Sql sql) throws SQLException {
        for (int writer = 0; writer <= HOLDER; writer++) {
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
