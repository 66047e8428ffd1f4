package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** No library of a server is written to a temporary directory, which may be full, and which nobody empties after a kill. */
@Tag("crash")
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class NativeLibrariesIT {
    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void aKilledServerLeavesNothingInItsTemporaryDirectory() throws Exception {
        Path temporary = Files.createDirectory(directory.resolve("temporary"));
        TributaryProcess server =
                TributaryProcess.startBothWith("-Djava.io.tmpdir=" + temporary, directory, directory.resolve("data"));
        try (Sql sql = Sql.connect(server.mysqlPort(), "")) {
            sql.run("CREATE DATABASE d");
            // Rows of a keyed table go through Arrow.
            sql.run("CREATE TABLE d.keyed (a INT, b INT) UNIQUE KEY(a)");
            sql.run("INSERT INTO d.keyed VALUES (1, 1), (2, 2)");
            sql.run("INSERT INTO d.keyed VALUES (2, 3)");
            assertThat(sql.query("SELECT a, b FROM d.keyed ORDER BY a")).containsExactly("1|1", "2|3");
        } finally {
            server.beginKill();
            server.awaitExit();
        }

        try (Stream<Path> left = Files.walk(temporary)) {
            assertThat(left.filter(Files::isRegularFile)).isEmpty();
        }
    }
}
