package io.tributary.cli;

import io.micrometer.core.instrument.FunctionCounter;
import io.tributary.cli.demo.DemoLoad;
import io.tributary.cli.options.CommandFailure;
import io.tributary.cli.options.CommonOptions;
import io.tributary.cli.settings.ServerConfigs;
import io.tributary.cli.settings.Setting;
import io.tributary.cli.settings.SettingKeys;
import io.tributary.cli.settings.Settings;
import io.tributary.frontend.FrontendConfig;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tributary demo}. */
@Command(
        name = "demo",
        description = "Starts one process, loads TPC-H lineitem rows over JDBC in async_mode, counts them, and serves.",
        mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Option(names = "--rows", defaultValue = "1000000", description = "Rows to load (default ${DEFAULT-VALUE}).")
    private int rows;

    @Option(names = "--connections", defaultValue = "4", description = "Connections (default ${DEFAULT-VALUE}).")
    private int connections;

    @Option(names = "--exit", description = "End after the load instead of serving until Ctrl-C.")
    private boolean exit;

    @Override
    public Integer call() throws Exception {
        if (rows < 1 || connections < 1 || connections > 1_000) {
            throw new CommandFailure("--rows " + rows + " --connections " + connections
                    + ": allowed are 1 row or more and 1 to 1000 connections");
        }
        Settings settings = common.settings();
        ServerConfigs configs =
                new ServerConfigs(settings, CommonOptions.home().resolve("data").resolve("demo"));
        Servers servers = Servers.both(configs, listening(configs.frontend(), settings));
        try (Serving serving = new Serving(servers)) {
            PrintStream out = System.out;
            out.println("tributary demo: " + rows + " TPC-H lineitem rows, " + connections
                    + " JDBC connections, 100 rows a statement, async_mode");
            boolean complete = load(configs.frontend().listen().host(), servers, out);
            if (exit) {
                return complete ? 0 : 1;
            }
            out.println("now try:  mysql -h127.0.0.1 -P" + servers.mysqlPort() + " -uroot demo     (Ctrl-C ends it)");
            return serving.untilSignal();
        }
    }

    private boolean load(String host, Servers servers, PrintStream out) throws Exception {
        DemoLoad.Outcome outcome;
        try {
            outcome = new DemoLoad(host, servers.mysqlPort(), rows, connections, out).run();
        } catch (SQLException failed) {
            throw new CommandFailure("the load failed: " + failed.getMessage());
        }
        out.printf(
                Locale.ROOT,
                "acknowledged %,d rows in %.2f s: %,.0f rows/s; all visible after %.2f s, in %s batches; last label %s%n",
                outcome.rows(),
                outcome.acknowledgedNanos() / 1e9,
                outcome.rowsPerSecond(),
                outcome.visibleNanos() / 1e9,
                batches(servers),
                outcome.label());
        out.println("SELECT count(*) FROM demo.lineitem: " + outcome.counted());
        return outcome.isComplete();
    }

    private static String batches(Servers servers) {
        @Nullable
        FunctionCounter batches = servers.metrics().find("tributary.batches").functionCounter();
        return batches == null ? "some" : String.format(Locale.ROOT, "%.0f", batches.count());
    }

    /** The usual ports, or free ones where they are taken and nobody insisted. */
    private static FrontendConfig listening(FrontendConfig config, Settings settings) {
        FrontendConfig.Listen listen = config.listen();
        return config.withListen(new FrontendConfig.Listen(
                listen.host(),
                usable(listen.host(), listen.mysqlPort(), SettingKeys.QUERY_PORT, settings),
                usable(listen.host(), listen.httpPort(), SettingKeys.HTTP_PORT, settings),
                listen.allowRootWithoutPassword()));
    }

    private static int usable(String host, int port, Setting<Long> setting, Settings settings) {
        if (settings.isGiven(setting)) {
            return port;
        }
        try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getByName(host))) {
            return probe.getLocalPort() == port ? port : 0;
        } catch (IOException taken) {
            return 0;
        }
    }
}
