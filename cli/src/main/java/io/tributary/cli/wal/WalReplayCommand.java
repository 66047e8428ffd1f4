package io.tributary.cli.wal;

import io.tributary.backend.StoppedBackend;
import io.tributary.cli.options.CommandFailure;
import io.tributary.cli.options.CommonOptions;
import io.tributary.log.LogInspection;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tributary wal replay}. */
@Command(
        name = "replay",
        description = {
            "Commits the loads of the log that ended at or before an LSN, and stops. The log stays as it is: the next"
                    + " start commits what is behind.",
            "With --set-aside no start commits it: the segments are renamed, and what they held behind the LSN is LOST"
                    + " to the tables, although it may have been acknowledged."
        },
        mixinStandardHelpOptions = true)
final class WalReplayCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Option(names = "--to", paramLabel = "LSN", required = true, description = "The last LSN, as 'wal dump' prints it.")
    private long to;

    @Option(names = "--set-aside", description = "Takes the segments out of the log afterwards.")
    private boolean setAside;

    @Option(names = "--yes", description = "Needed with --set-aside.")
    private boolean yes;

    @Override
    public Integer call() throws Exception {
        if (setAside && !yes) {
            throw new CommandFailure("--set-aside loses what is behind lsn " + to + " to the tables: say --yes, too");
        }
        try (StoppedBackend backend = StoppedLogs.open(common)) {
            List<Path> logs = backend.logs();
            if (logs.size() != 1) {
                throw new CommandFailure("an LSN is one of one log, and logs are " + logs
                        + "; name one by --set group_commit_wal_path=DIR");
            }
            backend.openCatalog();
            System.out.println(backend.replay(logs.get(0), to));
            if (setAside) {
                LogInspection.setAside(backend.log(logs.get(0)))
                        .forEach(name ->
                                System.out.println("set aside: " + logs.get(0).resolve(name)));
            }
        }
        return 0;
    }
}
