package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.TributaryProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
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
    @ValueSource(
            strings = {
                "acknowledged-before-force",
                "keys-not-kept",
                "no-position",
                "unconditional-position",
                "watermark-newest"
            })
    void theSimulationFindsAFaultThatIsPutIn(String name) throws Exception {
        assertThat(run("bin/prove", "teeth", name)).contains(" histories: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"begun-not-stored", "label-changed", "retry-after-unknown", "token-asked"})
    void aTestFindsAFaultThatIsPutIn(String name) throws Exception {
        assertThat(run("bin/prove", "unit_teeth", name)).contains(" fail: ");
    }

    @Test
    void everyFaultCanStillBePutIn() throws Exception {
        List<Path> patches;
        try (Stream<Path> files = Files.walk(home.resolve("src/test/teeth"))) {
            patches = files.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path patch : patches) {
            List<String> sources = Files.readAllLines(patch).stream()
                    .filter(line -> line.startsWith("+++ b/"))
                    .map(line -> line.substring("+++ b/".length()))
                    .toList();
            Path work = Files.createTempDirectory(directory, patch.getFileName().toString());
            for (String source : sources) {
                Files.createDirectories(work.resolve(source).getParent());
                Files.copy(home.resolve(source), work.resolve(source));
            }
            run(work, "git", "apply", patch.toString());
            assertThat(compiled(work, sources)).as("compiling %s", patch).isEmpty();
        }
    }

    @Test
    void everyFaultStandsInTheTableOfTheDocuments() throws Exception {
        String page = Files.readString(home.resolve("docs/reliability.md"));
        Set<String> names = new TreeSet<>();
        try (Stream<Path> files = Files.walk(home.resolve("src/test/teeth"))) {
            files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".patch"))
                    .forEach(file -> names.add(file.substring(0, file.length() - ".patch".length())));
        }
        Set<String> listed = new TreeSet<>();
        for (Matcher row = Pattern.compile("(?m)^\\| .* \\| `([a-z-]+)` \\| [\\d,]+ \\|")
                        .matcher(page);
                row.find(); ) {
            listed.add(row.group(1));
        }

        assertThat(listed).isEqualTo(names);
    }

    /** @return what the compiler has against these sources */
    private String compiled(Path work, List<String> sources) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-nowarn", "-Xlint:none", "--release", "17"));
        Path classes = Files.createDirectory(work.resolve("classes"));
        String jars;
        try (Stream<Path> files = Files.list(home.resolve("cli/target/tributary/lib"))) {
            jars = files.map(Path::toString)
                    .filter(file -> file.endsWith(".jar"))
                    .collect(Collectors.joining(":"));
        }
        // The engine that the simulation plays has faults, too.
        jars += ":" + home.resolve("engine/port/target/test-classes");
        arguments.addAll(List.of("-cp", jars, "-d", classes.toString()));
        sources.forEach(source -> arguments.add(work.resolve(source).toString()));
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int failed = ToolProvider.getSystemJavaCompiler().run(null, said, said, arguments.toArray(new String[0]));
        return failed == 0 ? "" : said.toString(StandardCharsets.UTF_8);
    }

    /** Standard output and error, of a command that must succeed. */
    private String run(String... command) throws IOException, InterruptedException {
        return run(home, command);
    }

    private String run(Path in, String... command) throws IOException, InterruptedException {
        Path output = directory.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(in.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("TRIBUTARY_NO_BUILD", "1");
        // No repository is above a copy, so git changes plain files.
        builder.environment().put("GIT_CEILING_DIRECTORIES", directory.toString());
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
