package io.tributary.planner.sql;

import io.tributary.dialect.token.Tokens;
import io.tributary.planner.plan.ShowPlan;

/** How much of it a SHOW shows: {@code [LIMIT [offset,] rows]}, or {@code LIMIT rows OFFSET offset}. */
final class LimitParser {
    private LimitParser() {}

    static ShowPlan.Limit parse(Tokens tokens) {
        if (!tokens.accept("LIMIT")) {
            return ShowPlan.Limit.NONE;
        }
        long first = tokens.wholeNumber();
        if (tokens.acceptSymbol(',')) {
            return new ShowPlan.Limit(first, tokens.wholeNumber());
        }
        return new ShowPlan.Limit(tokens.accept("OFFSET") ? tokens.wholeNumber() : 0, first);
    }
}
