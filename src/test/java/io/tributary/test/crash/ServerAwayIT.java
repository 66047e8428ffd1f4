package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.bench.server.LocalServer;
import io.tributary.test.process.ChosenServer;
import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A MariaDB that has the tables of a database and is away for a while: also when Tributary starts. */
@Tag("crash")
final class ServerAwayIT {
    private static final int CONNECTIONS = 100;
    /** How long the server is away at least, each of three times: {@code -Dtributary.server_away.seconds=60}. */
    private static final int AWAY_SECONDS = Integer.getInteger("tributary.server_away.seconds", 0);

    private static final int ROWS = 200;

    /** Unknown, waited for too long, and down. */
    private static final List<Integer> TRUE_ERRORS = List.of(1180, 1205, 1030);

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private TributaryProcess tributary() {
        return TributaryProcess.startBoth(directory, directory.resolve("data"), "engine_answer_timeout_ms=5000")
                .awaitReady();
    }

    private static void assertFails(Sql sql, String statement) {
        SQLException failure = catchThrowableOfType(SQLException.class, () -> sql.run(statement));
        assertThat(Objects.requireNonNull(failure, statement).getErrorCode())
                .as(failure.getMessage())
                .isIn(TRUE_ERRORS);
    }

    /** Acknowledges rows for a while, some at least; returns the next number. */
    private static int insert(Sql sql, int first) throws SQLException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(AWAY_SECONDS);
        int next = first;
        sql.run("SET group_commit = async_mode");
        while (next < first + ROWS || System.nanoTime() - until < 0) {
            sql.run("INSERT INTO far.t VALUES (" + next++ + ")");
        }
        return next;
    }

    /** The server is asked whether it is there every 10 s at the latest, and who waits hears meanwhile that it is not. */
    private static void awaitCommitted(Sql sql) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> {
            sql.run("SYNC far.t");
            return true;
        });
    }

    @Test
    void asyncWritersGoOnOthersHearWhyAndAllArrivesWhenItIsBack() throws Exception {
        Path login = Files.writeString(directory.resolve("login"), "root\n\n");
        Path data = Files.createDirectory(directory.resolve("server"));
        int next = 0;
        try (LocalServer server = ChosenServer.start(data, CONNECTIONS, "128M")) {
            try (TributaryProcess tributary = tributary();
                    Sql sql = Sql.connect(tributary.mysqlPort(), "")) {
                sql.run(
                        "CREATE DATABASE far" + server.databaseClause(login),
                        "CREATE TABLE far.t (a INT) PROPERTIES ('group_commit_interval_ms' = '100')",
                        "CREATE DATABASE near",
                        "CREATE TABLE near.t (a INT)");
                server.kill();

                next = insert(sql, next);
                sql.run("SET group_commit = sync_mode");
                assertFails(sql, "INSERT INTO far.t VALUES (-1)");
                assertFails(sql, "SELECT count(*) FROM far.t");
                sql.run("INSERT INTO near.t VALUES (1)");
                assertThat(sql.number("SELECT count(*) FROM near.t")).isEqualTo(1);
                assertThat(Health.of(tributary.httpPort())).startsWith("200").contains("the mysql server at");

                server.startAgain();
                awaitCommitted(sql);
                assertThat(sql.number("SELECT count(DISTINCT a) FROM far.t WHERE a >= 0"))
                        .isEqualTo(next);

                server.kill();
                next = insert(sql, next);
            }
            try (TributaryProcess tributary = tributary();
                    Sql sql = Sql.connect(tributary.mysqlPort(), "")) {
                assertThat(sql.number("SELECT count(*) FROM near.t")).isEqualTo(1);
                next = insert(sql, next);

                server.startAgain();
                awaitCommitted(sql);
                assertThat(sql.number("SELECT count(DISTINCT a) FROM far.t WHERE a >= 0"))
                        .isEqualTo(next);
                assertThat(sql.number("SELECT count(*) FROM far.t WHERE a >= 0"))
                        .isEqualTo(next);
            }
        }
    }
}
