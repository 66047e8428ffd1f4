package io.tributary.frontend.statement;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.write.SessionTransaction;
import io.tributary.planner.plan.DefinitionPlan;
import io.tributary.planner.plan.part.TableName;
import io.tributary.planner.sql.TemporaryReferences;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Definitions among the transactions of one connection: each commits what is open first, but those of temporary tables. Event loop of
 * the connection.
 */
final class DefinitionStatements {
    private final SessionTransaction transaction;
    private final DefinitionExecutor definitions;
    private final TemporaryTableStatements temporary;
    private final TableFromQuery tablesFromQueries;

    DefinitionStatements(
            SessionTransaction transaction,
            DefinitionExecutor definitions,
            TemporaryTableStatements temporary,
            TableFromQuery tablesFromQueries) {
        this.transaction = transaction;
        this.definitions = definitions;
        this.temporary = temporary;
        this.tablesFromQueries = tablesFromQueries;
    }

    CompletableFuture<Answer.Done> execute(DefinitionPlan plan) {
        return plan instanceof DefinitionPlan.Temporary ofSession
                ? ofSession(ofSession.plan())
                : transaction.commitBeforeWriting().thenCompose(committed -> committed(plan));
    }

    private CompletableFuture<Answer.Done> ofSession(DefinitionPlan plan) {
        if (plan instanceof DefinitionPlan.DropTables drop) {
            return temporary.drop(drop);
        }
        return plan instanceof DefinitionPlan.CreateTableAs as
                ? tablesFromQueries.executeTemporary(as)
                : temporary.create((DefinitionPlan.CreateTable) plan).thenApply(created -> Answer.Done.NOTHING);
    }

    private CompletableFuture<Answer.Done> committed(DefinitionPlan plan) {
        if (plan instanceof DefinitionPlan.CreateTableAs as) {
            return tablesFromQueries.execute(as);
        }
        if (plan instanceof DefinitionPlan.DropTables drop) {
            List<TableName> others = new ArrayList<>();
            CompletableFuture<Void> own = temporary.dropOwn(drop.tables(), others);
            DefinitionPlan rest = new DefinitionPlan.DropTables(others, drop.ifExists());
            return own.thenCompose(dropped -> definitions.execute(rest));
        }
        if (plan instanceof DefinitionPlan.CreateView create) {
            requireNoTemporary(create);
        }
        return definitions.execute(plan);
    }

    /** A view is everybody's. */
    private void requireNoTemporary(DefinitionPlan.CreateView create) {
        ViewSchema view = create.view();
        String meant =
                TemporaryReferences.hiddenIn(view.query(), view.sqlMode(), create.currentDatabase(), temporary.names());
        if (!meant.equals(view.query())) {
            throw ErrorCode.VIEW_OF_TEMPORARY.error("View's SELECT refers to a temporary table");
        }
    }
}
