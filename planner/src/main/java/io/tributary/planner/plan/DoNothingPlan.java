package io.tributary.planner.plan;

/**
 * A statement that is accepted without effect.
 *
 * @param what it was, for the log: {@code LOCK TABLES}, {@code comment}, …
 */
public record DoNothingPlan(String what) implements Plan {
    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visitDoNothing(this);
    }
}
