package io.tributary.backend.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.rpc.schema.Column;
import io.tributary.rpc.schema.ColumnType;
import io.tributary.rpc.schema.ColumnType.Kind;
import io.tributary.rpc.schema.TableProperties;
import io.tributary.rpc.schema.TableSchema;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnsignedOperatorsTest {
    private static final ColumnTypes TYPES = new ColumnTypes(() -> List.of(
            table(
                    "t",
                    Column.of("u", ColumnType.unsigned(32), true),
                    Column.of("i", ColumnType.of(Kind.INT), true),
                    Column.of("big", ColumnType.unsigned(64), true),
                    Column.of("d", ColumnType.decimal(9, 2), true)),
            table("other", Column.of("u", ColumnType.of(Kind.INT), true))));

    private static TableSchema table(String name, Column... columns) {
        return new TableSchema(
                1,
                "shop",
                name,
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(columns),
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            textBlock =
                    """
                    SELECT u - 1 FROM t                             ; <|->
                    SELECT i + 1 - t.U + 2 AS x FROM t              ; <|-> <|+>
                    SELECT 1 + 2 FROM t WHERE big - 1 > i - 5       ; <||->
                    UPDATE t SET u = u - 1, i = i - 1 WHERE u-i = 0 ; <|-> <|->
                    SELECT max(u - i), (u - 1) * 2 FROM t           ; <|-> <|->
                    SELECT u - d, u - 1.5, u - '1', u - ? FROM t    ; ''
                    SELECT u * 2 - 1, u - 1 * 2, -u - 1 FROM t      ; ''
                    SELECT u - 1 & 3, i + d - u, u - abs(i) FROM t  ; ''
                    SELECT u - 1 FROM t, other                      ; ''
                    SELECT u - 1 FROM (SELECT u FROM t) x           ; ''
                    SELECT u - 1 FROM nowhere                       ; ''
                    """)
    void signsOfSumsWithAnUnsignedColumnAreFound(String sql, String operators) {
        TreeMap<Integer, String> found = new TreeMap<>(UnsignedOperators.find(Tokenizer.tokenize(sql, ""), TYPES));

        assertThat(String.join(" ", found.values())).isEqualTo(operators.replace("'", ""));
    }
}
