package io.tributary.cli;

import io.tributary.cli.options.CommonOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tributary frontend}. */
@Command(
        name = "frontend",
        description = "Starts a frontend: the MySQL and HTTP ports in front of a backend.",
        mixinStandardHelpOptions = true)
final class FrontendCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() throws Exception {
        try (Serving serving = new Serving(Servers.frontend(common.configs()))) {
            return serving.untilSignal();
        }
    }
}
