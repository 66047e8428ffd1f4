package io.tributary.backend.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.backend.engine.TableEngine;
import io.tributary.backend.engine.TableEngineContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

class DuckDbEngineTest extends TableEngineContract {
    @TempDir
    Path directory;

    @Override
    protected TableEngine open() {
        return DuckDbEngine.open(
                DuckDbOptions.defaults(directory.resolve("tributary.duckdb"), directory.resolve("tmp")));
    }

    @AfterEach
    void noArrowMemoryIsLeft() {
        assertThat(((DuckDbEngine) engine).arrowBytes()).isZero();
    }
}
