package io.tributary.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class BenchCommandTest {
    @Test
    void itIsToldWithItsProgram() {
        assertThat(new CommandLine(new BenchCommand()).getUsageMessage()).startsWith("Usage: tributary bench ");
    }

    @Test
    void aScenarioThatThereIsNotIsRefusedInOneLineAndWithOne() {
        StringWriter said = new StringWriter();
        CommandLine command = new CommandLine(new BenchCommand()).setErr(new PrintWriter(said));

        assertThat(io.tributary.cli.Main.run(command, "jdbc-101")).isEqualTo(1);

        assertThat(said.toString())
                .startsWith("tributary: unknown scenario jdbc-101: allowed are ")
                .hasLineCount(1);
    }
}
