package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.bench.server.LocalServer;
import io.tributary.bench.server.MariaDb;
import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A MariaDB that comes back without its last commits, as a replica that takes over does: its files are put back to older ones. */
@Tag("crash")
final class ServerFailoverIT {
    private static final int CONNECTIONS = 100;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private LocalServer start() throws Exception {
        return MariaDb.start(
                Files.createDirectory(directory.resolve("mariadb")),
                CONNECTIONS,
                List.of("--innodb-buffer-pool-size=128M", "--innodb-log-file-size=96M"));
    }

    private TributaryProcess tributary(String... settings) {
        return TributaryProcess.startBoth(directory, directory.resolve("data"), settings);
    }

    private static void create(Sql sql, LocalServer server, Path login) throws SQLException {
        sql.run(
                "CREATE DATABASE far" + server.databaseClause(login),
                "CREATE TABLE far.t (a INT, b VARCHAR(2000)) PROPERTIES ('group_commit_interval_ms' = '100')",
                "CREATE TABLE far.k (a INT NOT NULL, b INT) UNIQUE KEY(a)",
                "SET group_commit = async_mode");
    }

    private static void insert(Sql sql, int from, int until) throws SQLException {
        for (int i = from; i < until; i++) {
            sql.run(
                    "INSERT INTO far.t VALUES (" + i + ", 'x')",
                    "INSERT INTO far.k VALUES (" + i % 10 + ", " + i + ")");
        }
        sql.run("SYNC far.t", "SYNC far.k");
    }

    private Path copy() throws IOException {
        Path copy = directory.resolve("older");
        copy(directory.resolve("mariadb/data"), copy);
        return copy;
    }

    private void putBack() throws IOException {
        Path data = directory.resolve("mariadb/data");
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        copy(directory.resolve("older"), data);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }

    private static void assertRefused(Sql sql, String statement) {
        SQLException failure = catchThrowableOfType(SQLException.class, () -> sql.run(statement));
        assertThat(Objects.requireNonNull(failure, statement).getMessage())
                .contains("until this server is started again", "the server has gone back");
    }

    private static long count(Sql sql) {
        try {
            return sql.number("SELECT count(DISTINCT a) FROM far.t");
        } catch (SQLException e) {
            return -1;
        }
    }

    @Test
    void whatItLostIsGivenBackFromTheLogWhileTheProcessLives() throws Exception {
        Path login = Files.writeString(directory.resolve("login"), "root\n\n");
        try (LocalServer server = start();
                TributaryProcess tributary = tributary();
                Sql sql = Sql.connect(tributary.mysqlPort(), "")) {
            create(sql, server, login);
            insert(sql, 0, 100);
            server.kill();
            copy();
            server.startAgain();
            Awaitility.await().atMost(LIMIT).until(() -> count(sql) == 100);
            insert(sql, 100, 200);
            server.kill();
            putBack();
            sql.run("INSERT INTO far.t VALUES (200, 'while it is away')");
            server.startAgain();

            Awaitility.await().atMost(LIMIT).until(() -> count(sql) == 201);
            insert(sql, 201, 210);

            assertThat(sql.number("SELECT count(*) FROM far.t")).isEqualTo(210);
            assertThat(sql.query("SELECT count(*), min(b), max(b) FROM far.k")).containsExactly("10|190|209");
            Health.await(tributary.httpPort(), "200", LIMIT);
            assertThat(tributary.errorText() + tributary.outputText()).contains("event=server_went_back");
        }
    }

