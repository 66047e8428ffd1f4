package io.tributary.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.information.SystemRows;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.ResultCursor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Columns of declared types against texts, numbers and rows: the answers are MariaDB's. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
class ComparisonsTest {
    private static final List<Column> COLUMNS = List.of(
            Column.of("id", ColumnType.of(Kind.INT), true),
            Column.of("n", ColumnType.of(Kind.TINYINT), true),
            Column.of("price", ColumnType.decimal(10, 2), true),
            Column.of("txt", ColumnType.varchar(20), true),
            Column.of("d", ColumnType.of(Kind.DATE), true),
            Column.of("at", ColumnType.datetime(0), true));

    @TempDir
    static Path directory;

    private DuckDbEngine engine;

    @BeforeAll
    void open() {
        engine = DuckDbEngine.open(
                DuckDbOptions.defaults(directory.resolve("tributary.duckdb"), directory.resolve("tmp")));
        engine.createDatabase("shop");
        TableSchema t = new TableSchema(
                1,
                "shop",
                "t",
                1,
                TableSchema.KeyModel.DUPLICATE,
                COLUMNS,
                TableProperties.defaults(),
                TableSchema.Layout.none());
        engine.createTable(t);
        engine.systemTables(() -> new SystemRows(List.of("shop"), List.of(t), List.of(), Map.of()));
        RowBlockWriter writer = new RowBlockWriter(t.columns());
        row(writer, "1", "1", "10.50", "7.5", "2024-01-07", "2024-01-07 03:04:05");
        row(writer, "2", "2", "20.25", "2", "2024-02-01", "2024-02-01 00:00:00");
        row(writer, "3", "", "30.00", "01", "", "");
        row(writer, "4", "-1", "", "", "2023-12-31", "2023-12-31 23:59:59");
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(t, List.of(writer.finish()));
            transaction.commit();
        }
    }

    private static void row(RowBlockWriter writer, String... cells) {
        writer.beginRow();
        for (int i = 0; i < cells.length; i++) {
            if (cells[i].isEmpty()) {
                writer.putNull(i);
            } else {
                byte[] text = cells[i].getBytes(StandardCharsets.UTF_8);
                writer.putText(i, text, 0, text.length);
            }
        }
        writer.endRow();
    }

    @AfterAll
    void close() {
        engine.close();
    }

    /** The ids of the rows for which it holds. */
    private String ids(String condition) {
        List<String> ids = new ArrayList<>();
        QueryContext context = new QueryContext("shop", SqlMode.NONE, "UTC", 0);
        try (ResultCursor cursor = engine.query("SELECT id FROM t WHERE " + condition + " ORDER BY id", context)) {
            RowBlockReader reader = new RowBlockReader(
                    cursor.columns().stream().map(ResultColumn::type).toList());
            for (RowBlock block = cursor.next(); block != null; block = cursor.next()) {
                reader.reset(block);
                for (int row = 0; row < reader.rowCount(); row++) {
                    ids.add(Long.toString(reader.getLong(0, row)));
                }
            }
        }
        return String.join(" ", ids);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            id = '1.5'                                                 | ``
            id > '1.5' AND t.id < '3.5' AND (id) <> '2.5'              | 2 3
            '1.5' < id AND id <= ' 2.9 '                               | 2
            id IN ('1.5', '2', 3.0)                                    | 2 3
            id NOT IN ('1.5', '2.4')                                   | 1 2 3 4
            id BETWEEN '1.5' AND '3.2'                                 | 2 3
            CASE id WHEN '1.5' THEN 0 WHEN '2' THEN 1 END = 1          | 2
            n <> '300' AND n > '-1e3'                                  | 1 2 4
            price = '10.501' OR price BETWEEN '20.2501' AND '29.999'   | ``
            price >= '20.25'                                           | 2 3
            txt = 1                                                    | 3
            txt > 1 AND txt < id * 8                                   | 1 2
            txt IN (2, 7, 1)                                           | 2 3
            txt BETWEEN 1.5 AND 7.4                                    | 2
            LEFT(txt, 1) = 7                                           | 1
            txt = '1'                                                  | ``
            YEAR(d) > '2023.5'                                         | 1 2
            (SELECT COUNT(*) FROM t) > '3.5' AND id = '1'              | 1
            id = (SELECT '1.5') OR id > (SELECT '3.5')                 | 4
            (SELECT '1.5') < id AND id <= (SELECT MAX(txt) FROM t WHERE id = 2) | 2
            price = (SELECT '10.501') OR n > (SELECT COALESCE(MAX(txt), '1.5') FROM t WHERE id = 9) | 2
            id = '0x1' OR id = '2_0' OR n IN ('0x1')                   | 2
            id IN (SELECT g FROM (SELECT id AS g, txt AS m FROM t) x WHERE g > '1.5' AND m < 3) | 2 3
            NULLIF(id, '1.5') = 2 AND LEAST(id, '1.5') = 1.5           | 2
            at >= DATE_FORMAT('2024-01-31', '%Y-%m-01')                | 1 2
            d BETWEEN CONCAT('2024', '-01-01') AND CONCAT('2024', '-01-31') | 1
            d = CONCAT('2024-1', '-7')                                 | 1
            (n, id) = (1, 1)                                           | 1
            (n, id) = (NULL, 3)                                        | ``
            (n, id) <> (1, 1)                                          | 2 3 4
            (n, id) <> (1, 3)                                          | 1 2 4
            (n, id) > (1, 2)                                           | 2
            (n, id) >= (2, 2)                                          | 2
            NOT (n, id) < (2, 2)                                       | 2
            (id, n) < (3, 5)                                           | 1 2
            (id, n) <= (3, 5)                                          | 1 2
            (n, id) IN ((1, 1), (NULL, 3), (2, 9))                     | 1
            (n, id) NOT IN ((1, 1), (2, 9))                            | 2 3 4
            (n, id) NOT IN ((1, 3))                                    | 1 2 4
            (id, txt) IN (('1.5', 2), (2, '2'), ('3.0', 1))            | 2 3
            (id, price, n) = ('1', '10.5', 1)                          | 1
            id - 1 = 'abc'                                             | 1
            id = '2abc'                                                | 2
            EXISTS (SELECT 1 FROM t y WHERE (t.n, t.id) = (y.n, y.id)) | 1 2 4
            (n, id) IN (SELECT n, id FROM t)                           | 1 2 4
            """)
    void columnsAreComparedAsInMySql(String condition, String ids) {
        assertThat(ids(condition)).isEqualTo(ids);
    }
}
