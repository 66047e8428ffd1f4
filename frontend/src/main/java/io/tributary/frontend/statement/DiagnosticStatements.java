package io.tributary.frontend.statement;

import io.tributary.planner.plan.Plan;
import io.tributary.planner.plan.SelectVariablesPlan;
import io.tributary.planner.plan.SessionExpression;
import io.tributary.planner.plan.ShowPlan;

/** Statements that ask what the one before left in the diagnostics area, and so leave it there. */
final class DiagnosticStatements {
    private DiagnosticStatements() {}

    static boolean asksOnly(Plan plan) {
        if (plan instanceof ShowPlan.Conditions || plan instanceof ShowPlan.ConditionCount) {
            return true;
        }
        return plan instanceof SelectVariablesPlan select
                && select.items().stream().anyMatch(item -> isCount(item.expression()));
    }

    private static boolean isCount(SessionExpression expression) {
        return expression instanceof SessionExpression.SystemVariable variable
                && (variable.name().equalsIgnoreCase("warning_count")
                        || variable.name().equalsIgnoreCase("error_count"));
    }
}
