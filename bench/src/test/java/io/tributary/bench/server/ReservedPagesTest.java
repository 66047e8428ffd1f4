package io.tributary.bench.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** An imitation of the kernel's files; it cannot give less than was asked for. */
class ReservedPagesTest {
    @TempDir
    private Path directory;

    private Path count;
    private Path memory;

    @BeforeEach
    void imitate() throws IOException {
        count = Files.writeString(directory.resolve("nr_hugepages"), "3\n");
        memory = Files.writeString(directory.resolve("meminfo"), "MemTotal: 9 kB\nHugepagesize:       2048 kB\n");
    }

    @Test
    void asManyPagesAsTheBytesFillAreReservedAndGivenBack() throws IOException {
        try (ReservedPages reserved =
                ReservedPages.reserve((4 << 20) + 1, count, memory).orElseThrow()) {
            assertThat(reserved).isNotNull();
            assertThat(count).hasContent("6");
        }
        assertThat(count).hasContent("3");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theKernelsNumberOfSeveralDigitsIsReadWhole() throws IOException {
        Path highestPid = Path.of("/proc/sys/kernel/pid_max");

        assertThat(ReservedPages.read(highestPid)).isGreaterThan(100);
    }

    @Test
    void withoutTheSystemsFilesThereAreNone() {
        assertThat(ReservedPages.reserve(1, directory.resolve("none"), memory)).isEmpty();
        assertThat(ReservedPages.reserve(1, count, count)).isEmpty();
        assertThat(count).hasContent("3");
    }
}
