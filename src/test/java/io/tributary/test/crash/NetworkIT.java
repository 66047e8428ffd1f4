package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.test.process.Sql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What networks do between a frontend and its backend, while writers of every kind are at work: each statement has an answer
 * within the frontend's patience, everything acknowledged is there once, nothing that was refused, and of what is unknown
 * nothing twice; afterwards all of them go on by themselves.
 *
 * <p>All faults, and a stop of 60 s: {@code bin/prove network}, or {@code -Dtributary.network.rounds=12 -Dtributary.network.seed=7}.
 */
@Tag("crash")
@Timeout(value = 6, unit = TimeUnit.HOURS)
final class NetworkIT {
    private static final List<LinkFault> FEW =
            List.of(LinkFault.CUT, LinkFault.SLOW, LinkFault.SWALLOWED, LinkFault.STOPPED);
    private static final int ROUNDS = Integer.getInteger("tributary.network.rounds", FEW.size());
    private static final boolean LONG = ROUNDS > FEW.size();

    private static final Duration SILENCE = Duration.ofMillis(Long.getLong("tributary.network.silenceMillis", 12_000));

    /** A connection that is lost, another that is lost while it is made, and two cores. */
    private static final Duration ANSWERED = SILENCE.multipliedBy(2).plusSeconds(8);

    private static final Duration LONG_STOP = Duration.ofSeconds(60);
    private static final List<FaultWriters.Way> WAYS = List.of(FaultWriters.Way.values());

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private final FaultWriters writers = new FaultWriters();

    @Test
    void everyStatementHasAnAnswerAndNothingIsLostDoubledOrWronglyRefused() throws Exception {
        long seed = Long.getLong("tributary.network.seed", System.nanoTime());
        System.out.println("crash network seed " + seed + " (repeat with -Dtributary.network.seed=" + seed + ")");
        Random random = new Random(seed);
        try (Cluster cluster = Cluster.linked(directory, "backend_silence_ms=" + SILENCE.toMillis())) {
            FaultWriters.createTable(cluster.mysqlPort());
            List<LinkFault> faults = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                if (faults.isEmpty()) {
                    faults.addAll(LONG ? List.of(LinkFault.values()) : FEW);
                    Collections.shuffle(faults, random);
                }
                LinkFault fault = faults.remove(faults.size() - 1);
                round(cluster, fault, Math.max(fault.millis(random), millisMin(fault)), round);
            }
            if (LONG) {
                round(cluster, LinkFault.STOPPED, (int) LONG_STOP.toMillis(), ROUNDS);
            }
        }
        System.out.println("crash network rounds=" + ROUNDS + " seed=" + seed + " " + writers.figures());
    }

    /** A black hole is to end by the frontend's patience, whatever that is. */
    private static int millisMin(LinkFault fault) {
        return fault == LinkFault.SWALLOWED ? (int) SILENCE.toMillis() * 6 / 5 : 0;
    }

    private void round(Cluster cluster, LinkFault fault, int millis, int round) throws Exception {
        long healedMillis;
        try (RunningWriters running = new RunningWriters(writers, cluster.doors(), WAYS, ANSWERED)) {
            running.awaitMoreOfAll();
            fault.begin(cluster);
            try {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
            } finally {
                fault.end(cluster);
            }
            long healed = System.nanoTime();
            running.awaitMoreOfAll();
            healedMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - healed);
            assertThat(cluster.frontendHealth()).startsWith("200 ");
        }
        long longest = writers.longestMillis();
        writers.check(cluster.mysqlPort());
        System.out.println(
                "crash network round=" + round + " " + fault + " millis=" + millis + " all write again after "
                        + healedMillis + " ms, longest answer " + longest + " ms, " + writers.figures());
        assertThat(longest).as("the longest answer").isLessThan(ANSWERED.toMillis());
    }

    @Test
    void aBackendThatWasRestoredOrReplacedIsServedAsItIs() throws Exception {
        try (Cluster cluster = Cluster.linked(directory)) {
            Path backup = directory.resolve("backup");
            Path other = directory.resolve("other");
            FaultWriters.createTable(cluster.mysqlPort());
            try (Sql sql = Sql.connect(cluster.mysqlPort(), LoadCheck.DATABASE)) {
                sql.run("SET group_commit = async_mode", "INSERT INTO t VALUES (1, 'before')", "SYNC t");
                cluster.stop();
                copy(cluster.data(), backup);
                cluster.start();
                sql.run("CREATE TABLE later (a BIGINT NOT NULL, v VARCHAR(1000)) DUPLICATE KEY(a)");
                sql.run("INSERT INTO later VALUES (1, 'after the backup')", "SYNC later");

                replace(cluster, backup, other);
                sql.run("INSERT INTO t VALUES (2, 'restored')", "SYNC t");
                assertThat(sql.query("SELECT a FROM t ORDER BY a")).containsExactly("1", "2");
                assertThatThrownBy(() -> sql.run("INSERT INTO later VALUES (2, 'no such table')"))
                        .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                                .isEqualTo(1146));
            }
            Path empty = Files.createDirectory(directory.resolve("empty"));
            replace(cluster, empty, directory.resolve("first"));
            Awaitility.await("the frontend says that it is another one")
                    .atMost(ANSWERED)
                    .until(() -> cluster.frontendErrors().contains("event=other_data_directory"));
            FaultWriters.createTable(cluster.mysqlPort());
            try (Sql sql = Sql.connect(cluster.mysqlPort(), LoadCheck.DATABASE)) {
                sql.run("SET group_commit = async_mode", "INSERT INTO t VALUES (3, 'replaced')", "SYNC t");
                assertThat(sql.query("SELECT a FROM t")).containsExactly("3");
            }
        }
    }

    /** The copy is of a moment at which the backend was stopped, so that nothing acknowledged is missing from it. */
    @Test
    void aBackendThatIsRestoredUnderWritersHasEveryRowOnce() throws Exception {
        try (Cluster cluster = Cluster.linked(directory)) {
            FaultWriters.createTable(cluster.mysqlPort());
            try (RunningWriters running =
                    new RunningWriters(writers, cluster.doors(), WAYS, ANSWERED.multipliedBy(2))) {
                running.awaitMoreOfAll();
                cluster.stop();
                Path backup = directory.resolve("backup");
                copy(cluster.data(), backup);
                Files.move(cluster.data(), directory.resolve("lost"));
                Files.move(backup, cluster.data());
                cluster.start();
                running.awaitMoreOfAll();
            }
            writers.check(cluster.mysqlPort());
            System.out.println("crash network restored under writers, " + writers.figures());
        }
    }

    /** Another data directory behind the same address. */
    private static void replace(Cluster cluster, Path by, Path kept) throws IOException {
        cluster.stop();
        Files.move(cluster.data(), kept);
        Files.move(by, cluster.data());
        cluster.start();
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }
}
