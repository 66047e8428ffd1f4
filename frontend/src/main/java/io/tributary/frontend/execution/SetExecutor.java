package io.tributary.frontend.execution;

import io.tributary.frontend.routing.BackendRouter;
import io.tributary.frontend.routing.RemoteCatalog;
import io.tributary.planner.plan.SessionExpression;
import io.tributary.planner.plan.SetPlan;
import io.tributary.planner.plan.VariableScope;
import io.tributary.rpc.client.CatalogChange;
import io.tributary.session.Session;
import io.tributary.session.SessionVariables;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * SET. Values are computed in order, so that {@code @@sql_mode} in one sees the assignment before it; a statement that
 * fails half-way has set nothing. Event loop of the connection.
 */
final class SetExecutor {
    private final Session session;
    private final SessionValues values;
    private final SessionTransaction transaction;
    private final BackendRouter router;
    private final RemoteCatalog catalog;
    private final ConnectionLoop loop;

    SetExecutor(
            Session session,
            SessionValues values,
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

    CompletableFuture<Answer.Done> execute(SetPlan plan) {
        SessionVariables variables = session.variables();
        SessionVariables.Saved before = variables.save();
        boolean autocommitBefore = variables.autocommit();
        List<CatalogChange> globals = new ArrayList<>();
        try {
            for (SetPlan.Assignment assignment : plan.assignments()) {
                assign(assignment, globals);
            }
        } catch (RuntimeException e) {
            variables.restore(before);
            throw e;
        }
        CompletableFuture<Answer.Done> done = CompletableFuture.completedFuture(Answer.Done.NOTHING);
        if (!autocommitBefore && variables.autocommit() && transaction.isOpen()) {
            done = transaction.commit();
        }
        for (CatalogChange change : globals) {
            done = done.thenCompose(
                    earlier -> loop.resume(router.coordinator().change(change)).thenApply(state -> {
                        catalog.apply(state);
                        return earlier;
                    }));
        }
        return done;
    }

    private void assign(SetPlan.Assignment assignment, List<CatalogChange> globals) {
        if (assignment instanceof SetPlan.UserVariable user) {
            setUserVariable(user);
        } else if (assignment instanceof SetPlan.Names names) {
            setNames(names);
        } else if (assignment instanceof SetPlan.CharacterSet characterSet) {
            session.variables().setNames(named(characterSet.charset()), null);
        } else if (assignment instanceof SetPlan.Variable variable) {
            if (variable.scope() == VariableScope.GLOBAL) {
                globals.add(globalChange(variable));
            } else {
                setSessionVariable(variable);
            }
        }
    }

    private void setUserVariable(SetPlan.UserVariable assignment) {
        SessionValues.Value value = values.evaluate(assignment.value());
        if (value.text() == null) {
            session.userVariables().setNull(assignment.name());
        } else {
            session.userVariables().set(assignment.name(), SessionValues.kept(value.text(), value.number()));
        }
    }

    private void setNames(SetPlan.Names names) {
        session.variables().setNames(named(names.charset()), names.collation().isEmpty() ? null : names.collation());
    }

    private void setSessionVariable(SetPlan.Variable assignment) {
        String text = text(assignment);
        if (assignment.scope() == VariableScope.NEXT_TRANSACTION) {
            // Checked and dropped: transactions have one isolation, whatever a client asks for.
            session.variables().table().get(assignment.name()).normalize(text == null ? "" : text);
        } else if (text == null) {
            session.variables().setDefault(assignment.name(), catalog.snapshot().globalVariables());
        } else {
            session.variables().set(assignment.name(), text);
        }
    }

    private CatalogChange globalChange(SetPlan.Variable assignment) {
        String name = assignment.name().toLowerCase(Locale.ROOT);
        String kept = session.variables().normalizeGlobal(name, text(assignment));
        return new CatalogChange.SetGlobalVariable(
                session.variables().table().get(name).name(), kept);
    }

    /** Null for DEFAULT. {@code SET character_set_results = NULL} keeps the empty text. */
    private @Nullable String text(SetPlan.Variable assignment) {
        SessionExpression value = assignment.value();
        if (value instanceof SessionExpression.Default) {
            return null;
        }
        String text = values.evaluate(value).text();
        return text == null ? "" : text;
    }

    private static String named(String characterSet) {
        return characterSet.equalsIgnoreCase("DEFAULT") ? "utf8mb4" : characterSet;
    }
}
