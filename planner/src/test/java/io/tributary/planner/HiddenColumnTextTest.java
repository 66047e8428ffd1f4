package io.tributary.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.HiddenColumns;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.text.RewrittenText;
import io.tributary.planner.catalog.CatalogSnapshot;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HiddenColumnTextTest {
    private static final TableSchema SEQUENCED = new TableSchema(
            20,
            "db",
            "s",
            1,
            TableSchema.KeyModel.UNIQUE,
            List.of(
                    Column.of("k", ColumnType.of(Kind.INT), false).asKey(),
                    Column.of("v", ColumnType.of(Kind.INT), true),
                    HiddenColumns.sequence(ColumnType.of(Kind.BIGINT))),
            TableProperties.defaults().with(TableSchema.SEQUENCE_TYPE, "bigint"),
            TableSchema.Layout.none());
    private static final TableSchema MAPPED = new TableSchema(
            21,
            "db",
            "m",
            1,
            TableSchema.KeyModel.UNIQUE,
            List.of(
                    Column.of("k", ColumnType.of(Kind.INT), false).asKey(),
                    Column.of("v", ColumnType.of(Kind.INT), true)),
            TableProperties.defaults().with(TableSchema.SEQUENCE_COLUMN, "v"),
            TableSchema.Layout.none());
    private static final CatalogSnapshot SNAPSHOT = Tables.snapshot(Tables.dt(), SEQUENCED, MAPPED);
    private static final PlanContext CONTEXT = new PlanContext("db", SqlMode.DEFAULT);

    /** {@code [s]} stands for the query of a table's visible columns. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    SELECT * FROM s                                     | SELECT * FROM [s] AS `s`
                    SELECT x.* FROM db.s x, dt                          | SELECT x.* FROM [db.s] x, dt
                    SELECT 1 FROM dt, `s` AS y WHERE s = 1              | SELECT 1 FROM dt, [`s`] AS y WHERE s = 1
                    SELECT * FROM dt d LEFT JOIN s ON s.k = d.id, m     | SELECT * FROM dt d LEFT JOIN [s] AS `s` ON s.k = d.id, m
                    SELECT * FROM (dt JOIN (s)) JOIN ((SELECT * FROM s) z) | SELECT * FROM (dt JOIN ([s] AS `s`)) JOIN ((SELECT * FROM [s] AS `s`) z)
                    SELECT (SELECT max(s.k) FROM s), s.v FROM s         | SELECT (SELECT max(s.k) FROM [s] AS `s`), s.v FROM [s] AS `s`
                    SELECT 's', "s" FROM dt WHERE s IN (1, 2) ORDER BY k, s | SELECT 's', "s" FROM dt WHERE s IN (1, 2) ORDER BY k, s
                    SELECT EXTRACT(YEAR FROM s), trim(s FROM s) FROM s  | SELECT EXTRACT(YEAR FROM s), trim(s FROM s) FROM [s] AS `s`
                    SELECT k FROM s UNION SELECT id FROM dt UNION ALL SELECT k FROM s LIMIT 1, 2 | SELECT k FROM [s] AS `s` UNION SELECT id FROM dt UNION ALL SELECT k FROM [s] AS `s` LIMIT 1, 2
                    WITH s AS (SELECT * FROM m) SELECT * FROM s, db.s t | WITH s AS (SELECT * FROM m) SELECT * FROM s, [db.s] t
                    WITH a (b) AS (SELECT k FROM s), s AS (SELECT 1) SELECT * FROM s | WITH a (b) AS (SELECT k FROM [s] AS `s`), s AS (SELECT 1) SELECT * FROM s
                    WITH s AS (SELECT * FROM s) SELECT * FROM s         | WITH s AS (SELECT * FROM [s] AS `s`) SELECT * FROM s
                    WITH a AS (SELECT * FROM s), s AS (SELECT * FROM a JOIN s), m AS (TABLE s) SELECT 1 FROM s | WITH a AS (SELECT * FROM [s] AS `s`), s AS (SELECT * FROM a JOIN [s] AS `s`), m AS (TABLE s) SELECT 1 FROM s
                    WITH RECURSIVE s (a) AS (SELECT 1 UNION SELECT a + 1 FROM s) SELECT * FROM s | WITH RECURSIVE s (a) AS (SELECT 1 UNION SELECT a + 1 FROM s) SELECT * FROM s
                    SELECT * FROM s, (WITH s AS (SELECT 1) SELECT * FROM s, (SELECT * FROM S) x) y JOIN s z | SELECT * FROM [s] AS `s`, (WITH s AS (SELECT 1) SELECT * FROM s, (SELECT * FROM S) x) y JOIN [s] z
                    SELECT k, count(*) FROM s GROUP BY k WITH ROLLUP UNION SELECT * FROM (SELECT * FROM s) t | SELECT k, count(*) FROM [s] AS `s` GROUP BY k WITH ROLLUP UNION SELECT * FROM (SELECT * FROM [s] AS `s`) t
                    DELETE FROM s WHERE k IN (SELECT k FROM s)          | DELETE FROM s WHERE k IN (SELECT k FROM [s] AS `s`)
                    UPDATE s SET v = (SELECT count(*) FROM s t)         | UPDATE s SET v = (SELECT count(*) FROM [s] t)
                    SELECT * FROM nothing, other.s, information_schema.columns | SELECT * FROM nothing, other.s, information_schema.columns
                    EXPLAIN SELECT * FROM s                             | EXPLAIN SELECT * FROM [s] AS `s`
                    TABLE s ORDER BY k LIMIT 1                          | SELECT * FROM [s] AS `s` ORDER BY k LIMIT 1
                    TABLE dt UNION TABLE s                              | TABLE dt UNION SELECT * FROM [s] AS `s`
                    VALUES (1), (2)                                     | VALUES (1), (2)
                    """)
    void aTableThatIsReadIsAQueryOfItsVisibleColumns(String sql, String expected) {
        String visible = Planner.visible(sql, CONTEXT, SNAPSHOT, false);

        assertThat(RewrittenText.original(visible)).isEqualTo(sql);
        assertThat(withoutMarks(visible)).isEqualTo(expected.replaceAll("\\[([^]]+)]", "(SELECT `k`, `v` FROM $1)"));
    }

    @Test
    void whoAsksSeesTheSignAndTheSequence() {
        assertThat(withoutMarks(Planner.visible("SELECT * FROM s, m, dt", CONTEXT, SNAPSHOT, true)))
                .isEqualTo("SELECT * FROM (SELECT `k`, `v`, 0 AS `__DORIS_DELETE_SIGN__`, `__DORIS_SEQUENCE_COL__`"
                        + " FROM s) AS `s`, (SELECT `k`, `v`, 0 AS `__DORIS_DELETE_SIGN__`, `v` AS"
                        + " `__DORIS_SEQUENCE_COL__` FROM m) AS `m`, dt");
    }

    @Test
    void partitionsThatAreNamedAreConditions() {
        CatalogSnapshot snapshot = Tables.snapshot(Tables.pt(), Tables.dt());
        String p1 = "(SELECT `id`, `score` FROM pt WHERE ((1 = 1 AND NOT (`id` IS NOT NULL AND (`id` > 10 OR (`id` = 10"
                + " AND 1 = 1))))))";

        assertThat(withoutMarks(
                        Planner.visible("SELECT id FROM pt PARTITION (p1) WHERE id > 2", CONTEXT, snapshot, false)))
                .isEqualTo("SELECT id FROM " + p1 + " AS `pt` WHERE id > 2");
        assertThat(withoutMarks(
                        Planner.visible("SELECT 1 FROM dt JOIN pt partition (P1) AS x", CONTEXT, snapshot, false)))
                .isEqualTo("SELECT 1 FROM dt JOIN " + p1 + " AS x");
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> Planner.visible("SELECT 1 FROM pt PARTITION (q)", CONTEXT, snapshot, false))
                .withMessage("Unknown partition 'q' in table 'pt'");
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> Planner.visible("SELECT 1 FROM dt PARTITION (q)", CONTEXT, snapshot, false))
                .withMessage("PARTITION () clause on non partitioned table dt");
    }

    @Test
    void aTextThatNamesNoSuchTableIsNotEvenRead() {
        String sql = "TELL * FROM m, '";

        assertThat(Planner.visible(sql, CONTEXT, SNAPSHOT, false)).isSameAs(sql);
    }

    @Test
    void aNameIsFoundHoweverItIsQuoted() {
        TableSchema quoted = new TableSchema(
                22,
                "db",
                "a`b",
                1,
                TableSchema.KeyModel.UNIQUE,
                SEQUENCED.columns(),
                SEQUENCED.properties(),
                SEQUENCED.layout());

        assertThat(Planner.visible("SELECT * FROM `a``b`", CONTEXT, Tables.snapshot(quoted), false))
                .contains("SELECT `k`, `v`");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    UPDATE s SET __DORIS_SEQUENCE_COL__ = 1             | field list
                    UPDATE s SET v = (1) WHERE `__doris_sequence_col__` > 1 | where clause
                    DELETE FROM s WHERE v IN (SELECT s.__DORIS_SEQUENCE_COL__) | where clause
                    DELETE FROM s WHERE k = 1 ORDER BY __DORIS_SEQUENCE_COL__ | order clause
                    """)
    void aChangeCannotNameAColumnThatIsNotShown(String sql, String clause) {
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> Planner.visible(sql, SEQUENCED, CONTEXT, SNAPSHOT, false))
                .withMessageMatching("(?i)Unknown column '__DORIS_SEQUENCE_COL__' in '" + clause + "'");
        assertThat(withoutMarks(Planner.visible(sql, SEQUENCED, CONTEXT, SNAPSHOT, true)))
                .isEqualTo(sql);
    }

    private static String withoutMarks(String text) {
        return text.replaceAll("/\\*\\$[+-].*?\\*/", "");
    }
}
