package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tributary.test.process.Sql;
import io.tributary.test.process.Strace;
import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The engine's own disk fails while eight writers are at work: its health turns within seconds, its memory stays, it heals
 * without a hand, every acknowledged row is there once, and nothing that is stored was told to have failed.
 *
 * <p>All calls of all files: {@code -Dtributary.engineFaults.rounds=5}.
 */
@Tag("crash")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
final class EngineFaultsIT {
    private static final Duration TOLD = Duration.ofSeconds(5);
    private static final Duration HEALED = Duration.ofSeconds(60);
    private static final long GROWTH_BYTES_MAX = 768L << 20;
    private static final int WRITERS = 8;

    /** @param when which of its calls fails, once */
    private record Fault(String file, String calls, int when) {}

    private static final List<Fault> FAULTS = List.of(
            new Fault("tributary.duckdb.wal", "fsync,fdatasync", 20),
            new Fault("tributary.duckdb", "write,pwrite64", 3),
            new Fault("tributary.duckdb", "fsync,fdatasync", 2),
            new Fault("tributary.duckdb.wal", "write,pwrite64", 20),
            new Fault("tributary.duckdb.wal", "unlink,unlinkat,rename,renameat2", 1));
    private static final int ROUNDS = Integer.getInteger("tributary.engineFaults.rounds", 2);

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private final EngineWriters writers = new EngineWriters();

    @Test
    void oneErrorOfTheDiskIsSeenAndHealed() throws Exception {
        assumeThat(Strace.isInstalled()).as("strace is installed").isTrue();
        Path data = directory.resolve("data");
        try (TributaryProcess server =
                TributaryProcess.startBoth(directory, data, "duckdb_checkpoint_threshold_bytes=" + (1 << 20))) {
            createTable(server);
            for (Fault fault : FAULTS.subList(0, ROUNDS)) {
                round(server, data, fault);
            }
        }
    }

