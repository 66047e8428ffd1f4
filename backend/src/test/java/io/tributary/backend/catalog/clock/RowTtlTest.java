package io.tributary.backend.catalog.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RowTtlTest {
    private static final Instant NOW = Instant.parse("2026-11-30T10:20:30Z");

    private static TableSchema table(String properties) {
        TableProperties with = TableProperties.defaults();
        for (String each : properties.split(",", -1)) {
            String[] parts = each.split("=", 2);
            with = with.with(parts[0], parts[1]);
        }
        return new TableSchema(
                1,
                "db",
                "t",
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(
                        Column.of("day", ColumnType.of(Kind.DATE), true),
                        Column.of("ts", ColumnType.datetime(6), true),
                        Column.of("n", ColumnType.of(Kind.INT), true)),
                with,
                TableSchema.Layout.none());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            row_ttl=30 DAY,row_ttl_column=ts,row_ttl_time_zone=UTC           | 2026-10-31 10:20:30
            row_ttl=1 hour,row_ttl_column=TS,row_ttl_time_zone=Asia/Shanghai | 2026-11-30 17:20:30
            row_ttl=2 WEEKS,row_ttl_column=day,row_ttl_time_zone=UTC         | 2026-11-16
            row_ttl=1 MONTH,row_ttl_column=day,row_ttl_time_zone=+14:00      | 2026-11-01
            row_ttl=1  YEAR,row_ttl_column=ts,row_ttl_time_zone=UTC          | 2025-11-30 10:20:30
            """)
    void rowsBeforeThatTimeAreTooOld(String properties, String expected) {
        assertThat(RowTtl.of(table(properties)).orElseThrow().oldest(NOW)).contains(expected);
    }

    @Test
    void withoutAnAgeNothingIsTooOld() {
        assertThat(RowTtl.of(table("row_ttl_column=gone"))).isEmpty();
        assertThat(RowTtl.of(table("row_ttl=,row_ttl_column=ts"))).isEmpty();
        assertThat(RowTtl.of(table("row_ttl=9999 YEAR,row_ttl_column=ts"))
                        .orElseThrow()
                        .oldest(NOW))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            row_ttl=30,row_ttl_column=ts                             | 1105 | row_ttl = '30' must be a number from 1 to 9999999 and HOUR, DAY
            row_ttl=0 DAY,row_ttl_column=ts                          | 1105 | row_ttl = '0 DAY'
            row_ttl=1 SECOND,row_ttl_column=ts                       | 1105 | row_ttl = '1 SECOND'
            row_ttl=1 DAY                                            | 1105 | row_ttl needs row_ttl_column
            row_ttl=1 DAY,row_ttl_column=x                           | 1054 | Unknown column 'x' in 'row_ttl_column'
            row_ttl=1 DAY,row_ttl_column=n                           | 1105 | must be a DATE or DATETIME, column 'n' is
            row_ttl=1 HOUR,row_ttl_column=day                        | 1105 | in HOUR needs a DATETIME
            row_ttl=1 DAY,row_ttl_column=ts,row_ttl_time_zone=Mars   | 1298 | 'Mars'
            row_ttl_colum=ts                                         | 1105 | Unknown property row_ttl_colum
            """)
    void whatCannotBeIsRefused(String properties, int number, String message) {
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> RowTtl.of(table(properties)))
                .withMessageContaining(message)
                .matches(e -> e.code().number() == number);
    }
}
