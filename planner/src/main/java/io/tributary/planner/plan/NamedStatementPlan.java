package io.tributary.planner.plan;

import java.util.List;

/** PREPARE, EXECUTE and DEALLOCATE PREPARE as statements of their own. Names are compared without regard to case. */
public sealed interface NamedStatementPlan extends Plan {
    String name();

    /** @param source the statement's text: a string, or a user variable that holds it */
    record Prepare(String name, SessionExpression source) implements NamedStatementPlan {}

    /** @param variables user variables whose values stand for the {@code ?}, in their order */
    record Execute(String name, List<String> variables) implements NamedStatementPlan {
        public Execute {
            variables = List.copyOf(variables);
        }
    }

    record Deallocate(String name) implements NamedStatementPlan {}

    @Override
    default <R> R accept(Visitor<R> visitor) {
        return visitor.visitNamedStatement(this);
    }
}
