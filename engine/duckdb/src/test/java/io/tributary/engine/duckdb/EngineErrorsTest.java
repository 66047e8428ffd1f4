package io.tributary.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.information.SystemRows;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.ResultCursor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the engine refuses, by MySQL's numbers and in its words: real statements to the real engine. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EngineErrorsTest {
    private static final QueryContext CONTEXT = new QueryContext("shop", SqlMode.DEFAULT, "UTC", 0);
    private static final String NEAR =
            "You have an error in your SQL syntax; check the manual that corresponds to your MySQL"
                    + " server version for the right syntax to use near ";

    @TempDir
    static Path directory;

    private DuckDbEngine engine;
    private TableSchema ownTable;

    @BeforeAll
    void open() {
        engine = DuckDbEngine.open(
                DuckDbOptions.defaults(directory.resolve("tributary.duckdb"), directory.resolve("tmp")));
        engine.createDatabase("shop");
        List<Column> columns = List.of(
                column("a", ColumnType.of(Kind.INT)),
                column("ti", ColumnType.of(Kind.TINYINT)),
                column("b", ColumnType.of(Kind.BIGINT)),
                column("n", ColumnType.varchar(20)),
                column("d", ColumnType.of(Kind.DATE)),
                column("at", ColumnType.datetime(0)),
                column("p", ColumnType.decimal(4, 2)),
                column("f", ColumnType.of(Kind.DOUBLE)));
        TableSchema t = table(1, "t", columns);
        TableSchema u =
                table(2, "u", List.of(column("a", ColumnType.of(Kind.INT)), column("z", ColumnType.of(Kind.INT))));
        ownTable =
                table(4, "w", List.of(column("a", ColumnType.of(Kind.INT)), column("z", ColumnType.of(Kind.BIGINT))));
        TableSchema bytes = table(
                3, "v", List.of(column("raw", ColumnType.of(Kind.VARBINARY)), column("s", ColumnType.varchar(9))));
        fill(bytes, "x", "y");
        fill(t, "1000", "1", "9223372036854775807", "äbc", "2024-01-01", "2024-01-01 00:00:00", "1.5", "2");
        engine.systemTables(() -> new SystemRows(List.of("shop"), List.of(t, u, bytes, ownTable), List.of(), Map.of()));
    }

    private static Column column(String name, ColumnType type) {
        return Column.of(name, type, true);
    }

    private TableSchema table(long id, String name, List<Column> columns) {
        TableSchema table = new TableSchema(
                id,
                "shop",
                name,
                1,
                TableSchema.KeyModel.DUPLICATE,
                columns,
                TableProperties.defaults(),
                TableSchema.Layout.none());
        engine.createTable(table);
        return table;
    }

    private void fill(TableSchema table, String... cells) {
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(row(table, cells)));
            transaction.commit();
        }
    }

    private static RowBlock row(TableSchema table, String... cells) {
        RowBlockWriter writer = new RowBlockWriter(table.columns());
        writer.beginRow();
        for (int i = 0; i < cells.length; i++) {
            byte[] text = cells[i].getBytes(StandardCharsets.UTF_8);
            writer.putText(i, text, 0, text.length);
        }
        writer.endRow();
        return writer.finish();
    }

    @AfterAll
    void close() {
        engine.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            SELECT nope FROM t                                        | 1054 | Unknown column 'nope' in 'field list'
            SELECT upper(concat(n, t.nope)) FROM t                    | 1054 | Unknown column 't.nope' in 'field list'
            SELECT x.nope FROM t                                      | 1054 | Unknown column 'x.nope' in 'field list'
            SELECT concat('ä', n) FROM t WHERE a = 1 AND (b > 2 OR nope = 1) | 1054 | Unknown column 'nope' in 'where clause'
            SELECT a FROM t WHERE LOWER(t.nope) = 'x' ORDER BY a      | 1054 | Unknown column 't.nope' in 'where clause'
            SELECT a FROM t ORDER BY a, nope DESC                     | 1054 | Unknown column 'nope' in 'order clause'
            SELECT a FROM t ORDER BY 7                                | 1054 | Unknown column '7' in 'order clause'
            SELECT count(*) FROM t GROUP BY nope                      | 1054 | Unknown column 'nope' in 'group statement'
            SELECT count(*) FROM t GROUP BY 7                         | 1054 | Unknown column '7' in 'group statement'
            SELECT a, count(*) FROM t GROUP BY a HAVING nope > 1      | 1054 | Unknown column 'nope' in 'having clause'
            SELECT a FROM t HAVING nope > 1                           | 1054 | Unknown column 'nope' in 'having clause'
            SELECT t.a FROM t JOIN u ON t.a = u.nope WHERE t.a = 1    | 1054 | Unknown column 'u.nope' in 'on clause'
            SELECT t.a FROM t LEFT JOIN u ON t.a = left(nope, 2)      | 1054 | Unknown column 'nope' in 'on clause'
            SELECT t.a FROM t JOIN u USING (nope)                     | 1054 | Unknown column 'nope' in 'from clause'
            SELECT a FROM t WHERE a IN (SELECT nope FROM u)           | 1054 | Unknown column 'nope' in 'field list'
            SELECT a FROM (SELECT a FROM t WHERE nope = 1) AS x       | 1054 | Unknown column 'nope' in 'where clause'
            SELECT a FROM t UNION SELECT nope FROM u                  | 1054 | Unknown column 'nope' in 'field list'
            SELECT sum(a) OVER (PARTITION BY nope) FROM t             | 1054 | Unknown column 'nope' in 'window partition by'
            UPDATE t SET a = nope                                     | 1054 | Unknown column 'nope' in 'field list'
            UPDATE t SET nope = 1                                     | 1054 | Unknown column 'nope' in 'field list'
            UPDATE t SET a = 1 WHERE nope = 1                         | 1054 | Unknown column 'nope' in 'where clause'
            DELETE FROM t WHERE t.nope = 1                            | 1054 | Unknown column 't.nope' in 'where clause'
            SELECT a FROM t, u                                        | 1052 | Column 'a' in field list is ambiguous
            SELECT z FROM t JOIN u ON t.a = u.a WHERE a = 1           | 1052 | Column 'a' in where clause is ambiguous
            SELECT z FROM t JOIN u ON a = 1                           | 1052 | Column 'a' in on clause is ambiguous
            SELECT * FROM t x, u x                                    | 1066 | Not unique table/alias: 'x'
            SELECT b, count(*) FROM t GROUP BY a                      | 1055 | Expression #1 of SELECT list is not in GROUP BY clause and contains nonaggregated column 'shop.t.b' which is not functionally dependent on columns in GROUP BY clause; this is incompatible with sql_mode=only_full_group_by
            SELECT count(*), concat(a, t.n) FROM t                    | 1140 | In aggregated query without GROUP BY, expression #2 of SELECT list contains nonaggregated column 'shop.t.a'; this is incompatible with sql_mode=only_full_group_by
            SELECT a FROM t WHERE count(*) > 1                        | 1111 | Invalid use of group function
            SELECT sum(sum(a)) FROM t                                 | 1111 | Invalid use of group function
            SELECT (SELECT a, b FROM t)                               | 1241 | Operand should contain 1 column(s)
            SELECT (SELECT 1 UNION ALL SELECT 2)                      | 1242 | Subquery returns more than 1 row
            SELECT 1 UNION SELECT 1, 2                                | 1222 | The used SELECT statements have a different number of columns
            SELECT *                                                  | 1096 | No tables used
            SELECT 9223372036854775807 * 2                            | 1690 | BIGINT value is out of range in '(9223372036854775807 * 2)'
            SELECT b + 1 FROM t                                       | 1690 | BIGINT value is out of range in '(9223372036854775807 + 1)'
            SELECT * FROM t WHERE d = 'x'                             | 1525 | Incorrect DATE value: 'x'
            SELECT * FROM t WHERE d > '2024-02-32'                    | 1525 | Incorrect DATE value: '2024-02-32'
            SELECT * FROM t WHERE at = 'noon'                         | 1525 | Incorrect DATETIME value: 'noon'
            UPDATE t SET ti = 300                                     | 1264 | Out of range value for column 'ti' at row 1
            UPDATE t SET n = 'x', ti = a                              | 1264 | Out of range value for column 'ti' at row 1
            UPDATE t SET a = 1, ti = ti * 1000, n = 'x'               | 1264 | Out of range value for column 'ti' at row 1
            UPDATE t SET p = 123.45                                   | 1264 | Out of range value for column 'p' at row 1
            UPDATE t SET p = a                                        | 1264 | Out of range value for column 'p' at row 1
            UPDATE t SET a = '99999999999'                            | 1264 | Out of range value for column 'a' at row 1
            UPDATE t SET b = b * 2                                    | 1690 | BIGINT value is out of range in '(9223372036854775807 * 2)'
            UPDATE t SET a = 'x'                                      | 1366 | Incorrect integer value: 'x' for column 'a' at row 1
            UPDATE t SET a = t.n                                      | 1366 | Incorrect integer value: 'äbc' for column 'a' at row 1
            UPDATE t SET p = 'x'                                      | 1366 | Incorrect decimal value: 'x' for column 'p' at row 1
            UPDATE t SET f = 'x'                                      | 1366 | Incorrect double value: 'x' for column 'f' at row 1
            UPDATE t SET d = '2024-02-30' WHERE a > 1                 | 1292 | Incorrect date value: '2024-02-30' for column 'd' at row 1
            UPDATE t SET at = 'noon'                                  | 1292 | Incorrect datetime value: 'noon' for column 'at' at row 1
            UPDATE t SET a = 1 WHERE d = 'x'                          | 1525 | Incorrect DATE value: 'x'
            UPDATE t SET a = n + 1                                    | 1292 | Truncated incorrect DOUBLE value: 'äbc'
            UPDATE t SET a = 1 WHERE n = 5                            | 1292 | Truncated incorrect DOUBLE value: 'äbc'
            UPDATE t SET a = CAST(n AS SIGNED)                        | 1292 | Truncated incorrect INTEGER value: 'äbc'
            UPDATE t SET p = CAST('x' AS DECIMAL(4,2))                | 1292 | Truncated incorrect DECIMAL value: 'x'
            UPDATE t SET at = CAST('noon' AS DATETIME)                | 1292 | Incorrect datetime value: 'noon'
            UPDATE t SET a = year(n)                                  | 1292 | Incorrect datetime value: 'äbc'
            SELECT soundex(raw) FROM v                                | 1235 | This version of Tributary doesn't yet support 'SOUNDEX of binary strings'
            SELECT initcap(z) FROM (SELECT raw AS z FROM v) x         | 1235 | This version of Tributary doesn't yet support 'INITCAP of binary strings'
            SELECT s FROM v WHERE raw REGEXP 'xFF'                    | 1235 | This version of Tributary doesn't yet support 'REGEXP of binary strings'
            SELECT group_concat(raw) OVER () FROM v                   | 1235 | This version of Tributary doesn't yet support 'GROUP_CONCAT of binary strings'
            UPDATE v SET raw = initcap(raw)                           | 1235 | This version of Tributary doesn't yet support 'INITCAP of binary strings'
            UPDATE v SET s = soundex(raw)                             | 1235 | This version of Tributary doesn't yet support 'SOUNDEX of binary strings'
            SELECT nope(a) FROM t                                     | 1305 | FUNCTION shop.nope does not exist
            SELECT 1 FROM nope                                        | 1146 | Table 'shop.nope' doesn't exist
            SELECT 'ä', 1 FROM other.nope                             | 1049 | Unknown database 'other'
            """)
    void whatIsRefusedHasMySqlsNumberAndWords(String sql, int number, String message) {
        TributaryException refused = refused(sql);

        assertThat(refused).as(sql).hasMessage(message);
        assertThat(refused.code().number()).isEqualTo(number);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            SELECT 1 FORM t WHERE a = 1          | 't WHERE a = 1' at line 1
            SELECT a FROM t WHERE a = = 1        | '= 1' at line 1
            SELECT a b c FROM t                  | 'c FROM t' at line 1
            SELECT a,, b FROM t                  | ', b FROM t' at line 1
            SELECT 'ä', a FROM t WHERE           | '' at line 1
            SELECT 1 +                           | '' at line 1
            SELECT count(*) FROM t GROUP         | '' at line 1
            SELECT a FROM t t2 t3                | 't3' at line 1
            DELETE FROM t WHERE a = 1 1          | '1' at line 1
            """)
    void aSyntaxErrorNamesThePlaceInTheClientsText(String sql, String near) {
        TributaryException refused = refused(sql);

        assertThat(refused).as(sql).hasMessage(NEAR + near);
        assertThat(refused.code().number()).isEqualTo(1064);
    }

    @Test
    void theLineOfASyntaxErrorIsCounted() {
        assertThat(refused("SELECT a,\n -- two\n b FROM t\nWHERE = 1")).hasMessage(NEAR + "'= 1' at line 4");
    }

    /** The driver loses the reason, and nobody else sees the rows that it is asked for again. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            SELECT z + 9223372036854775807 FROM w         | 1690 | BIGINT value is out of range in '(7 + 9223372036854775807)'
            SELECT (SELECT z FROM w) FROM t               | 1242 | Subquery returns more than 1 row
            SELECT * FROM t WHERE a = 1000 AND (SELECT z FROM w) = 1 | 1242 | Subquery returns more than 1 row
            """)
    void aQueryOfATransactionsOwnRowsTellsItsReason(String sql, int number, String message) {
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(ownTable, List.of(row(ownTable, "1", "7"), row(ownTable, "2", "8")));

            TributaryException refused = catchThrowableOfType(TributaryException.class, () -> {
                try (ResultCursor cursor = transaction.query(sql, CONTEXT)) {
                    while (cursor.next() != null) {
                        // Only its error is wanted.
                    }
                }
            });

            assertThat(refused).as(sql).hasMessage(message);
            assertThat(refused.code().number()).isEqualTo(number);
        }
    }

    @Test
    void whatAFunctionMakesOfManyRowsIsBounded() {
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(
                    ownTable,
                    IntStream.range(0, 300)
                            .mapToObj(i -> row(ownTable, Integer.toString(i), "1"))
                            .toList());

            TributaryException refused = catchThrowableOfType(TributaryException.class, () -> {
                try (ResultCursor cursor = transaction.query(
                        "SELECT sum(length(quote(repeat(char(97 + a % 9 USING utf8mb4), 1000000)))) FROM w", CONTEXT)) {
                    cursor.next();
                }
            });

            assertThat(refused).hasMessageContaining("makes more than 268435456 characters");
            assertThat(refused.code().number()).isEqualTo(1041);
        }
    }

    @Test
    void whatAQueryOfOwnRowsKeepsIsGoneWithTheTransaction() {
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(ownTable, List.of(row(ownTable, "1", "7")));
            try (ResultCursor cursor = transaction.query("SELECT z, z FROM w", CONTEXT)) {
                assertThat(Objects.requireNonNull(cursor.next()).rowCount()).isEqualTo(1);
            }
            transaction.removeSystem("none", "none");
            transaction.rollback();
        }

        assertThat(refused("SELECT 1 FROM `$told`").code().number()).isEqualTo(1146);
    }

    private TributaryException refused(String sql) {
        TributaryException refused = catchThrowableOfType(TributaryException.class, () -> {
            if (sql.startsWith("SELECT")) {
                try (ResultCursor cursor = engine.query(sql, CONTEXT)) {
                    while (cursor.next() != null) {
                        // It is read to its end.
                    }
                }
                return;
            }
            try (EngineTransaction transaction = engine.begin()) {
                transaction.execute(sql, RowRules.NONE, CONTEXT);
            }
        });
        assertThat((Object) refused).as(sql).isNotNull();
        return refused;
    }
}
