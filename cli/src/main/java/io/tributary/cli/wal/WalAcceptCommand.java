package io.tributary.cli.wal;

import io.tributary.backend.StoppedBackend;
import io.tributary.cli.options.CommandFailure;
import io.tributary.cli.options.CommonOptions;
import io.tributary.log.LogInspection;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tributary wal accept}. */
@Command(
        name = "accept",
        description = {
            "Lets a backend start with an engine that has gone back, say to a backup that is meant: commits that no"
                    + " log holds and the engine lost (statements, DDL, loads outside of group commit) are LOST.",
            "The next start commits what the logs hold and the engine does not have. Where that does not fit the older"
                    + " tables, or is not wanted, --set-aside takes the logs' segments away: what they held is LOST, too."
        },
        mixinStandardHelpOptions = true)
final class WalAcceptCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Option(names = "--set-aside", description = "Takes the segments out of the logs.")
    private boolean setAside;

    @Option(names = "--yes", description = "Needed.")
    private boolean yes;

    @Override
    public Integer call() throws Exception {
        if (!yes) {
            throw new CommandFailure("what the engine lost would be given up: put its newest files back, or say --yes");
        }
        try (StoppedBackend backend = StoppedLogs.open(common)) {
            backend.openCatalog();
            for (Path log : backend.logs()) {
                System.out.println(log + ": at least " + backend.acceptEngine(log) + " commits given up");
                if (setAside) {
                    LogInspection.setAside(backend.log(log))
                            .forEach(name -> System.out.println("set aside: " + log.resolve(name)));
                }
            }
        }
        return 0;
    }
}
