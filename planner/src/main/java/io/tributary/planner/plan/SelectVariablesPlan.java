package io.tributary.planner.plan;

import java.util.List;

/**
 * A SELECT without tables that the session answers: only literals, variables and functions of the session (DATABASE,
 * SCHEMA, VERSION, USER, CURRENT_USER, SESSION_USER, SYSTEM_USER, CONNECTION_ID, LAST_INSERT_ID, ROW_COUNT, FOUND_ROWS), and SLEEP.
 *
 * @param rows 1, or 0 after LIMIT 0
 */
public record SelectVariablesPlan(List<Item> items, int rows) implements Plan {
    /** @param name the alias, or the expression as written */
    public record Item(String name, SessionExpression expression) {}

    public SelectVariablesPlan {
        items = List.copyOf(items);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visitSelectVariables(this);
    }
}
