package io.tributary.cli;

import io.tributary.cli.demo.DemoLoad;
import io.tributary.cli.options.CommandFailure;
import io.tributary.cli.settings.ServerConfigs;
import io.tributary.cli.settings.SettingException;
import io.tributary.cli.settings.SettingsReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/**
 * {@code tributary archive}: starts each kind of server once, on free ports and with data that is thrown away, and lets it take a few
 * rows. bin/tributary runs it with {@code -XX:ArchiveClassesAtExit}, so that later starts find the classes of all this parsed and
 * verified. Neither the configuration nor the environment has a say: what belongs to the installation is not touched.
 */
@Command(
        name = "archive",
        description =
                "Makes the archive of classes with which a start takes half of the processor's time, for this Java"
                        + " and this place; bin/tributary does it by itself where it builds.",
        mixinStandardHelpOptions = true)
final class ArchiveCommand implements Callable<Integer> {
    private static final String HOST = "127.0.0.1";
    private static final int ROWS = 500;

    @Override
    public Integer call() throws Exception {
        try (TemporaryDirectory directory = TemporaryDirectory.create("tributary-archive-")) {
            Path path = directory.path().resolve("together");
            try (Servers together = Servers.both(configs(path))) {
                load(together);
            }
            Servers.both(configs(path)).close(); // with a log that it finds
            Path apart = directory.path().resolve("apart");
            try (Servers backend = Servers.backend(configs(apart));
                    Servers frontend =
                            Servers.frontend(configs(apart, "backend_address=" + HOST + ":" + backend.backendPort()))) {
                load(frontend);
            }
        }
        return 0;
    }

    private static ServerConfigs configs(Path data, String... more) throws SettingException {
        List<String> entries = new ArrayList<>(
                List.of("bind_address=" + HOST, "query_port=0", "http_port=0", "grpc_port=0", "webserver_port=0"));
        Stream.of(more).forEach(entries::add);
        return new ServerConfigs(new SettingsReader().commandLine(entries).settings(), data);
    }

    private static void load(Servers servers) throws Exception {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        DemoLoad.Outcome outcome = new DemoLoad(HOST, servers.mysqlPort(), ROWS, 1, nowhere).run();
        if (!outcome.isComplete()) {
            throw new CommandFailure("of " + ROWS + " rows " + outcome.counted() + " can be read");
        }
    }
}
