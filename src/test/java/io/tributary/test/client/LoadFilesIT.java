package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import io.tributary.test.process.Tables;
import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What {@code tributary load} takes, and how it tells what it cannot do. */
@Tag("clients")
final class LoadFilesIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @RegisterExtension
    static final Server SERVER = Server.shared();

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private String database = "";

    @BeforeEach
    void createTable() throws SQLException {
        database = SERVER.newDatabase();
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run(Tables.DT);
        }
    }

    private long count() throws SQLException {
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run("SYNC dt");
            return sql.number("SELECT COUNT(*) FROM dt");
        }
    }

    private CommandLine.Result load(String table, String input, Map<String, String> more, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                TributaryProcess.home().resolve("bin").resolve("tributary").toString(), "load", "--table"));
        command.add(database + "." + table);
        command.addAll(List.of("--url", "http://127.0.0.1:" + SERVER.httpPort()));
        command.addAll(List.of(arguments));
        Map<String, String> environment = new HashMap<>(more);
        environment.put("TRIBUTARY_NO_BUILD", "1");
        return CommandLine.run(directory, environment, input, LIMIT, command);
    }

    private void assertStored(CommandLine.Result said, String... summary) {
        assertThat(said.text()).contains(summary);
        assertThat(said.exitCode()).as(said.text()).isZero();
    }

    private static void assertRefused(CommandLine.Result said, String line) {
        assertThat(said.text()).isEqualTo("tributary: " + line + "\n");
        assertThat(said.exitCode()).isEqualTo(1);
    }

    @Test
    void theStandardInputIsLoadedOnceUnderARunningKey() throws Exception {
        StringBuilder lines = new StringBuilder();
        for (int row = 0; row < 20_000; row++) {
            lines.append(row).append(",name ").append(row).append(",1\n");
        }
        for (int time = 0; time < 2; time++) {
            assertStored(
                    load("dt", lines.toString(), Map.of(), "-", "--key", "piped", "--chunk-bytes", "20000"),
                    time == 0 ? "20,000 rows stored, 0 left out" : "0 rows stored, 0 left out, ",
                    time == 0 ? "" : "18 loads were there before (20,000 rows), 0 are new");
            assertThat(count()).isEqualTo(20_000);
        }

        assertStored(
                load(
                        "dt",
                        "[{\"id\": 1},\n {\"id\": 2}]",
                        Map.of(),
                        "-",
                        "--format",
                        "json",
                        "-H",
                        "strip_outer_array:true"),
                "in 1 loads: 2 rows stored");
        assertThat(count()).isEqualTo(20_002);
    }

    @Test
    void aDirectoryIsLoadedEachFileByItsName() throws Exception {
        Path in = Files.createDirectory(directory.resolve("in"));
        Files.writeString(in.resolve("b.csv"), "1,a,1\n2,b,2\n");
        Files.writeString(in.resolve("c.json"), "{\"id\": 3}\n{\"id\": 4, \"name\": \"d\"}\n");
        Files.writeString(in.resolve("d.tsv"), "5\te\t5\n");
        Files.writeString(in.resolve(".e.csv.part"), "6,f");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(in.resolve("a.csv.gz")))) {
            out.write("7,g,7\n8,h,8\n".getBytes(StandardCharsets.US_ASCII));
        }

        CommandLine.Result said = load("dt", "", Map.of(), in.toString());

        assertStored(said, "in 4 loads: 7 rows stored, 0 left out");
        assertThat(said.text()).contains(in + " is 4 files: a.csv.gz, b.csv, c.json, d.tsv\n");
        assertThat(count()).isEqualTo(7);
    }

    @Test
    void aPasswordComesFromAFileOrTheEnvironment() throws Exception {
        String user = "loader_" + database;
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run("CREATE USER '" + user + "' IDENTIFIED BY 'right'");
        }
        Path file = Files.writeString(directory.resolve("rows.csv"), "1,a,1\n");
        Path secret = Files.writeString(directory.resolve("secret"), "right\n");
        String rows = file.toString();

        assertStored(load("dt", "", Map.of("TRIBUTARY_PASSWORD", "right"), rows, "--user", user), "1 rows stored");
        assertStored(
                load("dt", "", Map.of(), rows, "--user", user, "--password-file", secret.toString()), "1 rows stored");
        assertStored(load("dt", "", Map.of(), rows, "--user", user, "--password", "right"), "1 rows stored");
        assertThat(count()).isEqualTo(3);

        assertRefused(
                load("dt", "", Map.of(), rows, "--user", user, "--password", "wrong"),
                "user '" + user + "' is refused with this password (401)");
        assertThat(load("dt", "", Map.of(), rows, "--user", user, "--password").text())
                .contains("--password without a value is asked for on a console, and there is none");
    }

    @Test
    void whatIsNotThereIsToldInOneLine() throws IOException {
        String file =
                Files.writeString(directory.resolve("rows.csv"), "1,a,1\n").toString();

        assertRefused(load("nope", "", Map.of(), file), "unknown table, tableName=nope: OlapTable not found");
        String before = database;
        database = "no_such_database";
        assertRefused(load("dt", "", Map.of(), file), "unknown database, database=no_such_database");
        database = before;
    }
}
