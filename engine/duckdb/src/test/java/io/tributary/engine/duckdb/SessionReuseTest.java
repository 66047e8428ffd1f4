package io.tributary.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.TestRows;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a session keeps from one transaction to the next harms none of them. All share one session here. */
class SessionReuseTest {
    private static final QueryContext CONTEXT = new QueryContext("db", SqlMode.NONE, "UTC", 0);
    private static final ColumnType INT = ColumnType.of(Kind.INT);
    private static final ColumnType TEXT = ColumnType.varchar(20);

    @TempDir
    Path directory;

    private DuckDbEngine engine;

    @BeforeEach
    void open() {
        Path file = directory.resolve("tributary.duckdb");
        engine = DuckDbEngine.open(new DuckDbOptions(file, directory.resolve("tmp"), 1, 64L << 20, 1L << 20, 1, 0));
        engine.createDatabase("db");
    }

    @AfterEach
    void close() {
        assertThat(RootSession.arrowBytes(engine)).isZero();
        engine.close();
    }

    private static TableSchema table(long id, String name, int version, ColumnType... types) {
        List<Column> columns = new ArrayList<>();
        for (ColumnType type : types) {
            columns.add(Column.of("c" + columns.size(), type, true));
        }
        return new TableSchema(
                id,
                "db",
                name,
                version,
                TableSchema.KeyModel.DUPLICATE,
                columns,
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }

    private static RowBlock row(TableSchema table, @Nullable Object... values) {
        return TestRows.block(table.columns().stream().map(Column::type).toList(), List.<@Nullable Object[]>of(values));
    }

    private static RowBlock damaged(RowBlock block) {
        return RowBlock.of(java.util.Arrays.copyOf(block.bytes(), block.length() - 1));
    }

    private void commit(TableSchema table, RowBlock... blocks) {
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(blocks));
            transaction.commit();
        }
    }

    private List<@Nullable Object[]> rows(String name) {
        try (ResultCursor cursor = engine.query("SELECT * FROM " + name, CONTEXT)) {
            List<ColumnType> types =
                    cursor.columns().stream().map(ResultColumn::type).toList();
            List<@Nullable Object[]> rows = new ArrayList<>();
            for (RowBlock block = cursor.next(); block != null; block = cursor.next()) {
                rows.addAll(TestRows.rows(types, block));
            }
            return rows;
        }
    }

    @Test
    void aTableMadeAnewUnderTheSameNameTakesRowsOfItsOwnColumns() {
        TableSchema first = table(1, "t", 1, INT, TEXT);
        TableSchema second = table(2, "t", 1, TEXT, INT);
        engine.createTable(first);
        commit(first, row(first, 1, "one"));
        engine.dropTable("db", "t");
        engine.createTable(second);

        commit(second, row(second, "two", 2));

        assertThat(rows("t")).containsExactly(new @Nullable Object[] {"two", 2L});
    }

    @Test
    void theSameTableMadeAnewTakesRows() {
        TableSchema table = table(1, "t", 1, INT);
        engine.createTable(table);
        commit(table, row(table, 1));
        engine.dropTable("db", "t");
        engine.createTable(table);

        commit(table, row(table, 2));

        assertThat(rows("t")).containsExactly(new @Nullable Object[] {2L});
    }

    @Test
    void aTruncatedTableTakesRows() {
        TableSchema table = table(1, "t", 1, INT);
        engine.createTable(table);
        commit(table, row(table, 1));
        try (EngineTransaction transaction = engine.begin()) {
            transaction.truncate(table, List.of());
            transaction.commit();
        }

        commit(table, row(table, 2));

        assertThat(rows("t")).containsExactly(new @Nullable Object[] {2L});
    }

    @Test
    void tablesTakeTurns() {
        TableSchema numbers = table(1, "numbers", 1, INT);
        TableSchema texts = table(2, "texts", 1, TEXT);
        engine.createTable(numbers);
        engine.createTable(texts);

        for (int i = 0; i < 3; i++) {
            try (EngineTransaction transaction = engine.begin()) {
                transaction.append(numbers, List.of(row(numbers, i)));
                transaction.append(texts, List.of(row(texts, "text " + i)));
                transaction.append(numbers, List.of(row(numbers, 10 + i)));
                transaction.commit();
            }
        }

        assertThat(rows("numbers")).extracting(row -> row[0]).containsExactly(0L, 10L, 1L, 11L, 2L, 12L);
        assertThat(rows("texts")).extracting(row -> row[0]).containsExactly("text 0", "text 1", "text 2");
    }

    @Test
    void rowsThatWereRolledBackStayAway() {
        TableSchema table = table(1, "t", 1, INT);
        engine.createTable(table);
        commit(table, row(table, 1));
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(row(table, 2)));
            transaction.rollback();
        }

        commit(table, row(table, 3));

        assertThat(rows("t")).extracting(row -> row[0]).containsExactly(1L, 3L);
    }

    @Test
    void rowsBeforeADamagedBlockStayAway() {
        TableSchema table = table(1, "t", 1, INT);
        engine.createTable(table);
        commit(table, row(table, 1));
        try (EngineTransaction transaction = engine.begin()) {
            assertThatThrownBy(() -> transaction.append(table, List.of(row(table, 2), damaged(row(table, 3)))))
                    .isInstanceOf(IllegalArgumentException.class);
        }

        commit(table, row(table, 4));

        assertThat(rows("t")).extracting(row -> row[0]).containsExactly(1L, 4L);
    }

    @Test
    void rowsThatTheEngineRefusedStayAwayWhenTheNextAreTaken() {
        TableSchema table = table(1, "t", 1, INT);
        engine.createTable(table);
        commit(table, row(table, 1));
        engine.dropTable("db", "t");
        try (EngineTransaction transaction = engine.begin()) {
            assertThatThrownBy(() -> transaction.append(table, List.of(row(table, 2))))
                    .isInstanceOf(TributaryException.class);
        }
        engine.createTable(table);

        commit(table, row(table, 3));

        assertThat(rows("t")).extracting(row -> row[0]).containsExactly(3L);
    }

    @Test
    void aFailedStatementTakesTheRowsBeforeItAway() {
        TableSchema table = table(1, "t", 1, INT);
        engine.createTable(table);
        commit(table, row(table, 1));
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(row(table, 2)));
            assertThatThrownBy(() -> transaction.execute("UPDATE nowhere SET c0 = 1", RowRules.NONE, CONTEXT))
                    .isInstanceOf(TributaryException.class);
        }

        commit(table, row(table, 3));

        assertThat(rows("t")).extracting(row -> row[0]).containsExactly(1L, 3L);
    }

    @Test
    void aSessionServesOneThreadAfterAnother() throws InterruptedException {
        TableSchema table = table(1, "t", 1, INT);
        engine.createTable(table);
        commit(table, row(table, 1));

        Thread other = new Thread(() -> commit(table, row(table, 2)), "other-committer");
        other.start();
        other.join();
        commit(table, row(table, 3));

        assertThat(rows("t")).extracting(row -> row[0]).containsExactly(1L, 2L, 3L);
    }

    @Test
    void rowsAndTextTakeTurnsInOneTransaction() {
        TableSchema table = table(1, "t", 1, INT);
        engine.createTable(table);
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(row(table, 1)));
            assertThat(transaction.execute("UPDATE t SET c0 = c0 + 1", RowRules.NONE, CONTEXT))
                    .isEqualTo(1);
            transaction.append(table, List.of(row(table, 3)));
            assertThat(transaction.execute("UPDATE t SET c0 = c0 + 10", RowRules.NONE, CONTEXT))
                    .isEqualTo(2);
            transaction.commit();
        }

        assertThat(rows("t")).extracting(row -> row[0]).containsExactly(12L, 13L);
    }
}