    @Test
    void aCommitWithoutTheLogThatItLostIsSaidAndTheNextStartGoesOn() throws Exception {
        Path login = Files.writeString(directory.resolve("login"), "root\n\n");
        try (LocalServer server = start()) {
            try (TributaryProcess tributary = tributary();
                    Sql sql = Sql.connect(tributary.mysqlPort(), "")) {
                create(sql, server, login);
                insert(sql, 0, 10);
                server.kill();
                copy();
                server.startAgain();
                Awaitility.await().atMost(LIMIT).until(() -> count(sql) == 10);
                insert(sql, 10, 20);
                sql.run("UPDATE far.t SET b = 'lost' WHERE a < 5");
                server.kill();
                putBack();
                server.startAgain();

                Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(Health.of(tributary.httpPort()))
                        .as(() -> tributary.outputText() + tributary.errorText())
                        .contains("commits beside group commit"));
                assertRefused(sql, "SELECT count(*) FROM far.t");
                assertRefused(sql, "INSERT INTO far.t VALUES (20, 'refused')");
            }
            try (TributaryProcess tributary = tributary();
                    Sql sql = Sql.connect(tributary.mysqlPort(), "")) {
                Awaitility.await().atMost(LIMIT).until(() -> count(sql) == 20);
                assertThat(sql.number("SELECT count(*) FROM far.t WHERE b = 'lost'"))
                        .isZero();
            }
        }
    }

    @Test
    void whatTheLogHasLetGoOfIsSaidUntilSomebodyGivesItUp() throws Exception {
        Path login = Files.writeString(directory.resolve("login"), "root\n\n");
        String[] small = {"wal_segment_bytes=1048576", "wal_keep_bytes=4194304", "recovery_wait_ms=1000"};
        String text = "y".repeat(2000);
        try (LocalServer server = start()) {
            int next = 20;
            try (TributaryProcess tributary = tributary(small);
                    Sql sql = Sql.connect(tributary.mysqlPort(), "")) {
                create(sql, server, login);
                insert(sql, 0, next);
                server.kill();
                copy();
                server.startAgain();
                Awaitility.await().atMost(LIMIT).until(() -> count(sql) == 20);
                Path first = segments().get(0);
                while (Files.exists(first)) {
                    sql.run("INSERT INTO far.t VALUES (" + next++ + ", '" + text + "')");
                    assertThat(next).isLessThan(20_000);
                }
                sql.run("SYNC far.t");
                server.kill();
            }
            putBack();
            server.startAgain();
            try (TributaryProcess tributary = tributary(small);
                    Sql sql = Sql.connect(tributary.mysqlPort(), "")) {
                Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(Health.of(tributary.httpPort()))
                        .contains("the log has let go of a part of that")
                        .contains("wal accept"));
                sql.run("SET group_commit = async_mode");
                assertRefused(sql, "INSERT INTO far.t VALUES (-1, 'refused')");
                assertThat(count(sql)).isEqualTo(-1);
            }
            TributaryProcess accept = TributaryProcess.run(
                    directory,
                    "wal",
                    "accept",
                    "--yes",
                    "--data-dir",
                    directory.resolve("data").toString());
            assertThat(accept.awaitExit()).as(accept.errorText()).isZero();
            try (TributaryProcess tributary = tributary(small);
                    Sql sql = Sql.connect(tributary.mysqlPort(), "")) {
                Awaitility.await().atMost(LIMIT).until(() -> count(sql) > 20);
                sql.run("SYNC far.t");
                assertThat(sql.number("SELECT count(*) FROM far.t WHERE a = " + (next - 1)))
                        .isEqualTo(1);
                assertThat(count(sql)).isLessThan(next);
                assertThat(sql.number("SELECT count(*) FROM far.t")).isEqualTo(count(sql));
            }
        }
    }

    /** A server that does not answer at a start does not say that it has what the log holds for the older definition. */
    @Test
    void aTableThatWasAlteredIsStartedWithWhileItsServerIsAwayAndStopsWhereItLostWhatWasBefore() throws Exception {
        Path login = Files.writeString(directory.resolve("login"), "root\n\n");
        try (LocalServer server = start()) {
            try (TributaryProcess tributary = tributary();
                    Sql sql = Sql.connect(tributary.mysqlPort(), "")) {
                create(sql, server, login);
                sql.run("CREATE DATABASE near", "CREATE TABLE near.n (a INT)");
                server.kill();
                copy();
                server.startAgain();
                Awaitility.await().atMost(LIMIT).until(() -> count(sql) == 0);
                insert(sql, 0, 18);
                for (int i = 18; i < 20; i++) {
                    // The log has rows of several definitions then, whose versions are by chance.
                    sql.run("ALTER TABLE far.t ADD COLUMN x INT", "ALTER TABLE far.t DROP COLUMN x");
                    insert(sql, i, i + 1);
                }
                sql.run("ALTER TABLE far.t ADD COLUMN c INT");
                server.kill();
            }
            try (TributaryProcess tributary = tributary();
                    Sql sql = Sql.connect(tributary.mysqlPort(), "")) {
                sql.run("SET group_commit = async_mode", "INSERT INTO far.t VALUES (20, 'while it is away', 1)");
                server.startAgain();
                Awaitility.await().atMost(LIMIT).until(() -> count(sql) == 21);
                server.kill();
            }
            putBack();
            try (TributaryProcess tributary = tributary();
                    Sql sql = Sql.connect(tributary.mysqlPort(), "")) {
                server.startAgain();
                Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(Health.of(tributary.httpPort()))
                        .contains("the server has gone back")
                        .contains("wal accept"));
                assertRefused(sql, "INSERT INTO far.t VALUES (-1, 'refused', 1)");
                sql.run("INSERT INTO near.n VALUES (1)");
                assertThat(sql.number("SELECT count(*) FROM near.n")).isEqualTo(1);
            }
            // It answers at once now.
            try (TributaryProcess tributary = tributary();
                    Sql sql = Sql.connect(tributary.mysqlPort(), "")) {
                Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(Health.of(tributary.httpPort()))
                        .contains("the server has gone back")
                        .contains("wal accept"));
                assertRefused(sql, "INSERT INTO far.t VALUES (-1, 'refused', 1)");
            }
        }
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("data/wal"))) {
            return files.filter(file -> file.toString().endsWith(".wal"))
                    .sorted()
                    .toList();
        }
    }
}
