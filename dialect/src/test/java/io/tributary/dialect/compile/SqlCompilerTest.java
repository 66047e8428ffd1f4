package io.tributary.dialect.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SqlCompilerTest {
    private static final OneTable TABLE = new OneTable(
            SqlMode.DEFAULT,
            Column.of("id", ColumnType.of(Kind.INT), true),
            Column.of("b", ColumnType.decimal(15, 2), true),
            Column.of("s", ColumnType.varchar(20), true),
            Column.of("d", ColumnType.of(Kind.DATE), true));

    private final SqlCompiler compiler = new SqlCompiler(TableSchema::name);

    private CompiledText compile(String sql) {
        return TABLE.compiled(sql, compiler);
    }

    @Test
    void statementsOfOneShapeDifferByTheirLiteralsAlone() {
        String first = compile("SELECT id FROM t WHERE id = 7").text();
        String second = compile("select id from t where id = 8").text();

        assertThat(second).isEqualTo(first.replace("7", "8"));
    }

    @Test
    void aLiteralThatDecidesSomethingIsCompiledAnew() {
        assertThat(compile("SELECT b FROM t ORDER BY 1").text()).contains("ORDER BY r1.\"b\"");
        assertThat(compile("SELECT round(b, 1) FROM t").columns().get(0).type()).isEqualTo(ColumnType.decimal(15, 1));
        assertThat(compile("SELECT round(b, 0) FROM t").columns().get(0).type().scale())
                .isZero();
    }

    @Test
    void momentsOfOneFormDifferByTheirValuesAlone() {
        CompiledText first = compile("SELECT DATE '2024-01-31' AS day, id FROM t WHERE d >= '2024-01-31 10:00:00'");
        CompiledText second = compile("SELECT DATE '2025-02-28' AS day, id FROM t WHERE d >= '2025-02-28 11:00:00'");
        CompiledText other = compile("SELECT DATE '2024-01-31' AS day, id FROM t WHERE d >= '2024-01-31 10:00:00.5'");

        assertThat(second.columns()).isSameAs(first.columns()).isNotSameAs(other.columns());
        assertThat(second.text()).contains("DATE '2025-02-28'").contains("TIMESTAMP '2025-02-28 11:00:00");
        assertThatThrownBy(() -> compile("SELECT DATE '2024-02-31' AS day, id FROM t WHERE d >= '2024-01-31 10:00:00'"))
                .hasMessageContaining("Incorrect DATE value: '2024-02-31'");
    }

    @Test
    void aColumnIsComparedAsItIsStored() {
        assertThat(compile("SELECT id FROM t WHERE d >= '2024-01-31' AND id IN (1, 2)")
                        .text())
                .contains("(r1.\"d\" >= DATE '2024-01-31')")
                .contains("(r1.\"id\" IN (1, 2))");
    }

    @Test
    void aResultTellsItsLabelsAndWhatItsColumnsAre() {
        List<ResultColumn> columns = compile("SELECT id, b + 1, count(*) over () AS n, x.* FROM t, (SELECT s FROM t) x")
                .columns();

        assertThat(columns).extracting(ResultColumn::name).containsExactly("id", "b + 1", "n", "s");
        assertThat(columns.get(1).type()).isEqualTo(ColumnType.decimal(16, 2));
        assertThat(columns.get(3).type()).isEqualTo(ColumnType.varchar(20));
    }

    @Test
    void aNumberOfARecursiveQueryMayGetMoreDigits() {
        String numbers = "WITH RECURSIVE r(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM r WHERE n < 99) ";

        assertThat(compile(numbers + "SELECT n / 7 FROM r").columns().get(0).type())
                .isEqualTo(ColumnType.decimal(23, 4));
    }

    @Test
    void nestingMakesTextLongerAndNeverDoublesIt() {
        for (String call : List.of("coalesce(%s, 1)", "(%s) + 1", "concat(%s, 'x')", "if(%s, 1, 2)", "upper(%s)")) {
            int ten = compile("SELECT " + nested(call, 10) + " FROM t").text().length();
            int thirty =
                    compile("SELECT " + nested(call, 30) + " FROM t").text().length();

            assertThat(thirty).as(call).isLessThan(4 * ten);
        }
    }

    @Test
    void whatTheEngineWouldCopyTooOftenIsRefusedByName() {
        assertThat(compile("SELECT " + nested("nullif(%s, 1)", 5) + " FROM t").text())
                .isNotEmpty();
        assertThatThrownBy(() ->
                        compile("SELECT " + nested("CASE %s WHEN 0 THEN 1 WHEN 1 THEN (SELECT 2) END", 20) + " FROM t"))
                .isInstanceOf(TributaryException.class)
                .hasMessageContaining("nests so deep");
    }

    @Test
    void whatTheEngineHasAsCopiesOfItsArgumentIsWrittenSoThatItHasOne() {
        for (String call : List.of(
                "nullif(%s, 1)",
                "(%s) BETWEEN 0 AND 1",
                "(%s) IN (0, 1)",
                "if((%s) NOT IN (0.5, 1), 1, 2)",
                "date_add(timestamp(%s), INTERVAL id DAY)",
                "CASE %s WHEN 0 THEN 1 WHEN 1 THEN 2 END")) {
            assertThat(compile("SELECT " + nested(call, 25) + " FROM t").text())
                    .as(call)
                    .contains("list_transform(");
        }
    }

    @Test
    void aSubqueryInAnOuterJoinThatReadsOneSideIsAColumnOfThatSide() {
        String join = "SELECT 1 FROM t a LEFT JOIN t b ON ";

        assertThat(compile(join + "a.id IN (SELECT c.id FROM t c WHERE c.b = a.b)")
                        .text())
                .contains("((t AS r1 CROSS JOIN LATERAL (SELECT");
        assertThat(compile(join + "b.id > (SELECT max(c.id) FROM t c WHERE c.b = b.b)")
                        .text())
                .contains("(t AS r1 LEFT JOIN (t AS r2 CROSS JOIN LATERAL (SELECT");
        assertThatThrownBy(() -> compile(join + "b.id > (SELECT max(c.id) FROM t c WHERE c.b = a.b + b.b)"))
                .hasMessageContaining("reads rows of both sides");
    }

    @Test
    void columnsOfASetOperationHaveOneTypeOfTheEngine() {
        assertThat(compile("SELECT 1 FROM t UNION SELECT DISTINCT id FROM t").text())
                .contains("AS BIGINT) AS c1 FROM (SELECT DISTINCT");
    }

    private static String nested(String call, int depth) {
        String text = "id";
        for (int i = 0; i < depth; i++) {
            text = call.replace("%s", text);
        }
        return text;
    }
}
