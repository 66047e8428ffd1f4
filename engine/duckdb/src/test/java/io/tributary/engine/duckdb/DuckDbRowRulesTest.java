package io.tributary.engine.duckdb;

import io.tributary.engine.port.RowRulesContract;
import io.tributary.engine.port.TableEngine;
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
