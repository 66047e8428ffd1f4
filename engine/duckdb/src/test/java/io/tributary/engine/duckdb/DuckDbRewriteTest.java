package io.tributary.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Aggregation;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableChange.Kept;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.TableSchema.KeyModel;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.TableRewrite;
import io.tributary.engine.port.TestRows;
import io.tributary.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A table that is copied for an ALTER while rows are committed to it. */
class DuckDbRewriteTest {
    private static final QueryContext CONTEXT = new QueryContext("db", SqlMode.NONE, "UTC", 0);
    private static final ColumnType INT = ColumnType.of(Kind.INT);
    private static final ColumnType BIGINT = ColumnType.of(Kind.BIGINT);
    private static final List<ColumnType> TYPES = List.of(INT, INT);
    private static final int SEED = Seeds.one(DuckDbRewriteTest.class, 20);

    @TempDir
    Path directory;

    private DuckDbEngine engine;

    @BeforeEach
    void open() {
        engine = DuckDbEngine.open(DuckDbOptions.defaults(directory.resolve("t.duckdb"), directory.resolve("tmp")));
        engine.createDatabase("db");
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @ParameterizedTest
    @EnumSource(KeyModel.class)
    void itHoldsWhatAChangeAtTheEndWouldHold(KeyModel model) {
        TableSchema copied = table(1, "copied", model);
        TableSchema changed = table(2, "changed", model);
        engine.createTable(copied);
        engine.createTable(changed);
        Random random = new Random(SEED);
        append(rows(random, 500), copied, changed);

        try (TableRewrite rewrite =
                engine.rewrite(copied, change(copied, "copied"), 1).orElseThrow()) {
            List<RowBlock> written = new ArrayList<>();
            written.add(append(rows(random, 300), copied, changed));
            rewrite.copy();
            written.add(append(rows(random, 300), copied, changed));
            rewrite.catchUp(written);
            RowBlock last = append(rows(random, 50), copied, changed);
            rewrite.catchUp(List.of(last));
            takeOver(rewrite);
        }
        alter(changed, change(changed, "changed"));

        String columns = "SELECT renamed, id FROM ";
        assertThat(query(columns + "copied ORDER BY id, renamed"))
                .isEqualTo(query(columns + "changed ORDER BY id, renamed"))
                .isNotEmpty();
        TableSchema now = change(copied, "copied").table();
        TableSchema other = change(changed, "changed").table();
        RowBlock more = TestRows.block(List.of(BIGINT, BIGINT), rows(random, 100));
        append(more, now, other);
        assertThat(query(columns + "copied ORDER BY id, renamed"))
                .isEqualTo(query(columns + "changed ORDER BY id, renamed"));
    }

    @Test
    void aTransactionThatBeganBeforeTheChangeIsTold() {
        TableSchema table = table(1, "t", KeyModel.DUPLICATE);
        engine.createTable(table);
        append(List.<@Nullable Object[]>of(new Object[] {1, 1}, new Object[] {2, 2}), table);

        try (EngineTransaction before = engine.begin()) {
            before.takeSnapshot();
            alter(table, change(table, "t"));

            assertThatThrownBy(() -> {
                        before.execute("DELETE FROM t WHERE id = 1", RowRules.NONE, CONTEXT);
                        before.commit();
                    })
                    .isInstanceOfSatisfying(TributaryException.class, e -> assertThat(e.code())
                            .isEqualTo(ErrorCode.SCHEMA_VERSION_MISMATCH))
                    .hasMessage("Table definition has changed, please retry transaction");
        }
    }

    @Test
    void aDeletedKeyIsNotInTheCopy() {
        TableSchema table = table(1, "t", KeyModel.UNIQUE);
        engine.createTable(table);
        append(List.<@Nullable Object[]>of(new Object[] {1, 1}, new Object[] {2, 2}), table);

        try (TableRewrite rewrite = engine.rewrite(table, change(table, "t"), 1).orElseThrow()) {
            rewrite.copy();
            try (EngineTransaction transaction = engine.begin()) {
                transaction.execute("DELETE FROM t WHERE id = 1", RowRules.NONE, CONTEXT);
                transaction.commit();
            }
            // Rows tell the keys that have changed.
            rewrite.catchUp(List.of(TestRows.block(TYPES, List.<@Nullable Object[]>of(new Object[] {1, 1}))));
            takeOver(rewrite);
        }

        assertThat(query("SELECT id FROM t")).containsExactly("2");
    }

    @Test
    void aValueThatDoesNotFitLeavesTheTableAsItWasAndNoCopy() {
        TableSchema table = table(1, "t", KeyModel.DUPLICATE);
        engine.createTable(table);
        append(List.<@Nullable Object[]>of(new Object[] {1, 1}), table);
        TableSchema narrow = altered(table, "t", ColumnType.of(Kind.TINYINT));
        TableChange change = new TableChange(narrow, List.of(new Kept(1), new Kept(0)));

        try (TableRewrite rewrite = engine.rewrite(table, change, 1).orElseThrow()) {
            rewrite.copy();
            RowBlock large = append(List.<@Nullable Object[]>of(new Object[] {2, 1_000}), table);
            assertThatThrownBy(() -> rewrite.catchUp(List.of(large)))
                    .isInstanceOfSatisfying(TributaryException.class, error -> assertThat(error.code())
                            .isEqualTo(ErrorCode.OUT_OF_RANGE));
        }
        try (TableRewrite rewrite = engine.rewrite(table, change, 1).orElseThrow()) {
            assertThatThrownBy(rewrite::copy)
                    .isInstanceOfSatisfying(TributaryException.class, error -> assertThat(error.code())
                            .isEqualTo(ErrorCode.OUT_OF_RANGE));
        }

        assertThat(query("SELECT id, v FROM t ORDER BY id")).containsExactly("1|1", "2|1000");
        assertThat(tables(engine)).containsExactly("t");
    }

    @Test
    void quickChangesAndSmallTablesNeedNoCopy() {
        TableSchema table = table(1, "t", KeyModel.DUPLICATE);
        engine.createTable(table);
        append(List.<@Nullable Object[]>of(new Object[] {1, 1}), table);
        TableChange renamed = new TableChange(
                new TableSchema(
                        1, "db", "other", 2, KeyModel.DUPLICATE, table.columns(), table.properties(), table.layout()),
                List.of(new Kept(0), new Kept(1)));

        assertThat(engine.rewrite(table, renamed, 0)).isEmpty();
        assertThat(engine.rewrite(table, change(table, "t"), 2)).isEmpty();
    }

    @Test
    void aCopyThatWasLeftIsInNobodysWay() {
        TableSchema table = table(1, "t", KeyModel.DUPLICATE);
        engine.createTable(table);
        append(List.<@Nullable Object[]>of(new Object[] {1, 1}), table);
        TableRewrite left = engine.rewrite(table, change(table, "t"), 1).orElseThrow();
        left.copy();
        append(List.<@Nullable Object[]>of(new Object[] {2, 2}), table);

        try (TableRewrite rewrite = engine.rewrite(table, change(table, "t"), 1).orElseThrow()) {
            rewrite.copy();
            takeOver(rewrite);
        }

        assertThat(query("SELECT id FROM t ORDER BY id")).containsExactly("1", "2");
    }

    @Test
    void aReaderGoesOnWithTheTableThatWasReplaced() {
        TableSchema table = table(1, "t", KeyModel.DUPLICATE);
        engine.createTable(table);
        append(rows(new Random(SEED), 100_000), table);
        try (ResultCursor reader = engine.query("SELECT id FROM t", CONTEXT);
                TableRewrite rewrite =
                        engine.rewrite(table, change(table, "t"), 1).orElseThrow()) {
            long read = size(reader.next());
            rewrite.copy();
            takeOver(rewrite);
            for (RowBlock block = reader.next(); block != null; block = reader.next()) {
                read += size(block);
            }
            assertThat(read).isEqualTo(100_000);
        }
    }

    @Test
    void afterAnEndAtAnyTimeThereIsOneTable() throws IOException {
        TableSchema table = table(1, "t", KeyModel.UNIQUE);
        engine.createTable(table);
        append(List.<@Nullable Object[]>of(new Object[] {1, 1}), table);
        try (TableRewrite rewrite = engine.rewrite(table, change(table, "t"), 1).orElseThrow()) {
            rewrite.copy();
            RowBlock more = append(List.<@Nullable Object[]>of(new Object[] {2, 2}), table);
            rewrite.catchUp(List.of(more));
            assertOpened("left", "SELECT id, v FROM t ORDER BY id", "1|1", "2|2");
            takeOver(rewrite);
            assertOpened("taken", "SELECT id, renamed FROM t ORDER BY id", "1|1", "2|2");
        }
        append(
                TestRows.block(List.of(BIGINT, BIGINT), List.<@Nullable Object[]>of(new Object[] {7, 2})),
                change(table, "t").table());
        assertOpened("written", "SELECT id, renamed FROM t ORDER BY id", "1|1", "2|7");
    }

    /** What another process would find, had this one been killed now. */
    private void assertOpened(String name, String sql, String... rows) throws IOException {
        Path copy = Files.createDirectory(directory.resolve(name));
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        DuckDbEngine opened = DuckDbEngine.open(DuckDbOptions.defaults(copy.resolve("t.duckdb"), copy.resolve("tmp")));
        try {
            assertThat(query(opened, sql)).containsExactly(rows);
            assertThat(tables(opened)).containsExactly("t");
        } finally {
            opened.close();
        }
    }

    private static List<String> tables(DuckDbEngine engine) {
        List<String> names = new ArrayList<>();
        try (var statement = RootSession.of(engine).connection().createStatement();
                var rows = statement.executeQuery(
                        "SELECT table_name FROM duckdb_tables() WHERE schema_name = 'db' ORDER BY 1")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        } catch (java.sql.SQLException e) {
            throw new IllegalStateException(e);
        }
        return names;
    }

    private void takeOver(TableRewrite rewrite) {
        try (EngineTransaction transaction = engine.begin()) {
            transaction.takeOver(rewrite);
            transaction.commit();
        }
    }

    private void alter(TableSchema table, TableChange change) {
        try (EngineTransaction transaction = engine.begin()) {
            transaction.alterTable(table, change);
            transaction.commit();
        }
    }

    private RowBlock append(List<@Nullable Object[]> rows, TableSchema... tables) {
        RowBlock block = TestRows.block(TYPES, rows);
        append(block, tables);
        return block;
    }

    private void append(RowBlock block, TableSchema... tables) {
        for (TableSchema table : tables) {
            try (EngineTransaction transaction = engine.begin()) {
                transaction.append(table, List.of(block));
                transaction.commit();
            }
        }
    }

    private static List<@Nullable Object[]> rows(Random random, int count) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(new @Nullable Object[] {random.nextInt(200), random.nextInt(5) == 0 ? null : random.nextInt(100)});
        }
        return rows;
    }

    private static TableSchema table(long id, String name, KeyModel model) {
        Column key = Column.of("id", INT, true);
        Column value = Column.of("v", INT, true);
        return new TableSchema(
                id,
                "db",
                name,
                1,
                model,
                model == KeyModel.AGGREGATE
                        ? List.of(key.asKey(), summed(value))
                        : List.of(model == KeyModel.UNIQUE ? key.asKey() : key, value),
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }

    private static Column summed(Column value) {
        return new Column(
                value.name(),
                value.type(),
                value.nullable(),
                false,
                value.defaultValue(),
                false,
                value.comment(),
                Aggregation.SUM);
    }

    /** The other order, wider, and with another name. */
    private static TableChange change(TableSchema table, String name) {
        return new TableChange(altered(table, name, BIGINT), List.of(new Kept(1), new Kept(0)));
    }

    private static TableSchema altered(TableSchema table, String name, ColumnType type) {
        Column key = table.columns().get(0);
        Column value = table.columns().get(1);
        return new TableSchema(
                table.tableId(),
                "db",
                name,
                2,
                table.keyModel(),
                List.of(with(value, "renamed", type), with(key, "id", type.equals(BIGINT) ? BIGINT : INT)),
                table.properties(),
                table.layout());
    }

    private static Column with(Column is, String name, ColumnType type) {
        return new Column(
                name, type, is.nullable(), is.key(), is.defaultValue(), false, is.comment(), is.aggregation());
    }

    private List<String> query(String sql) {
        return query(engine, sql);
    }

    private static List<String> query(DuckDbEngine engine, String sql) {
        List<String> found = new ArrayList<>();
        try (ResultCursor cursor = engine.query(sql, CONTEXT)) {
            List<ColumnType> types =
                    cursor.columns().stream().map(ResultColumn::type).toList();
            for (RowBlock block = cursor.next(); block != null; block = cursor.next()) {
                TestRows.rows(types, block).stream()
                        .map(row -> Stream.of(row).map(String::valueOf).collect(Collectors.joining("|")))
                        .forEach(found::add);
            }
        }
        return found;
    }

    private static long size(@Nullable RowBlock block) {
        return block == null ? 0 : block.rowCount();
    }
}
