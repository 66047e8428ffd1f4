package io.tributary.planner.sql.insert;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.schema.SqlMode;
import io.tributary.planner.Tables;
import io.tributary.planner.plan.ComputedRows;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.part.LoadHint;
import io.tributary.planner.plan.part.TargetColumns;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineInsertTest {
    /** Each character is one byte. */
    private static byte[] bytes(String latin1) {
        return latin1.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void rowsThatTheEngineComputesKeepTheirBytes() {
        byte[] sql = bytes("(1, _binary'\u00ff\u0001', 1 + 1) ON DUPLICATE KEY UPDATE score = score + 1");
        InsertPlan plan = new InsertPlan(
                Tables.ut(), TargetColumns.all(3), false, InsertPlan.Form.VALUES, 0, "", LoadHint.NONE, null, false);

        String source = EngineInsert.source(plan, sql, 0, sql.length, SqlMode.DEFAULT);
        ComputedRows computed = EngineInsert.computed(plan, source, SqlMode.DEFAULT);

        assertThat(computed.queries().get(0).query()).isEqualTo("SELECT (1), (_binary x'ff01'), (1 + 1)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
            (1, 'a', id + 1)                              | SELECT (1), ('a'), ((1) + 1)
            (1, 'a', concat(`NAME`, 'name', name))        | SELECT (1), ('a'), (concat(('a'), 'name', ('a')))
            (1, 'a', (SELECT max(id) FROM ut))            | SELECT (1), ('a'), ((SELECT max(id) FROM ut))
            (1, 1 + 1, score), (3, -id, 1)                | SELECT (1), (1 + 1), (NULL), (3), (-(3)), (1)
            (NULL, cast(id AS date), DEFAULT(score) + 1)  | SELECT (NULL), (cast((NULL) AS date)), (NULL + 1)
            """)
    void aValueMayNameColumnsOfItsRowThatHaveLiterals(String values, String query) {
        assertThat(query(values)).isEqualTo(query);
    }

    private static String query(String values) {
        InsertPlan plan = new InsertPlan(
                Tables.ut(), TargetColumns.all(3), false, InsertPlan.Form.VALUES, 0, "", LoadHint.NONE, null, false);
        return EngineInsert.computed(plan, "VALUES " + values, SqlMode.DEFAULT)
                .queries()
                .get(0)
                .query();
    }
}
