package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults put into the program, of {@code src/test/teeth}: a few of those that {@code bin/prove teeth} looks for. */
@Tag("crash")
final class TeethIT {
    private static final long SECONDS_MAX = 120;

    private final Path home = TributaryProcess.home();

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @ParameterizedTest
    @ValueSource(strings = {"acknowledged-before-force", "keys-not-kept", "no-position", "watermark-newest"})
    void theSimulationFindsAFaultThatIsPutIn(String name) throws Exception {
        assertThat(run("bin/prove", "teeth", name)).contains(" histories: ");
    }

    @Test
    void everyFaultCanStillBePutIn() throws Exception {
        List<Path> patches;
        try (Stream<Path> files = Files.walk(home.resolve("src/test/teeth"))) {
            patches = files.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path patch : patches) {
            // Whoever owns the checkout.
            run("git", "-c", "safe.directory=*", "apply", "--check", patch.toString());
        }
    }

    /** Standard output and error, of a command that must succeed. */
    private String run(String... command) throws IOException, InterruptedException {
        Path output = directory.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("TRIBUTARY_NO_BUILD", "1");
        builder.environment()
                .put("TRIBUTARY_PROVE_RESULTS", directory.resolve("results").toString());
        Process process = builder.start();
        try {
            assertThat(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        String text = Files.readString(output);
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }
}
