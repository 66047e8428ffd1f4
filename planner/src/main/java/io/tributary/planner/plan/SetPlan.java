package io.tributary.planner.plan;

import java.util.List;

/** SET: all of its assignments, or none, take effect, in order. DO is a SET of nothing. */
public record SetPlan(List<Assignment> assignments) implements Plan {
    /** One part of a SET. */
    public sealed interface Assignment {}

    /** @param name as written, without scope; variable names have no case. SET TRANSACTION comes as
     *     {@code transaction_isolation = 'READ-COMMITTED'} and {@code transaction_read_only = 1} */
    public record Variable(VariableScope scope, String name, SessionExpression value) implements Assignment {}

    public record UserVariable(String name, SessionExpression value) implements Assignment {}

    /** A value that is computed for nobody. */
    public record Nothing(SessionExpression value) implements Assignment {}

    /** @param charset a name, or {@code DEFAULT}
     *  @param collation or empty */
    public record Names(String charset, String collation) implements Assignment {}

    /** SET CHARACTER SET; {@code DEFAULT} possible. */
    public record CharacterSet(String charset) implements Assignment {}

    public SetPlan {
        assignments = List.copyOf(assignments);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visitSet(this);
    }
}
