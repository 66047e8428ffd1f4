package io.tributary.frontend.execution;

import io.tributary.frontend.routing.BackendRouter;
import io.tributary.frontend.routing.RemoteCatalog;
import io.tributary.planner.plan.AccountPlan;
import io.tributary.planner.plan.DefinitionPlan;
import io.tributary.planner.plan.TableName;
import io.tributary.rpc.client.CatalogChange;
import io.tributary.rpc.client.UserAccount;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.session.Authenticator;
import io.tributary.session.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Changes of tables, databases and accounts. Each is durable when its answer comes, and this frontend's catalog holds it
 * before the client hears OK. Event loop of the connection.
 */
final class DefinitionExecutor {
    private final Session session;
    private final BackendRouter router;
    private final RemoteCatalog catalog;
    private final Authenticator authenticator;
    private final ConnectionLoop loop;

    DefinitionExecutor(
            Session session,
            BackendRouter router,
            RemoteCatalog catalog,
            Authenticator authenticator,
            ConnectionLoop loop) {
        this.session = session;
        this.router = router;
        this.catalog = catalog;
        this.authenticator = authenticator;
        this.loop = loop;
    }

    CompletableFuture<Answer.Done> execute(DefinitionPlan plan) {
        CompletableFuture<Answer.Done> done = CompletableFuture.completedFuture(Answer.Done.NOTHING);
        for (CatalogChange change : changes(plan)) {
            done = done.thenCompose(ignored -> apply(change));
        }
        if (plan instanceof DefinitionPlan.DropDatabase drop && drop.database().equals(session.database())) {
            return done.thenApply(dropped -> {
                session.use("");
                return dropped;
            });
        }
        return done;
    }

    /** Hashing a password takes milliseconds and happens off the loop. */
    CompletableFuture<Answer.Done> execute(AccountPlan plan) {
        if (plan instanceof AccountPlan.DropUser drop) {
            return apply(new CatalogChange.DropUser(drop.user(), drop.ifExists()));
        }
        if (plan instanceof AccountPlan.SetPassword set) {
            return putUser(new AccountPlan.PutUser(set.user(), "", set.password(), true, false));
        }
        return putUser((AccountPlan.PutUser) plan);
    }

    private CompletableFuture<Answer.Done> putUser(AccountPlan.PutUser put) {
        String name = put.user().isEmpty() ? session.user() : put.user();
        Optional<UserAccount> existing = catalog.user(name);
        if (put.mustExist() && existing.isEmpty()) {
            if (put.ifExistence()) {
                return CompletableFuture.completedFuture(Answer.Done.NOTHING);
            }
            throw new TributaryException(
                    ErrorCode.USER_OPERATION_FAILED, "Operation ALTER USER failed for '" + name + "'@'%'");
        }
        String plugin = !put.plugin().isEmpty()
                ? put.plugin()
                : existing.map(UserAccount::plugin).orElse(authenticator.defaultPlugin());
        if (!Authenticator.knows(plugin)) {
            throw new TributaryException(
                    ErrorCode.NOT_SUPPORTED,
                    "authentication plugin '" + plugin
                            + "' is not supported; mysql_native_password and caching_sha2_password are");
        }
        String password = put.password();
        if (password == null && put.mustExist() && existing.isPresent()) {
            UserAccount kept = existing.get();
            return apply(new CatalogChange.PutUser(
                    new UserAccount(name, plugin, kept.nativeVerifier(), kept.sha2Verifier()), true, false));
        }
        String clear = password == null ? "" : password;
        return loop.offLoop(() -> authenticator.verifiers(clear))
                .thenCompose(verifiers -> apply(new CatalogChange.PutUser(
                        new UserAccount(name, plugin, verifiers.nativeVerifier(), verifiers.sha2Verifier()),
                        put.mustExist(),
                        put.ifExistence() && !put.mustExist())));
    }

    private CompletableFuture<Answer.Done> apply(CatalogChange change) {
        return loop.resume(router.coordinator().change(change)).thenApply(state -> {
            catalog.apply(state);
            return Answer.Done.NOTHING;
        });
    }

    private static List<CatalogChange> changes(DefinitionPlan plan) {
        if (plan instanceof DefinitionPlan.CreateDatabase create) {
            return List.of(new CatalogChange.CreateDatabase(create.database(), create.ifNotExists()));
        }
        if (plan instanceof DefinitionPlan.DropDatabase drop) {
            return List.of(new CatalogChange.DropDatabase(drop.database(), drop.ifExists()));
        }
        if (plan instanceof DefinitionPlan.CreateTable create) {
            return List.of(new CatalogChange.CreateTable(create.table(), create.ifNotExists()));
        }
        if (plan instanceof DefinitionPlan.TruncateTable truncate) {
            return List.of(new CatalogChange.TruncateTable(
                    truncate.table().database(), truncate.table().name()));
        }
        if (plan instanceof DefinitionPlan.AlterProperties alter) {
            return List.of(new CatalogChange.AlterProperties(
                    alter.table().database(), alter.table().name(), alter.changes()));
        }
        DefinitionPlan.DropTables drop = (DefinitionPlan.DropTables) plan;
        List<CatalogChange> changes = new ArrayList<>();
        for (TableName table : drop.tables()) {
            changes.add(new CatalogChange.DropTable(table.database(), table.table(), drop.ifExists()));
        }
        return changes;
    }
}
