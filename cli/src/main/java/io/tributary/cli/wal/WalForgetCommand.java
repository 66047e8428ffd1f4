package io.tributary.cli.wal;

import io.tributary.backend.StoppedBackend;
import io.tributary.cli.options.CommandFailure;
import io.tributary.cli.options.CommonOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tributary wal forget}. */
@Command(
        name = "forget",
        description = {
            "Lets a backend start without a log that may hold rows: what it held and the tables do not have is LOST.",
            "Its files, if there still are any, stay as they are."
        },
        mixinStandardHelpOptions = true)
final class WalForgetCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Parameters(paramLabel = "DIR", description = "The log's directory, as the refused start names it.")
    private Path directory = Path.of("");

    @Option(names = "--yes", description = "Needed.")
    private boolean yes;

    @Override
    public Integer call() throws Exception {
        Path log = directory.toAbsolutePath().normalize();
        if (!yes) {
            throw new CommandFailure("rows that only the log in " + log + " has would be lost: say --yes, too");
        }
        try (StoppedBackend backend = StoppedLogs.open(common)) {
            backend.openCatalog();
            List<String> forgotten = backend.forgetLog(log);
            if (forgotten.isEmpty()) {
                throw new CommandFailure("no log in " + log + " is known to this backend");
            }
            forgotten.forEach(epoch -> System.out.println("forgotten: log " + epoch + " in " + log));
        }
        return 0;
    }
}
