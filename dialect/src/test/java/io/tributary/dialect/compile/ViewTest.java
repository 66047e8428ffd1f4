package io.tributary.dialect.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.dialect.bind.Catalog;
import io.tributary.dialect.bind.Catalog.View;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ViewTest {
    private final Map<String, TableSchema> tables = new HashMap<>();
    private final Map<String, ViewSchema> views = new HashMap<>();
    private final SqlCompiler compiler = new SqlCompiler(table -> table.database() + "." + table.name());

    private final Catalog catalog = new Catalog() {
        @Override
        public Object version() {
            return List.of(Map.copyOf(tables), Map.copyOf(views));
        }

        @Override
        public Optional<TableSchema> find(String database, String table) {
            return Optional.ofNullable(tables.get(database + "." + table));
        }

        @Override
        public Optional<View> view(String database, String name) {
            return Optional.ofNullable(views.get(database + "." + name)).map(SqlCompiler::parsed);
        }
    };

    ViewTest() {
        table("t", "a", "b");
        table("u", "a", "k");
    }

    private void table(String name, String... columns) {
        tables.put(
                "db." + name,
                new TableSchema(
                        1,
                        "db",
                        name,
                        1,
                        TableSchema.KeyModel.DUPLICATE,
                        Arrays.stream(columns)
                                .map(column -> Column.of(column, ColumnType.of(Kind.INT), true))
                                .toList(),
                        TableProperties.defaults(),
                        TableSchema.Layout.none()));
    }

    private static QueryContext in(String database) {
        return new QueryContext(database, SqlMode.DEFAULT, "+00:00", 0);
    }

    /** Makes a view while {@code db} is the current database. */
    private ViewSchema create(String database, String name, String query, SqlMode mode, String... columns) {
        List<Column> named = Arrays.stream(columns)
                .map(column -> Column.of(column, ColumnType.of(Kind.NULL), true))
                .toList();
        ViewSchema wanted = new ViewSchema(ViewSchema.table(database, name, named), query, mode, "root");
        ViewSchema made = compiler.view(wanted, in("db"), catalog);
        views.put(made.fullName(), made);
        return made;
    }

    private ViewSchema create(String name, String query, String... columns) {
        return create("db", name, query, SqlMode.DEFAULT, columns);
    }

    private String compiled(String query) {
        return compiler.query(query, in("db"), catalog).text();
    }

    private void refused(ErrorCode code, Runnable statement) {
        TributaryException refused = catchThrowableOfType(TributaryException.class, statement::run);
        assertThat(refused.code()).as(refused.getMessage()).isEqualTo(code);
    }

    @Test
    void anAsteriskMeansTheColumnsThatThereWereWhenTheViewWasMade() {
        ViewSchema view = create("v", "SELECT x.*, (SELECT count(*) FROM u) n FROM t x");
        table("t", "z", "a", "b");

        assertThat(view.query()).isEqualTo("SELECT `x`.`a`, `x`.`b`, (SELECT count(*) FROM u) n FROM t x");
        assertThat(view.table().columns()).extracting(Column::name).containsExactly("a", "b", "n");
        assertThat(compiled("SELECT * FROM v")).doesNotContain("\"z\"");
    }

    @Test
    void theLiteralsOfAViewAreNotThoseOfTheStatementAroundIt() {
        create(
                "v",
                "SELECT a + 7 AS s, 'in' AS w, sum(a) OVER (ORDER BY a ROWS 3 PRECEDING) FROM t LIMIT 5",
                "s",
                "w",
                "o");

        String text = compiled("SELECT s, 1000, 'out' FROM v WHERE s > 2000 LIMIT 4");

        assertThat(text).contains("7", "'in'", "3 PRECEDING", "LIMIT 5", "1000", "'out'", "> 2000", "LIMIT 4");
        assertThat(compiled("SELECT s, 3000, 'new' FROM v WHERE s > 4000 LIMIT 6"))
                .isEqualTo(text.replace("1000", "3000")
                        .replace("'out'", "'new'")
                        .replace("2000", "4000")
                        .replace("LIMIT 4", "LIMIT 6"));
    }

    @Test
    void namesAndModesAreThoseOfTheViewsMaking() {
        ViewSchema view =
                create("other", "v", "SELECT \"a\" || 'x' AS w FROM t", SqlMode.of("ANSI_QUOTES,PIPES_AS_CONCAT"));

        assertThat(view.query()).isEqualTo("SELECT \"a\" || 'x' AS w FROM `db`.t");
        assertThat(compiler.query("SELECT w FROM v", in("other"), catalog).text())
                .contains("db.t");
    }

    @Test
    void whatIsNoViewIsRefusedWhenItIsMade() {
        refused(ErrorCode.DUPLICATE_COLUMN, () -> create("v", "SELECT a, A FROM t"));
        refused(ErrorCode.WRONG_COLUMN_LIST, () -> create("v", "SELECT a, b FROM t", "x"));
        refused(ErrorCode.UNKNOWN_TABLE, () -> create("v", "SELECT 1 FROM nope"));
        refused(ErrorCode.UNKNOWN_COLUMN, () -> create("v", "SELECT nope FROM t"));
        create("v", "SELECT a FROM t");
        create("w", "SELECT a FROM v");
        refused(ErrorCode.VIEW_RECURSION, () -> create("v", "SELECT a FROM w"));
    }

    @Test
    void aViewWhoseTableOrColumnIsGoneSaysSo() {
        create("v", "SELECT b FROM t");
        create("w", "SELECT b FROM v");
        table("t", "a");
        refused(ErrorCode.VIEW_INVALID, () -> compiled("SELECT * FROM v"));
        tables.remove("db.t");
        refused(ErrorCode.VIEW_INVALID, () -> compiled("SELECT * FROM w"));
    }

    @Test
    void viewsWithinViewsHaveALimit() {
        create("v0", "SELECT 1 AS a");
        for (int i = 1; i < 32; i++) {
            create("v" + i, "SELECT a FROM v" + (i - 1));
        }
        assertThat(compiled("SELECT * FROM v31")).isNotEmpty();
        create("v32", "SELECT a FROM v31");
        refused(ErrorCode.NOT_SUPPORTED, () -> compiled("SELECT * FROM v32"));
        refused(ErrorCode.NOT_SUPPORTED, () -> compiled("SELECT 1 FROM v31, v31 b, v31 c, v31 d, v31 e"));
    }
}
