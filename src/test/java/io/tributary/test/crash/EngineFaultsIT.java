package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tributary.test.process.Sql;
import io.tributary.test.process.Strace;
import io.tributary.test.process.TributaryProcess;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The engine's own disk fails while eight writers are at work: its health turns within seconds, its memory stays, it heals
 * without a hand, every acknowledged row is there once, and nothing that is stored was told to have failed.
 *
 * <p>All calls of all files, and every way to write: {@code -Dtributary.engineFaults.rounds=7}.
 */
@Tag("crash")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
final class EngineFaultsIT {
    /** A checkpoint comes when the engine's log has three or four times its threshold. */
    private static final Duration MET = Duration.ofMinutes(4);

    private static final Duration HEALED = Duration.ofSeconds(60);
    /** A width within max_allowed_packet that is more than the engine finds beside what it has. */
    private static final int WIDE_BYTES = 60 << 20;

    private static final long GROWTH_BYTES_MAX = 768L << 20;
    private static final List<FaultWriters.Way> WAYS = List.of(
            FaultWriters.Way.ASYNC,
            FaultWriters.Way.SYNC,
            FaultWriters.Way.OFF,
            FaultWriters.Way.ASYNC,
            FaultWriters.Way.TRANSACTION,
            FaultWriters.Way.SYNC,
            FaultWriters.Way.OFF,
            FaultWriters.Way.ASYNC);

    /** @param when which of its calls fails, once */
    private record Fault(String file, String calls, int when) {}

    /** While there are commits the log beside a checkpoint is renamed over the one before, which then is never deleted. */
    private static final List<Fault> FAULTS = List.of(
            new Fault("tributary.duckdb.wal", "fsync,fdatasync", 20),
            new Fault("tributary.duckdb", "write,pwrite64", 3),
            new Fault("tributary.duckdb", "fsync,fdatasync", 2),
            new Fault("tributary.duckdb.wal", "write,pwrite64", 20),
            new Fault("tributary.duckdb.wal.checkpoint", "write,pwrite64", 1),
            new Fault("tributary.duckdb.wal.checkpoint", "fsync,fdatasync", 1),
            new Fault("tributary.duckdb.wal.checkpoint", "unlink,unlinkat,rename,renameat2", 1));

    private static final int ROUNDS = Integer.getInteger("tributary.engineFaults.rounds", 2);

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private final FaultWriters writers = new FaultWriters();

    @Test
    void oneErrorOfTheDiskIsSeenAndHealed() throws Exception {
        assumeThat(Strace.isInstalled()).as("strace is installed").isTrue();
        Path data = directory.resolve("data");
        try (TributaryProcess server =
                TributaryProcess.startBoth(directory, data, "duckdb_checkpoint_threshold_bytes=" + (1 << 20))) {
            FaultWriters.createTable(server.mysqlPort());
            for (Fault fault : FAULTS.subList(0, ROUNDS)) {
                round(server, data, fault);
            }
        }
    }

