package io.tributary.cli.wal;

import io.tributary.backend.BackendStartException;
import io.tributary.backend.StoppedBackend;
import io.tributary.cli.options.CommandFailure;
import io.tributary.cli.options.CommonOptions;
import io.tributary.log.LogInspection;
import io.tributary.log.LogSkip;
import io.tributary.log.WalDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tributary wal skip}. */
@Command(
        name = "skip",
        description = {
            "Takes a damaged place out of the log, so that the backend starts. What stood there is LOST, and may have"
                    + " been acknowledged. Without --yes it only says what that is.",
            "A copy of the file as it was is kept beside it, with .damaged behind its name."
        },
        mixinStandardHelpOptions = true)
final class WalSkipCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Option(
            names = "--segment",
            paramLabel = "NAME",
            required = true,
            description = "As a refused start names it: 0000000000000001.wal.")
    private String segment = "";

    @Option(
            names = "--offset",
            paramLabel = "N",
            required = true,
            description = "As a refused start names it; 0: the segment's header, or all of it.")
    private long offset;

    @Option(
            names = "--to",
            paramLabel = "N",
            defaultValue = "-1",
            description = "Offset of an intact record to go on with (default: the next one).")
    private long to;

    @Option(names = "--yes", description = "Does it.")
    private boolean yes;

    @Override
    public Integer call() throws Exception {
        try (StoppedBackend backend = StoppedLogs.open(common)) {
            Path log = StoppedLogs.logOf(backend, segment);
            WalDirectory directory = backend.log(log);
            LogSkip skip = new LogSkip(directory, LogInspection.of(directory).headerEpoch(), salt());
            LogSkip.Plan plan = plan(skip);
            System.out.println(log + ": " + plan.text());
            printLost(backend, directory, plan);
            if (!yes) {
                System.out.println("nothing was changed; --yes does it");
                return 1;
            }
            String copy = skip.apply(plan);
            System.out.println(copy.isEmpty() ? "done" : "done; as it was: " + log.resolve(copy));
            return 0;
        }
    }

    private LogSkip.Plan plan(LogSkip skip) throws IOException, CommandFailure {
        try {
            return skip.plan(segment, offset, to);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()));
        }
    }

    /** Prints what stands in the damaged place as far as it can still be read: none of it is certain. */
    private static void printLost(StoppedBackend backend, WalDirectory directory, LogSkip.Plan plan)
            throws IOException {
        if (plan.kind() != LogSkip.Kind.RECORDS) {
            return;
        }
        try {
            backend.openCatalog();
        } catch (BackendStartException e) {
            System.out.println("tables have no names here: " + e.getMessage());
        }
        LogInspection.remains(
                directory, plan, record -> System.out.println("may have held: " + backend.fields(record)));
    }

    private static int salt() {
        return new SecureRandom().nextInt(Integer.MAX_VALUE) + 1;
    }
}
