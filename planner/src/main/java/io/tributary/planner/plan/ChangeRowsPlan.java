package io.tributary.planner.plan;

import io.tributary.contract.schema.TableSchema;

/**
 * DELETE or UPDATE of one table, as its own text: a barrier of that table.
 *
 * @param sessionTokens as in {@link PassThroughPlan}
 * @param parameterCount of {@code ?} in it
 */
public record ChangeRowsPlan(Kind kind, TableSchema table, String sql, boolean sessionTokens, int parameterCount)
        implements Plan {
    /** What happens to the rows. */
    public enum Kind {
        DELETE,
        UPDATE
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visitChangeRows(this);
    }
}
