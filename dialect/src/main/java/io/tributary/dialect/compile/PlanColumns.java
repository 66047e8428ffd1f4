package io.tributary.dialect.compile;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.schema.ColumnType;
import java.util.List;

/** The result of EXPLAIN. */
final class PlanColumns {
    /** What a row tells of, and one line of it. */
    static final List<ResultColumn> LINES = List.of(
            new ResultColumn("Item", ColumnType.varchar(16), false),
            new ResultColumn("Value", ColumnType.of(ColumnType.Kind.STRING), false));

    private PlanColumns() {}
}
