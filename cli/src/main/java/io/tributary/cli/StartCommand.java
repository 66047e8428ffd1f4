package io.tributary.cli;

import io.tributary.cli.options.CommonOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tributary start}. */
@Command(
        name = "start",
        description = "Starts a frontend and a backend in one process.",
        mixinStandardHelpOptions = true)
final class StartCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() throws Exception {
        try (Serving serving = new Serving(Servers.both(common.configs()))) {
            return serving.untilSignal();
        }
    }
}
