package io.tributary.frontend.write;

import io.tributary.frontend.execution.Answer;
import io.tributary.planner.plan.SavepointPlan;
import io.tributary.session.Savepoints;
import io.tributary.session.Session;
import java.util.concurrent.CompletableFuture;

/**
 * The savepoints of a session's transaction, and the way back to them: rows that are staged, and rows that the backend keeps until
 * COMMIT, are taken back. Event loop of the connection.
 */
final class SessionSavepoints {
    private static final CompletableFuture<Answer.Done> NOTHING =
            CompletableFuture.completedFuture(Answer.Done.NOTHING);

    private final Session session;
    private final BackendTransaction held;
    private final StagedRows staged;

    SessionSavepoints(Session session, BackendTransaction held, StagedRows staged) {
        this.session = session;
        this.held = held;
        this.staged = staged;
    }

    /**
     * Outside of a transaction nothing is kept, as on MySQL.
     *
     * @throws io.tributary.contract.error.TributaryException 1305 of a name that there is not, 1235 for what cannot be taken back
     *     alone
     */
    CompletableFuture<Answer.Done> execute(SavepointPlan plan) {
        held.requireUnaborted();
        Savepoints savepoints = session.transaction().savepoints();
        boolean kept = session.transaction().isActive() || !session.variables().autocommit();
        switch (plan.kind()) {
            case SET -> {
                if (kept) {
                    savepoints.set(plan.name(), staged.statements());
                }
            }
            case ROLLBACK_TO -> {
                return rollbackTo(savepoints, plan.name());
            }
            case RELEASE -> savepoints.release(plan.name());
        }
        return NOTHING;
    }

    private CompletableFuture<Answer.Done> rollbackTo(Savepoints savepoints, String name) {
        Savepoints.Mark mark = savepoints.mark(name);
        CompletableFuture<Void> taken = savepoints.appendedSince(mark)
                ? held.keep(name, mark.appends())
                : CompletableFuture.completedFuture(null);
        return taken.thenApply(ignored -> {
            staged.keep(mark.staged());
            savepoints.rolledBackTo(name);
            return Answer.Done.NOTHING;
        });
    }
}
