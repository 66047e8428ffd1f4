package io.tributary.cli.wal;

import picocli.CommandLine.Command;

/** {@code tributary wal}. */
@Command(
        name = "wal",
        description = "Looks at the write-ahead log of a backend that does not run, and takes damage out of it.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            WalListCommand.class,
            WalDumpCommand.class,
            WalVerifyCommand.class,
            WalSkipCommand.class,
            WalReplayCommand.class,
            WalForgetCommand.class,
            WalSettleCommand.class,
            WalAcceptCommand.class
        })
public final class WalCommand {}
