package io.tributary.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
    @TempDir
    Path parent;

    @Test
    void aSecondOwnerIsToldWhoHoldsIt() throws Exception {
        Path path = parent.resolve("data");
        try (DataDirectory first = DataDirectory.open(path, "duckdb")) {
            assertThat(first.engine()).isDirectory();
            assertThatThrownBy(() -> DataDirectory.open(path, "duckdb"))
                    .isInstanceOf(BackendStartException.class)
                    .hasMessage("data directory " + path + " is in use by another process: pid "
                            + ProcessHandle.current().pid());
        }

        DataDirectory.open(path, "duckdb").close();
    }

    /** It would look empty, and the log's rows would go into the wrong engine. */
    @Test
    void oneThatWasMadeWithAnotherEngineIsRefused() throws Exception {
        Path path = parent.resolve("data");
        DataDirectory.open(path, "duckdb").close();

        assertThatThrownBy(() -> DataDirectory.open(path, "other"))
                .isInstanceOf(BackendStartException.class)
                .hasMessage("data directory " + path + " was made with engine = duckdb, not other: set that, or choose"
                        + " another storage_root_path");

        DataDirectory.open(path, "duckdb").close();
    }

    @Test
    void whatCannotBeADirectoryIsNamed() throws Exception {
        Path file = Files.createFile(parent.resolve("file"));

        assertThatThrownBy(() -> DataDirectory.open(file.resolve("data"), "duckdb"))
                .isInstanceOf(BackendStartException.class)
                .hasMessageStartingWith("data directory " + file.resolve("data") + " cannot be written: ");
    }

    @Test
    void whatAKilledProcessLeftInTheTemporaryDirectoryIsGoneAfterAStart() throws Exception {
        Path left = parent.resolve("tmp/duckdb/a/left.tmp");
        Files.createDirectories(left.getParent());
        Files.createFile(left);

        try (DataDirectory data = DataDirectory.open(parent, "duckdb")) {
            assertThat(data.engineTemp()).isEmptyDirectory();
        }
    }
}
