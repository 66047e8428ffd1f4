package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk of the log is full for a while, or its directory is deleted under the running process. */
@Tag("crash")
final class LostDiskIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int FREE_BYTES_MIN = 8 << 20;

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private long next = 1;

    @Test
    void loadsPassAFullLogByAndComeBackWhenThereIsRoom() throws Exception {
        try (SmallDisk log = SmallDisk.mount(directory.resolve("log"), 24)) {
            String[] settings = {
                "group_commit_wal_path=" + log.path(),
                "wal_segment_bytes=" + (1 << 20),
                "log_free_bytes_min=" + FREE_BYTES_MIN
            };
            Path data = directory.resolve("data");
            try (TributaryProcess server = TributaryProcess.startBoth(directory, data, settings);
                    Sql sql = createTable(server)) {
                assertThat(insert(sql)).contains("'status':'PREPARE'").doesNotContain("reason");

                log.fillUpTo(FREE_BYTES_MIN >> 2);
                await("a load that passes the log by", () -> insert(sql).contains("'reason':'LOG_SHORT'"));
                // Each is a commit of its own now, and visible at once.
                assertThat(insert(sql)).contains("'status':'VISIBLE'");

                log.free();
                await("a load that is logged again", () -> !insert(sql).contains("LOG_SHORT"));
                assertThat(insert(sql)).contains("'status':'PREPARE'");
                server.kill();
            }
            try (TributaryProcess server = TributaryProcess.startBoth(directory, data, settings);
                    Sql sql = Sql.connect(server.mysqlPort(), LoadCheck.DATABASE)) {
                assertThat(sql.query("SELECT a FROM t ORDER BY a"))
                        .containsExactlyElementsOf(LongStream.range(1, next)
                                .mapToObj(Long::toString)
                                .toList());
            }
        }
    }

    @Test
    void aLogOfWhichTheDirectoryIsDeletedAcknowledgesNothingMore() throws Exception {
        Path data = directory.resolve("data");
        try (TributaryProcess server = TributaryProcess.startBoth(directory, data);
                Sql sql = createTable(server)) {
            insert(sql);
            deleteTree(data);

            await("a load that is refused", () -> {
                SQLException refused = catchThrowableOfType(SQLException.class, () -> insert(sql));
                return refused != null && String.valueOf(refused.getMessage()).contains("was taken away");
            });
            SQLException again = catchThrowableOfType(SQLException.class, () -> insert(sql));
            assertThat(again.getMessage()).contains("until a restart");
            server.kill();
        }
    }

    private Sql createTable(TributaryProcess server) throws SQLException {
        return Sql.connect(server.mysqlPort(), "")
                .run(
                        "CREATE DATABASE " + LoadCheck.DATABASE,
                        "USE " + LoadCheck.DATABASE,
                        "CREATE TABLE t (a BIGINT NOT NULL) DUPLICATE KEY(a)"
                                + " PROPERTIES ('group_commit_interval_ms' = '3600000')",
                        "SET group_commit = async_mode");
    }

    /** The next number. @return what the reply says of it */
    private String insert(Sql sql) throws SQLException {
        return sql.info("INSERT INTO t VALUES (" + next++ + ")");
    }

    private static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(200))
                .until(condition);
    }

    private static void deleteTree(Path root) throws IOException {
        List<Path> paths;
        try (Stream<Path> walk = Files.walk(root)) {
            paths = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : paths) {
            Files.deleteIfExists(path);
        }
    }
}
