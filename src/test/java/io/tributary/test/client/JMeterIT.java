package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tributary.test.process.Sql;
import io.tributary.test.process.Tables;
import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Apache JMeter's JDBC Request as Prepared Update Statement: a URL without a database, the table as {@code db.table}. */
@Tag("clients")
final class JMeterIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Path TARGET = TributaryProcess.home().resolve("src/test/target");
    private static final int THREADS = 4;
    private static final int LOOPS = 50;
    private static final String PARAMETERS = "useServerPrepStmts=true&useLocalSessionState=true"
            + "&rewriteBatchedStatements=true&cachePrepStmts=true&prepStmtCacheSqlLimit=99999&prepStmtCacheSize=50";

    @RegisterExtension
    static final Server SERVER = Server.shared();

    @RegisterExtension
    static final Server SERVER_57 = Server.shared57();

    static Stream<Server> servers() {
        return Stream.of(SERVER, SERVER_57);
    }

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @ParameterizedTest
    @MethodSource("servers")
    void groupCommitByInitStatements(Server server) throws Exception {
        run(server, "set group_commit=async_mode\nset enable_nereids_planner=false", PARAMETERS);
    }

    @ParameterizedTest
    @MethodSource("servers")
    void groupCommitBySessionVariablesOfTheUrl(Server server) throws Exception {
        run(server, "", PARAMETERS + "&sessionVariables=group_commit=async_mode,enable_nereids_planner=false");
    }

    private void run(Server server, String initStatements, String parameters) throws Exception {
        assumeTrue(Files.isDirectory(TARGET.resolve("jmeter")), "no JMeter in " + TARGET + " (bin/test installs it)");
        String database = server.newDatabase();
        try (Sql sql = Sql.connect(server.port(), database)) {
            sql.run(Tables.DT);
            LoadCounts loads = LoadCounts.of(server);
            String url = "jdbc:mysql://127.0.0.1:" + server.port() + "?" + parameters;
            Path results = directory.resolve("results.csv");

            CommandLine.Result result = CommandLine.run(
                    directory,
                    Map.of(),
                    "",
                    LIMIT,
                    command(directory, url, initStatements, database + ".dt", THREADS, LOOPS));

            assertThat(result.exitCode()).as(result.text()).isZero();
            assertThat(Files.readAllLines(results))
                    .hasSize(1 + THREADS * LOOPS)
                    .noneMatch(line -> line.contains(",false,"));
            assertThat(loads.sinceThen()).isEqualTo(Map.of("async_mode", (long) THREADS * LOOPS));
            sql.run("SYNC " + database + ".dt");
            assertThat(sql.query("SELECT id, name, score, count(*) FROM dt GROUP BY id, name, score"))
                    .containsExactly("7|name|null|" + THREADS * LOOPS);
        }
    }

    /** Runs the plan, whose requests insert one row each; its results are in {@code results.csv} of the directory. */
    static List<String> command(Path directory, String url, String initStatements, String table, int threads, int loops)
            throws IOException {
        String plan = Files.readString(TributaryProcess.home().resolve("src/test/clients/jmeter/plan.jmx"))
                .replace("@URL@", url.replace("&", "&amp;"))
                .replace("@INIT@", initStatements)
                .replace("@TABLE@", table)
                .replace("@THREADS@", Integer.toString(threads))
                .replace("@LOOPS@", Integer.toString(loops));
        Path file = Files.writeString(directory.resolve("plan.jmx"), plan);
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.awt.headless=true",
                "-Djmeter.home=" + TARGET.resolve("jmeter"),
                "-cp",
                TARGET.resolve("drivers/jmeter") + "/*",
                "org.apache.jmeter.NewDriver",
                "--nongui",
                "--testfile",
                file.toString(),
                "--logfile",
                directory.resolve("results.csv").toString(),
                "--jmeterlogfile",
                directory.resolve("jmeter.log").toString());
    }
}
