package io.tributary.planner;

import io.tributary.contract.temporary.TemporaryName;
import io.tributary.planner.plan.ExplainInsertPlan;
import io.tributary.planner.plan.FallbackReason;
import java.util.List;
import java.util.Locale;

/** EXPLAIN INSERT's result: one row for each thing the decision knows. */
public final class InsertExplanation {
    /** Its two columns, both text. */
    public static final List<String> COLUMNS = List.of("Item", "Value");

    private InsertExplanation() {}

    /** @param readsOwnWrites whether the session waits for its rows to become visible before it reads */
    public static List<List<String>> rows(
            ExplainInsertPlan plan, GroupCommitDecision decision, boolean readsOwnWrites) {
        FallbackReason reason = decision.reason();
        return List.of(
                List.of(
                        "table",
                        plan.insert().table().database() + "."
                                + TemporaryName.shownIn(plan.insert().table().name())),
                List.of("group_commit", decision.mode().text()),
                List.of("decided_by", decision.decidedBy().name().toLowerCase(Locale.ROOT)),
                List.of("reason", reason == null ? "" : reason.name()),
                List.of("read_your_writes", readsOwnWrites ? "ON" : "OFF"),
                List.of("rows", plan.rows() < 0 ? "computed by the engine" : Long.toString(plan.rows())));
    }
}
