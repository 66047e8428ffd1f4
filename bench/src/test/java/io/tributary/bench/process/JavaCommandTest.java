package io.tributary.bench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class JavaCommandTest {
    private final JavaCommand java =
            new JavaCommand(Path.of("java"), List.of("--add-opens=a/b=ALL", "-Dx=y", "-XX:+UseParallelGC", "-Xmx1g"));

    @Test
    void aCollectorThatIsChosenReplacesTheOneBefore() {
        assertThat(java.withFlags(List.of("-XX:+UseG1GC")).flags())
                .containsExactly("--add-opens=a/b=ALL", "-Dx=y", "-Xmx1g", "-XX:+UseG1GC");
        assertThat(java.withFlags(List.of("-Xms1g")).flags()).contains("-XX:+UseParallelGC", "-Xms1g");
    }

    @Test
    void choicesAreWhatAReaderOfFiguresNeeds() {
        assertThat(java.choices()).isEqualTo("-XX:+UseParallelGC -Xmx1g");
    }

    @Test
    void whatServesAStartIsNoChoice() {
        assertThat(java.withFlags(List.of("-XX:SharedArchiveFile=/lib/classes.jsa", "-Xlog:cds*=off"))
                        .choices())
                .isEqualTo(java.choices());
    }

    @Test
    void aJavaThatIsNotThereIsRefused() {
        assertThatThrownBy(() -> java.withJava(Path.of("/nowhere/java")))
                .hasMessage("java /nowhere/java: it must be an executable file");
    }

    @Test
    void theCommandLineNamesJavaFlagsClassPathAndClass() {
        List<String> line = java.line(Path.of("/tmp/x"), "Main", List.of("a"));

        assertThat(line).startsWith("java", "--add-opens=a/b=ALL").endsWith("Main", "a");
        assertThat(line).contains("-Djava.io.tmpdir=/tmp/x", "-cp");
    }
}
