package io.tributary.planner.plan;

import io.tributary.contract.schema.TableSchema;
import java.util.List;

/**
 * DELETE or UPDATE of one table, as its own text: a barrier of that table.
 *
 * @param staysIn names of the partitions that rows must not leave; empty: any
 * @param sessionTokens as in {@link PassThroughPlan}
 * @param parameterCount of {@code ?} in it
 */
public record ChangeRowsPlan(
        Kind kind, TableSchema table, String sql, List<String> staysIn, boolean sessionTokens, int parameterCount)
        implements Plan {
    public ChangeRowsPlan {
        staysIn = List.copyOf(staysIn);
    }

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
