package io.tributary.engine.duckdb;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.SqlMode;
import io.tributary.engine.port.CommittedTogetherContract;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.Rows;
import io.tributary.engine.port.TableEngine;
import io.tributary.engine.port.TestRows;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

public class DuckDbCommittedTogetherTest extends CommittedTogetherContract {
    @TempDir
    Path directory;

    @Override
    protected TableEngine open() {
        return DuckDbEngine.open(DuckDbOptions.defaults(file(), directory.resolve("tmp")));
    }

    private Path file() {
        return directory.resolve("tributary.duckdb");
    }

    @Override
    protected List<Long> rows() {
        List<Long> rows = new ArrayList<>();
        try (ResultCursor cursor = engine.query("SELECT v FROM t", new QueryContext("d", SqlMode.NONE, "UTC", 0))) {
            for (RowBlock block = cursor.next(); block != null; block = cursor.next()) {
                rows.addAll(Rows.values(block));
            }
        }
        return rows;
    }

    /** Which values fit is checked before they come to the engine; so this needs a constraint that somebody added. */
    @Override
    protected RowBlock refused() throws SQLException {
        engine.close();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file());
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER TABLE d.t ALTER v SET NOT NULL");
        }
        engine = open();
        @Nullable Object[] row = {null};
        return TestRows.block(List.of(ColumnType.of(ColumnType.Kind.BIGINT)), Collections.singletonList(row));
    }
}
