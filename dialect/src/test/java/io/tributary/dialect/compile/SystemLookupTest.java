package io.tributary.dialect.compile;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.information.SystemTables;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.TableSchema.KeyModel;
import io.tributary.contract.schema.TableSchema.Layout;
import io.tributary.dialect.bind.Catalog;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Look-ups in information_schema say which tables they are about; what else stands in a condition restricts nothing. */
final class SystemLookupTest {
    private static final TableSchema COLUMNS =
            SystemTables.find("information_schema", "COLUMNS").orElseThrow();

    private final SqlCompiler compiler = new SqlCompiler(TableSchema::name);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM information_schema.columns WHERE table_schema = 'shop' AND table_name = 'orders'",
                "select column_name from INFORMATION_SCHEMA.COLUMNS c where c.TABLE_NAME='orders' and c.table_schema=database()",
                "SELECT 1 FROM `columns` AS x WHERE x.table_schema IN ('shop') AND x.column_name = 'id' AND table_name IN ('orders','b')",
                "SELECT t.table_type FROM tables t JOIN columns c USING (table_name) WHERE c.table_name = 'orders' AND c.table_schema = 'shop'",
                "SELECT EXISTS(SELECT 1 FROM information_schema.columns WHERE table_schema='shop' AND table_name='orders')",
            })
    void usualLookUpsUseOneTableOnly(String sql) {
        Predicate<TableSchema> wanted =
                wanted(sql, sql.contains("`columns`") || sql.contains("JOIN") ? "information_schema" : "shop");

        assertThat(wanted).accepts(table("shop", "orders")).rejects(table("shop", "clicks"), table("ads", "orders"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM information_schema.columns WHERE table_schema = 'shop' OR 1",
                "SELECT * FROM information_schema.columns WHERE NOT table_schema = 'shop'",
                "SELECT * FROM information_schema.columns WHERE 1 BETWEEN 0 AND table_schema = 'shop'",
                "SELECT * FROM information_schema.columns WHERE CASE WHEN 1 AND table_schema = 'shop' AND 1 THEN 1 ELSE 1 END",
                "SELECT * FROM information_schema.columns WHERE (table_schema = 'shop' AND 1) IS NOT NULL",
                "SELECT * FROM information_schema.columns WHERE table_schema = 'shop' = 0",
                "SELECT * FROM information_schema.columns WHERE table_schema = 'shop' || 1",
                "SELECT * FROM information_schema.columns WHERE table_schema <> 'shop'",
                "SELECT * FROM information_schema.columns WHERE table_schema NOT IN ('shop')",
                "SELECT * FROM information_schema.columns WHERE table_schema IN ('shop', lower('ADS'))",
                "SELECT * FROM information_schema.columns c, information_schema.tables t WHERE t.table_schema = 'shop'",
                "SELECT * FROM information_schema.columns c WHERE EXISTS (SELECT 1 FROM information_schema.tables WHERE c.table_schema = 'shop')",
                "SELECT (SELECT count(*) FROM information_schema.columns) FROM information_schema.columns WHERE table_schema='shop'",
                "SELECT * FROM information_schema.columns WHERE table_schema='shop' UNION SELECT * FROM information_schema.columns",
            })
    void whatIsNotOfTheUsualFormRestrictsNothing(String sql) {
        assertThat(wanted(sql, "shop")).accepts(table("ads", "clicks"));
    }

    @Test
    void oneShapeLooksForTheTableOfEachOfItsStatements() {
        String sql = "SELECT 1 FROM information_schema.columns WHERE table_schema = 'shop' AND table_name = 'orders'";

        assertThat(wanted(sql, "")).accepts(table("shop", "orders"));
        assertThat(wanted(sql.replace("orders", "clicks"), ""))
                .accepts(table("shop", "clicks"))
                .rejects(table("shop", "orders"));
    }

    private Predicate<TableSchema> wanted(String sql, String database) {
        return compiler.query(sql, new QueryContext(database, SqlMode.NONE, "UTC", 0), new SystemCatalog())
                .lookup()
                .apply(COLUMNS);
    }

    private static TableSchema table(String database, String name) {
        List<Column> columns = List.of(Column.of("id", ColumnType.of(ColumnType.Kind.INT), true));
        return new TableSchema(
                1, database, name, 1, KeyModel.DUPLICATE, columns, TableProperties.defaults(), Layout.none());
    }

    private record SystemCatalog() implements Catalog {
        @Override
        public Object version() {
            return 1;
        }

        @Override
        public Optional<TableSchema> find(String database, String table) {
            return SystemTables.find(database, table);
        }
    }
}
