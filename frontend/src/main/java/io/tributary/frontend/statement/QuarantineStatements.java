package io.tributary.frontend.statement;

import io.tributary.contract.calls.BackendClient;
import io.tributary.contract.calls.QuarantineInfo;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.routing.BackendRouter;
import io.tributary.planner.plan.QuarantinePlan;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** REPLAY and DISCARD QUARANTINE. Any thread. */
final class QuarantineStatements {
    private QuarantineStatements() {}

    static CompletableFuture<Answer.Done> run(BackendRouter router, QuarantinePlan plan) {
        return switch (plan.action()) {
            case REPLAY ->
                run(router, plan, backend -> backend.replayQuarantine(plan.tableId(), plan.ids()))
                        .thenApply(outcome -> new Answer.Done(
                                outcome.removed(),
                                null,
                                "Replayed: " + outcome.removed() + "  Refused again: " + outcome.refused(),
                                0));
            case DISCARD ->
                run(router, plan, backend -> backend.discardQuarantine(plan.tableId(), plan.ids()))
                        .thenApply(outcome ->
                                new Answer.Done(outcome.removed(), null, "Discarded: " + outcome.removed(), 0));
        };
    }

    private static CompletableFuture<QuarantineInfo.Outcome> run(
            BackendRouter router,
            QuarantinePlan plan,
            Function<BackendClient, CompletableFuture<QuarantineInfo.Outcome>> action) {
        return plan.tableId() != 0
                ? action.apply(router.ownerOf(plan.tableId()))
                : router.each(action)
                        .thenApply(outcomes -> new QuarantineInfo.Outcome(
                                outcomes.stream()
                                        .mapToLong(QuarantineInfo.Outcome::removed)
                                        .sum(),
                                outcomes.stream()
                                        .mapToLong(QuarantineInfo.Outcome::refused)
                                        .sum()));
    }
}
