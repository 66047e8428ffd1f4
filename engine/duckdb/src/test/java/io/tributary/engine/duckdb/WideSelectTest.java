package io.tributary.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.TestRows;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A SELECT of many values answers as one of each of them does, in a time that grows with their number alone; or it is refused. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WideSelectTest {
    private static final QueryContext CONTEXT = new QueryContext("shop", SqlMode.DEFAULT, "UTC", 0);

    /** Where the square of their number counts it is more than a minute. */
    private static final Duration TIME_MAX = Duration.ofSeconds(30);

    private static final String ROWS = "(SELECT CAST(1.5 AS DECIMAL(12,2)) AS d, 1 AS i, 'x1' AS s"
            + " UNION ALL SELECT 1234567.25, 2, 'x2' UNION ALL SELECT -0.07, 3, NULL) AS q";

    @TempDir
    static Path directory;

    private DuckDbEngine engine;

    @BeforeAll
    void open() {
        engine = DuckDbEngine.open(
                DuckDbOptions.defaults(directory.resolve("tributary.duckdb"), directory.resolve("tmp")));
        engine.createDatabase("shop");
    }

    @AfterAll
    void close() {
        engine.close();
    }

    private List<List<String>> rows(String sql) {
        try (ResultCursor cursor = engine.query(sql, CONTEXT)) {
            return TestRows.rows(cursor).stream()
                    .map(row -> Stream.of(row)
                            .map(value -> Objects.toString(value, ""))
                            .toList())
                    .toList();
        }
    }

    private static String list(int count, String separator, IntFunction<String> value) {
        return IntStream.rangeClosed(1, count).mapToObj(value).collect(Collectors.joining(separator));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "concat(round(d / %d, 2))",
                "concat((d + %d) / i)",
                "date_format('2024-02-28' + INTERVAL i + %d DAY, '%%Y-%%m-%%d')",
                "concat(q.d * q.d + q.d / %d, q.s IS NULL)"
            })
    void eachValueIsWhatItIsAlone(String value) {
        for (int count : new int[] {60, 500}) {
            List<List<String>> all = rows("SELECT " + list(count, ", ", value::formatted) + " FROM " + ROWS
                    + " WHERE d <> 0 ORDER BY q.i DESC LIMIT 3");

            assertThat(all).hasSize(3);
            for (int i : new int[] {1, 2, count / 2, count}) {
                List<List<String>> alone =
                        rows("SELECT " + value.formatted(i) + " FROM " + ROWS + " ORDER BY q.i DESC");
                for (int row = 0; row < 3; row++) {
                    assertThat(all.get(row).get(i - 1))
                            .as(value + i)
                            .isEqualTo(alone.get(row).get(0));
                }
            }
        }
    }

    @Test
    void columnsOfSeveralTablesAndOfQueriesAroundAreFound() {
        String values = list(100, ", ", i -> "concat(round((a.d + b.d) / " + i + ", 3))");
        String sql = "SELECT " + values + ", concat((SELECT max(i) FROM " + ROWS + " WHERE q.i < a.i)) FROM "
                + ROWS.replace("AS q", "AS a") + " JOIN " + ROWS.replace("AS q", "AS b")
                + " ON a.i = b.i WHERE b.s = 'x2' ORDER BY b.d";

        List<String> row = rows(sql).get(0);

        assertThat(row.get(0)).isEqualTo("2469134.500");
        assertThat(row.get(99)).isEqualTo("24691.345");
        assertThat(row.get(100)).isEqualTo("1");
    }

    @Test
    void averagesOfGroupsAreTheSame() {
        String sql = "SELECT " + list(300, ", ", i -> "concat(avg(d + " + i + "))") + " FROM " + ROWS
                + " GROUP BY s IS NULL ORDER BY s IS NULL";

        List<List<String>> rows = rows(sql);

        assertThat(rows).hasSize(2);
        assertThat(rows.get(0).get(0)).isEqualTo("617285.375000");
        assertThat(rows.get(1).get(299)).isEqualTo("299.930000");
    }

    @Test
    void manyConditionsAreTrueFalseOrUnknown() {
        String any = list(500, " OR ", i -> "(i = " + i + " AND s = 'x" + i + "')");
        String all = list(500, " AND ", i -> "(i <> " + (i + 2) + " OR s <> 'x" + i + "')");

        assertThat(rows("SELECT concat(ifnull(" + any + ", '-'), ifnull(" + all + ", '-')) FROM " + ROWS
                        + " ORDER BY i"))
                .containsExactly(List.of("11"), List.of("11"), List.of("--"));
        assertThat(rows("SELECT s FROM " + ROWS + " WHERE " + any + " ORDER BY i"))
                .containsExactly(List.of("x1"), List.of("x2"));
        assertThat(rows("SELECT s FROM " + ROWS + " WHERE (i, s) IN ("
                        + list(500, ", ", i -> "(" + i + ", 'x" + i + "')") + ") ORDER BY i"))
                .containsExactly(List.of("x1"), List.of("x2"));
    }

    @Test
    void thousandsAreAnsweredInTime() {
        for (String sql : List.of(
                "SELECT " + list(2_000, ", ", i -> "concat(round(d / " + i + ", 2))") + " FROM " + ROWS,
                "SELECT s FROM " + ROWS + " WHERE " + list(2_000, " OR ", i -> "(i = " + i + " AND s = 'x" + i + "')"),
                "SELECT s FROM " + ROWS + " WHERE i IN (" + list(10_000, ", ", Integer::toString) + ")")) {
            assertThat(assertTimeout(TIME_MAX, () -> rows(sql))).isNotEmpty();
        }
    }

    @Test
    void wideSelectsWithinOthersAreNotPrintedTwiceForEachOfThose() {
        String query = "SELECT " + list(1_000, ", ", i -> "round(d / " + i + ", 2)") + " FROM " + ROWS;
        for (int depth = 0; depth < 24; depth++) {
            query = "SELECT 'x', EXISTS (" + query + ") FROM " + ROWS;
        }
        String sql = "SELECT CASE WHEN EXISTS (" + query + ") THEN 'y' END";

        assertThat(assertTimeout(TIME_MAX, () -> rows(sql))).containsExactly(List.of("y"));
    }

    @Test
    void bytesThatDoubleWithEachCallDoNotFillMemory() {
        String text = "s";
        for (int depth = 0; depth < 30; depth++) {
            text = "hex(from_base64(to_base64(" + text + ")))";
        }
        String sql = "SELECT coalesce(" + text + ", 'too long') FROM " + ROWS;

        assertThat(assertTimeout(TIME_MAX, () -> rows(sql))).contains(List.of("too long"));
    }

    @Test
    void whatWouldTakeTooLongIsRefused() {
        String subquery = "(SELECT max(x.i) FROM " + ROWS.replace("AS q", "AS x") + " WHERE x.i >= q.i)";
        String quotients = list(400, ", ", i -> "round(d / " + i + ", 2)");

        assertThatThrownBy(() -> rows("SELECT " + list(33, ", ", i -> subquery) + " FROM " + ROWS))
                .isInstanceOf(TributaryException.class)
                .hasMessageContaining("more than 32 correlated subqueries");
        assertThatThrownBy(() -> rows("SELECT " + list(500, ", ", i -> "(SELECT 1) + " + i) + " FROM " + ROWS))
                .isInstanceOf(TributaryException.class)
                .hasMessageContaining("more than 128 subqueries");
        assertThatThrownBy(() -> rows("SELECT DISTINCT " + quotients + " FROM " + ROWS))
                .isInstanceOf(TributaryException.class)
                .hasMessageContaining("so many values");
        assertThatThrownBy(() -> rows("SELECT "
                        + list(2_000, ", ", i -> "date_format(now() + INTERVAL i + " + i + " DAY, '%Y')") + " FROM "
                        + ROWS))
                .isInstanceOf(TributaryException.class)
                .hasMessageContaining("so many values");
    }
}
