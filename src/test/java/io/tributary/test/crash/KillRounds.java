package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;

/**
 * Sixteen writers, half of which repeat each load under its idempotency key until it is acknowledged, whose backend or whose server
 * of tables is killed; and what they must find then: every acknowledged load once, no load in part, and none of which a writer heard
 * that it is not stored.
 */
final class KillRounds {
    private static final int WRITERS = 16;
    private static final int ACKNOWLEDGED_BEFORE_START = 30;
    private static final int RANDOM_MOMENT_MILLIS = 1_200;
    private static final String OFTEN = "often";
    private static final String SELDOM = "seldom";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Cluster cluster;
    private final Random random;
    private final boolean writesAlone;
    private final AckLog log = new AckLog();
    private long nextKey = 1;

    /**
     * @param cluster whose backend runs when a round begins, and when it ends
     * @param writesAlone whether some writers commit by themselves, without the log
     */
    KillRounds(Cluster cluster, Random random, boolean writesAlone) {
        this.cluster = cluster;
        this.random = random;
        this.writesAlone = writesAlone;
    }

    /** What is at work in a round. */
    private final class Writers implements AutoCloseable {
        private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
        private final RepeatingWriter.Round signals = new RepeatingWriter.Round();
        private final List<Future<?>> writers = new ArrayList<>();
        private final long firstKey = nextKey;

        Writers() {
            for (int i = 0; i < WRITERS; i++) {
                RepeatingWriter.Task task = new RepeatingWriter.Task(i % 4 < 2 ? OFTEN : SELDOM, mode(i), i % 2 == 0);
                writers.add(threads.submit(
                        new RepeatingWriter(cluster.mysqlPort(), task, nextKey, log, signals, random.nextLong())));
                nextKey += RepeatingWriter.KEYS;
            }
        }

        private String mode(int writer) {
            if (writesAlone && writer % 8 == 5) {
                return "off_mode";
            }
            return writer % 8 < 2 ? "sync_mode" : "async_mode";
        }

        void awaitMore() {
            long before = log.acknowledgedLoads();
            Awaitility.await("acknowledged loads")
                    .atMost(LIMIT)
                    .until(() -> log.acknowledgedLoads() >= before + ACKNOWLEDGED_BEFORE_START);
        }

        void awaitRandomMoment() {
            awaitMore();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(RANDOM_MOMENT_MILLIS)));
        }

        void end() throws Exception {
            signals.killed();
            for (Future<?> writer : writers) {
                writer.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
        }

        @Override
        public void close() {
            signals.killed();
            threads.shutdownNow();
        }
    }

    /** Starts the backend, kills it at this point, and starts it again. */
    void killBackend(Kill kill) throws Exception {
        boolean atPoint = kill != Kill.ANY_MOMENT && !kill.isWhileStarting();
        if (atPoint) {
            cluster.startStoppingAt(kill.failpoint(), kill.pass(random));
        } else {
            cluster.start();
        }
        long seldomBefore = log.acknowledgedRows(SELDOM);
        long unacknowledgedBefore = log.unacknowledgedLoads();
        try (Writers writers = new Writers()) {
            if (atPoint) {
                cluster.awaitMarker();
            } else {
                writers.awaitRandomMoment();
            }
            cluster.kill();
            writers.signals.killed();
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
            writers.end();
            check(writers.firstKey);
        }
        cluster.kill();
    }

    /**
     * Lets something happen to what the tables are on, while the backend goes on, and ends it once more loads were acknowledged
     * meanwhile.
     *
     * @param killsBackend whether it is killed in the middle of it
     */
    void trouble(ServerTrouble trouble, boolean killsBackend) throws Exception {
        cluster.start();
        try (Writers writers = new Writers()) {
            writers.awaitRandomMoment();
            trouble.begin();
            if (killsBackend) {
                cluster.kill();
                writers.signals.killed();
                // It starts without its server, and takes async loads.
                cluster.start();
            } else {
                writers.awaitMore();
            }
            trouble.end();
            writers.signals.killed();
            // Sync loads into the other table wait for this.
            Awaitility.await("the ends of the writers").atMost(LIMIT).until(() -> {
                try (Sql sql = Sql.connect(cluster.mysqlPort(), LoadCheck.DATABASE)) {
                    sql.run("SYNC " + SELDOM);
                }
                return writers.writers.stream().allMatch(Future::isDone);
            });
            writers.end();
            check(writers.firstKey);
        }
        cluster.kill();
    }

    private void check(long firstKey) throws SQLException {
        try (Sql sql = Sql.connect(cluster.mysqlPort(), LoadCheck.DATABASE)) {
            LoadCheck.check(sql, log, OFTEN, firstKey);
            LoadCheck.check(sql, log, SELDOM, firstKey);
        }
    }

    /** Starts the backend and looks at all loads of all rounds. */
    void checkAll() throws SQLException {
        cluster.start();
        check(0);
    }

    @Override
    public String toString() {
        return "loads=" + log.acknowledgedLoads() + " unacknowledged=" + log.unacknowledgedLoads() + " refused="
                + log.refusedLoads();
    }
}
