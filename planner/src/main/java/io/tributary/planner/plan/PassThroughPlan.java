package io.tributary.planner.plan;

/**
 * A query that the engine answers, as its own text in MySQL's dialect.
 *
 * @param sessionTokens whether {@code @@x}, {@code @u} or a function of the session (DATABASE(), …) stands in it, to be
 *     replaced before it is sent
 * @param parameterCount of {@code ?} in it
 * @param readsTables false only for a query that surely reads none
 */
public record PassThroughPlan(String sql, boolean sessionTokens, int parameterCount, boolean readsTables)
        implements Plan {
    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visitPassThrough(this);
    }
}
