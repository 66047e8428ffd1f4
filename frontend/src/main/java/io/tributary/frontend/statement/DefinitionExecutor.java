package io.tributary.frontend.statement;

import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.CatalogState;
import io.tributary.contract.calls.GeneratedRows;
import io.tributary.contract.calls.UserAccount;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.DatabaseSchema;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.frontend.execution.AlterJobs;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.execution.ExecutionServices;
import io.tributary.frontend.execution.IdRanges;
import io.tributary.frontend.execution.QueryContexts;
import io.tributary.frontend.routing.BackendRouter;
import io.tributary.frontend.routing.RemoteCatalog;
import io.tributary.planner.plan.AccountPlan;
import io.tributary.planner.plan.DefinitionPlan;
import io.tributary.planner.plan.part.TableName;
import io.tributary.session.Authenticator;
import io.tributary.session.Session;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Changes of tables, databases and accounts. Each is durable when its answer comes, and this frontend's catalog holds it
 * before the client hears OK. Event loop of the connection.
 */
final class DefinitionExecutor {
    private static final DateTimeFormatter MICROSECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);

    private static final CompletableFuture<Answer.Done> NOTHING =
            CompletableFuture.completedFuture(Answer.Done.NOTHING);

    private final Session session;
    private final BackendRouter router;
    private final RemoteCatalog catalog;
    private final Authenticator authenticator;
    private final IdRanges ids;
    private final AlterJobs alterJobs;
    private final ConnectionLoop loop;

    DefinitionExecutor(ExecutionServices services, Session session, ConnectionLoop loop) {
        this.session = session;
        this.router = services.router();
        this.catalog = services.catalog();
        this.authenticator = services.clients().authenticator();
        this.ids = services.ids();
        this.alterJobs = services.status().alterJobs();
        this.loop = loop;
    }

    /** Whoever names a server lets this process log in there. */
    private void requireServersAllowed(DefinitionPlan.CreateDatabase create) {
        if (create.engine() != null && !session.user().equals("root")) {
            throw new TributaryException(
                    ErrorCode.DATABASE_ACCESS_DENIED,
                    "database '" + create.database() + "': only root may create one on a server");
        }
    }

    CompletableFuture<Answer.Done> execute(DefinitionPlan plan) {
        if (plan instanceof DefinitionPlan.CreateDatabase create) {
            requireServersAllowed(create);
            return answered(apply(ConditionalChange.of(create)));
        }
        if (plan instanceof DefinitionPlan.DropDatabase drop) {
            return answered(apply(ConditionalChange.of(drop)).whenComplete((dropped, error) -> {
                if (error == null && drop.database().equals(session.database())) {
                    session.use("");
                }
            }));
        }
        if (plan instanceof DefinitionPlan.RefreshDatabase refresh) {
            return refresh(refresh.database());
        }
        if (plan instanceof DefinitionPlan.RefreshTable refresh) {
            return apply(new CatalogChange.RefreshTable(
                    refresh.table().database(), refresh.table().table()));
        }
        if (plan instanceof DefinitionPlan.CreateTable create) {
            return create(create);
        }
        if (plan instanceof DefinitionPlan.DropTables drop) {
            return drop(drop.tables(), table -> ConditionalChange.dropTable(table, drop.ifExists()));
        }
        if (plan instanceof DefinitionPlan.CreateView create) {
            ViewSchema view = create.view();
            ViewSchema owned = view.definer().isEmpty() ? view.definedBy(session.user()) : view;
            return answered(apply(ConditionalChange.createView(owned, create)));
        }
        if (plan instanceof DefinitionPlan.DropViews drop) {
            return drop(drop.views(), view -> ConditionalChange.dropView(view, drop.ifExists()));
        }
        if (plan instanceof DefinitionPlan.TruncateTable truncate) {
            return apply(new CatalogChange.TruncateTable(
                    truncate.table().database(), truncate.table().name()));
        }
        if (plan instanceof DefinitionPlan.TruncatePartitions truncate) {
            return apply(new CatalogChange.TruncateTable(
                    truncate.table().database(), truncate.table().name(), truncate.partitions()));
        }
        if (plan instanceof DefinitionPlan.AlterProperties alter) {
            return apply(new CatalogChange.AlterProperties(
                    alter.table().database(), alter.table().name(), alter.changes()));
        }
        if (plan instanceof DefinitionPlan.SetAutoIncrement set) {
            return startAt(set.table(), set.next());
        }
        if (plan instanceof DefinitionPlan.AlterTable alter) {
            return alter(alter);
        }
        // There is nothing to change of indexes.
        return NOTHING;
    }

    /**
     * First what is new and what is gone, then each table that others may have changed. One that cannot be used as it is now is left
     * out like the others of which that is so, and one that is gone meanwhile is as if it had gone later.
     */
    private CompletableFuture<Answer.Done> refresh(String database) {
        return changed(new CatalogChange.RefreshDatabase(database)).thenCompose(state -> {
            DatabaseSchema.Refreshed refreshed = state.schemas().stream()
                    .filter(schema -> schema.name().equals(database))
                    .map(DatabaseSchema::refreshed)
                    .findAny()
                    .orElse(DatabaseSchema.Refreshed.NOTHING);
            refreshed.leftOut().forEach(reason -> session.note(ErrorCode.NOT_SUPPORTED, reason));
            CompletableFuture<Answer.Done> each = NOTHING;
            for (String table : refreshed.changed()) {
                each = each.thenCompose(
                        before -> behind("database " + database + " is refreshed in part", refreshOf(database, table)));
            }
            return each;
        });
    }

    private CompletableFuture<Answer.Done> refreshOf(String database, String table) {
        return apply(new CatalogChange.RefreshTable(database, table)).exceptionallyCompose(error -> {
            if (!(ConnectionLoop.cause(error) instanceof TributaryException refused)
                    || refused.code().kind() != ErrorCode.Kind.CLIENT) {
                return CompletableFuture.failedFuture(error);
            }
            if (refused.code() != ErrorCode.UNKNOWN_TABLE) {
                session.note(refused.code(), String.valueOf(refused.getMessage()));
            }
            return NOTHING;
        });
    }

    private CompletableFuture<Answer.Done> create(DefinitionPlan.CreateTable create) {
        return answered(createNew(create));
    }

    /** Whether there was none before. */
    CompletableFuture<Boolean> createNew(DefinitionPlan.CreateTable create) {
        TableSchema table = create.table();
        return table.isCompleted()
                ? loop.resume(router.catalog()
                                .evaluate(GeneratedRows.trial(
                                        table,
                                        QueryContexts.ofLoad(
                                                session,
                                                table.database(),
                                                session.variables().timeZone()))))
                        .thenCompose(computable -> createChecked(create))
                : createChecked(create);
    }

    private CompletableFuture<Boolean> createChecked(DefinitionPlan.CreateTable create) {
        return apply(ConditionalChange.of(create)).thenCompose(created -> {
            if (created) {
                note(UnenforcedRules.of(create.table()));
            }
            CompletableFuture<Answer.Done> started = !created
                    ? NOTHING
                    : catalog.snapshot()
                            .stored(create.table().database(), create.table().name())
                            .map(table -> behind(
                                    create.table().database() + "."
                                            + create.table().name() + " is created",
                                    startAt(table, create.autoIncrementStart())))
                            .orElse(NOTHING);
            return started.thenApply(done -> created);
        });
    }

    private void note(List<String> rules) {
        rules.forEach(rule -> session.note(ErrorCode.NOT_SUPPORTED, rule));
    }

    /** Drops a table that was just made. */
    CompletableFuture<Boolean> drop(TableName table) {
        return apply(ConditionalChange.dropTable(table, true));
    }

    private CompletableFuture<Answer.Done> drop(List<TableName> tables, Function<TableName, ConditionalChange> change) {
        CompletableFuture<Answer.Done> done = NOTHING;
        StringJoiner dropped = new StringJoiner(", ", "", " dropped").setEmptyValue("");
        for (TableName table : tables) {
            done = done.thenCompose(earlier -> behind(dropped.toString(), apply(change.apply(table))))
                    .thenApply(existed -> {
                        if (existed) {
                            dropped.add(table.database() + "." + table.table());
                        }
                        return Answer.Done.NOTHING;
                    });
        }
        return done;
    }

    private CompletableFuture<Answer.Done> alter(DefinitionPlan.AlterTable plan) {
        Instant began = Instant.now();
        CompletableFuture<Answer.Done> altered = apply(new CatalogChange.AlterTable(timed(plan.change())));
        return altered.thenCompose(done -> {
            alterJobs.add(plan.table(), plan.change(), began);
            TableSchema table = plan.change().table();
            note(UnenforcedRules.added(plan.table(), table));
            return behind(
                    table.database() + "." + table.name() + " is altered", startAt(table, plan.autoIncrementStart()));
        });
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
            return NOTHING;
        }
        return loop.resume(ids.take(table, 0, next - 1)).thenApply(taken -> Answer.Done.NOTHING);
    }

    /** Hashing a password takes milliseconds and happens off the loop. */
    CompletableFuture<Answer.Done> execute(AccountPlan plan) {
        if (plan instanceof AccountPlan.DropUser drop) {
            return answered(apply(ConditionalChange.of(drop)));
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
                session.note(ErrorCode.USER_MISSING, ConditionalChange.missingUser(name));
                return NOTHING;
            }
            throw new TributaryException(
                    ErrorCode.USER_OPERATION_FAILED, "Operation ALTER USER failed for '" + name + "'@'%'");
        }
        String plugin = !put.plugin().isEmpty()
                ? put.plugin()
                : existing.map(UserAccount::plugin).orElse(authenticator.defaultPlugin());
        if (!Authenticator.knows(plugin)) {
            throw TributaryException.notSupported(
                    "authentication plugin " + plugin, ": it has mysql_native_password and caching_sha2_password");
        }
        String password = put.password();
        if (password == null && put.mustExist() && existing.isPresent()) {
            UserAccount kept = existing.get();
            return apply(new CatalogChange.PutUser(
                    new UserAccount(name, plugin, kept.nativeVerifier(), kept.sha2Verifier()), true, false));
        }
        String clear = password == null ? "" : password;
        return loop.offLoop(() -> authenticator.verifiers(clear)).thenCompose(verifiers -> {
            UserAccount account = new UserAccount(name, plugin, verifiers.nativeVerifier(), verifiers.sha2Verifier());
            return put.mustExist()
                    ? apply(new CatalogChange.PutUser(account, true, false))
                    : answered(apply(ConditionalChange.createUser(account, put.ifExistence())));
        });
    }

    private CompletableFuture<Answer.Done> apply(CatalogChange change) {
        return changed(change).thenApply(state -> Answer.Done.NOTHING);
    }

    private CompletableFuture<CatalogState> changed(CatalogChange change) {
        return loop.resume(router.catalog().change(change)).thenApply(state -> {
            catalog.apply(state);
            return state;
        });
    }

    /** Whether there was something to do. */
    private CompletableFuture<Boolean> apply(ConditionalChange change) {
        return apply(change.insisting()).thenApply(done -> true).exceptionallyCompose(error -> {
            boolean nothingToDo = change.conditional()
                    && ConnectionLoop.cause(error) instanceof TributaryException refused
                    && change.refusals().contains(refused.code());
            return nothingToDo ? leniently(change) : CompletableFuture.failedFuture(error);
        });
    }

    private CompletableFuture<Boolean> leniently(ConditionalChange change) {
        return apply(change.lenient()).thenApply(done -> {
            session.note(change.code(), change.note());
            return false;
        });
    }

    /**
     * A step of a statement that has done others for good.
     *
     * @param done as {@link TributaryException#behind}; empty: none yet
     */
    private static <T> CompletableFuture<T> behind(String done, CompletableFuture<T> step) {
        return done.isEmpty()
                ? step
                : step.exceptionallyCompose(error -> CompletableFuture.failedFuture(
                        TributaryException.of(ConnectionLoop.cause(error)).behind(done)));
    }

    private static CompletableFuture<Answer.Done> answered(CompletableFuture<Boolean> applied) {
        return applied.thenApply(done -> Answer.Done.NOTHING);
    }
}
