package io.tributary.backend.engine.duckdb;

import io.tributary.backend.engine.RowRulesContract;
import io.tributary.backend.engine.TableEngine;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

public class DuckDbRowRulesTest extends RowRulesContract {
    @TempDir
    Path directory;

    @Override
    protected TableEngine open() {
        return DuckDbEngine.open(DuckDbOptions.defaults(directory.resolve("e.duckdb"), directory.resolve("tmp")));
    }
}
