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
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of functions of dates and times as the compiler sees them. */
class MomentFunctionsTest {
    private static final OneTable TABLE = new OneTable(
            SqlMode.DEFAULT,
            Column.of("d", ColumnType.of(Kind.DATE), true),
            Column.of("at", ColumnType.of(Kind.DATETIME), true),
            Column.of("n", ColumnType.of(Kind.INT), true),
            Column.of("s", ColumnType.varchar(20), true));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            year(d)|BIGINT
            date_add(d, INTERVAL 1 DAY)|DATE
            date_add(d, INTERVAL 1 HOUR)|DATETIME 0
            date_add(d, INTERVAL 1 MICROSECOND)|DATETIME 6
            date_add(at, INTERVAL n MONTH)|DATETIME 0
            date_add(s, INTERVAL 1 DAY)|VARCHAR
            last_day(at)|DATE
            days_add(d, n)|DATE
            hours_add(d, n)|DATETIME 0
            milliseconds_add(at, n)|DATETIME 3
            date_trunc(d, 'month')|DATE
            date_trunc(at, 'hour')|DATETIME 0
            month_ceil(d)|DATETIME 0
            date_floor(at, INTERVAL 5 MINUTE)|DATETIME 0
            from_millisecond(n)|DATETIME 3
            months_between(d, at)|DOUBLE
            next_day(d, 'MO')|DATE
            date_format(d, '%Y')|VARCHAR
            timestamp('2024-01-31 10:11:12.5')|DATETIME 1
            """)
    void everyCallHasAType(String call, String type) {
        ColumnType found =
                TABLE.compiled("SELECT " + call + " FROM t").columns().get(0).type();
        assertThat(found.kind() + (found.kind() == Kind.DATETIME ? " " + found.scale() : ""))
                .isEqualTo(type);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            year_floor('2023-07-13 22:28:18', 5)|TIMESTAMP '2021-01-01 00:00:00
            day_ceil('2023-07-13 22:28:18', 5)|TIMESTAMP '2023-07-15 00:00:00
            hour_floor('2023-07-13 22:28:18', 12, '2023-07-13 01:00:00')|TIMESTAMP '2023-07-13 13:00:00
            week_ceil('2023-07-13')|TIMESTAMP '2023-07-17 00:00:00
            next_day('2024-01-31', 'We')|DATE '2024-02-07'
            previous_day('2024-01-31', 'WED')|DATE '2024-01-24'
            next_day('2024-01-31', 'T')|CAST(NULL AS DATE)
            months_between('2024-02-29', '2024-01-31')|1.0
            second_timestamp('1970-01-02')|86400
            millisecond_timestamp('1970-01-01 00:00:01.5')|1500
            date_format('2024-01-31', 'yyyyMMdd')|'20240131'
            """)
    void aCallOfConstantsIsComputed(String call, String value) {
        assertThat(TABLE.compiled("SELECT " + call).text()).contains(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"d = 'abc'", "at < '2024-13-01'", "d IN ('2024-01-31', '')", "date_trunc(d, 'era')"})
    void whatIsNoDateIsRefusedWhereItIsWritten(String condition) {
        assertThatThrownBy(() -> TABLE.compiled("SELECT 1 FROM t WHERE " + condition))
                .isInstanceOf(TributaryException.class);
    }

    @Test
    void aDateIsComparedAsItIsStored() {
        assertThat(TABLE.compiled("SELECT 1 FROM t WHERE d >= '2024-01-31'").text())
                .contains("DATE '2024-01-31'")
                .doesNotContain("AS TIMESTAMP");
    }

    @Test
    void anIntervalOfLiteralsIsComputedOnce() {
        assertThat(TABLE.compiled("SELECT 1 FROM t WHERE d >= date_sub('1998-12-01', INTERVAL 90 DAY)")
                        .text())
                .contains("DATE '1998-09-02'");
    }
}
