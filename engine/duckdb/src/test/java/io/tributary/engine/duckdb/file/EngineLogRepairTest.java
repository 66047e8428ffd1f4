package io.tributary.engine.duckdb.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.engine.duckdb.DuckDbEngine;
import io.tributary.engine.duckdb.DuckDbOptions;
import io.tributary.engine.duckdb.RootSession;
import io.tributary.engine.duckdb.session.DuckDbSession;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class EngineLogRepairTest {
    private static final int SECTOR_BYTES = 512;
    /** The headers of a DuckDB file: one of 4 KiB for the file, and the two of which each checkpoint writes the other. */
    private static final int HEADERS_BYTES = 3 * 4096;

    private static final String TABLE = DuckDbSession.table("tributary", "numbers");

    @TempDir
    Path directory;

    /** A commit that nobody was told of, of which a loss of power has left all sectors but one. */
    @Test
    void whicheverSectorOfTheLastCommitIsLostTheEngineOpensWithTheCommitsBefore() throws Exception {
        Path run = files("run");
        int before;
        try (DuckDbEngine engine = open(run)) {
            DuckDbSession session = RootSession.of(engine);
            session.execute("CREATE TABLE " + TABLE + " (number INT, words VARCHAR)");
            session.execute("INSERT INTO " + TABLE + " VALUES (1, 'one')");
            before = Math.toIntExact(Files.size(log(run)));
            session.execute("INSERT INTO " + TABLE + " SELECT i, 'number ' || i FROM range(300) numbers(i)");
            copy(run, "left");
        }
        byte[] written = Files.readAllBytes(log(directory.resolve("left/tributary.duckdb")));
        int cuts = 0;
        for (int sector = before / SECTOR_BYTES; sector * SECTOR_BYTES < written.length; sector++) {
            Path lost = copy(directory.resolve("left/tributary.duckdb"), "lost" + sector);
            byte[] bytes = hole(
                    written,
                    Math.max(before, sector * SECTOR_BYTES),
                    Math.min(written.length, (sector + 1) * SECTOR_BYTES));
            Files.write(log(lost), bytes);

            Path again;
            try (DuckDbEngine engine = open(lost)) {
                DuckDbSession session = RootSession.of(engine);
                assertThat(session.number("SELECT count(*) FROM " + TABLE))
                        .as("rows, without sector " + sector)
                        .isEqualTo(1);
                List<Path> kept = kept(lost);
                if (!kept.isEmpty()) {
                    cuts++;
                    assertThat(kept).hasSize(1);
                    assertThat(Files.readAllBytes(kept.get(0)))
                            .isEqualTo(Arrays.copyOfRange(bytes, position(kept.get(0)), bytes.length));
                }
                session.execute("INSERT INTO " + TABLE + " VALUES (2, 'two')");
                again = copy(lost, "again" + sector);
            }
            try (DuckDbEngine engine = open(again)) {
                assertThat(RootSession.of(engine).number("SELECT sum(number) FROM " + TABLE))
                        .as("what was committed behind the cut, without sector " + sector)
                        .isEqualTo(3);
            }
        }
        assertThat(cuts).as("sectors that DuckDB itself does not forgive").isPositive();
    }

    @Test
    void onlyTheLastPiecesAreKept() throws Exception {
        Path file = files("ends");
        Files.write(log(file), new byte[1_000]);
        for (int position = 990; position >= 890; position -= 10) {
            assertThat(new EngineLogRepair(file).repair(unreadable(file, position)))
                    .isTrue();
            assertThat(log(file)).hasSize(position);
        }

        assertThat(kept(file)).hasSize(EngineLogRepair.KEPT_MAX);
        assertThat(kept(file)).allSatisfy(end -> assertThat(end).hasSize(10));
    }

    @Test
    void aPositionBehindTheEndIsNoReasonToOpenAgain() throws Exception {
        Path file = files("short");
        Files.write(log(file), new byte[100]);

        assertThat(new EngineLogRepair(file).repair(unreadable(file, 100))).isFalse();
        assertThat(log(file)).hasSize(100);
    }

    /** Which DuckDB makes for what is committed beside a checkpoint; it is a crash's to leave one. */
    @Test
    void whatIsLostOfALogThatACheckpointLeftTheEngineOpensWithAllBeforeIt() throws Exception {
        Path left = leftInACheckpoint();
        byte[] written = Files.readAllBytes(log(left));
        byte[] beside = Files.readAllBytes(logOfCheckpoint(left));
        assertThat(rows(left, "whole")).isEqualTo(3);

        Files.write(logOfCheckpoint(left), hole(beside, 0, Math.min(beside.length, SECTOR_BYTES)));
        assertThat(rows(left, "no header")).isEqualTo(1);
        Files.write(logOfCheckpoint(left), Arrays.copyOf(beside, 20));
        assertThat(rows(left, "a piece of a header")).isEqualTo(1);
        Files.write(logOfCheckpoint(left), hole(beside, beside.length - 40, beside.length - 30));
        assertThat(rows(left, "a hole")).isEqualTo(2);
        Files.write(logOfCheckpoint(left), beside);
        Files.write(log(left), hole(written, written.length - 10, written.length));
        assertThat(rows(left, "no mark of the checkpoint")).isEqualTo(3);
        Files.write(log(left), Arrays.copyOf(written, written.length - 100));
        assertThat(rows(left, "the log ends before the checkpoint")).isLessThanOrEqualTo(1);
    }

    /**
     * Files with row 1 in the log, and rows 2 and 3, a commit each, in that of a checkpoint. It has columns to write that
     * are long in memory and nothing in the files, twice as many at each attempt: at some time it takes longer than to copy
     * those.
     */
    private Path leftInACheckpoint() throws Exception {
        ExecutorService other = Executors.newSingleThreadExecutor();
        try (DuckDbEngine engine = open(files("checkpoint"))) {
            Path file = directory.resolve("checkpoint/tributary.duckdb");
            DuckDbSession session = RootSession.of(engine);
            session.execute("CREATE TABLE " + TABLE + " (number INT, words VARCHAR)");
            String filler = DuckDbSession.table("tributary", "filler");
            session.execute("CREATE TABLE " + filler + " AS SELECT 0 AS number FROM range(500000)");
            // A table that the checkpoint writes takes no rows meanwhile.
            String beside = DuckDbSession.table("tributary", "beside");
            session.execute("CREATE TABLE " + beside + " (number INT)");
            int columns = 0;
            for (int added = 2; ; added *= 2) {
                engine.checkpoint();
                for (int i = 0; i < added; i++) {
                    session.execute("ALTER TABLE " + filler + " ADD COLUMN filler" + columns++ + " BIGINT DEFAULT 1");
                }
                session.execute("DELETE FROM " + TABLE);
                session.execute("INSERT INTO " + TABLE + " VALUES (1, 'in the log')");
                byte[] before = headers(file);
                Future<?> checkpoint = other.submit(engine::checkpoint);
                while (!Files.exists(logOfCheckpoint(file)) && !checkpoint.isDone()) {
                    session.execute("INSERT INTO " + beside + " VALUES (0)");
                }
                session.execute("INSERT INTO " + TABLE + " VALUES (2, 'in the log of the checkpoint')");
                session.execute("INSERT INTO " + TABLE + " VALUES (3, 'in the log of the checkpoint, too')");
                Path left = copyWithLogOfCheckpoint(file, "left" + added);
                checkpoint.get(60, TimeUnit.SECONDS);
                if (left != null && Arrays.equals(headers(left), before)) {
                    return left;
                }
                assertThat(added)
                        .as("columns that were written before their files were copied")
                        .isLessThan(200);
            }
        } finally {
            other.shutdownNow();
        }
    }

    /** They say how many checkpoints the file has seen. */
    private static byte[] headers(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(HEADERS_BYTES);
        }
    }

    private @Nullable Path copyWithLogOfCheckpoint(Path file, String to) throws IOException {
        Path target = files(to);
        try {
            Files.copy(file, target);
            Files.copy(log(file), log(target));
            Files.copy(logOfCheckpoint(file), logOfCheckpoint(target));
        } catch (NoSuchFileException e) {
            return null;
        }
        return Files.exists(logOfCheckpoint(file)) ? target : null;
    }

    /** Returns how many rows a copy of these files has, which is opened twice. */
    private long rows(Path left, String name) throws Exception {
        Path file = files(name);
        Files.copy(left, file);
        Files.copy(log(left), log(file));
        Files.copy(logOfCheckpoint(left), logOfCheckpoint(file));
        long rows;
        Path again;
        try (DuckDbEngine engine = open(file)) {
            rows = RootSession.of(engine).number("SELECT count(*) FROM " + TABLE);
            assertThat(logOfCheckpoint(file)).doesNotExist();
            RootSession.of(engine).execute("INSERT INTO " + TABLE + " VALUES (4, 'afterwards')");
            again = copy(file, name + ", again");
        }
        try (DuckDbEngine engine = open(again)) {
            assertThat(RootSession.of(engine).number("SELECT count(*) FROM " + TABLE))
                    .as(name)
                    .isEqualTo(rows + 1);
        }
        return rows;
    }

    private static byte[] hole(byte[] bytes, int from, int to) {
        byte[] hole = bytes.clone();
        Arrays.fill(hole, from, to, (byte) 0);
        return hole;
    }

    @Test
    void otherErrorsAreNoReasonToCut() throws Exception {
        Path file = files("other");
        Files.write(log(file), new byte[100]);

        assertThat(new EngineLogRepair(file).repair(new SQLException("IO Error: entry at byte position 50")))
                .isFalse();
        assertThat(log(file)).hasSize(100);
    }

    private static SQLException unreadable(Path file, int position) {
        return new SQLException(
                "{\"exception_type\":\"Data Corruption\",\"exception_message\":\"Failure while replaying WAL"
                        + " file \\\"" + log(file) + "\\\": Corrupt WAL file: entry at byte position " + position
                        + " computed checksum 1 does not match stored checksum 2\"}");
    }

    private DuckDbEngine open(Path file) {
        return DuckDbEngine.open(DuckDbOptions.defaults(file, directory.resolve("tmp")));
    }

    private Path files(String name) throws IOException {
        return Files.createDirectory(directory.resolve(name)).resolve("tributary.duckdb");
    }

    private static Path logOfCheckpoint(Path file) {
        return Path.of(log(file) + ".checkpoint");
    }

    private static Path log(Path file) {
        return Path.of(file + ".wal");
    }

    /** Copies the files as a crash leaves them. */
    private Path copy(Path file, String to) throws IOException {
        Path target = files(to);
        Files.copy(file, target);
        Files.copy(log(file), log(target));
        return target;
    }

    private static List<Path> kept(Path file) throws IOException {
        List<Path> kept = new ArrayList<>();
        try (Stream<Path> files = Files.list(file.getParent())) {
            files.filter(name -> name.toString().contains(".wal.from-")).forEach(kept::add);
        }
        return kept;
    }

    private static int position(Path kept) {
        String name = kept.toString();
        return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
    }
}
