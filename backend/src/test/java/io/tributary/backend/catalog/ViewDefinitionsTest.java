package io.tributary.backend.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.GroupCommitPolicy;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.contract.schema.ViewSchema.Existing;
import io.tributary.engine.duckdb.DuckDbEngine;
import io.tributary.engine.duckdb.DuckDbOptions;
import io.tributary.engine.port.TableEngine;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ViewDefinitionsTest {
    private static final List<Column> COLUMNS = List.of(Column.of("a", ColumnType.of(ColumnType.Kind.BIGINT), true));

    @TempDir
    Path directory;

    private TableEngine engine;
    private TableCatalog catalog;

    @BeforeEach
    void createTable() {
        engine = DuckDbEngine.open(
                DuckDbOptions.defaults(directory.resolve("tributary.duckdb"), directory.resolve("tmp")));
        load();
        catalog.apply(new CatalogChange.CreateDatabase("db", false));
        catalog.apply(new CatalogChange.CreateTable(table("t"), false));
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private void load() {
        catalog = TableCatalog.load(engine, GroupCommitPolicy.ADAPTIVE);
    }

    private static TableSchema table(String name) {
        return new TableSchema(
                0,
                "db",
                name,
                1,
                TableSchema.KeyModel.DUPLICATE,
                COLUMNS,
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }

    private static ViewSchema view(String name, String query) {
        return new ViewSchema(ViewSchema.table("db", name, COLUMNS), query, SqlMode.of("ANSI_QUOTES"), "ann");
    }

    private void create(String name, String query, Existing existing) {
        catalog.apply(new CatalogChange.CreateView(view(name, query), "db", existing));
    }

    private void refused(ErrorCode code, Runnable change) {
        TributaryException refused = catchThrowableOfType(TributaryException.class, change::run);
        assertThat(refused.code()).as(refused.getMessage()).isEqualTo(code);
    }

    @Test
    void aViewComesBackAfterAStartAsItWasReplacedLast() {
        create("v", "SELECT 1", Existing.REFUSED);
        create("v", "SELECT \"a\" FROM t", Existing.REPLACED);
        create("gone", "SELECT 2", Existing.REFUSED);
        catalog.apply(new CatalogChange.DropView("db", "gone", false));

        load();

        assertThat(catalog.state().views()).containsExactly(view("v", "SELECT \"a\" FROM t"));
    }

    @Test
    void tablesAndViewsHaveTheirNamesInCommon() {
        create("v", "SELECT 1", Existing.REFUSED);

        refused(ErrorCode.TABLE_EXISTS, () -> create("v", "SELECT 2", Existing.REFUSED));
        refused(ErrorCode.TABLE_EXISTS, () -> create("T", "SELECT 2", Existing.REPLACED));
        refused(ErrorCode.TABLE_EXISTS, () -> catalog.apply(new CatalogChange.CreateTable(table("v"), false)));
        refused(ErrorCode.WRONG_OBJECT, () -> create("t", "SELECT 2", Existing.REPLACED));
        refused(ErrorCode.WRONG_OBJECT, () -> catalog.apply(new CatalogChange.DropView("db", "t", true)));
        refused(ErrorCode.UNKNOWN_TABLE, () -> create("w", "SELECT 2", Existing.REQUIRED));
        refused(ErrorCode.UNKNOWN_TABLE_ON_DROP, () -> catalog.apply(new CatalogChange.DropTable("db", "v", false)));
        create("v", "SELECT 2", Existing.KEPT);
        catalog.apply(new CatalogChange.CreateTable(table("v"), true));

        assertThat(catalog.state().views()).extracting(ViewSchema::query).containsExactly("SELECT 1");
        assertThat(catalog.state().tables()).extracting(TableSchema::name).containsExactly("t");
    }

    @Test
    void aViewGoesWithItsDatabase() {
        create("v", "SELECT 1", Existing.REFUSED);
        catalog.apply(new CatalogChange.DropDatabase("db", false));
        catalog.apply(new CatalogChange.CreateDatabase("db", false));

        assertThat(catalog.state().views()).isEmpty();
        load();
        assertThat(catalog.state().views()).isEmpty();
    }

    @Test
    void whereAnEarlierVersionMadeATableOfItsNameTheViewIsGone() {
        create("v", "SELECT 1", Existing.REFUSED);
        String stored = engine.systemStore().get(CatalogStore.VIEWS, "`db`.`v`").orElseThrow();
        catalog.apply(new CatalogChange.DropView("db", "v", false));
        catalog.apply(new CatalogChange.CreateTable(table("v"), false));
        engine.systemStore().put(CatalogStore.VIEWS, "`db`.`v`", stored);

        load();
        assertThat(catalog.state().views()).isEmpty();
        assertThat(engine.systemStore().list(CatalogStore.VIEWS)).isEmpty();
    }
}
