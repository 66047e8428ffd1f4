package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tributary.test.process.Sql;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** sysbench's own scripts, unchanged: prepare, two seconds of load, cleanup. It sets no variable, so GLOBAL decides. */
@Tag("clients")
final class SysbenchIT {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @RegisterExtension
    static final Server SERVER = new Server();

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private String database = "";

    @BeforeEach
    void createDatabase() throws SQLException {
        database = SERVER.newDatabase();
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run("SET GLOBAL group_commit = sync_mode");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"oltp_insert", "oltp_read_write", "bulk_insert"})
    void script(String script) throws SQLException {
        sysbench(script, "prepare");
        long before = SERVER.groupedInserts("sync_mode");
        String report = sysbench(script, "run");

        assertThat(report).doesNotContain("FATAL").containsPattern("total number of events: +[1-9]");
        if (!script.equals("oltp_read_write")) { // whose inserts stand in transactions
            assertThat(SERVER.groupedInserts("sync_mode")).isGreaterThan(before);
        }
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            assertThat(sql.number("SELECT count(*) FROM sbtest1")).isPositive();
        }
        sysbench(script, "cleanup");
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            assertThat(sql.query("SHOW TABLES")).isEmpty();
        }
    }

    private String sysbench(String script, String command) {
        Optional<Path> program = CommandLine.find("sysbench");
        assumeTrue(program.isPresent(), "sysbench is not on the PATH (bin/test installs it)");
        CommandLine.Result result = CommandLine.run(
                directory,
                Map.of(),
                "",
                LIMIT,
                List.of(
                        program.orElseThrow().toString(),
                        script,
                        "--db-driver=mysql",
                        "--mysql-host=127.0.0.1",
                        "--mysql-port=" + SERVER.port(),
                        "--mysql-user=root",
                        "--mysql-db=" + database,
                        "--tables=" + (script.equals("bulk_insert") ? 1 : 2),
                        "--table-size=1000",
                        "--threads=2",
                        "--time=2",
                        command));
        assertThat(result.exitCode()).as(result.text()).isZero();
        return result.text();
    }
}
