package io.tributary.cli.wal;

import io.tributary.backend.StoppedBackend;
import io.tributary.cli.options.CommandFailure;
import io.tributary.cli.options.CommonOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tributary wal settle}. */
@Command(
        name = "settle",
        description = {
            "Shows batches of which nobody knows whether they are in their tables, since the server's label may be forgotten.",
            "With a LABEL: says what you have found out by looking at the table. A wrong answer LOSES its rows or DOUBLES them."
        },
        mixinStandardHelpOptions = true)
final class WalSettleCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Parameters(paramLabel = "LABEL", arity = "0..1", description = "The batch's label, as it is shown.")
    private String label = "";

    @Option(names = "--there", description = "Its rows are in the table.")
    private boolean there;

    @Option(names = "--not-there", description = "None of its rows are in the table.")
    private boolean notThere;

    @Option(names = "--yes", description = "Needed with a label.")
    private boolean yes;

    @Override
    public Integer call() throws Exception {
        if (!label.isEmpty() && (there == notThere || !yes)) {
            throw new CommandFailure("one of --there and --not-there is needed, and --yes");
        }
        try (StoppedBackend backend = StoppedLogs.open(common)) {
            backend.openCatalog();
            if (label.isEmpty()) {
                backend.begunBatches().forEach(System.out::println);
                return 0;
            }
            if (there) {
                backend.batchIsThere(label);
            } else {
                backend.batchIsNotThere(label);
            }
            System.out.println("settled: " + label + (there ? " is there" : " is sent again by the next start"));
        }
        return 0;
    }
}
