package io.tributary.engine.duckdb.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.calls.EvaluatedRows;
import io.tributary.contract.calls.Evaluation;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.SqlMode;
import io.tributary.engine.duckdb.DuckDbEngine;
import io.tributary.engine.duckdb.DuckDbOptions;
import io.tributary.engine.duckdb.RootSession;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.TestRows;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expressions over rows that a client sends. All calls share one session. */
final class RowEvaluationTest {
    private static final QueryContext CONTEXT = new QueryContext("db", SqlMode.NONE, "UTC", 0);
    private static final List<Column> COLUMNS = List.of(
            Column.of("id", ColumnType.of(Kind.BIGINT), true),
            Column.of("Text", ColumnType.of(Kind.STRING), true),
            Column.of("d", ColumnType.of(Kind.DATE), true));

    @TempDir
    Path directory;

    private DuckDbEngine engine;

    @BeforeEach
    void open() {
        Path file = directory.resolve("tributary.duckdb");
        engine = DuckDbEngine.open(new DuckDbOptions(file, directory.resolve("tmp"), 1, 512L << 20, 1L << 20, 1, 0));
        engine.createDatabase("db");
    }

    @AfterEach
    void close() {
        assertThat(RootSession.arrowBytes(engine)).isZero();
        engine.close();
    }

    private static @Nullable Object[] row(@Nullable Object... values) {
        return values;
    }

    private EvaluatedRows evaluate(List<@Nullable Object[]> rows, String condition, String... values) {
        List<ColumnType> types = COLUMNS.stream().map(Column::type).toList();
        Evaluation evaluation =
                Evaluation.ofEach(COLUMNS, TestRows.block(types, rows), List.of(values), condition, CONTEXT);
        try (EngineTransaction transaction = engine.begin()) {
            return transaction.evaluate(evaluation);
        }
    }

    private static List<String> lines(EvaluatedRows rows) {
        List<ColumnType> types = rows.columns().stream().map(ResultColumn::type).toList();
        return rows.blocks().stream()
                .flatMap(block -> TestRows.rows(types, block).stream())
                .map(row -> Arrays.stream(row)
                        .map(value -> value instanceof byte[] bytes
                                ? new String(bytes, StandardCharsets.UTF_8)
                                : String.valueOf(value))
                        .collect(Collectors.joining("|")))
                .toList();
    }

    @Test
    void valuesOfTheRowsThatMeetTheConditionComeWithTheirNumbers() {
        EvaluatedRows rows = evaluate(
                List.of(row(1L, "a", 0L), row(2L, "b", null), row(null, "c", 1L), row(4L, null, 2L)),
                "id > 1",
                "id * 10",
                "CONCAT(text, '-', id)",
                "9007199254740993 + id");

        assertThat(lines(rows)).containsExactly("2|20|b-2|9007199254740995", "4|40|null|9007199254740997");
        assertThat(rows.refused()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "text + 1 ; 8.0",
                "text = '7' ; 1",
                "text > 10 ; 0",
                "text NOT BETWEEN 1 AND 10 ; 0",
                "text IN (6, 7.00) ; 1",
                "YEAR(d) ; 1970",
                "IF(text + 0 > 10, 'x', 'y') ; y",
                "CASE WHEN id = 1 THEN 1 ELSE 0 END ; 1",
                "DATE_ADD(d, INTERVAL 1 DAY) ; 1",
                "id / 0 ; null",
                "id -- alone ; 1",
                "UPPER(CONCAT('a', text)) ; A7",
            })
    void expressionsMeanWhatTheyMeanInAQuery(String expression, String value) {
        assertThat(lines(evaluate(List.<@Nullable Object[]>of(row(1L, "7", 0L)), "", expression)))
                .containsExactly("1|" + value);
    }

