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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** sysbench's own scripts, unchanged: prepare, two seconds of load, cleanup. It sets no variable, so GLOBAL decides. */
@Tag("clients")
final class SysbenchIT {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Pattern EVENTS = Pattern.compile("total number of events: +(\\d+)");
    /** Transactions that met another's row (1213), which sysbench runs again. */
    private static final Pattern CONFLICTS = Pattern.compile("ignored errors: +(\\d+)");

    private static final double CONFLICTS_SHARE_MAX = 0.1;

    @RegisterExtension
    static final Server SERVER = new Server();

    @RegisterExtension
    static final Server SERVER_57 = Server.own57();

    @TempDir
    private Path directory = Path.of("set by JUnit");

    static Stream<Arguments> scriptsAndServers() {
        return Server.withEach(List.of("oltp_insert", "oltp_read_write", "bulk_insert"), SERVER, SERVER_57);
    }

    @ParameterizedTest
    @MethodSource("scriptsAndServers")
    void script(String script, Server server) throws SQLException {
        String database = server.newDatabase();
        try (Sql sql = Sql.connect(server.port(), database)) {
            sql.run("SET GLOBAL group_commit = sync_mode");
            sysbench(server, database, script, "prepare");
            LoadCounts loads = LoadCounts.of(server);
            String report = sysbench(server, database, script, "run");

            assertThat(report).doesNotContain("FATAL");
            long events = number(EVENTS, report);
            assertThat(events).as(report).isPositive();
            assertThat((double) number(CONFLICTS, report)).as(report).isLessThanOrEqualTo(events * CONFLICTS_SHARE_MAX);
            Map<String, Long> committed = loads.sinceThen();
            switch (script) {
                case "oltp_insert" -> assertThat(committed).isEqualTo(Map.of("sync_mode", events));
                case "bulk_insert" -> assertThat(committed).containsOnlyKeys("sync_mode"); // as many rows as fit
                default -> assertThat(committed).containsOnlyKeys("fallback_IN_TRANSACTION");
            }
            assertThat(sql.number("SELECT count(*) FROM sbtest1")).isPositive();
            sysbench(server, database, script, "cleanup");
            assertThat(sql.query("SHOW TABLES")).isEmpty();
        }
    }

    private static long number(Pattern pattern, String report) {
        Matcher matcher = pattern.matcher(report);
        assertThat(matcher.find()).as("%s in %s", pattern, report).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    private String sysbench(Server server, String database, String script, String command) {
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
                        "--mysql-port=" + server.port(),
                        "--mysql-user=root",
                        "--mysql-db=" + database,
                        "--tables=" + (script.equals("bulk_insert") ? 1 : 2),
                        "--table-size=1000",
                        // Three of four rows come from a hundredth of the table by default: there a third meets a
                        // conflict.
                        "--rand-type=uniform",
                        "--threads=2",
                        "--time=2",
                        command));
        assertThat(result.exitCode()).as(result.text()).isZero();
        return result.text();
    }
}
