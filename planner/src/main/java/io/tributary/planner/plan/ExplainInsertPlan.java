package io.tributary.planner.plan;

import org.jspecify.annotations.Nullable;

/**
 * EXPLAIN of an INSERT: how it would be committed.
 *
 * @param reason the statement's own reason not to be grouped, its rows read, or null
 * @param rows number of literal rows, or -1 when the engine would make them
 */
public record ExplainInsertPlan(InsertPlan insert, @Nullable FallbackReason reason, long rows) implements Plan {
    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visitExplainInsert(this);
    }
}
