package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tributary.test.process.Sql;
import io.tributary.test.process.Tables;
import io.tributary.test.process.TributaryProcess;
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
        Path target = TributaryProcess.home().resolve("src/test/target");
        assumeTrue(Files.isDirectory(target.resolve("jmeter")), "no JMeter in " + target + " (bin/test installs it)");
        String database = server.newDatabase();
        try (Sql sql = Sql.connect(server.port(), database)) {
            sql.run(Tables.DT);
            LoadCounts loads = LoadCounts.of(server);
            String plan = Files.readString(TributaryProcess.home().resolve("src/test/clients/jmeter/plan.jmx"))
                    .replace(
                            "@URL@", "jdbc:mysql://127.0.0.1:" + server.port() + "?" + parameters.replace("&", "&amp;"))
                    .replace("@INIT@", initStatements)
                    .replace("@TABLE@", database + ".dt")
                    .replace("@THREADS@", Integer.toString(THREADS))
                    .replace("@LOOPS@", Integer.toString(LOOPS));
            Path file = Files.writeString(directory.resolve("plan.jmx"), plan);
            Path results = directory.resolve("results.csv");

            CommandLine.Result result = CommandLine.run(
                    directory,
                    Map.of(),
                    "",
                    LIMIT,
                    List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Djava.awt.headless=true",
                            "-Djmeter.home=" + target.resolve("jmeter"),
                            "-cp",
                            target.resolve("drivers/jmeter") + "/*",
                            "org.apache.jmeter.NewDriver",
                            "--nongui",
                            "--testfile",
                            file.toString(),
                            "--logfile",
                            results.toString(),
                            "--jmeterlogfile",
                            directory.resolve("jmeter.log").toString()));

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
}
