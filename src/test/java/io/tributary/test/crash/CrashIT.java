package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * At least twenty rounds of: concurrent async and sync writers, kill -9 of the backend at a chosen place, restart,
 * count. Every acknowledged row must be there once, no row twice, and no load in part.
 *
 * <p>Two tables: {@code mixed} is written by sync and async writers and commits all the time; {@code calm} has async
 * writers and an interval longer than the test, so that its rows are acknowledged and uncommitted at each kill.
 */
@Tag("crash")
final class CrashIT {
    static final String DATABASE = "crash";

    private static final int HITS_OF_EACH_POINT = 4;
    private static final int ROUNDS_MIN = 20;
    private static final int ROUNDS_MAX = 40;
    private static final List<Writer.Task> TASKS = List.of(
            new Writer.Task("mixed", "sync_mode", false),
            new Writer.Task("mixed", "sync_mode", false),
            new Writer.Task("mixed", "sync_mode", false),
            new Writer.Task("mixed", "async_mode", false),
            new Writer.Task("mixed", "async_mode", false),
            new Writer.Task("mixed", "async_mode", false),
            new Writer.Task("calm", "async_mode", true),
            new Writer.Task("calm", "async_mode", true));
    private static final int WRITERS = TASKS.size();
    private static final int CALM_LOADS_BEFORE_KILL = 5;
    private static final long KEYS_OF_A_WRITER = 1L << 24;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private final AckLog log = new AckLog();
    private long nextKey = 1;

    @Test
    void everyAcknowledgedRowIsThereOnceAfterAnyKill() throws Exception {
        long seed = Long.getLong("tributary.crash.seed", System.nanoTime());
        System.out.println("crash seed " + seed + " (repeat with -Dtributary.crash.seed=" + seed + ")");
        Random random = new Random(seed);
        Map<Point, Integer> hits = new EnumMap<>(Point.class);
        for (Point point : Point.values()) {
            hits.put(point, 0);
        }
        try (Cluster cluster = new Cluster(directory)) {
            createTables(cluster);
            int round = 0;
            while (round < ROUNDS_MIN || fewestHits(hits) < HITS_OF_EACH_POINT) {
                assertThat(round)
                        .as("rounds until every point was hit, so far " + hits)
                        .isLessThan(ROUNDS_MAX);
                Point point = leastHit(hits);
                boolean hit = round(cluster, point, random);
                hits.merge(point, hit ? 1 : 0, Integer::sum);
                round++;
                System.out.println("crash round=" + round + " point=" + point.failpoint() + " hit=" + hit + " loads="
                        + log.acknowledgedLoads() + " unacknowledged=" + log.unacknowledgedLoads());
            }
            System.out.println("crash rounds=" + round + " hits=" + hits);
        }
    }

    private static int fewestHits(Map<Point, Integer> hits) {
        return hits.values().stream().mapToInt(Integer::intValue).min().orElse(0);
    }

