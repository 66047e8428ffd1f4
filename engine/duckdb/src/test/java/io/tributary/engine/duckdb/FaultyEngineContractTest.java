package io.tributary.engine.duckdb;

import io.tributary.engine.port.FaultyEngine;
import io.tributary.engine.port.TableEngine;
import io.tributary.engine.port.TableEngineContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The faulty engine does what every engine must as long as nobody steps in. */
class FaultyEngineContractTest extends TableEngineContract {
    @TempDir
    Path directory;

    @Override
    protected TableEngine open() {
        return new FaultyEngine(DuckDbEngine.open(
                DuckDbOptions.defaults(directory.resolve("tributary.duckdb"), directory.resolve("tmp"))));
    }
}
