package io.tributary.engine.duckdb.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.TributaryException;
import io.tributary.engine.duckdb.DuckDbEngine;
import io.tributary.engine.duckdb.DuckDbOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineFilesTest {
    @TempDir
    Path directory;

    /** A full disk or a kill leaves such a file; DuckDB says of it that it is no database. */
    @ParameterizedTest
    @ValueSource(ints = {0, 4096, 8192, EngineFiles.HEAD_BYTES - 1})
    void aFileOfWhichAFirstStartHasWrittenOnlyAPartOfTheHeadIsSetAside(int bytes) throws Exception {
        Path whole = directory.resolve("whole.duckdb");
        open(whole).close();
        Path part = directory.resolve("part.duckdb");
        Files.write(part, Arrays.copyOf(Files.readAllBytes(whole), bytes));

        DuckDbEngine.setAsideUnfinished(part);

        assertThat(Path.of(part + EngineFiles.UNFINISHED)).hasSize(bytes);
        try (DuckDbEngine engine = open(part)) {
            engine.systemStore().put("space", "key", "value");
        }
        try (DuckDbEngine engine = open(part)) {
            assertThat(engine.systemStore().get("space", "key")).contains("value");
        }
    }

    /** The log has what was committed: nobody takes that away. */
    @Test
    void aFileThatIsTooShortAndHasALogIsLeftAsItIs() throws Exception {
        Path file = Files.write(directory.resolve("short.duckdb"), new byte[100]);
        Path log = Files.write(EngineFiles.log(file), new byte[100]);

        DuckDbEngine.setAsideUnfinished(file);

        assertThatThrownBy(() -> open(file))
                .isInstanceOf(TributaryException.class)
                .hasMessageContaining(file.toString());

        assertThat(file).hasSize(100);
        assertThat(log).hasSize(100);
    }

    @Test
    void anEngineIsNotSetAside() throws Exception {
        Path file = directory.resolve("whole.duckdb");
        open(file).close();
        long bytes = Files.size(file);
        Path link = Files.createSymbolicLink(
                directory.resolve("link.duckdb"), Files.write(directory.resolve("elsewhere"), new byte[100]));

        DuckDbEngine.setAsideUnfinished(file);
        DuckDbEngine.setAsideUnfinished(link);
        DuckDbEngine.setAsideUnfinished(directory.resolve("missing.duckdb"));

        assertThat(file).hasSize(bytes);
        assertThat(link).isSymbolicLink();
    }

    private DuckDbEngine open(Path file) {
        return DuckDbEngine.open(DuckDbOptions.defaults(file, directory.resolve("tmp")));
    }
}