    private void round(TributaryProcess server, Path data, Fault fault) throws Exception {
        long before = residentBytes(server.pid());
        Path traced = directory.resolve("strace.out");
        try (Running running = new Running(server)) {
            try (Strace strace = Strace.inject(
                    server.pid(),
                    data.resolve("duckdb").resolve(fault.file()),
                    fault.calls(),
                    "error=EIO:when=" + fault.when(),
                    traced)) {
                Awaitility.await("the fault")
                        .atMost(HEALED)
                        .pollInterval(Duration.ofMillis(20))
                        .until(() -> Files.readString(traced).contains("INJECTED"));
                long began = System.nanoTime();
                awaitHealth(server, "503", TOLD);
                System.out.println("engine faults " + fault + " told after "
                        + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began) + " ms");
                assertThat(health(server)).contains("ENGINE_FAILED");
                assertThat(strace.isAttached()).isTrue();
            }
            awaitHealth(server, "200", HEALED);
            running.awaitMoreOfAll();
        }
        assertThat(residentBytes(server.pid()) - before).as("memory gained").isLessThan(GROWTH_BYTES_MAX);
        check(server);
        System.out.println("crash engine faults " + fault + " healed, " + writers.figures());
    }

    @Test
    void aFullDiskIsToldAndHealsWhenThereIsRoom() throws Exception {
        Path data = Files.createDirectory(directory.resolve("disk"));
        assumeThat(run("mount", "-t", "tmpfs", "-o", "size=256m", "tmpfs", data.toString()))
                .as("mount of a tmpfs, which root may")
                .isZero();
        try {
            try (TributaryProcess server = TributaryProcess.startBoth(
                    directory,
                    data,
                    "duckdb_checkpoint_threshold_bytes=" + (1 << 20),
                    "group_commit_wal_path=" + directory.resolve("log"))) {
                createTable(server);
                Path filler = data.resolve("filler");
                try (Running running = new Running(server)) {
                    running.awaitMoreOfAll();
                    fill(filler);
                    awaitHealth(server, "503", TOLD);
                    assertThat(health(server)).contains("bytes left");
                    running.await("a load refused with 1021", () -> writers.refusedWith(1021));
                    try (Sql sql = Sql.connect(server.mysqlPort(), CrashIT.DATABASE)) {
                        assertThat(sql.number("SELECT count(*) > 0 FROM t")).isEqualTo(1);
                    }
                    Files.delete(filler);
                    awaitHealth(server, "200", HEALED);
                    running.awaitMoreOfAll();
                }
                check(server);
                System.out.println("crash engine faults full disk healed, " + writers.figures());
            }
        } finally {
            assertThat(run("umount", data.toString())).isZero();
        }
    }

    @Test
    void queriesThatTakeAllMemoryStopNoWriterForLong() throws Exception {
        assumeThat(ROUNDS).as("rounds").isEqualTo(FAULTS.size());
        try (TributaryProcess server = TributaryProcess.startBoth(
                directory,
                directory.resolve("data"),
                "duckdb_checkpoint_threshold_bytes=" + (1 << 20),
                "duckdb_memory_limit_bytes=" + (64 << 20))) {
            createTable(server);
            int failed = 0;
            try (Running running = new Running(server);
                    Sql sql = Sql.connect(server.mysqlPort(), CrashIT.DATABASE)) {
                running.awaitMoreOfAll();
                for (int i = 0; i < 20; i++) {
                    try {
                        sql.query("SELECT CONCAT(x.v, y.a), COUNT(*), MAX(x.a) FROM t x, t y WHERE y.a < 300"
                                + " GROUP BY CONCAT(x.v, y.a) ORDER BY 3 LIMIT 3");
                    } catch (SQLException e) {
                        failed++;
                    }
                }
                awaitHealth(server, "200", HEALED);
                running.awaitMoreOfAll();
            }
            check(server);
            System.out.println("crash engine faults memory: failed queries=" + failed + " " + writers.figures());
        }
    }

    /** Writers at work until it is closed. */
    private final class Running implements AutoCloseable {
        private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
        private final List<Future<?>> running = new ArrayList<>();

        Running(TributaryProcess server) {
            writers.go();
            for (int i = 0; i < WRITERS; i++) {
                String mode = List.of("async_mode", "sync_mode", "off_mode", "async_mode")
                        .get(i % 4);
                running.add(threads.submit(() -> writers.write(server.mysqlPort(), mode)));
            }
        }

        void awaitMoreOfAll() {
            Map<String, Long> before = new HashMap<>(writers.acknowledgedByMode());
            await(
                    "loads of every mode",
                    () -> writers.acknowledgedByMode().entrySet().stream()
                                    .filter(mode -> mode.getValue() > before.getOrDefault(mode.getKey(), 0L) + 3)
                                    .count()
                            == 3);
        }

        void await(String what, Callable<Boolean> condition) {
            Awaitility.await(what)
                    .atMost(HEALED)
                    .pollInterval(Duration.ofMillis(50))
                    .until(condition);
        }

        @Override
        public void close() {
            writers.stop();
            try {
                for (Future<?> each : running) {
                    each.get(HEALED.toSeconds(), TimeUnit.SECONDS);
                }
            } catch (InterruptedException | ExecutionException | TimeoutException e) {
                throw new AssertionError("a writer has not ended", e);
            } finally {
                threads.shutdownNow();
            }
        }
    }

    private static void createTable(TributaryProcess server) throws SQLException {
        try (Sql sql = Sql.connect(server.mysqlPort(), "")) {
            sql.run(
                    "CREATE DATABASE " + CrashIT.DATABASE,
                    "USE " + CrashIT.DATABASE,
                    "CREATE TABLE t (a BIGINT NOT NULL, v VARCHAR(1000)) DUPLICATE KEY(a)"
                            + " PROPERTIES ('group_commit_interval_ms' = '100')");
        }
    }

    private void check(TributaryProcess server) throws SQLException {
        try (Sql sql = Sql.connect(server.mysqlPort(), CrashIT.DATABASE)) {
            sql.run("SYNC t");
            Map<Long, Long> stored = new HashMap<>();
            for (String row : sql.rows("SELECT a, count(*) FROM t GROUP BY a")) {
                String[] values = row.split("\\|", -1);
                stored.put(Long.parseLong(values[0]), Long.parseLong(values[1]));
            }
            writers.check(stored);
        }
    }

    private static void fill(Path filler) throws IOException {
        try (var out = Files.newOutputStream(filler)) {
            byte[] piece = new byte[1 << 16];
            while (Files.getFileStore(filler).getUsableSpace() > (4 << 20)) {
                out.write(piece);
            }
        }
    }

    private static void awaitHealth(TributaryProcess server, String status, Duration limit) {
        Awaitility.await("health " + status)
                .atMost(limit)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> health(server).startsWith(status));
    }

    private static String health(TributaryProcess server) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + server.httpPort() + "/api/health");
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).timeout(TOLD).build(), HttpResponse.BodyHandlers.ofString());
        return answer.statusCode() + " " + answer.body();
    }

    private static long residentBytes(long pid) throws IOException {
        String pages = Files.readString(Path.of("/proc/" + pid + "/statm")).split(" ", -1)[1];
        return Long.parseLong(pages) * 4096;
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
