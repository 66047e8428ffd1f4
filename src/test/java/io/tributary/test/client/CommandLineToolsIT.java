package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tributary.test.process.Sql;
import io.tributary.test.process.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The programs that come with the mariadb command line, and the command line itself at a terminal. */
@Tag("clients")
final class CommandLineToolsIT {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @RegisterExtension
    static final Server SERVER = Server.shared();

    @RegisterExtension
    static final Server SERVER_57 = Server.shared57();

    @TempDir
    private Path directory = Path.of("set by JUnit");

    static Stream<Server> servers() {
        return Stream.of(SERVER, SERVER_57);
    }

    @ParameterizedTest
    @MethodSource("servers")
    void theCommandLineAtATerminalCompletesNamesAndShowsItsStatus(Server server) throws SQLException {
        String database = server.newDatabase();
        try (Sql sql = Sql.connect(server.port(), database)) {
            sql.run(
                    "CREATE TABLE question_table (answer_column INT) DUPLICATE KEY(answer_column)",
                    "INSERT INTO question_table VALUES (42)");
        }
        ClientProgram.pythonIn(
                server,
                database,
                "terminal.py",
                CommandLine.mysql(server.port(), "-uroot").toArray(new String[0]));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            ping            | mysqld is alive
            status          | Uptime:
            version         | Server version
            processlist     | show processlist
            variables       | max_allowed_packet
            extended-status | Threads_connected
            """)
    void admin(String command, String expected) {
        for (Server server : new Server[] {SERVER, SERVER_57}) {
            assertThat(run(server, "mariadb-admin", "mysqladmin", command).text())
                    .contains(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void show(Server server) throws SQLException {
        String database = server.newDatabase();
        try (Sql sql = Sql.connect(server.port(), database)) {
            sql.run(Tables.DT);
        }
        assertThat(run(server, "mariadb-show", "mysqlshow").text()).contains("| " + database + " ");
        assertThat(run(server, "mariadb-show", "mysqlshow", database).text()).contains("| dt ");
        assertThat(run(server, "mariadb-show", "mysqlshow", database, "dt").text())
                .contains("| name ")
                .contains("varchar(50)");
        assertThat(run(server, "mariadb-show", "mysqlshow", "--count", database).text())
                .contains("| dt ");
        assertThat(run(server, "mariadb-show", "mysqlshow", "--keys", database, "dt")
                        .text())
                .contains("score");
        assertThat(run(server, "mariadb-show", "mysqlshow", "--status", database)
                        .text())
                .contains("dt");
    }

    @ParameterizedTest
    @MethodSource("servers")
    void slapWritesAndReads(Server server) {
        for (String load : new String[] {"write", "mixed", "read"}) {
            String said = run(
                            server,
                            "mariadb-slap",
                            "mysqlslap",
                            "--auto-generate-sql",
                            "--auto-generate-sql-load-type=" + load,
                            "--concurrency=4",
                            "--number-of-queries=200",
                            "--create-schema=slap_" + load)
                    .text();
            assertThat(said).contains("Average number of queries per client: 50");
        }
    }

    /** LOAD DATA LOCAL INFILE, which the program sends for each file. */
    @ParameterizedTest
    @MethodSource("servers")
    void importLoadsAFile(Server server) throws Exception {
        String database = server.newDatabase();
        try (Sql sql = Sql.connect(server.port(), database)) {
            sql.run(Tables.DT, "ALTER TABLE dt SET ('group_commit_mode' = 'sync_mode')");
            StringBuilder lines = new StringBuilder();
            for (int id = 0; id < 1_000; id++) {
                lines.append(id)
                        .append("\tit\\'s \\\"")
                        .append(id)
                        .append("\\\"\t")
                        .append(id % 2 == 0 ? "\\N" : id);
                lines.append('\n');
            }
            Path file = Files.writeString(directory.resolve("dt.txt"), lines);

            LoadCounts loads = LoadCounts.of(server);

            String said = run(server, "mariadb-import", "mysqlimport", "--local", database, file.toString())
                    .text();

            assertThat(said).contains("Records: 1000  Deleted: 0  Skipped: 0  Warnings: 0");
            assertThat(loads.sinceThen()).isEqualTo(Map.of("sync_mode", 1L));
            assertThat(sql.query("SELECT count(*), count(score), min(name) FROM dt"))
                    .containsExactly("1000|500|it's \"0\"");
        }
    }

    private CommandLine.Result run(Server server, String program, String otherName, String... arguments) {
        Optional<Path> found = CommandLine.find(program, otherName);
        assumeTrue(found.isPresent(), program + " is not on the PATH (bin/test installs mariadb-client)");
        List<String> command = new ArrayList<>(List.of(
                found.orElseThrow().toString(), "--no-defaults", "-h127.0.0.1", "-P" + server.port(), "-uroot"));
        command.addAll(Arrays.asList(arguments));
        CommandLine.Result result = CommandLine.run(directory, Map.of(), "", LIMIT, command);
        assertThat(result.exitCode()).as("%s: %s", command, result.text()).isZero();
        return result;
    }
}
