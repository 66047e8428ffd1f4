package io.tributary.backend.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.GroupCommitPolicy;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.duckdb.DuckDbEngine;
import io.tributary.engine.duckdb.DuckDbOptions;
import io.tributary.engine.port.ResultCursor;
import io.tributary.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A look-up is answered from the rows that its condition names as it is from all of them. */
final class SystemLookupTest {
    private static final List<String> DATABASES = List.of("shop", "Shop", "ads", "none", "information_schema");
    private static final List<String> TABLES = List.of("orders", "Orders", "clicks", "none", "TABLES");
    private static final List<String> READ =
            List.of("TABLES", "COLUMNS", "STATISTICS", "KEY_COLUMN_USAGE", "TABLE_CONSTRAINTS", "PARTITIONS");

    @TempDir
    Path directory;

    @Test
    void randomConditionsFindTheSameRows() {
        try (DuckDbEngine engine = open()) {
            for (int seed : Seeds.of(SystemLookupTest.class, 400)) {
                Conditions random = new Conditions(Seeds.random(seed));
                String sql = random.query();

                List<String> found = read(engine, sql);

                // What is behind OR restricts nothing.
                assertThat(found).as("seed %s: %s", seed, sql).isEqualTo(read(engine, random.unrestricted(sql)));
            }
        }
    }

    private DuckDbEngine open() {
        DuckDbEngine engine =
                DuckDbEngine.open(DuckDbOptions.defaults(directory.resolve("a.duckdb"), directory.resolve("tmp")));
        TableCatalog catalog = TableCatalog.load(engine, GroupCommitPolicy.ADAPTIVE);
        for (String database : List.of("shop", "ads")) {
            catalog.apply(new CatalogChange.CreateDatabase(database, false));
            for (String table : List.of("orders", "clicks")) {
                catalog.apply(new CatalogChange.CreateTable(table(database, table), false));
            }
        }
        return engine;
    }

    private static TableSchema table(String database, String name) {
        return new TableSchema(
                0,
                database,
                name,
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(
                        Column.of("id", ColumnType.of(ColumnType.Kind.BIGINT), false),
                        Column.of("name", ColumnType.varchar(20), true)),
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }

    /** The first column, in order. */
    private static List<String> read(DuckDbEngine engine, String sql) {
        List<String> rows = new ArrayList<>();
        try (ResultCursor cursor = engine.query(sql, new QueryContext("shop", SqlMode.NONE, "UTC", 0))) {
            RowBlockReader reader = new RowBlockReader(
                    cursor.columns().stream().map(column -> column.type()).toList());
            for (RowBlock block = cursor.next(); block != null; block = cursor.next()) {
                reader.reset(block);
                for (int row = 0; row < reader.rowCount(); row++) {
                    rows.add(new String(
                            reader.array(),
                            reader.bytesOffset(0, row),
                            reader.bytesLength(0, row),
                            StandardCharsets.UTF_8));
                }
            }
        }
        return rows;
    }

    /** Queries with conditions that name databases and tables in usual and unusual places. */
    private static final class Conditions {
        private final Random random;
        private final List<String> conditions = new ArrayList<>();

        Conditions(Random random) {
            this.random = random;
        }

        String query() {
            String table = READ.get(random.nextInt(READ.size()));
            for (int i = random.nextInt(4); i >= 0; i--) {
                conditions.add(condition());
            }
            return "SELECT concat(TABLE_SCHEMA, '.', TABLE_NAME) FROM information_schema." + table
                    + (random.nextBoolean() ? " AS t" : "") + " WHERE " + String.join(" AND ", conditions)
                    + " ORDER BY 1";
        }

        String unrestricted(String sql) {
            String all = "(" + String.join(") AND (", conditions) + ")";
            return sql.replace(String.join(" AND ", conditions), "(" + all + ") OR (" + all + ")");
        }

        private String condition() {
            boolean database = random.nextBoolean();
            String column = database ? "TABLE_SCHEMA" : random.nextBoolean() ? "TABLE_NAME" : "table_name";
            String one = literal(database);
            return switch (random.nextInt(9)) {
                case 0, 1, 2 -> column + " = " + one;
                case 3 -> database ? column + " = DATABASE()" : column + "='orders'";
                case 4, 5 -> column + " IN (" + one + ", " + literal(database) + ")";
                case 6 -> column + " <> " + one;
                case 7 -> "(" + column + " = " + one + " OR " + column + " = " + literal(database) + ")";
                default -> column + " LIKE " + one;
            };
        }

        private String literal(boolean database) {
            List<String> names = database ? DATABASES : TABLES;
            return "'" + names.get(random.nextInt(names.size())) + "'";
        }
    }
}
