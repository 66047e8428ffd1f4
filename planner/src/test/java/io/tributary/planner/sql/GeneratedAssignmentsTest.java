package io.tributary.planner.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.parse.MySqlParser;
import io.tributary.dialect.token.Lexed;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneratedAssignmentsTest {
    private static final TableSchema TABLE = new TableSchema(
            1,
            "db",
            "t",
            1,
            TableSchema.KeyModel.UNIQUE,
            List.of(
                    Column.of("k", ColumnType.of(Kind.INT), false).asKey(),
                    Column.of("a", ColumnType.of(Kind.INT), true),
                    Column.of("b", ColumnType.of(Kind.INT), true),
                    generated("c", "`a` + 1"),
                    generated("d", "`c` * `b`"),
                    Column.of("free", ColumnType.of(Kind.INT), true)),
            TableProperties.defaults(),
            TableSchema.Layout.none());

    private static Column generated(String name, String expression) {
        return Column.of(name, ColumnType.of(Kind.INT), true)
                .as(Column.Declared.NONE.as(new Column.Generated(expression, false)));
    }

    private static String behind(String sql) {
        return GeneratedAssignments.behind(
                sql, MySqlParser.change(Lexed.lex(sql, SqlMode.DEFAULT)), TABLE, SqlMode.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    UPDATE t SET A = 1 | UPDATE t SET A = 1, `c` = (`a` + 1), `d` = (`c` * `b`)
                    UPDATE t SET b = (SELECT 1 LIMIT 1) WHERE k = 1 LIMIT 2 | UPDATE t SET b = (SELECT 1 LIMIT 1), `d` = (`c` * `b`) WHERE k = 1 LIMIT 2
                    UPDATE t AS x SET x.c = DEFAULT ORDER BY k | UPDATE t AS x SET x.c = DEFAULT, `c` = (`a` + 1), `d` = (`c` * `b`) ORDER BY k
                    UPDATE t SET free = a WHERE b = 1 | UPDATE t SET free = a WHERE b = 1
                    DELETE FROM t WHERE a = 1 | DELETE FROM t WHERE a = 1
                    UPDATE t JOIN u ON t.k = u.k SET t.free = 1 | UPDATE t JOIN u ON t.k = u.k SET t.free = 1
                    """)
    void standBehindTheOthers(String sql, String expected) {
        assertThat(behind(sql)).isEqualTo(expected);
    }

    @Test
    void aValueAndSeveralTablesAreRefused() {
        assertThatThrownBy(() -> behind("UPDATE t SET c = 1"))
                .isInstanceOf(TributaryException.class)
                .hasMessage("The value specified for generated column 'c' in table 't' is not allowed.");
        assertThatThrownBy(() -> behind("UPDATE t JOIN u ON t.k = u.k SET t.a = 1"))
                .hasMessageContaining(
                        "'UPDATE of several tables, of columns that generated columns or computed checks read'");
    }
}
