package io.tributary.planner.plan;

/** USE of a database that exists. */
public record UsePlan(String database) implements Plan {
    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visitUse(this);
    }
}
