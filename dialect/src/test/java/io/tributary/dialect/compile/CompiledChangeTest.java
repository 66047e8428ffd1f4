package io.tributary.dialect.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.HiddenColumns;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CompiledChangeTest {
    private static final OneTable TABLE = new OneTable(
            SqlMode.DEFAULT,
            Column.of("id", ColumnType.of(Kind.INT), true),
            Column.of("n", ColumnType.of(Kind.INT), true),
            Column.of("small", ColumnType.unsigned(8), true),
            Column.of("s", ColumnType.varchar(5), true),
            Column.of("day", ColumnType.of(Kind.DATE), true),
            Column.of("v", ColumnType.of(Kind.INT), true).withDefault(DefaultValue.literal("7")),
            Column.of("required", ColumnType.of(Kind.INT), false));

    private static String text(String sql) {
        return TABLE.changed(sql).text();
    }

    @Test
    void aTableIsCalledByTheNumberThatItsColumnsHave() {
        assertThat(text("UPDATE t AS x SET x.n = id WHERE x.id = 3"))
                .startsWith("UPDATE t AS r1 SET \"n\" = ")
                .endsWith(" WHERE (r1.\"id\" = 3)");
        assertThat(text("DELETE FROM t ORDER BY id")).isEqualTo("DELETE FROM t AS r1");
    }

    @Test
    void rowsThatALimitOrAnotherTablePicksAreFoundByTheirNumber() {
        assertThat(text("DELETE FROM t WHERE n = 1 ORDER BY id LIMIT 2"))
                .isEqualTo("DELETE FROM t AS r1 WHERE r1.rowid IN (SELECT r1.rowid FROM t AS r1 WHERE (r1.\"n\" = 1)"
                        + " ORDER BY r1.\"id\" NULLS FIRST LIMIT 2)");
        assertThat(text("DELETE x FROM t x JOIN t y ON x.id = y.n"))
                .isEqualTo("DELETE FROM t AS r1 WHERE r1.rowid IN"
                        + " (SELECT r1.rowid FROM (t AS r1 JOIN t AS r2 ON (r1.\"id\" = r2.\"n\")))");
        OneTable hiding = new OneTable(SqlMode.DEFAULT, Column.of("RowId", ColumnType.of(Kind.INT), true));

        assertThatThrownBy(() -> hiding.changed("DELETE FROM t LIMIT 1")).hasMessageContaining("a column rowid");
    }

    @Test
    void aGeneratedColumnIsAssignedWithWhatItReads() {
        OneTable table = new OneTable(
                SqlMode.DEFAULT,
                Column.of("a", ColumnType.of(Kind.INT), true),
                Column.of("b", ColumnType.of(Kind.INT), true),
                Column.of("c", ColumnType.of(Kind.INT), true)
                        .as(Column.Declared.NONE.as(new Column.Generated("`a` + 1", false))));

        assertThat(table.changed("UPDATE t SET b = 1").text()).contains("SET \"b\" = ");
        assertThat(table.changed("UPDATE t SET a = 1, `c` = (`a` + 1)").text()).contains("\"c\" = ");
        assertThatThrownBy(() -> table.changed("UPDATE t SET a = 1"))
                .hasMessageContaining("'UPDATE of what the generated column c reads");
    }

    @Test
    void aRowThatMeetsSeveralOthersIsUpdatedOnce() {
        assertThat(text("UPDATE t a JOIN t b ON a.id = b.n SET a.s = b.s WHERE b.n > 1"))
                .startsWith("UPDATE t AS r1 SET \"s\" = found.c0 FROM (SELECT r1.rowid AS n, ")
                .endsWith(" AS c0 FROM (t AS r1 JOIN t AS r2 ON (r1.\"id\" = r2.\"n\")) WHERE (r2.\"n\" > 1)"
                        + " QUALIFY row_number() OVER (PARTITION BY r1.rowid) = 1) AS found WHERE r1.rowid = found.n");
    }

    @Test
    void aValueIsComputedFromWhatWasAssignedBeforeIt() {
        String stored = text("UPDATE t SET n = 5").substring("UPDATE t AS r1 SET \"n\" = ".length());

        assertThat(text("UPDATE t SET n = 5, small = n")).contains(stored + " AS BIGINT)]");
        assertThat(text("UPDATE t SET n = 4, id = 1, n = 5")).endsWith(", \"n\" = " + stored);
    }

    @Test
    void aColumnThatTheSessionDoesNotSeeHasNoName() {
        OneTable hiding = new OneTable(
                SqlMode.DEFAULT,
                Column.of("id", ColumnType.of(Kind.INT), true),
                Column.of(HiddenColumns.SEQUENCE, ColumnType.of(Kind.INT), true));

        assertThatThrownBy(() -> hiding.changed("DELETE FROM t WHERE __DORIS_SEQUENCE_COL__ > 50"))
                .hasMessage("Unknown column '__DORIS_SEQUENCE_COL__' in 'where clause'");
        assertThatThrownBy(() -> hiding.changed("UPDATE t SET __DORIS_SEQUENCE_COL__ = 100"))
                .hasMessage("Unknown column '__DORIS_SEQUENCE_COL__' in 'field list'");
    }

    @Test
    void aDefaultIsAssignedAsTheValueThatItIs() {
        assertThat(text("UPDATE t SET v = DEFAULT")).isEqualTo(text("UPDATE t SET v = '7'"));
    }

    @Test
    void aColumnOfTheSameTypeIsStoredUnchecked() {
        assertThat(text("UPDATE t SET s = s")).doesNotContain("error(");
        assertThat(text("UPDATE t SET n = small")).contains("error(");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            UPDATE t SET required = n | NULL_IN_NOT_NULL: Column ''required'' cannot be null
            UPDATE t SET n = s        | BAD_NUMBER_OR_TEXT: Incorrect integer value: ''
            UPDATE t SET n = n + 1    | OUT_OF_RANGE: Out of range value for column ''n'' at row 1
            UPDATE t SET small = n    | BETWEEN 0 AND 255 THEN
            UPDATE t SET s = 'long'   | TOO_LONG: Data too long for column ''s'' at row 1 (VARCHAR(5) takes 5 characters)
            UPDATE t SET day = s      | BAD_DATE: Incorrect date value: ''
            """)
    void whatDoesNotFitEndsTheStatement(String sql, String error) {
        assertThat(text(sql)).contains(error);
    }

    @Test
    void changesOfOneShapeDifferByTheirLiteralsAlone() {
        SqlCompiler compiler = new SqlCompiler(TableSchema::name);
        for (String sql : List.of(
                "UPDATE t SET n = n + 7, s = 'abc', day = '2024-01-07' WHERE id = 7 AND s <> 'abc'",
                "DELETE FROM t WHERE day = '2024-01-07' AND id > 7 ORDER BY n LIMIT 7")) {
            String other = sql.replace("7", "8").replace("abc", "xyz");

            String first = TABLE.changed(sql, compiler).text();
            assertThat(TABLE.changed(other, compiler).text())
                    .as(sql)
                    .isEqualTo(text(other))
                    .isNotEqualTo(first);
            assertThat(TABLE.changed(sql, compiler).text()).isEqualTo(first);
        }
    }

    @Test
    void whatAChangeReturnsIsNotMixedUp() {
        SqlCompiler compiler = new SqlCompiler(TableSchema::name);

        assertThat(TABLE.changed("DELETE FROM t", compiler, "s").text()).endsWith(" RETURNING \"s\"");
        assertThat(TABLE.changed("DELETE FROM t", compiler).text()).isEqualTo("DELETE FROM t AS r1");
        assertThat(TABLE.changed("DELETE FROM t", compiler).columns()).isEmpty();
    }

    @Test
    void aChangeThatReadsTheClockIsCompiledForEachMoment() {
        SqlCompiler compiler = new SqlCompiler(TableSchema::name);
        String first = TABLE.changed("UPDATE t SET s = NOW(6)", compiler).text();

        assertThat(TABLE.changed("UPDATE t SET s = NOW(6)", compiler).text()).isNotEqualTo(first);
    }

    @Test
    void whatIsReturnedHasTheTypesOfItsColumns() {
        CompiledText text = TABLE.changed("DELETE FROM t", "day", "s");

        assertThat(text.text()).endsWith(" RETURNING \"day\", \"s\"");
        assertThat(text.columns())
                .extracting(ResultColumn::type)
                .containsExactly(ColumnType.of(Kind.DATE), ColumnType.varchar(5));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE t SET n = RAND(), id = n",
                "UPDATE t SET n = (SELECT 1), id = n",
                "UPDATE IGNORE t SET n = 1",
                "UPDATE t a JOIN t b USING (id) SET a.n = 1 LIMIT 1",
                "DELETE FROM t, x"
            })
    void whatCannotBeDoneRightIsRefusedByName(String sql) {
        assertThatThrownBy(() -> text(sql)).isInstanceOfSatisfying(TributaryException.class, e -> assertThat(e.code())
                .isEqualTo(ErrorCode.NOT_SUPPORTED));
    }
}
