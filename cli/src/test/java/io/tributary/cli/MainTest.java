package io.tributary.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class MainTest {
    private static final String[] ALL = {"demo", "start", "frontend", "backend", "load", "wal", "doctor", "archive"};

    @Test
    void theCommandThatIsAskedForIsTheOnlyOneThatIsRead() {
        assertThat(Main.commandLine("start", "--help").getSubcommands()).containsOnlyKeys("start");
        assertThat(Main.commandLine("wal", "dump").getSubcommands()).containsOnlyKeys("wal");
    }

    @Test
    void whoAsksForNoneIsToldOfAll() {
        assertThat(Main.commandLine().getSubcommands()).containsOnlyKeys(ALL);
        assertThat(Main.commandLine("--help").getSubcommands()).containsOnlyKeys(ALL);
        assertThat(Main.commandLine("strat").getSubcommands()).containsOnlyKeys(ALL);
    }

    @Test
    void aCommandIsToldWithItsProgram() {
        assertThat(Main.commandLine("start").getSubcommands().values())
                .extracting(CommandLine::getUsageMessage)
                .allMatch(usage -> usage.startsWith("Usage: tributary start "));
    }
}
