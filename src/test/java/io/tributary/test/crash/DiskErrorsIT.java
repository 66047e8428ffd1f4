package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tributary.test.process.Sql;
import io.tributary.test.process.Strace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writes and forces of the log fail with EIO or ENOSPC, once and at a random one, while eight writers are at work: from then
 * on nothing is acknowledged that is not there after a restart, every writer is told so, and nothing is there of which one heard
 * that it is not stored.
 *
 * <p>Other rounds: {@code -Dtributary.diskErrors.rounds=200 -Dtributary.diskErrors.seed=7}.
 */
@Tag("crash")
@Timeout(value = 6, unit = TimeUnit.HOURS)
final class DiskErrorsIT {
    private static final List<String> CALLS = List.of("fsync,fdatasync", "pwrite64,write");
    private static final List<String> ERRORS = List.of("EIO", "ENOSPC");
    private static final int ROUNDS = Integer.getInteger("tributary.diskErrors.rounds", CALLS.size() * ERRORS.size());
    private static final int WRITERS = 8;
    private static final int LATEST_CALL = 40;
    /** A time below every patience that the server has. */
    private static final Duration SILENCE = Duration.ofMillis(1_500);

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private final AckLog log = new AckLog();
    private long nextKey = 1;

    @BeforeEach
    void requireStrace() {
        assumeThat(Strace.isInstalled()).as("strace is installed").isTrue();
    }

    @Test
    void nothingIsAcknowledgedAfterAnErrorOfTheDiskAndNothingAcknowledgedIsLost() throws Exception {
        long seed = Long.getLong("tributary.diskErrors.seed", System.nanoTime());
        System.out.println(
                "crash disk errors seed " + seed + " (repeat with -Dtributary.diskErrors.seed=" + seed + ")");
        Random random = new Random(seed);
        try (Cluster cluster = new Cluster(directory)) {
            LoadCheck.createTables(cluster, "");
            for (int round = 0; round < ROUNDS; round++) {
                String calls = CALLS.get(round % CALLS.size());
                String error = ERRORS.get(round / CALLS.size() % ERRORS.size());
                round(cluster, calls, error, random);
                System.out.println("crash disk errors round=" + (round + 1) + " " + calls + " " + error + " loads="
                        + log.acknowledgedLoads() + " unacknowledged=" + log.unacknowledgedLoads() + " refused="
                        + log.refusedLoads());
            }
        }
    }

    private void round(Cluster cluster, String calls, String error, Random random) throws Exception {
        long firstKey = nextKey;
        RepeatingWriter.Round signals = new RepeatingWriter.Round();
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
        int call = 1 + random.nextInt(LATEST_CALL);
        try (Strace strace = Strace.inject(
                cluster.backendPid(),
                newestSegment(cluster),
                calls,
                "error=" + error + ":when=" + call,
                directory.resolve("strace.out"))) {
            List<Future<?>> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                RepeatingWriter.Task task = new RepeatingWriter.Task(
                        i % 2 == 0 ? "often" : "seldom", i % 4 == 0 ? "sync_mode" : "async_mode", false);
                writers.add(threads.submit(
                        new RepeatingWriter(cluster.mysqlPort(), task, nextKey, log, signals, random.nextLong())));
                nextKey += RepeatingWriter.KEYS;
            }
            // Each ends at its first error, and the log gives one to all of them.
            for (Future<?> writer : writers) {
                writer.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
            assertThat(log.unacknowledgedLoads()).isPositive();
            assertThat(strace.isAttached()).isTrue();
        } finally {
            signals.killed();
            threads.shutdownNow();
        }
        long acknowledged = log.acknowledgedLoads();
        try (Sql sql = Sql.connect(cluster.mysqlPort(), LoadCheck.DATABASE)) {
            sql.run("SET group_commit = async_mode");
            assertThatThrownBy(() -> sql.run("INSERT INTO seldom VALUES (" + (nextKey - 1) + ", 0, '')"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("until a restart")
                    .hasMessageContaining("log");
        }
        assertThat(cluster.backendErrors()).contains("log failed, nothing more is acknowledged until a restart");
        assertThat(log.acknowledgedLoads()).isEqualTo(acknowledged);
        assertThat(cluster.backendHealth()).startsWith("503 ").contains("LOG_FAILED", "until a restart");
        cluster.kill();
        cluster.start();
        try (Sql sql = Sql.connect(cluster.mysqlPort(), LoadCheck.DATABASE)) {
            LoadCheck.check(sql, log, "often", firstKey);
            LoadCheck.check(sql, log, "seldom", firstKey);
        }
    }

    private static Path newestSegment(Cluster cluster) throws IOException {
        try (Stream<Path> files = Files.list(cluster.data().resolve("wal"))) {
            return files.filter(file -> file.toString().endsWith(".wal"))
                    .max(Path::compareTo)
                    .orElseThrow();
        }
    }

    @Test
    void aStoppedProcessGoesOnAsIfNothingHadBeen() throws Exception {
        try (Cluster cluster = new Cluster(directory)) {
            LoadCheck.createTables(cluster, "");
            RepeatingWriter.Round signals = new RepeatingWriter.Round();
            ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
            try {
                List<Future<?>> writers = new ArrayList<>();
                for (int i = 0; i < WRITERS; i++) {
                    writers.add(threads.submit(new RepeatingWriter(
                            cluster.mysqlPort(),
                            new RepeatingWriter.Task("often", i % 2 == 0 ? "sync_mode" : "async_mode", false),
                            nextKey,
                            log,
                            signals,
                            i)));
                    nextKey += RepeatingWriter.KEYS;
                }
                for (int stop = 0; stop < 2; stop++) {
                    awaitMoreThan(log.acknowledgedLoads() + 50);
                    cluster.signal("STOP");
                    long stopped = log.acknowledgedLoads();
                    awaitSilence(cluster);
                    assertThat(log.acknowledgedLoads())
                            .as("only what was on its way")
                            .isLessThanOrEqualTo(stopped + WRITERS);
                    cluster.signal("CONT");
                }
                awaitMoreThan(log.acknowledgedLoads() + 50);
                signals.killed();
                for (Future<?> writer : writers) {
                    writer.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
                }
                assertThat(log.unacknowledgedLoads())
                        .as("loads that ended with an error")
                        .isZero();
            } finally {
                signals.killed();
                threads.shutdownNow();
            }
            try (Sql sql = Sql.connect(cluster.mysqlPort(), LoadCheck.DATABASE)) {
                LoadCheck.check(sql, log, "often", 0);
            }
        }
    }

    /** Waits until somebody who asks the backend has waited in vain. */
    private static void awaitSilence(Cluster cluster) throws SQLException {
        try (Connection connection = Sql.open(cluster.mysqlPort(), LoadCheck.DATABASE, "");
                Statement statement = connection.createStatement()) {
            connection.setNetworkTimeout(Runnable::run, (int) SILENCE.toMillis());
            assertThatThrownBy(() -> statement.execute("SELECT count(*) FROM often"))
                    .isInstanceOfSatisfying(SQLException.class, lost -> assertThat(AckLog.isConnectionLost(lost))
                            .as("the connection is lost")
                            .isTrue());
        }
    }

    private void awaitMoreThan(long loads) {
        Awaitility.await("acknowledged loads").atMost(LIMIT).until(() -> log.acknowledgedLoads() > loads);
    }
}
