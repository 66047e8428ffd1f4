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
import io.tributary.rpc.schema.Column;
import io.tributary.rpc.schema.ColumnType;
import io.tributary.rpc.schema.DefaultValue;
import io.tributary.rpc.schema.TableChange;
import io.tributary.rpc.schema.TableSchema;
import io.tributary.session.Authenticator;
import io.tributary.session.Session;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Changes of tables, databases and accounts. Each is durable when its answer comes, and this frontend's catalog holds it
 * before the client hears OK. Event loop of the connection.
 */
final class DefinitionExecutor {
    private static final DateTimeFormatter MICROSECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);

    private final Session session;
    private final BackendRouter router;
    private final RemoteCatalog catalog;
    private final Authenticator authenticator;
    private final IdRanges ids;
    private final ConnectionLoop loop;

    DefinitionExecutor(ExecutionServices services, Session session, ConnectionLoop loop) {
        this.session = session;
        this.router = services.router();
        this.catalog = services.catalog();
        this.authenticator = services.authenticator();
        this.ids = services.ids();
        this.loop = loop;
    }

    CompletableFuture<Answer.Done> execute(DefinitionPlan plan) {
        CompletableFuture<Answer.Done> done = CompletableFuture.completedFuture(Answer.Done.NOTHING);
        if (plan instanceof DefinitionPlan.SetAutoIncrement set) {
            return startAt(set.table(), set.next());
        }
        if (plan instanceof DefinitionPlan.CreateTable create && create.autoIncrementStart() > 1) {
            return createAndStart(create);
        }
        if (plan instanceof DefinitionPlan.AlterTable alter) {
            return alter(alter);
        }
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

    private CompletableFuture<Answer.Done> createAndStart(DefinitionPlan.CreateTable create) {
        String database = create.table().database();
        String name = create.table().name();
        boolean exists = catalog.snapshot().table(database, name).isPresent();
        CompletableFuture<Answer.Done> created =
                apply(new CatalogChange.CreateTable(create.table(), create.ifNotExists()));
        return exists
                ? created
                : created.thenCompose(done -> catalog.snapshot()
                        .table(database, name)
                        .map(table -> startAt(table, create.autoIncrementStart()))
                        .orElse(created));
    }

    private CompletableFuture<Answer.Done> alter(DefinitionPlan.AlterTable plan) {
        CompletableFuture<Answer.Done> altered = apply(new CatalogChange.AlterTable(timed(plan.change())));
        return altered.thenCompose(done -> startAt(plan.change().table(), plan.autoIncrementStart()));
    }

    /** The change with the session's time where rows that exist get CURRENT_TIMESTAMP. */
    private TableChange timed(TableChange change) {
        LocalDateTime now = LocalDateTime.now(session.variables().timeZone());
        List<TableChange.Origin> origins = new ArrayList<>(change.origins());
        for (int i = 0; i < origins.size(); i++) {
            Column column = change.table().columns().get(i);
            if (origins.get(i) instanceof TableChange.Filled
                    && column.defaultValue().kind() == DefaultValue.Kind.CURRENT_TIMESTAMP) {
                origins.set(i, new TableChange.Filled(text(now, column.type())));
            }
        }
        return new TableChange(change.table(), origins);
    }

    /** Cut, not rounded, to the fraction digits of the type. */
    private static String text(LocalDateTime time, ColumnType type) {
        int date = "uuuu-MM-dd".length();
        int seconds = "uuuu-MM-dd HH:mm:ss".length();
        int length =
                type.kind() == ColumnType.Kind.DATE ? date : type.scale() == 0 ? seconds : seconds + 1 + type.scale();
        return time.format(MICROSECONDS).substring(0, length);
    }

    /** The table's numbers go on from here, unless they are beyond it already. */
    private CompletableFuture<Answer.Done> startAt(TableSchema table, long next) {
        if (table.autoIncrementPosition() < 0 || next < 2) {
            return CompletableFuture.completedFuture(Answer.Done.NOTHING);
        }
        return loop.resume(ids.take(table, 0, next - 1)).thenApply(taken -> Answer.Done.NOTHING);
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
        if (plan instanceof DefinitionPlan.ChangeIndexes) {
            return List.of();
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