    @Test
    void aRowThatMakesAnExpressionFailIsRefusedAlone() {
        EvaluatedRows rows = evaluate(
                List.of(row(1L, "1", 0L), row(2L, "two", 0L), row(3L, "3", 0L), row(Long.MAX_VALUE, "4", 0L)),
                "text <> 3",
                "text + 1",
                "id + 1");

        assertThat(lines(rows)).containsExactly("1|2.0|2");
        assertThat(rows.refused()).extracting(EvaluatedRows.Refused::row).containsExactly(2L, 4L);
        assertThat(rows.refused().get(0).reason().getMessage()).contains("'two'");
        assertThat(rows.refused().get(1).reason().code().kind()).isEqualTo(ErrorCode.Kind.ROW);
        assertThat(lines(evaluate(List.<@Nullable Object[]>of(row(1L, "7", 0L)), "", "id")))
                .as("the session is as good as before")
                .containsExactly("1|1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "text * 2 ; Truncated incorrect DOUBLE value: '7x'",
                "IF(text > 1, 'y', 'n') ; Truncated incorrect DOUBLE value: '7x'",
                "CAST(text AS SIGNED) ; Truncated incorrect INTEGER value: '7x'",
                "CAST(text AS DECIMAL(5, 2)) ; Truncated incorrect DECIMAL value: '7x'",
                "YEAR(text) + WEEK(d, 3) ; Incorrect datetime value: '7x'",
            })
    void aTextThatIsNoSuchValueIsNotStoredByItsBeginning(String expression, String message) {
        EvaluatedRows rows =
                evaluate(List.of(row(1L, "7x", 0L), row(2L, null, 0L)), "", expression, "text", "MD5(text)");

        assertThat(rows.refused())
                .extracting(refused -> refused.reason().getMessage())
                .containsExactly(message);
        assertThat(lines(rows)).hasSize(1);
    }

    @Test
    void ofManyFailingRowsTheReasonsOfTheFirstAreTold() {
        List<@Nullable Object[]> all = new ArrayList<>();
        LongStream.range(0, 20_000).forEach(i -> all.add(row(i, i % 10 == 0 ? "bad" + i : "1", 0L)));

        EvaluatedRows rows = evaluate(all, "", "text + 1");

        assertThat(rows.refused()).hasSize(2_000);
        assertThat(rows.refused().get(99).reason().getMessage()).contains("bad990");
        assertThat(lines(rows)).hasSize(18_000).startsWith("2|2.0").endsWith("20000|2.0");
    }

    private EvaluatedRows query(String sql) {
        List<ColumnType> types = COLUMNS.stream().map(Column::type).toList();
        List<RowBlock> blocks = List.of(
                TestRows.block(types, List.of(row(1L, "a", 0L), row(2L, "b", 0L))),
                TestRows.block(types, List.of(row(3L, "a", 0L), row(4L, "x", 0L))));
        try (EngineTransaction transaction = engine.begin()) {
            return transaction.evaluate(Evaluation.ofAll(COLUMNS, blocks, sql, CONTEXT));
        }
    }

    @Test
    void aQueryIsAskedOfAllRowsTogether() {
        EvaluatedRows rows = query("SELECT text AS t, SUM(id), COUNT(*) FROM `$source` WHERE (id < 4) GROUP BY t"
                + " HAVING COUNT(*) > 0 ORDER BY 2 DESC LIMIT 5");

        assertThat(lines(rows)).containsExactly("a|4|2", "b|2|1");
        assertThat(rows.refused()).isEmpty();
        assertThat(lines(query("SELECT DISTINCT * FROM `$source` WHERE id = 1")))
                .containsExactly("1|a|0");
        assertThatThrownBy(() -> query("SELECT text + 1 FROM `$source` ORDER BY 1"))
                .isInstanceOf(TributaryException.class)
                .hasMessageContaining("'a'");
        assertThatThrownBy(() -> query("SELECT id FROM `$source` GROUP BY"))
                .hasMessageContaining("error in your SQL syntax")
                .hasMessageNotContaining("$");
    }

