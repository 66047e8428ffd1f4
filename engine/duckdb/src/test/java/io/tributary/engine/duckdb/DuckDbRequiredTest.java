package io.tributary.engine.duckdb;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineOptions;
import io.tributary.engine.port.PositionedEngineContract;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.Rows;
import io.tributary.engine.port.TableEngine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

class DuckDbRequiredTest extends PositionedEngineContract {
    @TempDir
    Path directory;

    @Override
    protected TableEngine open() throws Exception {
        Path temp = Files.createDirectories(directory.resolve("tmp"));
        return new DuckDbFactory().open(new EngineOptions(directory, temp, Map.of(), 0));
    }

    @Override
    protected List<Long> rows(TableSchema table) {
        List<Long> rows = new ArrayList<>();
        QueryContext context = new QueryContext(table.database(), SqlMode.NONE, "UTC", 0);
        try (ResultCursor cursor = engine.query("SELECT v FROM " + table.name(), context)) {
            for (RowBlock block = cursor.next(); block != null; block = cursor.next()) {
                rows.addAll(Rows.values(block));
            }
        }
        return rows;
    }
}
