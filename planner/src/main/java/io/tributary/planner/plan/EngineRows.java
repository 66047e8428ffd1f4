package io.tributary.planner.plan;

import io.tributary.planner.plan.part.TargetColumns;
import java.util.List;

/**
 * Rows of an INSERT that the engine computes: a query, each row of whose result makes {@code rows.size()} rows of the
 * table, its values being those of the first, then those of the second, and so on.
 *
 * @param query in MySQL's dialect
 * @param rows where the values of each row go; a column that is missing gets its DEFAULT
 */
public record EngineRows(String query, List<TargetColumns> rows) {
    public EngineRows {
        rows = List.copyOf(rows);
    }
}
