package io.tributary.planner.plan;

/** KILL [CONNECTION] id, or KILL QUERY id. */
public record KillPlan(boolean queryOnly, long connectionId) implements Plan {
    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visitKill(this);
    }
}
