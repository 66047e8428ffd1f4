package io.tributary.bench;

import io.tributary.bench.load.ClientKind;
import io.tributary.bench.load.Credentials;
import io.tributary.bench.load.Scenario;
import io.tributary.bench.load.ServerAddress;
import io.tributary.bench.process.JavaCommand;
import io.tributary.bench.server.PeerChoice;
import io.tributary.bench.server.TributaryOnServer.Kind;
import io.tributary.cli.options.CommandFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tributary bench}. */
@Command(
        name = "tributary bench",
        description = {
            "Measures a server: rows/s, latency, and CPU of client, frontend and backend.",
            "Where an option takes a list (10,20,30), every combination of the lists is measured."
        },
        mixinStandardHelpOptions = true)
final class BenchCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "SCENARIO",
            arity = "1..*",
            split = ",",
            description =
                    "jdbc-100, text-100, text-1000, jdbc-1-sync, jdbc-1-sync-read, jdbc-1000-sync, one-row-async, one-row-os, one-row-off,"
                            + " stream-load or stream-load-off.")
    private List<String> scenarios = List.of();

    @Option(
            names = "--body",
            split = ",",
            paramLabel = "SIZE",
            defaultValue = "100KB",
            description = "Of a stream-load, a list of 10KB, 100KB, 500KB, 1MB, 10MB (default ${DEFAULT-VALUE});"
                    + " of a stream-load-off 1MB or 10MB.")
    private List<String> bodies = List.of();

    @Option(
            names = "--client",
            split = ",",
            defaultValue = "connectorj",
            description = "connectorj, or replay: packets encoded beforehand, so that the server is what is measured"
                    + " (default ${DEFAULT-VALUE}).")
    private List<String> clients = List.of();

    @Option(
            names = "--connections",
            split = ",",
            paramLabel = "N",
            defaultValue = "10",
            description = "Connections that write, a list (default ${DEFAULT-VALUE}).")
    private List<Integer> connections = List.of();

    @Option(
            names = "--idle-connections",
            split = ",",
            paramLabel = "N",
            defaultValue = "0",
            description = "Connections that only stay open, a list (default ${DEFAULT-VALUE}).")
    private List<Integer> idleConnections = List.of();

    @Option(
            names = "--tables",
            split = ",",
            paramLabel = "N",
            defaultValue = "1",
            description = "Tables over which the statements are spread, a list (default ${DEFAULT-VALUE}).")
    private List<Integer> tables = List.of();

    @Option(
            names = "--interval-ms",
            split = ",",
            paramLabel = "MS",
            description = "group_commit_interval_ms of the tables, a list (default: the server's).")
    private List<Integer> intervalsMillis = List.of();

    @Option(
            names = "--policy",
            split = ",",
            description =
                    "group_commit_policy of the tables, adaptive, interval or on_read, a list (default: the server's).")
    private List<String> policies = List.of();

    @Option(
            names = "--rows-before",
            paramLabel = "N",
            defaultValue = "0",
            description = "Rows that each table has before the run (default ${DEFAULT-VALUE}).")
    private long rowsBefore;

    @Option(
            names = "--queries",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "SELECT count(*), max(key) of the first table, so many a second, beside the writers, and as long"
                            + " without them before (default ${DEFAULT-VALUE}).")
    private int queries;

    @Option(names = "--seconds", defaultValue = "20", description = "Measured seconds (default ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--warmup-seconds",
            defaultValue = "10",
            description = "Seconds before that, not measured; up to 90 more while the servers' compilers are at work"
                    + " (default ${DEFAULT-VALUE}).")
    private int warmupSeconds;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "1",
            description = "Runs of each cell; their medians are reported (default ${DEFAULT-VALUE}).")
    private int runs;

    @Option(names = "--json", paramLabel = "FILE", description = "Writes the figures here, too, cell by cell.")
    private @Nullable Path json;

    @Option(names = "--markdown", paramLabel = "FILE", description = "Writes a table of the figures here.")
    private @Nullable Path markdown;

    @Option(
            names = "--svg",
            paramLabel = "FILE",
            description = "Writes a plot of rows/s over connections here, a panel for each scenario.")
    private @Nullable Path svg;

    @Option(names = "--resume", description = "Goes on with the cells that are missing in the file of --json.")
    private boolean resume;

    @Option(
            names = "--client-java",
            paramLabel = "PATH",
            description = "The java that the load generator's process runs on (default: this one).")
    private @Nullable Path clientJava;

    @Option(
            names = "--client-flags",
            paramLabel = "FLAGS",
            defaultValue = "",
            description = "More flags for it, with blanks between them.")
    private String clientFlags = "";

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "host:port or jdbc:mysql://… of a running server; its database bench is dropped first."
                    + " Without it a frontend and a backend are started.")
    private @Nullable String url;

    @Option(
            names = "--engine",
            paramLabel = "mariadb|galera",
            description =
                    "Where the tables of the Tributary that is started are: on a MariaDB or three Galera nodes of its own, whose CPU counts"
                            + " with the servers' (default: in the process). A peer's table then has an index where Tributary's has a"
                            + " sort key, as it has on such a server.")
    private @Nullable String engine;

    @Option(
            names = "--peer",
            paramLabel = "mariadb|DIRECTORY",
            description =
                    "Measures another server as well, run by run in turn, and compares them pair by pair: a MariaDB of"
                            + " its own, durable, installed if it is missing (Debian, root); or another build of"
                            + " Tributary, which lies in this directory.")
    private @Nullable String peer;

    @Option(
            names = "--peer-set",
            paramLabel = "KEY=VALUE",
            description = "For a Tributary that is the peer (default: those of --set).")
    private List<String> peerSettings = List.of();

    @Option(names = "--user", defaultValue = "root", description = "For --url (default ${DEFAULT-VALUE}).")
    private String user = "root";

    @Option(names = "--password", defaultValue = "", description = "For --url (default: none).")
    private String password = "";

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "For the servers that are started.")
    private List<String> settings = List.of();

    @Override
    public Integer call() throws Exception {
        BenchRunner runner;
        try {
            runner = new BenchRunner(plan(), System.out);
        } catch (IllegalArgumentException refused) {
            throw new CommandFailure(String.valueOf(refused.getMessage()));
        }
        try {
            return runner.run() ? 0 : 1;
        } catch (SQLException | IOException failed) {
            throw new CommandFailure("bench " + String.join(",", scenarios) + " failed: " + failed.getMessage());
        }
    }

    private BenchPlan plan() {
        JavaCommand java = JavaCommand.ofThisProcess();
        if (clientJava != null) {
            java = java.withJava(clientJava);
        }
        if (!clientFlags.isBlank()) {
            java = java.withFlags(Arrays.asList(clientFlags.strip().split("\\s+", -1)));
        }
        return new BenchPlan(
                new Cells(
                        scenarios.stream()
                                .flatMap(this::sized)
                                .map(BenchCommand::scenario)
                                .toList(),
                        clients.stream().map(BenchCommand::client).toList(),
                        connections,
                        idleConnections,
                        tables,
                        new Cells.GroupCommits(policies, intervalsMillis),
                        new SideLoad(rowsBefore, queries)),
                warmupSeconds,
                seconds,
                runs,
                java,
                url == null ? null : ServerAddress.parse(url),
                new Credentials(user, password),
                settings,
                tables(),
                peer(),
                peerSettings.isEmpty() ? settings : peerSettings,
                new BenchPlan.Reports(json, markdown, svg, resume),
                System.getProperty("tributary.commit", "unknown"));
    }

    /** A Stream Load is as many scenarios as it has sizes. */
    private Stream<String> sized(String scenario) {
        return scenario.equals("stream-load") || scenario.equals("stream-load-off")
                ? bodies.stream().map(body -> scenario + "-" + body)
                : Stream.of(scenario);
    }

    private @Nullable Kind tables() {
        Kind kind = engine == null ? null : Kind.parse(engine);
        if (kind != null && url != null) {
            throw new IllegalArgumentException("--engine " + engine + " is of a server that is started, not of --url");
        }
        return kind;
    }

    private @Nullable PeerChoice peer() {
        PeerChoice chosen = peer == null ? null : PeerChoice.parse(peer);
        if (chosen != null
                && !chosen.takesStreamLoads()
                && scenarios.stream().anyMatch(scenario -> scenario.startsWith("stream-load"))) {
            throw new IllegalArgumentException("--peer: MariaDB knows no Stream Load");
        }
        return chosen;
    }

    private static Scenario scenario(String label) {
        return Scenario.of(label)
                .orElseThrow(() -> new IllegalArgumentException(
                        "unknown scenario " + label + ": allowed are " + Scenario.labels()));
    }

    private static ClientKind client(String label) {
        return ClientKind.of(label)
                .orElseThrow(() ->
                        new IllegalArgumentException("--client " + label + ": allowed are connectorj and replay"));
    }
}
