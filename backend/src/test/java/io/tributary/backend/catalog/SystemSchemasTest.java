package io.tributary.backend.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.GroupCommitPolicy;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.duckdb.DuckDbEngine;
import io.tributary.engine.duckdb.DuckDbOptions;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.QuarantinedRow;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.TestRows;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SystemSchemasTest {
    @TempDir
    Path directory;

    private DuckDbEngine engine;
    private TableCatalog catalog;

    @BeforeEach
    void open() {
        engine = DuckDbEngine.open(
                DuckDbOptions.defaults(directory.resolve("tributary.duckdb"), directory.resolve("tmp")));
        catalog = TableCatalog.load(engine, GroupCommitPolicy.ADAPTIVE);
        catalog.apply(new CatalogChange.CreateDatabase("shop", false));
        create("orders");
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private void create(String table) {
        catalog.apply(new CatalogChange.CreateTable(
                new TableSchema(
                        0,
                        "shop",
                        table,
                        1,
                        TableSchema.KeyModel.DUPLICATE,
                        List.of(
                                Column.of("id", ColumnType.of(ColumnType.Kind.BIGINT), false),
                                Column.of("name", ColumnType.varchar(20), true)),
                        TableProperties.defaults(),
                        TableSchema.Layout.none()),
                false));
    }

    @Test
    void aStatementSeesEveryChangeMadeBeforeIt() {
        String tables = "SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'shop' ORDER BY 1";
        assertThat(rows(tables, "")).containsExactly("orders");

        create("clicks");
        assertThat(rows(tables, "")).containsExactly("clicks", "orders");

        catalog.apply(new CatalogChange.DropTable("shop", "orders", false));
        assertThat(rows(tables, "")).containsExactly("clicks");
    }

    @Test
    void namesAreFoundInAnyCaseAndBareInTheirOwnDatabase() {
        assertThat(rows("SELECT table_name FROM Tables WHERE table_schema = 'shop'", "INFORMATION_SCHEMA"))
                .containsExactly("orders");
        assertThat(rows(
                        "SELECT c.column_name FROM `information_schema`.`columns` AS c"
                                + " WHERE c.table_name = 'orders' AND c.is_nullable = 'yes'",
                        "shop"))
                .containsExactly("name");
        assertThat(rows("SELECT count(*) FROM shop.orders", "information_schema"))
                .containsExactly("0");
        assertThat(rows("SELECT user FROM user", "mysql")).containsExactly("root");
        assertThat(labels("SELECT table_name, Table_Rows AS r FROM information_schema.tables"))
                .containsExactly("TABLE_NAME", "r");
    }

    @Test
    void aTransactionSeesThemBesideItsOwnRows() {
        try (EngineTransaction transaction = engine.begin()) {
            create("later");
            ResultCursor cursor = transaction.query(
                    "SELECT count(*) FROM information_schema.COLUMNS WHERE TABLE_NAME = 'later'", context("shop"));
            assertThat(read(cursor)).containsExactly("2");
            assertThat(transaction.execute(
                            "DELETE FROM orders WHERE name IN (SELECT TABLE_NAME FROM information_schema.TABLES)",
                            RowRules.NONE,
                            context("shop")))
                    .isZero();
            transaction.commit();
        }
    }

    @Test
    void aTransactionSeesTablesMadeAfterItsSnapshot() {
        assertThat(rows("SELECT count(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'shop'", ""))
                .containsExactly("1");
        create("before");
        try (EngineTransaction transaction = engine.begin()) {
            String tables = "SELECT TABLE_NAME FROM information_schema.TABLES"
                    + " WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME IN ('before', 'within') ORDER BY 1";
            transaction.execute("UPDATE orders SET name = 'x' WHERE id = 1", RowRules.NONE, context("shop"));
            assertThat(read(transaction.query(tables, context("shop")))).containsExactly("before");

            create("within");

            assertThat(read(transaction.query(tables, context("shop")))).containsExactly("before", "within");
            transaction.commit();
        }
    }

    @Test
    void nobodyWritesIntoThem() {
        for (String sql : List.of(
                "DELETE FROM information_schema.TABLES", "UPDATE information_schema.TABLES SET TABLE_NAME = 'x'")) {
            try (EngineTransaction transaction = engine.begin()) {
                assertThatThrownBy(() -> transaction.execute(sql, RowRules.NONE, context("shop")))
                        .isInstanceOfSatisfying(TributaryException.class, e -> assertThat(e.code())
                                .isEqualTo(ErrorCode.DATABASE_ACCESS_DENIED));
            }
        }
    }

    @Test
    void aTableWithTheNameOfOneOfTheEnginesViewsIsReadAndChangedAsAnyOther() {
        for (String table : List.of("pg_class", "pg_tables", "duckdb_tables", "sqlite_master", "pragma_own")) {
            assertThatThrownBy(() -> rows("SELECT * FROM " + table, "shop"))
                    .as("the engine's own is nobody's")
                    .isInstanceOfSatisfying(
                            TributaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_TABLE));
            create(table);
            try (EngineTransaction transaction = engine.begin()) {
                TableSchema schema = Objects.requireNonNull(catalog.find("shop", table));
                transaction.append(
                        schema,
                        List.of(TestRows.block(
                                schema.columns().stream().map(Column::type).toList(),
                                List.of(new Object[] {1L, "a"}, new Object[] {2L, "b"}))));
                transaction.execute("UPDATE " + table + " SET name = 'c' WHERE id = 2", RowRules.NONE, context("shop"));
                transaction.execute("DELETE FROM " + table + " WHERE id = 1", RowRules.NONE, context("shop"));
                assertThat(read(transaction.query(
                                "SELECT concat(o.name, " + table + ".name) FROM " + table + ", `" + table
                                        + "` AS o WHERE o.id = " + table + ".id",
                                context("shop"))))
                        .containsExactly("cc");
                transaction.commit();
            }
            assertThat(rows("SELECT name FROM shop." + table, "")).containsExactly("c");
            assertThatThrownBy(() -> rows("SELECT * FROM " + table, "")).isInstanceOf(TributaryException.class);
        }
        assertThat(rows("SELECT pg_class.name FROM (SELECT 'derived' AS name) AS pg_class", "shop"))
                .containsExactly("derived");
        assertThat(rows("SELECT name FROM orders AS pg_class WHERE EXISTS (SELECT 1 FROM pg_tables)", "shop"))
                .isEmpty();
        assertThat(rows("SELECT (SELECT max(name) FROM `pg_class`) FROM pg_tables", "shop"))
                .containsExactly("c");
        // A query of WITH hides a table of its name, in upper and lower case.
        assertThat(rows("WITH PG_class (id) AS (SELECT 1) SELECT id FROM pg_class", "shop"))
                .containsExactly("1");
        assertThatThrownBy(() -> rows("SELECT 1, name, no_such FROM pg_class", "shop"))
                .hasMessageContaining("no_such");
    }

    @Test
    void theQuarantineIsAViewThatIsAlwaysUpToDate() {
        assertThat(rows("SELECT count(*) FROM tributary.quarantine", "shop")).containsExactly("0");
        try (EngineTransaction transaction = engine.begin()) {
            transaction.quarantine(List.of(new QuarantinedRow(
                    0, 7, "shop", "orders", 1, "group_commit_1", 5, "{\"id\":1}", "NOT NULL", 1_700_000_000_123L)));
            transaction.commit();
        }

        assertThat(rows("SELECT table_name FROM tributary.Quarantine WHERE database_name = 'shop'", ""))
                .containsExactly("orders");
        assertThat(rows("SELECT q.row_json FROM quarantine AS q WHERE q.reason = 'not null'", "tributary"))
                .containsExactly("{\"id\":1}");
        assertThat(rows("SELECT CAST(quarantined_time AS CHAR) FROM tributary.quarantine", ""))
                .containsExactly("2023-11-14 22:13:20");
        try (EngineTransaction transaction = engine.begin()) {
            assertThatThrownBy(() ->
                            transaction.execute("DELETE FROM tributary.quarantine", RowRules.NONE, context("shop")))
                    .isInstanceOfSatisfying(TributaryException.class, e -> assertThat(e.code())
                            .isEqualTo(ErrorCode.DATABASE_ACCESS_DENIED));
        }
    }

    private List<String> rows(String sql, String database) {
        return read(engine.query(sql, context(database)));
    }

    private List<String> labels(String sql) {
        try (ResultCursor cursor = engine.query(sql, context("shop"))) {
            return cursor.columns().stream().map(column -> column.name()).toList();
        }
    }

    private static List<String> read(ResultCursor cursor) {
        try (cursor) {
            List<ColumnType> types =
                    cursor.columns().stream().map(column -> column.type()).toList();
            RowBlockReader reader = new RowBlockReader(types);
            List<String> rows = new ArrayList<>();
            for (RowBlock block = cursor.next(); block != null; block = cursor.next()) {
                reader.reset(block);
                for (int row = 0; row < reader.rowCount(); row++) {
                    rows.add(
                            types.get(0).isVariableWidth()
                                    ? new String(
                                            reader.array(),
                                            reader.bytesOffset(0, row),
                                            reader.bytesLength(0, row),
                                            StandardCharsets.UTF_8)
                                    : Long.toString(reader.getLong(0, row)));
                }
            }
            return rows;
        }
    }

    private static QueryContext context(String database) {
        return new QueryContext(database, SqlMode.NONE, "UTC", 0);
    }
}
