package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The disk on which {@link PowerLossIT} runs forgets what was not synced and keeps what was, whatever call it came by:
 * {@code file_calls.c} has them all.
 */
@Tag("crash")
final class ForgetfulDiskIT {
    private static final int SEEDS = 16;

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private Path calls = Path.of("set before each");

    @BeforeEach
    void compile() throws IOException {
        calls = ForgetfulDisk.compile(directory, "file_calls", "file_calls.c");
    }

    @Test
    void whatWasNotSyncedIsGoneWhateverCallItCameBy() throws IOException {
        try (ForgetfulDisk disk = mount()) {
            run("make", disk);
            disk.restore("none");
            run("change", disk);
            run("check", disk, "all");

            disk.restore("none");

            run("check", disk, "synced");
        }
    }

    @Test
    void whatWasNotSyncedMaySurviveWhateverCallItCameBy() throws IOException {
        try (ForgetfulDisk disk = mount()) {
            run("make", disk);
            run("change", disk);

            disk.restore("all");

            run("check", disk, "all");
        }
    }

    @Test
    void whatWasSyncedSurvivesWithAnySeed() throws IOException {
        Set<String> reports = new HashSet<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            try (ForgetfulDisk disk = mount()) {
                run("make", disk);
                run("change", disk);
                reports.add(disk.restore(Integer.toString(seed)));
                run("check", disk, "seed");
            }
        }
        assertThat(reports).as("ways to lose power").hasSizeGreaterThan(SEEDS / 2);
    }

    @Test
    void ofOneWriteAnySectorsSurvive() throws IOException {
        Set<String> sectors = new HashSet<>();
        try (ForgetfulDisk disk = mount()) {
            Path file = disk.path().resolve("file");
            for (int seed = 0; seed < SEEDS; seed++) {
                Files.writeString(file, "o".repeat(2048));
                ForgetfulDisk.run(List.of("sync", file.toString(), disk.path().toString()), 0);
                Files.write(file, "n".repeat(2048).getBytes(StandardCharsets.US_ASCII), StandardOpenOption.WRITE);
                disk.restore(Integer.toString(seed));

                String found = Files.readString(file);

                assertThat(found).matches("(o{512}|n{512}){4}");
                sectors.add(found);
            }
        }
        assertThat(sectors).as("mixtures of sectors").hasSizeGreaterThan(2);
    }

    @Test
    void nothingIsAnsweredFromTheFailureOn() throws Exception {
        try (ForgetfulDisk disk = mount()) {
            Path file = disk.path().resolve("file");
            disk.failAtChange(3); // the name, the first write, not the second
            Process writer = new ProcessBuilder("sh", "-c", "echo one > file; echo two >> file; sync file")
                    .directory(disk.path().toFile())
                    .start();
            assertThat(disk.awaitFailure(Duration.ofSeconds(30))).isTrue();
            assertThat(writer.isAlive()).isTrue();
            writer.destroyForcibly();

            disk.restore("all");

            assertThat(Files.readString(file)).isEqualTo("one\n");
        }
    }

    @Test
    void anFsyncThatIsIgnoredKeepsNothing() throws IOException {
        try (ForgetfulDisk disk = mount()) {
            run("make", disk);
            disk.ignoreSyncs("write-fsync");
            run("change", disk);
            disk.restore("none");

            String said = ForgetfulDisk.run(
                    List.of(calls.toString(), "check", disk.path().toString(), "synced"), 1);

            assertThat(said.lines()).hasSize(2).anyMatch(line -> line.startsWith("write-fsync: "));
        }
    }

    private ForgetfulDisk mount() throws IOException {
        return ForgetfulDisk.mount(directory.resolve("disk"), directory);
    }

    private void run(String mode, ForgetfulDisk disk, String... more) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(calls.toString(), mode, disk.path().toString()));
        command.addAll(List.of(more));
        ForgetfulDisk.run(command, 0);
    }
}
