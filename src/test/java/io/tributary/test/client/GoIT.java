package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tributary.test.process.Sql;
import io.tributary.test.process.Tables;
import io.tributary.test.process.TributaryProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The manual's Go program: it groups by the table's property and binds times as text with nine fraction digits. */
@Tag("clients")
final class GoIT {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    @RegisterExtension
    static final Server SERVER = new Server();

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void theProgramOfTheManualLoadsAllItsRowsInGroups() throws Exception {
        assumeTrue(CommandLine.find("go").isPresent(), "go is not on the PATH (bin/test installs golang-go)");
        String database = SERVER.newDatabase();
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run(
                    Tables.LINEITEM.replace("lineitem", "async_lineitem"),
                    "ALTER TABLE async_lineitem SET (\"group_commit_mode\" = \"async_mode\")");

            CommandLine.Result result = CommandLine.run(
                    directory,
                    Map.of(
                            "TEST_PORT",
                            Integer.toString(SERVER.port()),
                            "TEST_DB",
                            database,
                            "TEST_STATEMENTS",
                            "5",
                            "GOFLAGS",
                            "-buildvcs=false"),
                    "",
                    LIMIT,
                    List.of("go", "run", "-C", program().toString(), "."));

            assertThat(result.exitCode()).as(result.text()).isZero();
            assertThat(result.text()).contains("Total inserted rows: 10000");
            sql.run("SYNC " + database + ".async_lineitem");
            assertThat(sql.number("SELECT count(*) FROM async_lineitem")).isEqualTo(10_000);
            assertThat(sql.number("SELECT count(*) FROM async_lineitem WHERE L_SHIPDATE >= '2020-01-01'"))
                    .isEqualTo(10_000);
        }
    }

    private static Path program() {
        return TributaryProcess.home().resolve("src/test/clients/go");
    }
}
