package io.tributary.planner.plan;

import io.tributary.contract.schema.TableSchema;
import org.jspecify.annotations.Nullable;

/**
 * SYNC: answered when acknowledged rows are visible.
 *
 * @param table whose rows, anyone's; null for all that this session wrote
 */
public record SyncPlan(@Nullable TableSchema table) implements Plan {
    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visitSync(this);
    }
}
