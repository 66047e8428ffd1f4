package io.tributary.planner.plan;

import java.util.List;

/**
 * REPLAY QUARANTINE and DISCARD QUARANTINE.
 *
 * @param tableId 0: rows of any table
 * @param ids of rows; empty: any
 */
public record QuarantinePlan(Action action, long tableId, List<Long> ids) implements Plan {
    /** What becomes of the rows. */
    public enum Action {
        /** They are inserted again. */
        REPLAY,
        DISCARD
    }

    public QuarantinePlan {
        ids = List.copyOf(ids);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visitQuarantine(this);
    }
}
