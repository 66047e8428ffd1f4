package io.tributary.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.duckdb.session.RowAppender;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.QuarantineStore;
import io.tributary.engine.port.QuarantinedRow;
import io.tributary.engine.port.TestRows;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the engine says to rows that it refuses because somebody changed the table behind our back. */
class RefusedValuesTest {
    private static final List<ColumnType> TYPES = List.of(ColumnType.of(ColumnType.Kind.INT), ColumnType.varchar(20));

    /** Rows up to {@link RowAppender#ROWS_MAX} go by the appender, more as a stream. */
    private static final int[] ROWS = {2, RowAppender.ROWS_MAX + 1};

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

    @Test
    void aNullInAColumnMadeNotNullIsTheRowsFault() throws SQLException {
        for (TableSchema.KeyModel model : List.of(TableSchema.KeyModel.DUPLICATE, TableSchema.KeyModel.UNIQUE)) {
            TableSchema table = table("n_" + model, model);
            byHand("ALTER TABLE " + DuckDbSession.table(table) + " ALTER COLUMN b SET NOT NULL");
            for (int rows : ROWS) {
                assertRefused(
                        table,
                        rows,
                        null,
                        ErrorCode.CONSTRAINT_VIOLATED,
                        "a constraint that only the engine knows is violated");
            }
        }
    }

    @Test
    void aValueThatAUniqueIndexHasIsTheRowsFault() throws SQLException {
        TableSchema table = table("u", TableSchema.KeyModel.DUPLICATE);
        byHand("CREATE UNIQUE INDEX u_b ON " + DuckDbSession.table(table) + " (b)");
        append(table, 1, "taken");
        for (int rows : ROWS) {
            assertRefused(
                    table,
                    rows,
                    "taken",
                    ErrorCode.CONSTRAINT_VIOLATED,
                    "a constraint that only the engine knows is violated");
        }
        // Two equal ones in one transaction are refused as well.
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(block(9, "twice")));
            TributaryException error = catchThrowableOfType(
                    TributaryException.class, () -> transaction.append(table, List.of(block(10, "twice"))));
            assertThat(error.code()).isEqualTo(ErrorCode.CONSTRAINT_VIOLATED);
        }
    }

    /** Nothing that the rows could do about it: they wait until somebody mends the table. */
    @Test
    void aColumnOfAnotherTypeOrThatIsGoneIsNotTheRowsFault() throws SQLException {
        TableSchema table = table("g", TableSchema.KeyModel.DUPLICATE);
        byHand("ALTER TABLE " + DuckDbSession.table(table) + " ALTER COLUMN b SET DATA TYPE INTEGER");
        assertNotRefused(table, 2);
        byHand("ALTER TABLE " + DuckDbSession.table(table) + " DROP COLUMN b");
        assertNotRefused(table, 2);
        assertNotRefused(table, RowAppender.ROWS_MAX + 1);
        byHand("DROP TABLE " + DuckDbSession.table(table));
        assertNotRefused(table, 2);
        assertNotRefused(table, RowAppender.ROWS_MAX + 1);
    }

    private void assertNotRefused(TableSchema table, int rows) {
        assertThat(refusal(table, rows, "x").code().kind()).isNotEqualTo(ErrorCode.Kind.ROW);
    }

    @Test
    void rowsInQuarantineAreKeptByTheirTransactionAndFoundByTableAndId() {
        try (EngineTransaction transaction = engine.begin()) {
            transaction.quarantine(List.of(row(0, 7, "lost")));
        }
        assertThat(engine.quarantine().size()).isEqualTo(new QuarantineStore.Size(0, 0));

        try (EngineTransaction transaction = engine.begin()) {
            transaction.quarantine(List.of(row(0, 7, "é"), row(0, 7, "b"), row(0, 8, "c")));
            transaction.commit();
        }
        close();
        open0();
        assertThat(engine.quarantine().size()).isEqualTo(new QuarantineStore.Size(3, 4));
        List<QuarantinedRow> all = read(0);
        assertThat(all).extracting(QuarantinedRow::json).containsExactly("é", "b", "c");
        assertThat(all).extracting(QuarantinedRow::id).doesNotHaveDuplicates().doesNotContain(0L);
        QuarantinedRow first = all.get(0);
        assertThat(first).isEqualTo(row(first.id(), 7, "é"));
        assertThat(read(8)).extracting(QuarantinedRow::json).containsExactly("c");
        assertThat(engine.quarantine().read(new QuarantineStore.Filter(0, Set.of()), first.id(), 1))
                .extracting(QuarantinedRow::json)
                .containsExactly("b");

        try (EngineTransaction transaction = engine.begin()) {
            assertThat(transaction.removeQuarantined(new QuarantineStore.Filter(7, Set.of(first.id(), 99L))))
                    .isEqualTo(1);
            transaction.quarantine(List.of(row(first.id(), 7, "again")));
            transaction.commit();
        }
        assertThat(read(7)).extracting(QuarantinedRow::json).containsExactly("again", "b");
    }

    private static RowBlock block(int a, String b) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        rows.add(new @Nullable Object[] {a, b});
        return TestRows.block(TYPES, rows);
    }

    private void open0() {
        engine = DuckDbEngine.open(DuckDbOptions.defaults(directory.resolve("t.duckdb"), directory.resolve("tmp")));
    }

    private List<QuarantinedRow> read(long tableId) {
        return engine.quarantine().read(new QuarantineStore.Filter(tableId, Set.of()), 0, 10);
    }

    private static QuarantinedRow row(long id, long tableId, String json) {
        return new QuarantinedRow(id, tableId, "db", "t", 3, "label", 5, json, "why", 17);
    }

    private TableSchema table(String name, TableSchema.KeyModel model) {
        TableSchema.Layout layout = model == TableSchema.KeyModel.DUPLICATE
                ? TableSchema.Layout.none()
                : new TableSchema.Layout(List.of("a"), "", "", Partitioning.NONE, "");
        TableSchema table = new TableSchema(
                1,
                "db",
                name,
                1,
                model,
                List.of(
                        model == TableSchema.KeyModel.UNIQUE
                                ? Column.of("a", TYPES.get(0), true).asKey()
                                : Column.of("a", TYPES.get(0), true),
                        Column.of("b", TYPES.get(1), true)),
                TableProperties.defaults(),
                layout);
        engine.createTable(table);
        return table;
    }

    private void byHand(String sql) throws SQLException {
        RootSession.of(engine).execute(sql);
    }

    private void assertRefused(TableSchema table, int rows, @Nullable Object bad, ErrorCode code, String text) {
        TributaryException error = refusal(table, rows, bad);
        assertThat(error.code()).isEqualTo(code);
        assertThat(error).hasMessageContaining(text);
    }

    private TributaryException refusal(TableSchema table, int rows, @Nullable Object bad) {
        return catchThrowableOfType(TributaryException.class, () -> append(table, rows, bad));
    }

    /** So many rows, the last with this value. */
    private void append(TableSchema table, int rows, @Nullable Object last) {
        List<@Nullable Object[]> values = new ArrayList<>();
        for (int i = 1; i < rows; i++) {
            values.add(new @Nullable Object[] {i, "v" + i});
        }
        values.add(new @Nullable Object[] {rows, last});
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(TestRows.block(TYPES, values)));
            transaction.commit();
        }
    }
}
