package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tributary.test.process.Sql;
import io.tributary.test.process.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The manual's Stream Load commands, by curl. */
@Tag("clients")
final class StreamLoadIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @RegisterExtension
    static final Server SERVER = Server.shared();

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private String database = "";

    @BeforeEach
    void createTable() throws SQLException, IOException {
        database = SERVER.newDatabase();
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run(Tables.DT);
        }
        Files.writeString(directory.resolve("data.csv"), "6,Amy,60\n7,Ross,98\n");
    }

    private String curl(String... arguments) {
        Optional<Path> curl = CommandLine.find("curl");
        assumeTrue(curl.isPresent(), "curl is not on the PATH");
        List<String> command =
                new ArrayList<>(List.of(curl.orElseThrow().toString(), "-sS", "--location-trusted", "-u", "root:"));
        command.addAll(List.of(arguments));
        command.add("http://127.0.0.1:" + SERVER.httpPort() + "/api/" + database + "/dt/_stream_load");
        CommandLine.Result result = CommandLine.run(directory, Map.of(), "8,Eve,1\n", LIMIT, command);
        assertThat(result.exitCode()).as(result.text()).isZero();
        return result.text();
    }

    private List<String> stored() throws SQLException {
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            return sql.run("SYNC " + database + ".dt").rows("SELECT * FROM dt ORDER BY id");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"async_mode", "sync_mode"})
    void theManualsCommand(String mode) throws SQLException {
        String said = curl("-T", "data.csv", "-H", "group_commit:" + mode, "-H", "column_separator:,");

        assertThat(said)
                .contains(
                        "\"GroupCommit\": true",
                        "\"Label\": \"group_commit_",
                        "\"Status\": \"Success\"",
                        "\"NumberLoadedRows\": 2",
                        "\"LoadBytes\": 19");
        assertThat(stored()).containsExactly("6|Amy|60", "7|Ross|98");
    }

    @Test
    void bodiesInChunksAndWithoutExpectAreLoadedAndALabelOnce() throws SQLException {
        assertThat(curl("-T", "-", "-H", "column_separator:,", "-H", "label:once"))
                .contains("\"Status\": \"Success\"");
        assertThat(curl("-T", "data.csv", "-H", "column_separator:,", "-H", "label:once"))
                .contains("\"Status\": \"Label Already Exists\"", "\"ExistingJobStatus\": \"FINISHED\"");
        assertThat(curl("-XPUT", "--data-binary", "@data.csv", "-H", "Expect:", "-H", "column_separator:,"))
                .contains("\"Status\": \"Success\"");

        assertThat(stored()).containsExactly("6|Amy|60", "7|Ross|98", "8|Eve|1");
    }

    @Test
    void oneConnectionCarriesSeveralLoadsAndAWrongPasswordIs401() throws SQLException {
        String url = "http://127.0.0.1:" + SERVER.httpPort() + "/api/" + database + "/dt/_stream_load";

        String said = curl("-v", "-T", "data.csv", "-H", "column_separator:,", url, "-T", "data.csv");
        String refused = curl("-T", "data.csv", "-u", "root:wrong", "-w", "%{http_code}");

        assertThat(said).contains("Re-using existing connection");
        assertThat(refused).endsWith("401");
        assertThat(stored()).hasSize(4);
    }
}
