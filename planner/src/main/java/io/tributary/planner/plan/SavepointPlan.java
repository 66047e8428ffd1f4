package io.tributary.planner.plan;

/**
 * SAVEPOINT, ROLLBACK TO SAVEPOINT or RELEASE SAVEPOINT.
 *
 * @param name as written; names of savepoints have no case
 */
public record SavepointPlan(Kind kind, String name) implements Plan {
    /** What happens to the savepoint. */
    public enum Kind {
        SET,
        ROLLBACK_TO,
        RELEASE
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visitSavepoint(this);
    }
}
