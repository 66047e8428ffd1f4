package io.tributary.backend.engine;

import io.tributary.backend.engine.duckdb.DuckDbEngine;
import io.tributary.backend.engine.duckdb.DuckDbOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** As long as nobody steps in it does what every engine must. */
class FaultyEngineContractTest extends TableEngineContract {
    @TempDir
    Path directory;

    @Override
    protected TableEngine open() {
        return new FaultyEngine(DuckDbEngine.open(
                DuckDbOptions.defaults(directory.resolve("tributary.duckdb"), directory.resolve("tmp"))));
    }
}
