package io.tributary.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.cli.options.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NamedFilesTest {
    @TempDir
    Path directory;

    private Path file(String name) throws IOException {
        return Files.writeString(directory.resolve(name), "1\n");
    }

    private static NamedFiles of(Path... names) throws IOException, CommandFailure {
        return NamedFiles.of(List.of(names), Map.of());
    }

    @Test
    void aDirectoryIsTheFilesInItInTheOrderOfTheirNames() throws Exception {
        file("b.csv");
        file("a.json");
        file(".c.csv.part");
        Files.createDirectory(directory.resolve("d"));
        Files.writeString(directory.resolve("d").resolve("e.csv"), "1\n");

        NamedFiles named = of(directory, Path.of("-"));

        assertThat(named.sources())
                .extracting(LoadSource::shown)
                .containsExactly(
                        directory.resolve("a.json").toString(),
                        directory.resolve("b.csv").toString(),
                        "-");
        assertThat(named.directories()).containsExactly(directory + " is 2 files: a.json, b.csv");
    }

    @Test
    void ofManyFilesTheFirstAreTold() throws Exception {
        for (int i = 0; i < 12; i++) {
            file("f" + (char) ('a' + i));
        }

        assertThat(of(directory).directories())
                .containsExactly(directory + " is 12 files: fa, fb, fc, fd, fe, ff, fg, fh, fi, fj and 2 more");
    }

    @Test
    void whatCannotBeLoadedIsRefused() throws Exception {
        Path file = file("a.csv");
        Path empty = Files.createDirectory(directory.resolve("empty"));

        assertThatThrownBy(() -> of(file, directory)).hasMessage(file + " is given twice, and would be loaded once");
        assertThatThrownBy(() -> of(empty)).hasMessage(empty + " has no file to load");
        assertThatThrownBy(() -> of(directory.resolve("x"))).hasMessage(directory.resolve("x") + " cannot be read");
        assertThatThrownBy(() -> of(Path.of("/dev/null")))
                .hasMessage("/dev/null is no file; what comes through a pipe is loaded as -");
    }
}
