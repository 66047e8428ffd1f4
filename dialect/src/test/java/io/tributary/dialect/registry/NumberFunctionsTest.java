package io.tributary.dialect.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.compile.OneTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operators, conversions, functions of numbers, aggregates and windows as the compiler sees them. */
class NumberFunctionsTest {
    private static final OneTable TABLE = new OneTable(
            SqlMode.NONE,
            Column.of("n", ColumnType.of(Kind.INT), true),
            Column.of("big", ColumnType.of(Kind.BIGINT), true),
            Column.of("u", ColumnType.unsigned(32), true),
            Column.of("bu", ColumnType.unsigned(64), true),
            Column.of("d", ColumnType.decimal(15, 2), true),
            Column.of("f", ColumnType.of(Kind.FLOAT), true),
            Column.of("x", ColumnType.of(Kind.DOUBLE), true),
            Column.of("s", ColumnType.varchar(20), true),
            Column.of("b", ColumnType.of(Kind.VARBINARY), true),
            Column.of("dt", ColumnType.of(Kind.DATE), true),
            Column.of("at", ColumnType.datetime(0), true));

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            quoteCharacter = '`',
            textBlock =
                    """
            n + 1                                                             => BIGINT 0,0
            n + big                                                           => BIGINT 0,0
            n + d                                                             => DECIMAL 16,2
            n * d                                                             => DECIMAL 25,2
            d * d                                                             => DECIMAL 30,4
            d / n                                                             => DECIMAL 19,6
            n / 3                                                             => DECIMAL 14,4
            n % 3                                                             => BIGINT 0,0
            n DIV 2                                                           => BIGINT 0,0
            -u                                                                => BIGINT 0,0
            bitor(n, 0)                                                       => LARGEINT 64,0
            ~n                                                                => LARGEINT 64,0
            u + 1                                                             => LARGEINT 64,0
            bu - 1                                                            => LARGEINT 64,0
            x * 2                                                             => DOUBLE 0,0
            f + 1                                                             => DOUBLE 0,0
            s + 1                                                             => DOUBLE 0,0
            dt + 0                                                            => BIGINT 0,0
            at + 0                                                            => BIGINT 0,0
            n > 1                                                             => BIGINT 0,0
            s LIKE 'a%'                                                       => BIGINT 0,0
            n BETWEEN 1 AND 2                                                 => BIGINT 0,0
            nullif(n, 'a')                                                    => INT 0,0
            nullif(d, 1)                                                      => DECIMAL 15,2
            greatest(n, d)                                                    => DECIMAL 15,2
            greatest(n, s)                                                    => DOUBLE 0,0
            least(s, 'abcd')                                                  => VARCHAR 20,0
            coalesce(n, d)                                                    => DECIMAL 15,2
            interval(n, 1)                                                    => BIGINT 0,0
            abs(d)                                                            => DECIMAL 15,2
            floor(d)                                                          => BIGINT 0,0
            ceil(x)                                                           => DOUBLE 17,0
            round(d)                                                          => DECIMAL 14,0
            round(d, 1)                                                       => DECIMAL 15,1
            round(n, 1)                                                       => BIGINT 0,0
            truncate(d, n)                                                    => DECIMAL 16,2
            pow(n, 2)                                                         => DOUBLE 0,0
            conv(n, 10, 2)                                                    => VARCHAR 64,0
            crc32(s)                                                          => LARGEINT 64,0
            format(d, 2)                                                      => VARCHAR 100,0
            inet_aton(s)                                                      => LARGEINT 64,0
            cast(d AS SIGNED)                                                 => BIGINT 0,0
            cast(s AS UNSIGNED)                                               => LARGEINT 64,0
            cast(s AS DECIMAL(10,2))                                          => DECIMAL 10,2
            cast(n AS CHAR)                                                   => VARCHAR 11,0
            cast(n AS INT)                                                    => INT 0,0
            cast(s AS DATE)                                                   => DATE 0,0
            cast(at AS DATETIME(3))                                           => DATETIME 0,3
            count(*)                                                          => BIGINT 0,0
            count(DISTINCT n, s)                                              => BIGINT 0,0
            sum(n)                                                            => DECIMAL 32,0
            sum(d)                                                            => DECIMAL 37,2
            sum(x)                                                            => DOUBLE 0,0
            avg(n)                                                            => DECIMAL 14,4
            avg(d)                                                            => DECIMAL 19,6
            avg(s)                                                            => DOUBLE 0,0
            min(u)                                                            => BIGINT 32,0
            max(s)                                                            => VARCHAR 20,0
            std(n)                                                            => DOUBLE 0,0
            bit_or(n)                                                         => LARGEINT 64,0
            group_concat(s)                                                   => STRING 0,0
            json_arrayagg(n)                                                  => JSON 0,0
            max_by(s, n)                                                      => VARCHAR 20,0
            percentile(n, 0.5)                                                => DOUBLE 0,0
            collect_list(n)                                                   => ARRAY 0,0
            count_if(n > 1)                                                   => BIGINT 0,0
            bool_or(n > 1)                                                    => BIGINT 0,0
            row_number() OVER (ORDER BY n)                                    => BIGINT 0,0
            lag(n, 1, 2.5) OVER (ORDER BY n)                                  => DECIMAL 11,1
            ntile(2) OVER (ORDER BY n)                                        => BIGINT 0,0
            cume_dist() OVER (ORDER BY n)                                     => DOUBLE 0,0
            sum(d) OVER (ORDER BY n ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) => DECIMAL 37,2
            """)
    void everyCallHasAType(String call, String type) {
        ColumnType found =
                TABLE.compiled("SELECT " + call + " FROM t").columns().get(0).type();
        assertThat(found.kind() + " " + found.length() + "," + found.scale()).isEqualTo(type);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            cast('12abc' AS SIGNED)                  | CAST(12 AS BIGINT)
            cast('-1.9' AS SIGNED)                   | CAST(-1 AS BIGINT)
            cast('-5' AS UNSIGNED)                   | CAST(18446744073709551611 AS HUGEINT)
            cast('1.555' AS DECIMAL(10,2))           | CAST(1.56 AS DECIMAL(10,2))
            cast('123456' AS DECIMAL(4,1))           | CAST(999.9 AS DECIMAL(4,1))
            cast(1e30 AS SIGNED)                     | CAST(9223372036854775807 AS BIGINT)
            cast('2024-2-9' AS DATE)                 | DATE '2024-02-09'
            cast('2024-02-30' AS DATE)               | CAST(NULL AS DATE)
            cast(20240229 AS DATE)                   | DATE '2024-02-29'
            cast('10:11:12.6' AS TIME)               | CAST(36673000000 AS BIGINT)
            cast(1e15 AS CHAR)                       | '1e15'
            conv('ff', 16, 10)                       | '255'
            conv(-1, 10, 16)                         | 'FFFFFFFFFFFFFFFF'
            bin(12)                                  | '1100'
            crc32('MySQL')                           | CAST(3259397556 AS BIGINT)
            format(12332.1234, 2)                    | '12,332.12'
            inet_ntoa(2130706433)                    | '127.0.0.1'
            log(0)                                   | CAST(NULL AS DOUBLE)
            interval(23, 1, 15, 17, 30)              | CAST(3 AS BIGINT)
            interval(NULL, 1)                        | CAST(-1 AS BIGINT)
            round(2.5e0, 0)                          | 2.0
            round(25, -1)                            | CAST(30 AS BIGINT)
            """)
    void aCallOfConstantsIsComputed(String call, String value) {
        String text = TABLE.compiled("SELECT " + call + " AS v").text();
        assertThat(text).contains(value);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            grouping(n)                                                           | INVALID_GROUP_FUNCTION
            lag(n, -1) OVER (ORDER BY n)                                          | WRONG_ARGUMENTS
            s LIKE 'a' ESCAPE 'ab'                                                | WRONG_ARGUMENTS
            s LIKE 'a' ESCAPE s                                                   | NOT_SUPPORTED
            regexp_like(s, 'a', 'x')                                              | WRONG_ARGUMENTS
            regexp_like(s, 'a', s)                                                | NOT_SUPPORTED
            regexp_replace(s, 'a', 'b', 2)                                        | NOT_SUPPORTED
            rand(1)                                                               | NOT_SUPPORTED
            format(n, 2, 'de_DE')                                                 | NOT_SUPPORTED
            b REGEXP 'a'                                                          | NOT_SUPPORTED
            topn(s, 2)                                                            | NOT_SUPPORTED
            bitmap_union(n)                                                       | NOT_SUPPORTED
            hll_union_agg(n)                                                      | NOT_SUPPORTED
            round(n, 1, 2)                                                        | WRONG_PARAMETER_COUNT
            row_number()                                                          | SYNTAX
            sum(n) OVER (ORDER BY n ROWS BETWEEN n PRECEDING AND CURRENT ROW)     | WINDOW_BOUND_NOT_CONSTANT
            """)
    void whatHasNoTwinIsRefused(String call, String code) {
        assertThatThrownBy(() -> TABLE.compiled("SELECT " + call + " FROM t"))
                .isInstanceOfSatisfying(TributaryException.class, error -> assertThat(
                                error.code().name())
                        .as(error.getMessage())
                        .isEqualTo(code));
    }

    @Test
    void textsAreComparedByTheCollationThatTheyHaveInCommon() {
        assertThat(TABLE.compiled("SELECT s COLLATE utf8mb4_general_ci = 'A' FROM t")
                        .text())
                .contains("rtrim(strip_accents(lower(r1.\"s\")), ' ') = rtrim(strip_accents(lower('A')), ' ')");
        assertThat(TABLE.compiled("SELECT s COLLATE utf8mb4_0900_as_ci = 'A' FROM t")
                        .text())
                .contains("lower(r1.\"s\") = lower('A')");
        assertThat(TABLE.compiled("SELECT s = 'A' FROM t").text()).contains("(r1.\"s\" = 'A')");
    }

    @Test
    void theWindowOfAnAggregateStandsWithinTheCastOfItsResult() {
        assertThat(TABLE.compiled("SELECT sum(n) OVER (PARTITION BY s ORDER BY n) FROM t")
                        .text())
                .contains(
                        "CAST(sum(r1.\"n\") OVER (PARTITION BY r1.\"s\" ORDER BY r1.\"n\" NULLS FIRST) AS DECIMAL(32,0))");
    }

    @Test
    void aTextThatNamesAnOperandTwiceDoesNotGrowWithItsNesting() {
        String call = "x";
        for (int i = 0; i < 20; i++) {
            call = "sqrt(round(" + call + " * 2, 2) / 3)";
        }
        assertThat(TABLE.compiled("SELECT " + call + " FROM t").text().length()).isLessThan(10_000);
    }
}