    private static Point leastHit(Map<Point, Integer> hits) {
        return hits.entrySet().stream()
                .min(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
    }

    private static void createTables(Cluster cluster) throws SQLException {
        try (Sql sql = Sql.connect(cluster.mysqlPort(), "")) {
            sql.run(
                    "CREATE DATABASE " + DATABASE,
                    "USE " + DATABASE,
                    "CREATE TABLE mixed (load_key BIGINT NOT NULL, row_no INT NOT NULL, payload VARCHAR(64))"
                            + " DUPLICATE KEY(load_key)",
                    "CREATE TABLE calm (load_key BIGINT NOT NULL, row_no INT NOT NULL, payload VARCHAR(64))"
                            + " DUPLICATE KEY(load_key) PROPERTIES (\"group_commit_interval_ms\" = \"3600000\")");
        }
    }

    /** @return whether the kill came while the backend was at the point */
    private boolean round(Cluster cluster, Point point, Random random) throws Exception {
        cluster.kill();
        if (point == Point.IN_RECOVERY) {
            cluster.start();
        } else {
            cluster.startStoppingAt(point, point.pass(random));
        }
        long calmBefore = log.acknowledgedLoads("calm");
        long calmRowsBefore = log.acknowledgedRows("calm");
        long unacknowledgedBefore = log.unacknowledgedLoads();
        Writer.Signals signals =
                new Writer.Signals(new CountDownLatch(WRITERS), new CountDownLatch(1), new AtomicBoolean());
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
        try {
            List<Future<Optional<Exception>>> writers = new ArrayList<>();
            for (Writer.Task task : TASKS) {
                writers.add(threads.submit(
                        new Writer(cluster.mysqlPort(), task, nextKey, log, signals, random.nextLong())));
                nextKey += KEYS_OF_A_WRITER;
            }
            assertThat(signals.connected().await(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .as("every writer is connected")
                    .isTrue();
            signals.go().countDown();

            if (point == Point.IN_RECOVERY) {
                Awaitility.await("acknowledged loads")
                        .atMost(LIMIT)
                        .until(() -> log.acknowledgedLoads("calm") >= calmBefore + CALM_LOADS_BEFORE_KILL);
            } else {
                cluster.awaitMarker();
            }
            // Only a thread's end is looked at here: nothing may come between the marker and the kill.
            boolean allWriting = writers.stream().noneMatch(Future::isDone);
            cluster.kill();
            signals.stopped().set(true);

            assertThat(allWriting).as("every writer was at work at the kill").isTrue();
            for (Future<Optional<Exception>> writer : writers) {
                writer.get();
            }
        } finally {
            signals.stopped().set(true);
            threads.shutdownNow();
        }
        boolean left = point == Point.IN_ENGINE_COMMIT && cluster.wasPointLeft();
        assertThat(log.unacknowledgedLoads()).as("loads in flight at the kill").isGreaterThan(unacknowledgedBefore);
        long calmRows = log.acknowledgedRows("calm") - calmRowsBefore;
        assertThat(calmRows).as("rows of calm that were acknowledged").isPositive();

        if (point == Point.IN_RECOVERY) {
            cluster.startStoppingInRecovery();
            cluster.awaitMarker();
            cluster.kill();
        }
        cluster.start();
        assertThat(cluster.replayedRows())
                .as("rows that were uncommitted at the kill")
                .isGreaterThanOrEqualTo(calmRows);
        try (Sql sql = Sql.connect(cluster.mysqlPort(), DATABASE)) {
            check(sql, "mixed");
            check(sql, "calm");
        }
        return !left;
    }

    /** All rows of all rounds so far, each time: a later round must not bring an earlier row a second time. */
    private void check(Sql sql, String table) throws SQLException {
        Map<Long, BitSet> found = new HashMap<>();
        List<String> faults = new ArrayList<>();
        try (Statement statement = sql.connection().createStatement();
                ResultSet rows = statement.executeQuery("SELECT load_key, row_no, payload FROM " + table)) {
            while (rows.next()) {
                long key = rows.getLong(1);
                int row = rows.getInt(2);
                BitSet ofLoad = found.computeIfAbsent(key, unused -> new BitSet());
                if (ofLoad.get(row)) {
                    faults.add("row " + key + "/" + row + " is there twice");
                }
                ofLoad.set(row);
                if (!("payload " + key + "/" + row).equals(rows.getString(3))) {
                    faults.add("row " + key + "/" + row + " holds " + rows.getString(3));
                }
            }
        }
        for (long key : log.sentTo(table)) {
            int rows = found.getOrDefault(key, new BitSet()).cardinality();
            if (rows != log.rows(key) && (rows != 0 || log.isAcknowledged(key))) {
                faults.add("load " + key + " has " + rows + " of " + log.rows(key) + " rows, "
                        + (log.isAcknowledged(key) ? "acknowledged" : "not acknowledged"));
            }
        }
        found.keySet().removeAll(log.sentTo(table));
        assertThat(found).as("loads in " + table + " that nobody sent").isEmpty();
        assertThat(faults).as("faults of " + table).isEmpty();
    }
}
