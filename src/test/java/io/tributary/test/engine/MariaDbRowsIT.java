package io.tributary.test.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.mysql.MySqlEngine;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.Rows;
import io.tributary.engine.port.TestRows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How rows come into tables of a MariaDB, few by INSERT and many by LOAD DATA. */
@Tag("clients")
final class MariaDbRowsIT {
    private static final QueryContext CONTEXT = new QueryContext("d", SqlMode.NONE, "UTC", 0);

    @RegisterExtension
    static final SharedMariaDb SERVER = new SharedMariaDb();

    @TempDir
    Path directory;

    private MySqlEngine engine;

    @BeforeEach
    void open() {
        engine = SERVER.open();
        engine.createDatabase("d");
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private TableSchema table(ColumnType... types) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            columns.add(Column.of("c" + i, types[i], true));
        }
        TableSchema table = new TableSchema(
                7,
                "d",
                "t",
                1,
                TableSchema.KeyModel.DUPLICATE,
                columns,
                TableProperties.defaults(),
                TableSchema.Layout.none());
        engine.createTable(table);
        return table;
    }

    private static void onServer(String sql) throws SQLException {
        try (Connection connection = SERVER.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long number(String sql) throws SQLException {
        try (Connection connection = SERVER.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** LOAD DATA LOCAL would leave the row out, or cut its value, and warn. */
    @ParameterizedTest
    @ValueSource(ints = {2, 5_000})
    void ofRowsOfWhichTheServerRefusesOneNoneIsStored(int rows) throws SQLException {
        TableSchema table = table(ColumnType.of(Kind.BIGINT));
        onServer("ALTER TABLE d.t ADD UNIQUE (c0)");
        RowBlock repeated = Rows.block(
                LongStream.range(0, rows).map(i -> i == rows - 1 ? 0 : i).toArray());
        try (EngineTransaction transaction = engine.begin()) {
            assertThatThrownBy(() -> transaction.append(table, List.of(repeated)))
                    .isInstanceOfSatisfying(TributaryException.class, e -> {
                        assertThat(e.code().kind()).isEqualTo(ErrorCode.Kind.ROW);
                        assertThat(e).hasMessageContaining("Duplicate entry '0'");
                    });
            assertThat(transaction.isUsable()).isFalse();
        }
        onServer("ALTER TABLE d.t DROP INDEX c0, MODIFY c0 TINYINT");
        try (EngineTransaction transaction = engine.begin()) {
            RowBlock large = Rows.block(
                    LongStream.range(0, rows).map(i -> i == 1 ? 200 : 1).toArray());
            assertThatThrownBy(() -> transaction.append(table, List.of(large)))
                    .isInstanceOfSatisfying(
                            TributaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_RANGE));
        }

        assertThat(number("SELECT count(*) FROM d.t")).isZero();
    }

    /** A server that makes no ranges of so many keys reads the whole table, each row against all of them. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void rowsOfManyKeysAreFoundByTheirIndex(int keyColumns) throws SQLException {
        int rows = 20_000;
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < keyColumns; i++) {
            columns.add(Column.of("c" + i, ColumnType.of(Kind.BIGINT), false).asKey());
        }
        TableSchema table = new TableSchema(
                8,
                "d",
                "k",
                1,
                TableSchema.KeyModel.UNIQUE,
                columns,
                TableProperties.defaults(),
                TableSchema.Layout.none());
        engine.createTable(table);
        RowBlock block = TestRows.block(
                columns.stream().map(Column::type).toList(),
                LongStream.range(0, rows)
                        .mapToObj(i -> LongStream.generate(() -> i * 7)
                                .limit(keyColumns)
                                .boxed()
                                .toArray())
                        .toList());
        append(table, block);
        String scanned =
                "SELECT variable_value FROM information_schema.global_status WHERE variable_name = 'HANDLER_READ_RND_NEXT'";
        long before = number(scanned);
        append(table, block);

        assertThat(number(scanned) - before).isLessThan(rows);
        assertThat(number("SELECT count(*) FROM d.k")).isEqualTo(rows);
    }

    private void append(TableSchema table, RowBlock block) {
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(block));
            transaction.commit();
        }
    }

    @Test
    void textsOfAnyCharactersComeAsTheyAre() throws SQLException {
        TableSchema table = table(ColumnType.of(Kind.STRING), ColumnType.of(Kind.DATE));
        List<ColumnType> types = table.columns().stream().map(Column::type).toList();
        String text = "\\N\t\n\r\0'\"%_\\ é€😀 \u001a,";
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            rows.add(new @Nullable Object[] {
                i % 7 == 0
                        ? null
                        : text.substring(text.offsetByCodePoints(0, i % text.codePointCount(0, text.length()))),
                null
            });
        }
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(TestRows.block(types, rows)));
            transaction.append(table, List.of(TestRows.block(types, rows.subList(0, 50))));
            transaction.commit();
        }

        List<@Nullable String> stored = new ArrayList<>();
        try (Connection connection = SERVER.connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT c0, c1 FROM d.t")) {
            while (found.next()) {
                stored.add(found.getString(1));
                assertThat(found.getString(2)).isNull();
            }
        }
        List<@Nullable String> sent = new ArrayList<>();
        rows.forEach(row -> sent.add((String) row[0]));
        rows.subList(0, 50).forEach(row -> sent.add((String) row[0]));
        assertThat(stored).containsExactlyInAnyOrderElementsOf(sent);
    }

    /** A server may ask for any file in answer to any statement. */
    @Test
    void aServerThatAsksForAFileGetsNothingOfIt() throws Exception {
        table(ColumnType.of(Kind.STRING));
        Path secret = Files.writeString(directory.resolve("secret"), "secret\n");
        try (EngineTransaction transaction = engine.begin()) {
            assertThat(transaction.execute(
                            "LOAD DATA LOCAL INFILE '" + secret + "' INTO TABLE t", RowRules.NONE, CONTEXT))
                    .isZero();
            transaction.commit();
        }

        assertThat(number("SELECT count(*) FROM d.t")).isZero();
    }
}
