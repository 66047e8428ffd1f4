package io.tributary.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.TestRows;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Recursion ends where {@code cte_max_recursion_depth} says, and one that ends by itself is what it was. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecursionStepsTest {
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

    private static QueryContext context(long stepsMax) {
        return new QueryContext(
                new QueryContext.Meaning(
                        "shop", SqlMode.NONE, "", "UTC", new QueryContext.Limits(stepsMax, 1_024), false, true),
                0);
    }

    private List<String> rows(String sql, long stepsMax) {
        try (ResultCursor cursor = engine.query(sql, context(stepsMax))) {
            return TestRows.rows(cursor).stream()
                    .map(row -> Stream.of(row).map(Objects::toString).collect(Collectors.joining(" ")))
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n FROM r) SELECT COUNT(*) FROM r",
                "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT COUNT(*) FROM r",
                "WITH RECURSIVE r AS (SELECT 1 AS n UNION SELECT n + 1 FROM r) SELECT COUNT(*) FROM r",
                "WITH RECURSIVE r AS (SELECT 1 AS n UNION DISTINCT (SELECT n + 1 FROM r)) SELECT COUNT(*) FROM r",
                "WITH RECURSIVE r AS ((SELECT 1 AS n UNION ALL SELECT n + 1 FROM `R`)) SELECT COUNT(*) FROM r",
                "WITH RECURSIVE a AS (SELECT 1 AS n), r AS (SELECT n FROM a UNION ALL SELECT r.n FROM r CROSS JOIN a)"
                        + " SELECT COUNT(*) FROM r",
                "SELECT (WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n FROM r) SELECT COUNT(*) FROM r)",
                "SELECT * FROM (WITH RECURSIVE r AS (SELECT 1 AS n, 'a' AS n2 UNION ALL SELECT n, n2 FROM r)"
                        + " SELECT n2, COUNT(*) FROM r GROUP BY n2) x",
                "SELECT o, (WITH RECURSIVE r AS (SELECT o AS n UNION ALL SELECT n + 1 FROM r WHERE o > 0)"
                        + " SELECT MAX(n) FROM r) FROM (SELECT 1 AS o UNION ALL SELECT 2) x",
            })
    void aRecursionWithoutAnEndIs3636(String sql) {
        for (long stepsMax : new long[] {0, 1, 50}) {
            TributaryException error = catchThrowableOfType(TributaryException.class, () -> rows(sql, stepsMax));

            assertThat(error).as(sql).isNotNull();
            assertThat(error.code()).as(error.getMessage()).isEqualTo(ErrorCode.RECURSION_TOO_DEEP);
            assertThat(error.getMessage())
                    .isEqualTo("Recursive query aborted after " + (stepsMax + 1) + " iterations. Try increasing"
                            + " @@cte_max_recursion_depth to a larger value.");
        }
    }

    @Test
    void theLimitIsMySqls() {
        String thousand = "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < %d)"
                + " SELECT COUNT(*), MAX(n), SUM(n) FROM r";

        assertThat(rows(thousand.formatted(100), 100)).containsExactly("100 100 5050");
        // The hundredth row begins one more step, which finds nothing.
        assertThat(catchThrowableOfType(TributaryException.class, () -> rows(thousand.formatted(101), 100)))
                .hasMessageContaining("after 101 iterations");
        assertThat(rows("WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n FROM r WHERE n < 0) SELECT n FROM r", 1))
                .containsExactly("1");
    }

    @Test
    void severalRecursiveMembersAreOneStep() {
        String tree = "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT 10 UNION ALL SELECT n * 2 FROM r WHERE n < 4"
                + " UNION ALL SELECT n * 3 FROM r WHERE n < 4) SELECT n FROM r ORDER BY n";
        List<String> expected = List.of("1", "2", "3", "4", "6", "6", "9", "10");

        assertThat(rows(tree, 3)).isEqualTo(expected);
        assertThat(rows(tree, 4_294_967_295L)).isEqualTo(expected);
        assertThat(catchThrowableOfType(TributaryException.class, () -> rows(tree, 2)))
                .hasMessageContaining("after 3 iterations");
        assertThat(catchThrowableOfType(
                        TributaryException.class,
                        () -> rows(
                                "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r UNION SELECT n FROM r)"
                                        + " SELECT n FROM r",
                                10)))
                .extracting(TributaryException::code)
                .isEqualTo(ErrorCode.NOT_SUPPORTED);
    }

    @Test
    void aLimitEndsARecursion() {
        for (long stepsMax : new long[] {10, 4_294_967_295L}) {
            assertThat(rows(
                            "WITH RECURSIVE r (n, `a b`) AS (SELECT 1, 'x' UNION ALL SELECT n + 1, `a b` FROM r LIMIT 3)"
                                    + " SELECT n, `a b` FROM r",
                            stepsMax))
                    .containsExactly("1 x", "2 x", "3 x");
            assertThat(rows(
                            "WITH RECURSIVE r AS (SELECT 1 AS n UNION SELECT n + 1 FROM r LIMIT 1, 2), s AS"
                                    + " (SELECT n FROM r) SELECT s.n FROM s JOIN r ON s.n = r.n ORDER BY 1",
                            stepsMax))
                    .containsExactly("2", "3");
        }
    }

    /** Each statement under a limit that its recursion reaches, and under one that nothing is counted for. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            5 | WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT * FROM r
            5 | WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT a.n, b.n FROM r a JOIN r b ON a.n = b.n + 1 ORDER BY 1
            3 | WITH RECURSIVE r AS (SELECT 1 AS n UNION SELECT 3 - n FROM r) SELECT * FROM r
            5 | WITH RECURSIVE r AS (SELECT 1 AS n, CAST('a' AS CHAR(9)) AS s UNION ALL SELECT n + 1, CONCAT(s, 'b') FROM r WHERE n < 5) SELECT * FROM r ORDER BY n DESC
            5 | WITH RECURSIVE f AS (SELECT 1 AS n, 1 AS a, 1 AS b UNION ALL SELECT n + 1, b, a + b FROM f WHERE n < 5) SELECT n, a FROM f
            4 | WITH RECURSIVE a AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM a WHERE n < 3), b AS (SELECT 0 AS m UNION ALL SELECT m + 1 FROM b WHERE m < 3) SELECT * FROM a, b ORDER BY 1, 2
            4 | WITH RECURSIVE r AS (SELECT DATE '2024-01-30' AS d UNION ALL SELECT d + INTERVAL 1 DAY FROM r WHERE d < '2024-02-02') SELECT d FROM r
            3 | SELECT o, (WITH RECURSIVE r AS (SELECT o AS n UNION ALL SELECT n + 1 FROM r WHERE n < 3 + o) SELECT MAX(n) FROM r) FROM (SELECT 0 AS o UNION ALL SELECT 1) x ORDER BY o
            2 | WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 3 UNION ALL SELECT n + 2 FROM r WHERE n < 2) SELECT n FROM r ORDER BY n
            3 | WITH RECURSIVE r AS (SELECT 1 AS n UNION SELECT 5 UNION SELECT 3 - n FROM r WHERE n < 3 UNION DISTINCT SELECT n + 1 FROM r WHERE n < 3) SELECT n FROM r ORDER BY n
            3 | WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL (SELECT x.n + 1 FROM (SELECT n FROM r) x WHERE x.n < 3)) SELECT n FROM r
            """)
    void oneThatEndsByItselfIsWhatItWas(long steps, String sql) {
        List<String> uncounted = rows(sql, 4_294_967_295L);

        assertThat(uncounted).isNotEmpty();
        assertThat(rows(sql, steps + 1)).isEqualTo(uncounted);
        assertThat(engine.describe(sql, context(1_000))).isEqualTo(engine.describe(sql, context(4_294_967_295L)));
    }
}
