package io.tributary.planner;

import io.tributary.planner.plan.Plan;
import io.tributary.planner.plan.part.RowTemplate;
import org.jspecify.annotations.Nullable;

/**
 * A prepared statement's plan.
 *
 * @param parameterCount 0 to 65535
 * @param rows of an INSERT whose rows are parameters, literals and DEFAULT alone; null otherwise (an INSERT then goes to
 *     the engine as text, its parameters put in as literals)
 */
public record Prepared(Plan plan, int parameterCount, @Nullable RowTemplate rows) {
    public static final int PARAMETERS_MAX = 65_535;
}
