package io.tributary.frontend.statement;

import io.tributary.contract.calls.BackendClient;
import io.tributary.frontend.execution.Answer;
import io.tributary.planner.plan.QuarantinePlan;
import java.util.concurrent.CompletableFuture;

/** REPLAY and DISCARD QUARANTINE. Any thread. */
final class QuarantineStatements {
    private QuarantineStatements() {}

    static CompletableFuture<Answer.Done> run(BackendClient backend, QuarantinePlan plan) {
        return switch (plan.action()) {
            case REPLAY ->
                backend.replayQuarantine(plan.tableId(), plan.ids())
                        .thenApply(outcome -> new Answer.Done(
                                outcome.removed(),
                                null,
                                "Replayed: " + outcome.removed() + "  Refused again: " + outcome.refused(),
                                0));
            case DISCARD ->
                backend.discardQuarantine(plan.tableId(), plan.ids())
                        .thenApply(outcome ->
                                new Answer.Done(outcome.removed(), null, "Discarded: " + outcome.removed(), 0));
        };
    }
}
