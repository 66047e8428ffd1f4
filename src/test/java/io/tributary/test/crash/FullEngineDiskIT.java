package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The disk of the engine's files runs full under eight writers, and has room again: told by every process, healed without a hand. */
@Tag("crash")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class FullEngineDiskIT {
    private static final Duration HEALED = Duration.ofSeconds(60);
    private static final long GROWTH_BYTES_MAX = 768L << 20;
    private static final int LOG_BYTES_MAX = 200_000;
    private static final String SMALL_CHECKPOINTS = "duckdb_checkpoint_threshold_bytes=" + (1 << 20);
    private static final List<FaultWriters.Way> WAYS = List.of(
            FaultWriters.Way.ASYNC,
            FaultWriters.Way.SYNC,
            FaultWriters.Way.OFF,
            FaultWriters.Way.ASYNC,
            FaultWriters.Way.TRANSACTION,
            FaultWriters.Way.SYNC,
            FaultWriters.Way.OFF,
            FaultWriters.Way.ASYNC);

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private final FaultWriters writers = new FaultWriters();

    /** The log is elsewhere: async loads go on. */
    @Test
    void anEngineWithAlmostNoRoomTakesNothingMoreAndEveryProcessSaysSo() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(directory.resolve("data"), 256);
                Cluster cluster = new Cluster(
                        directory, SMALL_CHECKPOINTS, "group_commit_wal_path=" + directory.resolve("log"))) {
            fillAndFree(disk, cluster, false);
        }
    }

    /** One disk has both by default: then no load passes a log by that is short of the same room. */
    @Test
    void logAndEngineOnOneDiskThatRunsFullLoseNothing() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(directory.resolve("data"), 256);
                Cluster cluster = new Cluster(
                        directory,
                        SMALL_CHECKPOINTS,
                        "wal_segment_bytes=" + (1 << 20),
                        "log_free_bytes_min=" + (16 << 20),
                        "log_free_bytes_hard_min=" + (2 << 20))) {
            fillAndFree(disk, cluster, true);
        }
    }

    /** @param withLog whether it is the log's disk, too: then all is taken faster than anybody looks, and commits find no room */
    private void fillAndFree(SmallDisk disk, Cluster cluster, boolean withLog) throws Exception {
        FaultWriters.createTable(cluster.mysqlPort());
        try (TributaryProcess other = cluster.furtherFrontend()) {
            List<Integer> processes =
                    List.of(cluster.backendHttpPort(), cluster.doors().httpPort(), other.httpPort());
            ResidentMemory memory = ResidentMemory.of(cluster.backendPid());
            try (RunningWriters running = new RunningWriters(writers, cluster.doors(), WAYS, HEALED)) {
                running.awaitMoreOfAll();
                assertThat(backendRow(cluster)).doesNotContain("the engine", "bytes left");
                if (withLog) {
                    disk.fill();
                } else {
                    disk.fillUpTo(4 << 20);
                }
                for (int port : processes) {
                    Health.await(port, "503", Health.TOLD);
                    assertThat(Health.of(port)).contains("ENGINE_FAILED");
                }
                assertThat(engineUp(cluster)).isZero();
                assertThat(backendRow(cluster)).containsAnyOf("No space left", "bytes left");
                running.await("a load refused with 1021", () -> writers.refusedWith(1021));
                if (!withLog) {
                    running.awaitMore(FaultWriters.Way.ASYNC);
                }
                try (Sql sql = Sql.connect(cluster.mysqlPort(), LoadCheck.DATABASE)) {
                    assertThat(sql.number("SELECT count(*) > 0 FROM t")).isEqualTo(1);
                }
                disk.free();
                for (int port : processes) {
                    Health.await(port, "200", HEALED);
                }
                assertThat(engineUp(cluster)).isEqualTo(1);
                Awaitility.await("the row of the backend").atMost(Health.TOLD).until(() -> !backendRow(cluster)
                        .contains("the engine"));
                running.awaitMoreOfAll();
            }
            writers.check(cluster.mysqlPort());
            long gained = memory.gainedBytesMax();
            assertThat(gained).as("memory gained").isLessThan(GROWTH_BYTES_MAX);
            System.out.println(
                    "crash full engine disk: memory gained at most " + (gained >> 20) + " MiB, " + writers.figures());
        }
        String log = cluster.backendErrors();
        assertThat(log.split("event=engine_unwell", -1)).as(log).hasSize(2);
        assertThat(log.split("event=engine_well", -1)).as(log).hasSize(2);
        assertThat(log).as("no dump of a stack").doesNotContain("\tat ").hasSizeLessThan(LOG_BYTES_MAX);
    }

    private static double engineUp(Cluster cluster) throws IOException, InterruptedException {
        String metrics = Health.get(cluster.backendHttpPort(), "/metrics").body();
        return Arrays.stream(metrics.split("\n", -1))
                .filter(line -> line.startsWith("tributary_engine_up"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError(metrics));
    }

    private static String backendRow(Cluster cluster) throws SQLException {
        try (Sql sql = Sql.connect(cluster.mysqlPort(), "")) {
            return String.join("\n", sql.rows("SHOW BACKENDS"));
        }
    }
}
