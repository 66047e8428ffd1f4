package io.tributary.cli.wal;

import io.tributary.backend.StoppedBackend;
import io.tributary.cli.options.CommonOptions;
import io.tributary.log.LogDamage;
import io.tributary.log.LogInspection;
import io.tributary.log.SegmentSummary;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tributary wal verify}. */
@Command(
        name = "verify",
        description =
                "Reads every record of the log. Exit code 1 if a start would refuse it; file and offset are named.",
        mixinStandardHelpOptions = true)
final class WalVerifyCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() throws Exception {
        boolean damaged = false;
        try (StoppedBackend backend = StoppedLogs.open(common)) {
            for (Path log : backend.logs()) {
                LogInspection found = LogInspection.of(backend.log(log));
                found.damages().forEach(damage -> System.out.println(line(log, damage)));
                found.segments().stream()
                        .filter(segment -> segment.state() == SegmentSummary.State.TORN)
                        .forEach(segment -> System.out.println("torn end: " + log.resolve(segment.name()) + " offset "
                                + segment.usedBytes() + "; the next start cuts it and keeps a copy"));
                System.out.println(log + ": " + found.segments().size() + " segments, "
                        + found.segments().stream()
                                .mapToLong(SegmentSummary::records)
                                .sum() + " intact records, "
                        + found.damages().size() + " damaged places");
                damaged |= !found.damages().isEmpty();
            }
        }
        return damaged ? 1 : 0;
    }

    static String line(Path log, LogDamage damage) {
        String lost = damage.firstLsn() == 0 ? "" : ", lsn " + damage.firstLsn() + " to " + damage.lastLsn();
        return "damaged: " + log.resolve(damage.file()) + " offset " + damage.offset() + lost + ": " + damage.what();
    }
}
