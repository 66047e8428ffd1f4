package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rounds of sixteen writers, half of which repeat each load under its idempotency key until it is acknowledged, and kill -9
 * of the backend at each of the points in turn, and at random moments. After each restart every acknowledged load is there
 * once, no load in part, and none of which a writer heard that it is not stored; the rows of a table whose batches wait for
 * hours come from the log.
 *
 * <p>Other rounds: {@code -Dtributary.kills.rounds=500 -Dtributary.kills.seed=7}.
 */
@Tag("crash")
@Timeout(value = 6, unit = TimeUnit.HOURS)
final class KillsIT {
    private static final int ROUNDS = Integer.getInteger("tributary.kills.rounds", Kill.values().length);
    private static final int WRITERS = 16;
    private static final int ACKNOWLEDGED_BEFORE_START = 30;
    private static final int RANDOM_MOMENT_MILLIS = 1_200;
    private static final String OFTEN = "often";
    private static final String SELDOM = "seldom";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private final AckLog log = new AckLog();
    private long nextKey = 1;

    @Test
    void everyAcknowledgedLoadIsThereOnceWhereverTheBackendIsKilled() throws Exception {
        long seed = Long.getLong("tributary.kills.seed", System.nanoTime());
        System.out.println("crash kills seed " + seed + " (repeat with -Dtributary.kills.seed=" + seed + ")");
        Random random = new Random(seed);
        List<Kill> kills = new ArrayList<>();
        Map<Kill, Integer> done = new EnumMap<>(Kill.class);
        try (Cluster cluster = new Cluster(directory, "wal_segment_bytes=" + (1 << 20))) {
            LoadCheck.createTables(cluster);
            cluster.kill();
            for (int round = 0; round < ROUNDS; round++) {
                if (kills.isEmpty()) {
                    Collections.addAll(kills, Kill.values());
                    Collections.shuffle(kills, random);
                }
                Kill kill = kills.remove(kills.size() - 1);
                round(cluster, kill, random);
                done.merge(kill, 1, Integer::sum);
                System.out.println("crash kills round=" + (round + 1) + " at=" + kill + " loads="
                        + log.acknowledgedLoads() + " unacknowledged=" + log.unacknowledgedLoads() + " refused="
                        + log.refusedLoads());
            }
            cluster.start();
            try (Sql sql = Sql.connect(cluster.mysqlPort(), LoadCheck.DATABASE)) {
                LoadCheck.check(sql, log, OFTEN, 0);
                LoadCheck.check(sql, log, SELDOM, 0);
            }
        }
        System.out.println("crash kills rounds=" + ROUNDS + " " + done + " loads=" + log.acknowledgedLoads()
                + " unacknowledged=" + log.unacknowledgedLoads() + " refused=" + log.refusedLoads());
    }

    private void round(Cluster cluster, Kill kill, Random random) throws Exception {
        boolean atPoint = kill != Kill.ANY_MOMENT && !kill.isWhileStarting();
        if (atPoint) {
            cluster.startStoppingAt(kill.failpoint(), kill.pass(random));
        } else {
            cluster.start();
        }
        long firstKey = nextKey;
        long seldomBefore = log.acknowledgedRows(SELDOM);
        long unacknowledgedBefore = log.unacknowledgedLoads();
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
        RepeatingWriter.Round signals = new RepeatingWriter.Round();
        try {
            List<Future<?>> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                RepeatingWriter.Task task = new RepeatingWriter.Task(
                        i % 4 < 2 ? OFTEN : SELDOM, i % 8 < 2 ? "sync_mode" : "async_mode", i % 2 == 0);
                writers.add(threads.submit(
                        new RepeatingWriter(cluster.mysqlPort(), task, nextKey, log, signals, random.nextLong())));
                nextKey += RepeatingWriter.KEYS;
            }
            if (atPoint) {
                cluster.awaitMarker();
            } else {
                long before = log.acknowledgedLoads();
                Awaitility.await("acknowledged loads")
                        .atMost(LIMIT)
                        .until(() -> log.acknowledgedLoads() >= before + ACKNOWLEDGED_BEFORE_START);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(RANDOM_MOMENT_MILLIS)));
            }
            cluster.kill();
            signals.killed();
            long seldomRows = log.acknowledgedRows(SELDOM) - seldomBefore;
            assertThat(log.unacknowledgedLoads())
                    .as("loads in flight at the kill")
                    .isGreaterThan(unacknowledgedBefore);
            if (kill.isWhileStarting()) {
                // Segments that are kept until a checkpoint are deleted by nobody at a start.
                String[] settings = kill.isAfterCommitsOfAStart() ? new String[] {"wal_keep_bytes=0"} : new String[0];
                cluster.startStoppingInRecovery(kill.failpoint(), settings);
                cluster.awaitMarker();
                cluster.kill();
            }
            cluster.start();
            // A start that was killed may have committed them, while it stood at its point with another batch.
            if (!kill.isWhileStarting()) {
                assertThat(cluster.replayedRows())
                        .as("rows that were uncommitted at the kill")
                        .isGreaterThanOrEqualTo(seldomRows);
            }
            for (Future<?> writer : writers) {
                writer.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
        } finally {
            signals.killed();
            threads.shutdownNow();
        }
        try (Sql sql = Sql.connect(cluster.mysqlPort(), LoadCheck.DATABASE)) {
            LoadCheck.check(sql, log, OFTEN, firstKey);
            LoadCheck.check(sql, log, SELDOM, firstKey);
        }
        cluster.kill();
    }
}
