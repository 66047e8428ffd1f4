package io.tributary.dialect.compile;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.SqlMode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which columns of a result are those of a table. */
final class OriginTest {
    private static final OneTable TABLE = new OneTable(
            SqlMode.DEFAULT,
            Column.of("id", ColumnType.of(Kind.INT), false),
            Column.of("name", ColumnType.varchar(20), true));

    /** Each as {@code alias.column} of the table, with what may be NULL marked, or {@code -} where it is computed. */
    private static List<String> origins(String query) {
        return TABLE.compiled(query).columns().stream().map(OriginTest::text).toList();
    }

    private static String text(ResultColumn column) {
        ColumnOrigin origin = column.origin();
        return origin.equals(ColumnOrigin.COMPUTED)
                ? "-"
                : origin.table() + "." + origin.originalName() + (origin.nullable() ? " null" : "");
    }

    @Test
    void aColumnAloneOrInAnAsteriskIsTheTablesWhateverTheResultCallsIt() {
        assertThat(origins("select ID as n, t.name, db.t.id x, id + 1, (select 1), 'a' from t"))
                .containsExactly("t.id", "t.name null", "t.id", "-", "-", "-");
        assertThat(origins("select *, u.id from t u")).containsExactly("u.id", "u.name null", "u.id");
    }

    @Test
    void theSideOfAnOuterJoinThatMayHaveNoRowMayBeNull() {
        assertThat(origins("select a.id, b.id from t a left join t b on a.id = b.id and b.id > 1"))
                .containsExactly("a.id", "b.id null");
        assertThat(origins("select a.id, b.id from t a right join t b on true")).containsExactly("a.id null", "b.id");
    }

    @Test
    void columnsMadeOneComeFirst() {
        assertThat(origins("select *, b.name from t a join t b using (id)"))
                .containsExactly("a.id", "a.name null", "b.name null", "b.name null");
    }

    @Test
    void aDerivedTableShowsTheColumnsThatItReads() {
        assertThat(origins("select * from (select id, name n, 1 from t) x"))
                .containsExactly("x.id", "x.name null", "-");
        assertThat(origins("with x as (select id from t) select id from x")).containsExactly("x.id");
    }

    @Test
    void aUnionHasColumnsOfNoTable() {
        assertThat(origins("select id from t union all select id from t")).containsExactly("-");
    }
}
