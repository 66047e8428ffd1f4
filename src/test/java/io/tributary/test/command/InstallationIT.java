package io.tributary.test.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An installation, a copy of the distribution with bin/ and lib/ side by side: what it has, and its archive of classes. */
@Tag("clients")
final class InstallationIT {
    private static final String SHARED = "shared objects file (top)";

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private Path installation = Path.of("set before each");

    private record Ended(int exitCode, String output) {}

    @BeforeEach
    void install() throws IOException {
        Path built = TributaryProcess.home().resolve("cli/target/tributary");
        installation = Files.createDirectory(directory.resolve("installation"));
        Path lib = Files.createDirectory(installation.resolve("lib"));
        for (Path file : list(built.resolve("lib"))) {
            Files.copy(file, lib.resolve(file.getFileName()));
        }
        Files.copy(built.resolve("jvm.options"), installation.resolve("jvm.options"));
        Files.createDirectory(installation.resolve("bin"));
        Files.copy(TributaryProcess.home().resolve("bin/tributary"), installation.resolve("bin/tributary"));
    }

    @Test
    void itsArchiveOfClassesIsUsedAndOneThatDoesNotFitIsPassedOverInSilence() throws Exception {
        Path loaded = directory.resolve("loaded");
        String tellLoaded = "-Xlog:class+load:file=" + loaded;
        Ended without = run(tellLoaded, "--version");
        assertThat(Files.readString(loaded)).doesNotContain(SHARED);

        // Two at once: the second stays.
        Process other = start("", "archive");
        assertThat(run("", "archive")).isEqualTo(new Ended(0, ""));
        assertThat(other.waitFor()).isZero();

        assertThat(run(tellLoaded, "--version")).isEqualTo(without);
        assertThat(Files.readString(loaded)).contains(SHARED);

        Path archive = archive();
        for (Path jar : list(installation.resolve("lib"))) {
            Files.setLastModifiedTime(jar, FileTime.fromMillis(1_000_000_000_000L));
        }
        assertThat(run(tellLoaded, "--version")).as("the jars are others").isEqualTo(without);
        assertThat(Files.readString(loaded)).doesNotContain(SHARED);

        cut(archive);
        assertThat(run("", "--version")).as("it was cut").isEqualTo(without);
        assertThat(archive()).isEqualTo(archive);
    }

    @Test
    void itHasNoBenchAndSaysWhereThereIsOne() throws Exception {
        assertThat(list(installation.resolve("lib")))
                .extracting(jar -> jar.getFileName().toString())
                .noneMatch(name -> name.matches("(?i)(tributary-bench|jmh|jopt-simple|commons-math|HdrHistogram).*"));
        Path cli = list(installation.resolve("lib")).stream()
                .filter(jar -> jar.getFileName().toString().startsWith("tributary-cli-"))
                .findAny()
                .orElseThrow();
        try (JarFile jar = new JarFile(cli.toFile())) {
            assertThat(jar.stream()).noneMatch(entry -> entry.getName().contains("bench"));
        }

        Ended bench = run("", "bench", "jdbc-100");

        assertThat(bench.exitCode()).isEqualTo(1);
        assertThat(bench.output())
                .startsWith("tributary: bench is not part of an installation. Run it in a source tree: ")
                .contains("--url HOST:PORT", "--peer " + installation);
        assertThat(run("", "--help").output()).contains("A source tree has one more: bench");
    }

    private static void cut(Path archive) throws IOException {
        assertThat(archive.toFile().setWritable(true)).isTrue();
        try (RandomAccessFile file = new RandomAccessFile(archive.toFile(), "rw")) {
            file.setLength(file.length() / 2);
        }
    }

    /** The only file that was made. */
    private Path archive() throws IOException {
        List<Path> made = list(installation).stream()
                .filter(file -> !List.of("lib", "bin", "jvm.options")
                        .contains(file.getFileName().toString()))
                .toList();
        assertThat(made).hasSize(1);
        return made.get(0);
    }

    private static List<Path> list(Path of) throws IOException {
        try (Stream<Path> files = Files.list(of)) {
            return files.sorted().toList();
        }
    }

    private Ended run(String flags, String... arguments) throws IOException, InterruptedException {
        Process process = start(flags, arguments);
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output);
    }

    private Process start(String flags, String... arguments) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(installation.resolve("bin/tributary").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(variable -> variable.startsWith("TRIBUTARY_"));
        builder.environment().put("TRIBUTARY_JAVA_OPTS", flags);
        return builder.start();
    }
}
