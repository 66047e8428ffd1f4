package io.tributary.cli;

import io.tributary.cli.bench.Bench;
import io.tributary.cli.bench.BenchReport;
import io.tributary.cli.bench.Credentials;
import io.tributary.cli.bench.Scenario;
import io.tributary.cli.bench.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tributary bench}. */
@Command(
        name = "bench",
        description = "Measures a server: rows/s, latency, and CPU of client, frontend and backend.",
        mixinStandardHelpOptions = true)
final class BenchCommand implements Callable<Integer> {
    @Parameters(paramLabel = "SCENARIO", description = "jdbc-100, jdbc-1-sync, text-100 or one-row-async.")
    private String scenario = "";

    @Option(names = "--connections", defaultValue = "10", description = "Connections (default ${DEFAULT-VALUE}).")
    private int connections;

    @Option(names = "--seconds", defaultValue = "20", description = "Measured seconds (default ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--warmup-seconds",
            defaultValue = "10",
            description = "Seconds before that, not measured (default ${DEFAULT-VALUE}).")
    private int warmupSeconds;

    @Option(names = "--json", paramLabel = "FILE", description = "Writes the figures here, too.")
    private @Nullable Path json;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "host:port or jdbc:mysql://… of a running server; its database bench is dropped first."
                    + " Without it a frontend and a backend are started.")
    private @Nullable String url;

    @Option(names = "--user", defaultValue = "root", description = "For --url (default ${DEFAULT-VALUE}).")
    private String user = "root";

    @Option(names = "--password", defaultValue = "", description = "For --url (default: none).")
    private String password = "";

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "For the servers that are started.")
    private List<String> settings = List.of();

    @Override
    public Integer call() throws Exception {
        Scenario chosen = Scenario.of(scenario)
                .orElseThrow(() ->
                        new CommandFailure("unknown scenario " + scenario + ": allowed are " + Scenario.labels()));
        if (connections < 1 || connections > 10_000 || seconds < 1 || warmupSeconds < 0) {
            throw new CommandFailure("--connections " + connections + " --seconds " + seconds + " --warmup-seconds "
                    + warmupSeconds + ": allowed are 1 to 10000, 1 or more, 0 or more");
        }
        Bench.Plan plan = new Bench.Plan(chosen, connections, warmupSeconds, seconds);
        try (Target target = url == null ? Target.start(settings) : Target.existing(url)) {
            BenchReport report = new Bench(target, new Credentials(user, password), plan)
                    .run(System.getProperty("tributary.commit", "unknown"));
            System.out.println(report);
            if (json != null) {
                report.writeJson(json);
            }
            return report.isComplete() ? 0 : 1;
        } catch (SQLException | IOException failed) {
            throw new CommandFailure(scenario + " failed: " + failed.getMessage());
        }
    }
}
