package io.tributary.frontend.statement;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.temporary.TemporaryTables;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.execution.ExecutionServices;
import io.tributary.frontend.execution.TemporaryTableOwner;
import io.tributary.frontend.routing.RemoteCatalog;
import io.tributary.frontend.write.SessionTransaction;
import io.tributary.planner.plan.DefinitionPlan;
import io.tributary.planner.plan.part.TableName;
import io.tributary.session.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;

/**
 * The temporary tables of one session: made as tables of hidden names, which only this session knows by the names that it gave them.
 * Event loop of the connection.
 */
final class TemporaryTableStatements {
    private static final CompletableFuture<Void> NOTHING = CompletableFuture.completedFuture(null);

    private final Session session;
    private final SessionTransaction transaction;
    private final DefinitionExecutor definitions;
    private final TemporaryTableOwner owner;
    private final RemoteCatalog catalog;
    private final ConnectionLoop loop;
    private boolean closed;

    TemporaryTableStatements(
            ExecutionServices services,
            Session session,
            ConnectionLoop loop,
            SessionTransaction transaction,
            DefinitionExecutor definitions) {
        this.session = session;
        this.transaction = transaction;
        this.definitions = definitions;
        this.owner = services.clients().temporary();
        this.catalog = services.catalog();
        this.loop = loop;
    }

    TemporaryTables names() {
        return session.temporary();
    }

    /** Whether there was none before. */
    CompletableFuture<Boolean> create(DefinitionPlan.CreateTable create) {
        TableSchema table = create.table();
        String database = table.database();
        String name = table.name();
        if (exists(database, name)) {
            String exists = "Table '" + name + "' already exists";
            if (!create.ifNotExists()) {
                throw ErrorCode.TABLE_EXISTS.error(exists);
            }
            session.note(ErrorCode.TABLE_EXISTS, exists);
            return CompletableFuture.completedFuture(false);
        }
        if (session.temporary().size() >= TemporaryTables.TABLES_MAX) {
            throw ErrorCode.OUT_OF_RESOURCES.error("Out of resources: a session may have " + TemporaryTables.TABLES_MAX
                    + " temporary tables; '" + database + "." + name + "' was not created");
        }
        requireSeen();
        String hidden = owner.newName(name);
        return definitions
                .createNew(new DefinitionPlan.CreateTable(table.named(hidden), false, create.autoIncrementStart()))
                .whenComplete((created, error) -> {
                    if (error == null && !closed) {
                        // One of that name that is gone without this session.
                        CompletableFuture<?> unused = forget(new TableName(database, name));
                        session.temporary(session.temporary().with(database, name, hidden));
                    } else {
                        CompletableFuture<?> unused = owner.drop(database, hidden);
                    }
                });
    }

    /**
     * Requires that what is open sees a table that is made now.
     *
     * @throws TributaryException 1235; the transaction goes on
     */
    void requireSeen() {
        transaction.requireUnaborted();
        if (session.transaction().hasSnapshot()) {
            throw TributaryException.notSupported(
                    "CREATE TEMPORARY TABLE in a transaction that has read or changed tables",
                    ": it sees one snapshot, taken before; make the table before that, or COMMIT first");
        }
    }

    private boolean exists(String database, String name) {
        return session.temporary()
                .hidden(database, name)
                .flatMap(hidden -> catalog.snapshot().temporary(database, hidden))
                .isPresent();
    }

    /** DROP TEMPORARY TABLE: those that are there go, whatever is said of the others. */
    CompletableFuture<Answer.Done> drop(DefinitionPlan.DropTables drop) {
        List<TableName> others = new ArrayList<>();
        CompletableFuture<Void> dropped = dropOwn(drop.tables(), others);
        if (others.isEmpty()) {
            return dropped.thenApply(done -> Answer.Done.NOTHING);
        }
        StringJoiner missing = new StringJoiner(",", "Unknown table '", "'");
        others.forEach(table -> missing.add(table.toString()));
        if (!drop.ifExists()) {
            return dropped.thenCompose(
                    done -> CompletableFuture.failedFuture(ErrorCode.UNKNOWN_TABLE_ON_DROP.error(missing.toString())));
        }
        session.note(ErrorCode.UNKNOWN_TABLE_ON_DROP, missing.toString());
        return dropped.thenApply(done -> Answer.Done.NOTHING);
    }

    /** @param others takes those that are no temporary ones */
    CompletableFuture<Void> dropOwn(List<TableName> tables, List<TableName> others) {
        CompletableFuture<Void> dropped = NOTHING;
        for (TableName table : tables) {
            if (session.temporary().hidden(table.database(), table.table()).isEmpty()) {
                others.add(table);
            } else {
                CompletableFuture<Void> gone = forget(table);
                dropped = dropped.thenCompose(before -> gone);
            }
        }
        return loop.resume(dropped);
    }

    /** The session knows it no more; an open transaction may have rows for it, so the table itself goes behind that. */
    CompletableFuture<Void> forget(TableName table) {
        String hidden =
                session.temporary().hidden(table.database(), table.table()).orElse("");
        if (hidden.isEmpty()) {
            return NOTHING;
        }
        session.temporary(session.temporary().without(table.database(), table.table()));
        if (transaction.isOpen()) {
            session.transaction().afterEnd(() -> {
                CompletableFuture<?> unused = owner.drop(table.database(), hidden);
            });
            return NOTHING;
        }
        return owner.drop(table.database(), hidden);
    }

    /** All go, behind what was open. */
    void forgetAll() {
        Map<TemporaryTables.Name, String> all = session.temporary().all();
        session.temporary(TemporaryTables.NONE);
        all.forEach((name, hidden) -> {
            CompletableFuture<?> unused = owner.drop(name.database(), hidden);
        });
    }

    /** The connection is gone; what is being made now is dropped when it is there. */
    void close() {
        closed = true;
        forgetAll();
    }
}
