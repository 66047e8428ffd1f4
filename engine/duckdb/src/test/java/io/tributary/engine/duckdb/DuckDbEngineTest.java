package io.tributary.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.information.SystemRows;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.TableEngine;
import io.tributary.engine.port.TableEngineContract;
import io.tributary.engine.port.TestRows;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DuckDbEngineTest extends TableEngineContract {
    @TempDir
    Path directory;

    @Override
    protected TableEngine open() {
        return DuckDbEngine.open(DuckDbOptions.defaults(file(), directory.resolve("tmp")));
    }

    /** Rows that a LIMIT picks, or a join, are found again by the engine's number of a row, which a column of that name hides. */
    @Test
    void rowsAreNotLookedForByAColumnNamedAsTheirNumber() {
        TableSchema table = new TableSchema(
                7,
                "shop",
                "r",
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(
                        Column.of("RowID", ColumnType.of(Kind.INT), true),
                        Column.of("v", ColumnType.of(Kind.INT), true)),
                TableProperties.defaults(),
                TableSchema.Layout.none());
        engine.createTable(table);
        engine.systemTables(() -> new SystemRows(List.of("shop"), List.of(table), List.of(), Map.of()));

        for (String sql : List.of("UPDATE r SET v = 1 ORDER BY v LIMIT 1", "DELETE FROM shop.r LIMIT 2")) {
            assertRefused(sql, "LIMIT in UPDATE or DELETE of a table with a column rowid");
        }
        assertRefused(
                "DELETE r FROM r JOIN r AS o ON r.v = o.v", "other tables in DELETE of a table with a column rowid");
        try (EngineTransaction transaction = engine.begin()) {
            transaction.execute("DELETE FROM r WHERE v IN (SELECT v FROM r LIMIT 1)", RowRules.NONE, CONTEXT);
            transaction.execute("UPDATE r SET v = 1", RowRules.NONE, CONTEXT);
        }
    }

    private void assertRefused(String sql, String reason) {
        try (EngineTransaction transaction = engine.begin()) {
            assertThatThrownBy(() -> transaction.execute(sql, RowRules.NONE, CONTEXT))
                    .isInstanceOfSatisfying(
                            TributaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED))
                    .hasMessageContaining(reason);
        }
    }

    /** The catalog rests on it: what exists and what is stored of it change together. */
    @Test
    void definitionsAndTheStoreAreUndoneAndDoneTogether() {
        TableSchema table = table("t", ColumnType.of(Kind.INT));
        engine.systemStore().put("s", "t", "1");

        try (EngineTransaction transaction = engine.begin()) {
            transaction.dropDatabase("shop");
            transaction.removeSystem("s", "t");
            transaction.createDatabase("other");
        }
        assertThat(select("SELECT * FROM shop.t")).isEmpty();
        assertThat(engine.systemStore().get("s", "t")).contains("1");
        engine.createDatabase("other");

        try (EngineTransaction transaction = engine.begin()) {
            transaction.dropTable("shop", "t");
            transaction.removeSystem("s", "t");
            transaction.createTable(table);
            transaction.putSystem("s", "again", "2");
            transaction.commit();
        }
        assertThat(select("SELECT * FROM shop.t")).isEmpty();
        assertThat(engine.systemStore().list("s")).containsOnlyKeys("again");
    }

    /** A file of another size stays readable: each group knows its own. */
    @Test
    void rowGroupsAreSmallAlsoWhereTheFileHasLargeOnes() throws Exception {
        TableSchema table = table("t", ColumnType.of(Kind.INT));
        engine.close();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file());
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO shop.t SELECT i FROM range(50000) r(i)");
        }
        engine = open();
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            rows.add(new @Nullable Object[] {i});
        }
        append(table, List.of(TestRows.block(types(table), rows)));

        assertThat(select("SELECT count(*), count(DISTINCT c0) FROM shop.t").get(0))
                .containsExactly(150_000L, 100_000L);
        engine.close();
        assertThat(rowGroups()).startsWith(50_000L).hasSizeGreaterThan(4).satisfies(groups -> assertThat(
                        groups.subList(1, groups.size()))
                .allMatch(group -> group <= DuckDbEngine.ROW_GROUP_ROWS));
        engine = open();
    }

    private List<Long> rowGroups() throws SQLException {
        List<Long> sizes = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file());
                Statement statement = connection.createStatement();
                ResultSet groups = statement.executeQuery("SELECT max(start + count) FROM pragma_storage_info('shop.t')"
                        + " WHERE segment_type <> 'VALIDITY' GROUP BY row_group_id ORDER BY row_group_id")) {
            while (groups.next()) {
                sizes.add(groups.getLong(1));
            }
        }
        return sizes;
    }

    private Path file() {
        return directory.resolve("tributary.duckdb");
    }

    @AfterEach
    void noArrowMemoryIsLeft() {
        assertThat(RootSession.arrowBytes((DuckDbEngine) engine)).isZero();
    }
}
