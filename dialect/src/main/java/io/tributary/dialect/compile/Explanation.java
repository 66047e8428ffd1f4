package io.tributary.dialect.compile;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.schema.ColumnType;
import java.util.List;

/**
 * A query whose text and plan a client wants to see.
 *
 * @param runs whether the query is run for that
 */
public record Explanation(CompiledText query, boolean runs) {
    /** Columns of the result: what a row tells of, and one line of it. */
    public static final List<ResultColumn> COLUMNS = List.of(
            new ResultColumn("Item", ColumnType.varchar(16), false),
            new ResultColumn("Value", ColumnType.of(ColumnType.Kind.STRING), false));
}
