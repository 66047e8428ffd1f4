package io.tributary.engine.duckdb.session;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.contract.error.TributaryException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What it keeps of the engine's files when the power fails: {@code PowerLossIT}. */
final class DurableNamesTest {
    @TempDir
    private Path parent = Path.of("set by JUnit");

    @Test
    void namesThatCannotBeSyncedFailThisCommitAndAllThatFollow() throws IOException {
        Path directory = Files.createDirectory(parent.resolve("engine"));
        DurableNames names = new DurableNames(directory);
        names.sync();
        Files.delete(directory);

        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(names::sync)
                .withMessageContaining("are not durable");

        Files.createDirectory(directory);
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(names::sync)
                .withMessageContaining("earlier fsync failed");
    }
}
