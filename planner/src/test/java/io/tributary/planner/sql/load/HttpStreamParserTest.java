package io.tributary.planner.sql.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.planner.plan.HttpStreamPlan;
import io.tributary.planner.plan.part.TableName;
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
                        HttpStreamPlan.Together.NONE,
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
                        HttpStreamPlan.Together.NONE,
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

    @Test
    void namesOfTheSourceAndOfValuesAreTakenAway() {
        HttpStreamPlan plan = HttpStreamParser.parse("insert into d.t select s.c1 id, upper(`S`.c2) 'n', `s` . c3 AS x,"
                + " c4 + interval 1 day, c5 collate utf8mb4_bin, case when s.c1 then 1 end e, 7 `se ven`, null n"
                + " from http_stream('format'='csv') AS s where s.c1 > 5 and sx.c = 's.c1'");

        assertThat(plan.values())
                .containsExactly(
                        "c1",
                        "upper(c2)",
                        "c3",
                        "c4 + interval 1 day",
                        "c5 collate utf8mb4_bin",
                        "case when c1 then 1 end",
                        "7",
                        "null");
        assertThat(plan.condition()).isEqualTo("c1 > 5 and sx.c = 's.c1'");
        assertThat(plan.isOfEachRow()).isTrue();
        assertThat(HttpStreamParser.parse("insert into d.t select s.* from http_stream() s")
                        .readsAllFields())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "select distinct c1 from http_stream()                              | true  | [] | ''",
                "select s.c1 k, count(*) from http_stream() s group by s.c1, k       | false | [k, ] | group by c1, k",
                "select sum(c1) from http_stream() where left(c1, 1) = 'x'           | false | [] | ''",
                "select c1 from http_stream() x order by left(x.c1, 2) desc limit 2;  | false | [] | order by left(c1, 2) desc limit 2",
                "select row_number() over (order by c1) as n from http_stream()      | false | [n] | ''",
                "select max(c1) m from http_stream() having m > 1                     | false | [m] | having m > 1",
            })
    void whatMakesARowOfSeveralIsKeptAsItStands(String select, boolean distinct, String names, String tail) {
        HttpStreamPlan plan = HttpStreamParser.parse("insert into d.t " + select);

        assertThat(plan.isOfEachRow()).isFalse();
        assertThat(plan.together().distinct()).isEqualTo(distinct);
        assertThat(plan.together().names()).hasToString(names);
        assertThat(plan.together().tail()).isEqualTo(tail.replace("''", ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "insert into t select * from http_stream()              | parse db and tb with wrong sql:insert into t",
                "insert into d.t select * from s3()                     | to use near 's3()'",
                "insert into d.t values (1)                             | to use near 'values (1)'",
                "insert into d.t select * from http_stream('a')         | to use near ')'",
                "insert into d.t select c1 from http_stream() a join d.u  | JOIN in the sql of a load, which has http_stream alone",
                "insert into d.t select c1 from http_stream(), d.u        | JOIN in the sql of a load",
                "insert into d.t select c1 from http_stream() union all select 1 | UNION in the sql of a load",
                "insert into d.t select c1 from http_stream() order by c1 union select 1 | UNION in the sql of a load",
                "insert into d.t select *, c1 from http_stream()          | * beside other values",
                "insert into d.t select (select 1) from http_stream()   | a subquery in sql of a load",
                "insert into d.t select c1 from http_stream() group by (select 1) | a subquery in sql of a load",
                "delete from d.t                                        | to use near 'delete",
            })
    void anyOtherStatementIsRefused(String sql, String message) {
        assertThatThrownBy(() -> HttpStreamParser.parse(sql)).hasMessageContaining(message);
    }
}