    @Test
    void aRowFailsAloneAlsoBesideAFunctionThatGivesAnotherValueEachTime() {
        List<@Nullable Object[]> all = new ArrayList<>();
        LongStream.range(0, 10_000).forEach(i -> all.add(row(i, i % 3_000 == 7 ? "bad" + i : "1", 0L)));

        EvaluatedRows rows = evaluate(all, "id <> 5", "text + 1", "RAND() >= 0");

        assertThat(rows.refused()).extracting(EvaluatedRows.Refused::row).containsExactly(8L, 3_008L, 6_008L, 9_008L);
        assertThat(rows.refused().get(3).reason().getMessage()).contains("bad9007");
        assertThat(lines(rows)).hasSize(9_995).startsWith("1|2.0|1").endsWith("10000|2.0|1");
        all.replaceAll(row -> row(1L, "bad", 0L));
        assertThatThrownBy(() -> evaluate(all, "", "text + RAND()"))
                .hasMessageContaining("too many rows fail beside a function that gives another value each time")
                .hasMessageContaining("'bad'");
        assertThat(lines(evaluate(List.<@Nullable Object[]>of(row(1L, "7", 0L)), "", "id")))
                .containsExactly("1|1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "id + ; near '' at line 1",
                "id + , 3 ; near ', 3' at line 1",
                "abs(id,,2) ; near ',2)' at line 1",
                "id id ; near 'id' at line 1",
            })
    void anErrorOfSyntaxShowsTheClientsTextAlone(String expression, String near) {
        List<@Nullable Object[]> rows = List.<@Nullable Object[]>of(row(1L, "7", 0L));

        assertThatThrownBy(() -> evaluate(rows, "", "id", expression))
                .hasMessageContaining("in the expression '" + expression + "': You have an error in your SQL syntax")
                .hasMessageEndingWith(near);
        assertThatThrownBy(() -> evaluate(rows, expression, "id")).hasMessageEndingWith(near);
    }

    @Test
    void whatIsWrongWithAnExpressionIsNoRowsFault() {
        List<@Nullable Object[]> rows = List.<@Nullable Object[]>of(row(1L, "7", 0L));

        assertThatThrownBy(() -> evaluate(rows, "", "nobody + 1"))
                .isInstanceOf(TributaryException.class)
                .hasMessageContaining("Unknown column 'nobody' in 'field list'");
        assertThatThrownBy(() -> evaluate(rows, "id >", "id")).hasMessageContaining("error in your SQL syntax");
        assertThatThrownBy(() -> evaluate(rows, "", "no_such_function(id)")).hasMessageContaining("does not exist");
        assertThatThrownBy(() -> evaluate(rows, "", "SUM(id)")).isInstanceOf(TributaryException.class);
        assertThatThrownBy(() -> evaluate(rows, "", "id) FROM `$store`.tributary.accounts; --"))
                .isInstanceOf(TributaryException.class);
    }

    /** MySQL, too, gives NULL beyond max_allowed_packet: the engine would take all of the machine's memory for it. */
    @Test
    void textsThatWouldFillTheMemoryAreNull() {
        List<@Nullable Object[]> rows = List.<@Nullable Object[]>of(row(1L, "7", 0L));

        for (String expression : List.of(
                "REPEAT('x', 2000000000)",
                "REPEAT(text, 1000000000 + id)",
                "LPAD('x', 2000000000, 'y')",
                "RPAD(text, 1000000000 + id, 'y')",
                "SPACE(2000000000)")) {
            EvaluatedRows evaluated = evaluate(
                    rows,
                    expression + " IS NULL",
                    expression,
                    "CONCAT(REPEAT(text, 3), REPEAT('ab', id), LPAD(text, 3, '0'))");

            assertThat(lines(evaluated)).as(expression).containsExactly("1|null|777ab007");
        }
    }

    @Test
    void valuesBeyondTheLimitAreRefused() {
        List<@Nullable Object[]> rows =
                Stream.generate(() -> row(1L, "x".repeat(1_000), 0L)).limit(70).toList();

        assertThatThrownBy(() -> evaluate(rows, "", "REPEAT(text, 1000)"))
                .hasMessageContaining("expressions make more than 67108864 bytes of 70 rows");
    }
}
