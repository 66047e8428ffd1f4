package io.tributary.test.crash;

import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One disk, and the lives of the server on it: each starts, is asked for what was acknowledged to its predecessors, takes all
 * kinds of writes from several clients, and ends with a loss of power, some while they start. A seed decides what is written,
 * before which change of the disk the power fails, and what survives; threads are as they are.
 */
final class PoweredLives implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration POLL = Duration.ofMillis(5);
    private static final Duration LIFE = Duration.ofMillis(2_500);
    /** Changes of the disk that a life lasts at most. */
    private static final int CHANGES = 1_500;
    /** The most changes of lives that end while they start. */
    private static final int CHANGES_OF_A_START = 150;

    private static final int SYNC_MILLIS_MAX = 3;

    private static final String ENGINE_FILE = "data/duckdb/tributary.duckdb";
    /** A checkpoint syncs the engine's file twice, before it writes the header and behind it. */
    private static final int SYNCS = 3;

    private static final Duration AIMED_LIFE = Duration.ofSeconds(15);
    /** Rows that make a checkpoint due. */
    private static final int FILLER_BYTES = 700 << 10;

    private final Path directory;
    private final Random random;
    private final ForgetfulDisk disk;
    private final List<Witness> witnesses = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Future<?>> writers = new ArrayList<>();
    private final boolean severalLogs;
    /** Whether a fault is news, whose cause somebody will look for. */
    private final boolean keepsImages;

    /** Decides by itself, so that what else a seed decides stays as it is; null where no life is aimed. */
    private @Nullable Random aims;

    private boolean isAimed;

    private boolean created;
    /** What the last losses of power left, for those who look for the cause of a fault. */
    private String left = "";

    /** @param ignoredSyncs a pattern of paths of which an fsync does nothing; empty: none */
    PoweredLives(Path directory, long seed, String ignoredSyncs) throws IOException {
        this.directory = Files.createDirectories(directory);
        random = new Random(seed);
        severalLogs = random.nextBoolean();
        disk = ForgetfulDisk.mount(directory.resolve("mount"), directory);
        disk.delaySyncs(Duration.ofMillis(random.nextInt(SYNC_MILLIS_MAX)));
        disk.ignoreSyncs(ignoredSyncs);
        keepsImages = ignoredSyncs.isEmpty();
        String often = "PROPERTIES ('group_commit_interval_ms' = '200')";
        String seldom = "PROPERTIES ('group_commit_interval_ms' = '3600000')";
        // Answered when it is durable, committed once a life asks for it, or the next one.
        String boundReads = "PROPERTIES ('group_commit_policy' = 'on_read', 'group_commit_interval_ms' = '3600000')";
        witnesses.add(new InsertWitness(InsertWitness.Way.ASYNC, 1, often, random.nextLong()));
        witnesses.add(new InsertWitness(InsertWitness.Way.ASYNC, 2, seldom, random.nextLong()));
        witnesses.add(new InsertWitness(InsertWitness.Way.SYNC, 3, often, random.nextLong()));
        witnesses.add(new InsertWitness(InsertWitness.Way.OFF, 4, often, random.nextLong()));
        witnesses.add(new InsertWitness(InsertWitness.Way.KEYED, 5, often, random.nextLong()));
        witnesses.add(new InsertWitness(InsertWitness.Way.TRANSACTION, 6, often, random.nextLong()));
        witnesses.add(new HttpWitness(false, 7, random.nextLong()));
        witnesses.add(new HttpWitness(true, 8, random.nextLong()));
        witnesses.add(new RowWitness(9, random.nextLong()));
        witnesses.add(new DefinitionWitness(10, random.nextLong()));
        witnesses.add(new InsertWitness(InsertWitness.Way.BOUND, 11, boundReads, random.nextLong()));
    }

    /** Some lives end in a checkpoint of the engine from now on, before one of its fsyncs. */
    void aimAtCheckpoints(long seed) {
        aims = new Random(seed);
    }

    /** @return the losses of power before something was wrong, none if it was in the first life; this many if nothing was */
    int live(int cuts) throws Exception {
        for (int cut = 1; cut <= cuts; cut++) {
            boolean endsInStart = created && random.nextInt(4) == 0;
            if (endsInStart) {
                disk.failAtChange(1 + random.nextInt(CHANGES_OF_A_START));
            }
            live(server -> {
                disk.failAtChange(0);
                if (!disk.awaitFailure(Duration.ZERO)) {
                    create(server);
                    check(server, false);
                    write(server);
                }
            });
            System.out.println("crash power cut=" + cut + " " + left);
            if (!faults.isEmpty()) {
                return cut - 1;
            }
        }
        live(server -> check(server, true));
        return cuts;
    }

    /** What a server lives to do. */
    private interface Life {
        void of(TributaryProcess server) throws Exception;
    }

    /** Starts a server, and ends its life with the loss of power, if that has not come before. */
    private void live(Life life) throws Exception {
        isAimed = false;
        TributaryProcess server = launch();
        try {
            if (isReady(server)) {
                life.of(server);
            }
        } finally {
            disk.fail();
            server.beginKill();
            if (!faults.isEmpty()) {
                faults.add("the power loss before: " + left);
            }
            left = disk.restore(faults.isEmpty() ? survivors() : "all");
            server.awaitExit();
            awaitWriters();
        }
        if (!faults.isEmpty() && keepsImages) {
            keepImage();
        }
    }

    /**
     * Leaves after one loss in three nothing that was not synced: what no fsync covers is then gone for sure. What a checkpoint writes
     * in place is torn only where some of it is left.
     */
    private String survivors() {
        return random.nextInt(3) == 0 && !isAimed ? "none" : Long.toString(random.nextLong());
    }

    private TributaryProcess launch() {
        Path data = disk.path().resolve("data");
        List<String> arguments = new ArrayList<>(List.of("start", "--data-dir", data.toString()));
        List<String> settings = new ArrayList<>(List.of(
                "query_port=0",
                "http_port=0",
                "wal_segment_bytes=" + (1 << 20),
                "duckdb_checkpoint_threshold_bytes=" + (1 << 20)));
        if (severalLogs) {
            settings.add("group_commit_wal_path=" + data.resolve("wal") + ";" + data.resolve("wal2"));
        }
        settings.forEach(setting -> arguments.addAll(List.of("--set", setting)));
        return TributaryProcess.run(directory, arguments.toArray(new String[0]));
    }

    private void create(TributaryProcess server) throws Exception {
        if (created) {
            return;
        }
        try (Sql sql = Sql.connect(server.mysqlPort(), "")) {
            sql.run("CREATE DATABASE " + PowerLossIT.DATABASE);
        }
        for (Witness witness : witnesses) {
            witness.create(server);
        }
        created = true;
    }

    /** Waits for it. @return false if the power fails before, or it cannot start */
    private boolean isReady(TributaryProcess server) throws IOException {
        long deadline = System.nanoTime() + START.toNanos();
        while (!server.isReady()) {
            if (disk.awaitFailure(POLL)) {
                return false;
            }
            if (!server.isAlive() || System.nanoTime() > deadline) {
                String fault = server.isAlive() ? "is not ready after " + START : "does not start";
                faults.add(fault + ": " + server.outputText() + server.errorText());
                return false;
            }
        }
        return true;
    }

    private void check(TributaryProcess server, boolean all) throws Exception {
        for (Witness witness : witnesses) {
            try {
                faults.addAll(witness.check(server, all));
            } catch (SQLException | IOException | IllegalStateException e) {
                faults.add(witness.getClass().getSimpleName() + " cannot check: " + e);
            }
        }
    }

    private void write(TributaryProcess server) throws Exception {
        if (!faults.isEmpty()) {
            return;
        }
        int changes = 1 + random.nextInt(CHANGES);
        isAimed = aims != null && aims.nextBoolean();
        if (isAimed) {
            disk.failAtSync(1 + Objects.requireNonNull(aims).nextInt(SYNCS), ENGINE_FILE);
            writers.add(threads.submit(() -> fill(server)));
        } else {
            disk.failAtChange(changes);
        }
        for (Witness witness : witnesses) {
            writers.add(threads.submit(() -> writeUntilFailure(witness, server)));
        }
        disk.awaitFailure(isAimed ? AIMED_LIFE : LIFE);
    }

    /** Makes checkpoints due until the power fails. */
    private static void fill(TributaryProcess server) {
        String filler = "x".repeat(FILLER_BYTES);
        try (Sql sql = Sql.connect(server.mysqlPort(), PowerLossIT.DATABASE)) {
            sql.run("CREATE TABLE IF NOT EXISTS filler (number INT, words LONGTEXT)");
            for (int number = 0; ; number++) {
                sql.run("INSERT INTO filler VALUES (" + number + ", '" + number + filler + "')");
                sql.run("DELETE FROM filler WHERE number = " + number);
            }
        } catch (SQLException e) {
            // The server is gone, which it should be.
        }
    }

    /** They end when the server has. */
    private void awaitWriters() throws Exception {
        for (Future<?> writer : writers) {
            writer.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
        writers.clear();
    }

    private void writeUntilFailure(Witness witness, TributaryProcess server) {
        try {
            witness.write(server);
        } catch (SQLException e) {
            // An error without a number is the driver's own: the connection is gone, as it should be after the failure.
            if (e.getErrorCode() != 0) {
                fault(witness, e);
            }
        } catch (IOException gone) {
            // The server is gone, which it should be.
        } catch (Exception e) {
            fault(witness, e);
        }
    }

    private void fault(Witness witness, Exception e) {
        synchronized (faults) {
            faults.add(witness.getClass().getSimpleName() + " is refused: " + e);
        }
    }

    /** Keeps the files beside the reports of the tests, since the disk is gone with its process. */
    private void keepImage() throws Exception {
        Path kept = Path.of("target", "power", directory.getFileName() + "-" + System.nanoTime());
        Files.createDirectories(kept);
        for (Path each : files(directory)) {
            if (!each.equals(disk.path()) && Files.isRegularFile(each)) {
                Files.copy(each, kept.resolve(each.getFileName()));
            }
        }
        ForgetfulDisk.run(List.of("cp", "-r", disk.path().toString(), kept.toString()), 0);
        faults.add("the disk after it: " + kept.toAbsolutePath());
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    List<String> faults() {
        return faults;
    }

    Witness.Counts counts() {
        return witnesses.stream().map(Witness::counts).reduce(new Witness.Counts(0, 0), Witness.Counts::plus);
    }

    @Override
    public void close() throws IOException {
        threads.shutdownNow();
        disk.close();
    }
}
