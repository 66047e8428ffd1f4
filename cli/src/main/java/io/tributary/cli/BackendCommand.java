package io.tributary.cli;

import io.tributary.cli.options.CommonOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tributary backend}. */
@Command(
        name = "backend",
        description = "Starts a backend: the write-ahead log, the batches and the table engine.",
        mixinStandardHelpOptions = true)
final class BackendCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() throws Exception {
        try (Serving serving = new Serving(Servers.backend(common.configs()))) {
            return serving.untilSignal();
        }
    }
}
