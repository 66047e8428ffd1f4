package io.tributary.planner.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.planner.plan.HttpStreamPlan;
import io.tributary.planner.plan.TableName;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpStreamParserTest {
    @Test
    void theManualsStatementIsUnderstood() {
        assertThat(HttpStreamParser.parse(
                        "insert into db.dt select * from http_stream('column_separator'=',', 'format' = 'CSV')"))
                .isEqualTo(new HttpStreamPlan(
                        new TableName("db", "dt"),
                        "",
                        List.of(),
                        List.of(),
                        List.of(HttpStreamPlan.ALL_FIELDS),
                        "",
                        Map.of("column_separator", ",", "format", "CSV")));
    }

    @Test
    void valuesColumnsLabelAndConditionAreTakenApart() {
        assertThat(HttpStreamParser.parse("INSERT INTO `d b`.`t` WITH LABEL l1 (id, `n m`, __DORIS_DELETE_SIGN__)"
                        + " SELECT c1, concat(c2, ',') AS x, CAST(c3 AS SIGNED) FROM HTTP_STREAM ( \"FORMAT\" = \"csv\","
                        + " 'column_separator'='\\x01', 'line_delimiter'='\\n', 'enclose'=\"\\\"\") WHERE c1 > 5;"))
                .isEqualTo(new HttpStreamPlan(
                        new TableName("d b", "t"),
                        "l1",
                        List.of("id", "n m", "__DORIS_DELETE_SIGN__"),
                        List.of(),
                        List.of("c1", "concat(c2, ',')", "CAST(c3 AS SIGNED)"),
                        "c1 > 5",
                        Map.of(
                                "format",
                                "csv",
                                "column_separator",
                                "\\x01",
                                "line_delimiter",
                                "\\n",
                                "enclose",
                                "\"")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "insert into t select * from http_stream()              | parse db and tb with wrong sql:insert into t",
                "insert into d.t select * from s3()                     | to use near 's3()'",
                "insert into d.t values (1)                             | to use near 'values (1)'",
                "insert into d.t select c1 c from http_stream() x       | to use near 'x'",
                "insert into d.t select * from http_stream('a')         | to use near ')'",
                "insert into d.t select distinct c1 from http_stream()  | DISTINCT in the sql of a load",
                "insert into d.t select c1 from http_stream() group by c1 | GROUP in the sql of a load",
                "insert into d.t select c1 from http_stream() where c1 > 1 limit 1 | LIMIT in the sql of a load",
                "insert into d.t select (select 1) from http_stream()   | a subquery in sql of a load",
                "insert into d.t select sum(c1) over () from http_stream() | a window in sql of a load",
                "delete from d.t                                        | to use near 'delete",
            })
    void anyOtherStatementIsRefused(String sql, String message) {
        assertThatThrownBy(() -> HttpStreamParser.parse(sql)).hasMessageContaining(message);
    }
}
