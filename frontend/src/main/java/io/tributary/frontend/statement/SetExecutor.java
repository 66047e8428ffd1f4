package io.tributary.frontend.statement;

import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.execution.ParameterCursor;
import io.tributary.frontend.execution.PreparedParameters;
import io.tributary.frontend.execution.SessionValues;
import io.tributary.frontend.routing.BackendRouter;
import io.tributary.frontend.routing.RemoteCatalog;
import io.tributary.frontend.write.SessionTransaction;
import io.tributary.planner.plan.SessionExpression;
import io.tributary.planner.plan.SetPlan;
import io.tributary.planner.plan.VariableScope;
import io.tributary.session.Session;
import io.tributary.session.SessionVariables;
import io.tributary.session.SystemVariable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * SET. Values are computed in order, so that {@code @@sql_mode} in one sees the assignment before it; a statement that
 * fails half-way has set nothing of the session; globals follow one by one. Event loop of the connection.
 */
final class SetExecutor {
    private final Session session;
    private final EngineValues values;
    private final SessionTransaction transaction;
    private final BackendRouter router;
    private final RemoteCatalog catalog;
    private final ConnectionLoop loop;

    SetExecutor(
            Session session,
            EngineValues values,
            SessionTransaction transaction,
            BackendRouter router,
            RemoteCatalog catalog,
            ConnectionLoop loop) {
        this.session = session;
        this.values = values;
        this.transaction = transaction;
        this.router = router;
        this.catalog = catalog;
        this.loop = loop;
    }

    CompletableFuture<Answer.Done> execute(SetPlan plan, PreparedParameters bound) {
        SessionVariables variables = session.variables();
        SessionVariables.Saved before = variables.save();
        boolean autocommitBefore = variables.autocommit();
        ParameterCursor parameters = new ParameterCursor(bound);
        List<CatalogChange> globals = new ArrayList<>();
        CompletableFuture<?> assigned = CompletableFuture.completedFuture(null);
        for (SetPlan.Assignment assignment : plan.assignments()) {
            assigned = assigned.thenCompose(done -> assign(assignment, parameters, globals));
        }
        return assigned.thenCompose(done -> {
                    boolean commits = !autocommitBefore && variables.autocommit() && transaction.isOpen();
                    return commits ? transaction.commit() : CompletableFuture.completedFuture(Answer.Done.NOTHING);
                })
                .whenComplete((done, error) -> {
                    if (error != null) {
                        // On MySQL, too, autocommit stays off where the commit that it implies fails.
                        variables.restore(before);
                    }
                })
                .thenCompose(done -> change(globals, done));
    }

    private CompletableFuture<Answer.Done> change(List<CatalogChange> globals, Answer.Done answer) {
        CompletableFuture<Answer.Done> done = CompletableFuture.completedFuture(answer);
        for (CatalogChange change : globals) {
            done = done.thenCompose(
                    earlier -> loop.resume(router.catalog().change(change)).thenApply(state -> {
                        catalog.apply(state);
                        return earlier;
                    }));
        }
        return done;
    }

    private CompletableFuture<?> assign(
            SetPlan.Assignment assignment, ParameterCursor parameters, List<CatalogChange> globals) {
        if (assignment instanceof SetPlan.UserVariable user) {
            return values.evaluate(user.value(), parameters).thenAccept(value -> setUserVariable(user.name(), value));
        }
        if (assignment instanceof SetPlan.Variable variable) {
            return text(variable, parameters).thenAccept(text -> {
                if (variable.scope() == VariableScope.GLOBAL) {
                    globals.add(globalChange(variable, text.orElse(null)));
                } else {
                    setSessionVariable(variable, text.orElse(null));
                }
            });
        }
        if (assignment instanceof SetPlan.Nothing computed) {
            return values.evaluate(computed.value(), parameters);
        }
        if (assignment instanceof SetPlan.Names names) {
            String collation = names.collation();
            session.variables().setNames(named(names.charset()), collation.isEmpty() ? null : collation);
        } else if (assignment instanceof SetPlan.CharacterSet characterSet) {
            session.variables().setNames(named(characterSet.charset()), null);
        }
        return CompletableFuture.completedFuture(null);
    }

    private void setUserVariable(String name, SessionValues.Value value) {
        session.stateChanged();
        if (value.text() == null) {
            session.userVariables().setNull(name);
        } else {
            session.userVariables().set(name, SessionValues.kept(value.text(), value.number()));
        }
    }

    private void setSessionVariable(SetPlan.Variable assignment, @Nullable String text) {
        if (assignment.scope() == VariableScope.NEXT_TRANSACTION) {
            String value = session.variables().table().get(assignment.name()).normalize(text == null ? "" : text);
            // Transactions have one isolation, whatever a client asks for.
            if (transaction.isOpen()) {
                throw new TributaryException(
                        ErrorCode.TRANSACTION_IN_PROGRESS,
                        "Transaction characteristics can't be changed while a transaction is in progress");
            }
            if (assignment.name().equals("transaction_read_only")) {
                session.transaction().nextIsReadOnly(value.equals("ON"));
            }
        } else if (text == null) {
            session.variables().setDefault(assignment.name(), catalog.snapshot().globalVariables());
        } else {
            session.variables().set(assignment.name(), text);
            SystemVariable variable = session.variables().table().get(assignment.name());
            noteIfInVain(variable, session.variables().get(variable.name(), Map.of()));
        }
    }

    private CatalogChange globalChange(SetPlan.Variable assignment, @Nullable String text) {
        String name = assignment.name().toLowerCase(Locale.ROOT);
        String kept = session.variables().normalizeGlobal(name, text);
        SystemVariable variable = session.variables().table().get(name);
        if (kept != null) {
            noteIfInVain(variable, kept);
        }
        return new CatalogChange.SetGlobalVariable(variable.name(), kept);
    }

    private void noteIfInVain(SystemVariable variable, String value) {
        if (variable.isInVain(value)) {
            session.note(
                    ErrorCode.NOT_SUPPORTED, "'" + variable.name() + "' is kept and shown, and has no effect here");
        }
    }

    /** Empty for DEFAULT. {@code SET character_set_results = NULL} keeps the empty text. */
    private CompletableFuture<Optional<String>> text(SetPlan.Variable assignment, ParameterCursor parameters) {
        if (assignment.value() instanceof SessionExpression.Default) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        return values.evaluate(assignment.value(), parameters)
                .thenApply(value -> Optional.of(value.text() == null ? ofNull(assignment.name()) : value.text()));
    }

    /** An empty text, but of the one variable whose loss would go unnoticed and store a load twice. */
    private static String ofNull(String variable) {
        if (variable.equalsIgnoreCase(IdempotencyKey.VARIABLE)) {
            throw new TributaryException(
                    ErrorCode.WRONG_VALUE_FOR_VARIABLE,
                    "Variable '" + IdempotencyKey.VARIABLE + "' can't be set to the value of 'NULL'");
        }
        return "";
    }

    private static String named(String characterSet) {
        return characterSet.equalsIgnoreCase("DEFAULT") ? "utf8mb4" : characterSet;
    }
}
