package io.tributary.dialect.compile;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.schema.ColumnType;
import io.tributary.dialect.tree.PlanForm;
import java.util.List;

/** The result of EXPLAIN. */
final class PlanColumns {
    private static final ColumnType TEXT = ColumnType.of(ColumnType.Kind.STRING);

    /** What a row tells of, and one line of it. */
    private static final List<ResultColumn> LINES =
            List.of(new ResultColumn("Item", ColumnType.varchar(16), false), new ResultColumn("Value", TEXT, false));

    /** MySQL calls its column so. */
    private static final List<ResultColumn> OBJECT = List.of(new ResultColumn("EXPLAIN", TEXT, false));

    private PlanColumns() {}

    static List<ResultColumn> of(PlanForm plan) {
        return plan == PlanForm.JSON ? OBJECT : LINES;
    }
}
