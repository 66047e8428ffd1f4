package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tributary.bench.server.LocalServer;
import io.tributary.test.process.ChosenServer;
import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code mariadb-dump --single-transaction} of a MariaDB goes into a Tributary, and its dump back into the MariaDB. */
@Tag("clients")
@ExtendWith(SharedServers.class)
final class DumpIT {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final int TABLES = 11;

    /** A YEAR of a MariaDB, too. */
    private static final String NUMBERS = "yearIsDateType=false";

    private static final String DEFINED =
            "SELECT CONCAT_WS(' ', table_name, ordinal_position, column_name, column_type,"
                    + " is_nullable, COALESCE(column_default, '-'), COALESCE(collation_name, '-'), column_key, extra,"
                    + " column_comment) FROM information_schema.columns WHERE table_schema = '%1$s'"
                    + " UNION ALL SELECT CONCAT_WS(' ', table_name, table_comment) FROM information_schema.tables"
                    + " WHERE table_schema = '%1$s'"
                    + " UNION ALL SELECT CONCAT_WS(' ', table_name, constraint_name, column_name, referenced_table_name,"
                    + " referenced_column_name) FROM information_schema.key_column_usage WHERE table_schema = '%1$s'"
                    + " UNION ALL SELECT CONCAT_WS(' ', table_name, constraint_name, update_rule, delete_rule)"
                    + " FROM information_schema.referential_constraints WHERE constraint_schema = '%1$s'"
                    + " UNION ALL SELECT CONCAT_WS(' ', table_name, index_name, seq_in_index, column_name, sub_part)"
                    + " FROM information_schema.statistics WHERE table_schema = '%1$s'";

    @TempDir
    private static Path directory = Path.of("set by JUnit");

    private static @Nullable LocalServer mariaDb;
    private static int port;

    @BeforeAll
    static void start() throws Exception {
        LocalServer started = ChosenServer.start(
                Files.createDirectory(directory.resolve("server")), 20, "64M", "--character-set-server=utf8mb4");
        mariaDb = started;
        port = started.address().port();
        try (Sql sql = Sql.connect(port, "")) {
            sql.run("CREATE DATABASE origin");
        }
        restore(
                port,
                "origin",
                TributaryProcess.home().resolve("src/test/resources/io/tributary/test/client/dump/tables.sql"));
    }

    @AfterAll
    static void stop() {
        if (mariaDb != null) {
            mariaDb.close();
        }
    }

    @ParameterizedTest
    @MethodSource("io.tributary.test.client.SharedServers#each")
    void aDumpOfElevenTablesComesBackAsItWas(Server server) throws Exception {
        String database = server.newDatabase();
        try (Sql sql = Sql.connect(port, "")) {
            sql.run("DROP DATABASE IF EXISTS back", "CREATE DATABASE back");
        }

        restore(server.port(), database, dump(port, "origin"));
        restore(port, "back", dump(server.port(), database));

        String rows = rows(port, "origin");
        assertThat(rows.lines().filter(line -> line.startsWith("INSERT"))).hasSizeGreaterThan(30);
        assertThat(rows(server.port(), database)).isEqualTo(rows);
        assertThat(rows(port, "back")).isEqualTo(rows);
        try (Sql origin = Sql.connectWith(port, "origin", NUMBERS);
                Sql between = Sql.connectWith(server.port(), database, NUMBERS);
                Sql back = Sql.connectWith(port, "back", NUMBERS)) {
            List<String> tables = origin.query("SHOW TABLES");
            assertThat(tables).hasSize(TABLES);
            for (String table : tables) {
                String select = "SELECT * FROM `" + table.replace("`", "``") + "`";
                List<String> wanted = origin.query(select);
                assertThat(between.query(select)).as(table).containsExactlyInAnyOrderElementsOf(wanted);
                assertThat(back.query(select)).as(table).containsExactlyInAnyOrderElementsOf(wanted);
            }
            assertThat(defined(back, "back"))
                    .as("definitions, but for two types that are told as wider ones")
                    .containsExactlyInAnyOrderElementsOf(defined(origin, "origin").stream()
                            .map(line -> line.replace(" m mediumint(9) ", " m int(11) ")
                                    .replace(" decimal(5,2) unsigned ", " decimal(5,2) "))
                            .toList());
        }
    }

    private static List<String> defined(Sql sql, String database) throws SQLException {
        return sql.query(DEFINED.formatted(database));
    }

    private static void restore(int port, String database, Path dump) {
        CommandLine.Result result = CommandLine.run(
                directory,
                Map.of(),
                "",
                LIMIT,
                CommandLine.mysql(
                        port, "-uroot", "--default-character-set=utf8mb4", database, "--execute=source " + dump));
        assertThat(result.exitCode()).as(result.text()).isZero();
        assertThat(result.text()).isEmpty();
    }

    /** One INSERT a row, in the order of the keys, each byte as a character. */
    private static String rows(int port, String database) throws IOException {
        Path dump = dump(
                port, database, "--no-create-info", "--skip-extended-insert", "--order-by-primary", "--skip-comments");
        return Files.readString(dump, StandardCharsets.ISO_8859_1);
    }

    private static Path dump(int port, String database, String... options) {
        Optional<Path> program = CommandLine.find("mariadb-dump", "mysqldump");
        assumeTrue(program.isPresent(), "mariadb-dump is not on the PATH (bin/test installs mariadb-client)");
        Path file = directory.resolve("dump.sql");
        List<String> command = new ArrayList<>(List.of(
                program.orElseThrow().toString(),
                "--no-defaults",
                "-h127.0.0.1",
                "-P" + port,
                "-uroot",
                "--single-transaction",
                "--result-file=" + file));
        command.addAll(List.of(options));
        command.add(database);
        CommandLine.Result result = CommandLine.run(directory, Map.of(), "", LIMIT, command);
        assertThat(result.exitCode()).as("%s: %s", command, result.text()).isZero();
        assertThat(result.text()).isEmpty();
        return file;
    }
}