    private void round(TributaryProcess server, Path data, Fault fault) throws Exception {
        ResidentMemory memory = ResidentMemory.of(server.pid());
        Path traced = directory.resolve("strace.out");
        try (RunningWriters running = running(server)) {
            try (Strace strace = Strace.inject(
                    server.pid(),
                    data.resolve("duckdb").resolve(fault.file()),
                    fault.calls(),
                    "error=EIO:when=" + fault.when(),
                    traced)) {
                Awaitility.await("the fault")
                        .atMost(MET)
                        .pollInterval(Duration.ofMillis(20))
                        .until(() -> Files.readString(traced).contains("INJECTED"));
                long began = System.nanoTime();
                Health.await(server.httpPort(), "503", Health.TOLD);
                System.out.println("engine faults " + fault + " told after "
                        + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began) + " ms");
                assertThat(Health.of(server.httpPort())).contains("ENGINE_FAILED");
                assertThat(strace.isAttached()).isTrue();
            }
            Health.await(server.httpPort(), "200", HEALED);
            running.awaitMoreOfAll();
        }
        long gained = memory.gainedBytesMax();
        assertThat(gained).as("memory gained").isLessThan(GROWTH_BYTES_MAX);
        writers.check(server.mysqlPort());
        System.out.println("crash engine faults " + fault + " healed, memory gained at most " + (gained >> 20)
                + " MiB, " + writers.figures());
    }

    @Test
    void queriesThatTakeAllMemoryStopNoWriterForLong() throws Exception {
        try (TributaryProcess server = TributaryProcess.startBoth(
                directory,
                directory.resolve("data"),
                "duckdb_checkpoint_threshold_bytes=" + (1 << 20),
                "duckdb_memory_limit_bytes=" + (64 << 20))) {
            FaultWriters.createTable(server.mysqlPort());
            int failed = 0;
            try (RunningWriters running = running(server);
                    Sql sql = Sql.connect(server.mysqlPort(), LoadCheck.DATABASE)) {
                running.awaitMoreOfAll();
                ResidentMemory memory = ResidentMemory.of(server.pid());
                for (int i = 0; i < 4 * ROUNDS; i++) {
                    try {
                        sql.query("SELECT CONCAT(x.v, y.a), COUNT(*), MAX(x.a) FROM t x, t y WHERE y.a < 300"
                                + " GROUP BY CONCAT(x.v, y.a) ORDER BY 3 LIMIT 3");
                    } catch (SQLException e) {
                        failed++;
                    }
                }
                Health.await(server.httpPort(), "200", HEALED);
                running.awaitMoreOfAll();
                assertThat(memory.gainedBytesMax()).as("memory gained").isLessThan(GROWTH_BYTES_MAX);
            }
            writers.check(server.mysqlPort());
            System.out.println("crash engine faults memory: failed queries=" + failed + " " + writers.figures());
        }
    }

    /** The row comes in a load that commits alone, and in a batch of group commit, which waits until it finds memory. */
    @Test
    void aRowThatIsTooLargeForTheMemoryIsRefusedOrWaitsAndHealthTellsWhich() throws Exception {
        Path data = directory.resolve("data");
        String row = "x".repeat(WIDE_BYTES);
        try (TributaryProcess server =
                TributaryProcess.startBoth(directory, data, "duckdb_memory_limit_bytes=" + (64 << 20))) {
            FaultWriters.createTable(server.mysqlPort());
            try (RunningWriters running = running(server);
                    Sql sql = Sql.connect(server.mysqlPort(), LoadCheck.DATABASE)) {
                running.awaitMoreOfAll();
                sql.run(
                        "CREATE TABLE wide (a BIGINT NOT NULL, v STRING) DUPLICATE KEY(a)"
                                + " PROPERTIES ('group_commit_interval_ms' = '100')",
                        "SET group_commit = off_mode");
                SQLException refused = catchThrowableOfType(
                        SQLException.class, () -> sql.run("INSERT INTO wide VALUES (1, '" + row + "')"));
                assertThat(refused.getErrorCode()).as(refused.getMessage()).isEqualTo(1041);
                running.awaitMoreOfAll();
                // A commit beside it may have found no memory: health turns until one was proven and it was watched for
                // a while.
                Health.await(server.httpPort(), "200", HEALED);

                sql.run("SET group_commit = async_mode", "INSERT INTO wide VALUES (2, '" + row + "')");
                Health.await(server.httpPort(), "503", Health.TOLD);
                System.out.println(
                        "crash engine faults memory: " + refused.getMessage() + "; " + Health.of(server.httpPort()));
                running.awaitMoreOfAll();
            }
        }
        try (TributaryProcess server = TributaryProcess.startBoth(directory, data)) {
            writers.check(server.mysqlPort());
            try (Sql sql = Sql.connect(server.mysqlPort(), LoadCheck.DATABASE)) {
                sql.run("SYNC wide");
                assertThat(sql.query("SELECT a FROM wide")).isEqualTo(List.of("2"));
            }
            Health.await(server.httpPort(), "200", HEALED);
        }
    }

    /** The end of the engine's own log is gone when it is opened again, as on a disk that lies about fsync. */
    @Test
    void anEngineThatComesBackWithoutBatchesIsBroughtBackByAStart() throws Exception {
        assumeThat(Strace.isInstalled()).as("strace is installed").isTrue();
        Path data = directory.resolve("data");
        Path log = data.resolve("duckdb").resolve("tributary.duckdb.wal");
        List<FaultWriters.Way> logged = List.of(FaultWriters.Way.ASYNC, FaultWriters.Way.SYNC);
        try (TributaryProcess server = TributaryProcess.startBoth(directory, data)) {
            FaultWriters.createTable(server.mysqlPort());
            writeAndSync(server, logged);
            long bytes = Files.size(log);
            writeAndSync(server, logged);
            try (Sql sql = Sql.connect(server.mysqlPort(), LoadCheck.DATABASE);
                    Strace strace = Strace.inject(
                            server.pid(),
                            log,
                            "fsync,fdatasync,openat",
                            "error=EIO",
                            directory.resolve("strace.out"))) {
                assertThat(strace.isAttached()).isTrue();
                sql.run("SET group_commit = 'async_mode'", "INSERT INTO t VALUES (-1, '')");
                Awaitility.await("the engine has failed, and cannot be opened yet")
                        .atMost(HEALED)
                        .until(() -> server.errorText().contains("event=engine_not_reopened"));
                try (FileChannel engineLog = FileChannel.open(log, StandardOpenOption.WRITE)) {
                    engineLog.truncate(bytes);
                }
            }
            assertThat(server.awaitExit(HEALED)).as(server.errorText()).isEqualTo(75);
            assertThat(server.errorText() + server.outputText()).contains("the engine has gone back, of table");
        }
        try (TributaryProcess server = TributaryProcess.startBoth(directory, data)) {
            try (Sql sql = Sql.connect(server.mysqlPort(), LoadCheck.DATABASE)) {
                sql.run("SYNC t");
                assertThat(sql.number("SELECT count(*) FROM t WHERE a = -1")).isEqualTo(1);
            }
            writers.check(server.mysqlPort());
            System.out.println("crash engine faults gone back, " + writers.figures());
        }
    }

    /** Afterwards the engine has nothing left to commit. */
    private void writeAndSync(TributaryProcess server, List<FaultWriters.Way> ways) throws SQLException {
        try (RunningWriters running = new RunningWriters(writers, server.mysqlPort(), ways, HEALED)) {
            running.awaitMoreOfAll();
        }
        try (Sql sql = Sql.connect(server.mysqlPort(), LoadCheck.DATABASE)) {
            sql.run("SYNC t");
        }
    }

    private RunningWriters running(TributaryProcess server) {
        return new RunningWriters(
                writers,
                new FaultWriters.Doors(server.mysqlPort(), server.httpPort()),
                ROUNDS > 2 ? List.of(FaultWriters.Way.values()) : WAYS,
                HEALED);
    }
}
