package io.tributary.frontend.show;

import static io.tributary.frontend.execution.Answer.LocalRows.number;
import static io.tributary.frontend.execution.Answer.LocalRows.text;

import io.tributary.frontend.execution.Answer;
import io.tributary.planner.plan.ShowPlan;
import io.tributary.session.Condition;
import io.tributary.session.Diagnostics;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SHOW WARNINGS, SHOW ERRORS and their counts: what the statement before left in the diagnostics area. */
final class ConditionRows {
    private ConditionRows() {}

    static Answer.LocalRows of(Diagnostics diagnostics, boolean errorsOnly, ShowPlan.Limit limit) {
        List<List<@Nullable String>> rows = diagnostics.conditions().stream()
                .filter(condition -> !errorsOnly || condition.level() == Condition.Level.ERROR)
                .skip(limit.offset())
                .limit(limit.rows())
                .map(ConditionRows::row)
                .toList();
        return new Answer.LocalRows(List.of(text("Level"), number("Code"), text("Message")), rows);
    }

    static Answer.LocalRows count(Diagnostics diagnostics, boolean errorsOnly) {
        int count = errorsOnly ? diagnostics.errorCountBefore() : diagnostics.countBefore();
        return new Answer.LocalRows(
                List.of(number(errorsOnly ? "@@session.error_count" : "@@session.warning_count")),
                List.of(Arrays.asList(Integer.toString(count))));
    }

    private static List<@Nullable String> row(Condition condition) {
        return Arrays.asList(condition.level().text(), Integer.toString(condition.code()), condition.message());
    }
}
