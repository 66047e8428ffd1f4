package io.tributary.cli.wal;

import io.tributary.backend.StoppedBackend;
import io.tributary.cli.options.CommonOptions;
import io.tributary.log.LogInspection;
import io.tributary.log.SegmentSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tributary wal list}. */
@Command(
        name = "list",
        description = "Lists the segments of the log: LSNs, bytes, records, and whether they are whole.",
        mixinStandardHelpOptions = true)
final class WalListCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() throws Exception {
        try (StoppedBackend backend = StoppedLogs.open(common)) {
            for (Path log : backend.logs()) {
                print(backend, log);
            }
        }
        return 0;
    }

    private static void print(StoppedBackend backend, Path log) throws IOException {
        LogInspection found = LogInspection.of(backend.log(log));
        System.out.printf(
                "log %s epoch %s%n",
                log, found.epoch().map(epoch -> String.format("%016x", epoch)).orElse("missing"));
        System.out.printf(
                "%-20s %12s %12s %12s %12s %10s %8s  %s%n",
                "segment", "first lsn", "last lsn", "file bytes", "used bytes", "records", "skipped", "state");
        for (SegmentSummary segment : found.segments()) {
            System.out.printf(
                    "%-20s %12d %12d %12d %12d %10d %8d  %s%n",
                    segment.name(),
                    segment.firstLsn(),
                    segment.lastLsn(),
                    segment.fileBytes(),
                    segment.usedBytes(),
                    segment.records(),
                    segment.skippedRecords(),
                    segment.state().name().toLowerCase(Locale.ROOT));
        }
        found.otherFiles().forEach(name -> System.out.println("also there: " + name));
        found.damages().forEach(damage -> System.out.println(WalVerifyCommand.line(log, damage)));
    }
}
