package io.tributary.frontend.show;

import io.tributary.contract.calls.BackendClient;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.temporary.TemporaryName;
import io.tributary.dialect.token.SqlLiterals;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.execution.ExecutionServices;
import io.tributary.frontend.execution.FirstRow;
import io.tributary.frontend.execution.QueryContexts;
import io.tributary.planner.plan.ShowCondition.AllOf;
import io.tributary.planner.plan.ShowPlan;
import io.tributary.planner.plan.part.TableName;
import io.tributary.planner.sql.definition.TableDdl;
import io.tributary.session.Session;
import java.time.ZoneId;
import java.util.concurrent.CompletableFuture;

/** Each SHOW of what only a backend knows, as a question to it. Event loop of the connection, answers too. */
public final class BackendReports implements ShowPlan.ReportVisitor<BackendReport> {
    private final ExecutionServices services;
    private final Session session;
    private final ConnectionLoop loop;

    public BackendReports(ExecutionServices services, Session session, ConnectionLoop loop) {
        this.services = services;
        this.session = session;
        this.loop = loop;
    }

    @Override
    public BackendReport visitBatches(ShowPlan.Batches plan) {
        return new BackendReport(
                BatchRows.columns(),
                () -> loop.resume(services.router().eachOf(BackendClient::batches))
                        .thenApply(BatchRows::of),
                plan.filters());
    }

    @Override
    public BackendReport visitBackends(ShowPlan.Backends plan) {
        return new BackendReport(BackendRows.columns(), this::backends, plan.filters());
    }

    @Override
    public BackendReport visitTransactions(ShowPlan.Transactions plan) {
        return new BackendReport(TransactionRows.columns(), () -> transactions(plan), AllOf.NONE);
    }

    @Override
    public BackendReport visitQuarantined(ShowPlan.Quarantined plan) {
        return new BackendReport(QuarantineRows.columns(), () -> quarantined(plan), AllOf.NONE);
    }

    @Override
    public BackendReport visitCreateTable(ShowPlan.CreateTable plan) {
        CatalogTables tables = new CatalogTables(services.catalog().snapshot());
        TableSchema table = tables.require(plan.table());
        return new BackendReport(
                table.isView() ? TableRows.createViewColumns() : TableRows.createTableColumns(),
                () -> tables.snapshot()
                        .view(table.database(), table.name())
                        .map(view -> CompletableFuture.completedFuture(TableRows.createView(view)))
                        .orElseGet(() -> createText(plan, table).thenApply(text -> TableRows.createTable(table, text))),
                AllOf.NONE);
    }

    /** A server has more in its tables than is known here: what makes one again only it can say. */
    private CompletableFuture<String> createText(ShowPlan.CreateTable plan, TableSchema table) {
        if (!AdoptedTable.isOne(table)) {
            DynamicTableRows.unconfirmed(table)
                    .ifPresent(warning -> session.note(ErrorCode.INVALID_STATEMENT, warning));
            String text = TableDdl.show(table);
            return CompletableFuture.completedFuture(
                    TemporaryName.isOne(plan.table().table())
                            ? text.replaceFirst("^CREATE TABLE ", "CREATE TEMPORARY TABLE ")
                            : text);
        }
        FirstRow<String> told = new FirstRow<>((rows, columns) -> FirstRow.text(rows, 1));
        services.router()
                .queriesOf(0)
                .query(
                        "SHOW CREATE TABLE " + SqlLiterals.identifier(table.database()) + "."
                                + SqlLiterals.identifier(table.name()),
                        QueryContexts.ofShow(session, table.database()),
                        told);
        return loop.resume(told.value())
                .thenApply(text -> text.orElseThrow(() -> new TributaryException(
                                ErrorCode.ENGINE, "the server has told no text of " + table.name()))
                        + TableDdl.declared(table));
    }

    private CompletableFuture<Answer.LocalRows> backends() {
        ZoneId zone = session.variables().timeZone();
        return loop.resume(services.router().each(BackendRows::ask)).thenApply(told -> BackendRows.of(told, zone));
    }

    private CompletableFuture<Answer.LocalRows> transactions(ShowPlan.Transactions plan) {
        TransactionRows.Wanted wanted = TransactionRows.wanted(plan.filters());
        return loop.resume(services.router().transactions(wanted.txnId(), wanted.label(), plan.database()))
                .thenApply(found ->
                        TransactionRows.of(found, wanted, session.variables().timeZone()));
    }

    private CompletableFuture<Answer.LocalRows> quarantined(ShowPlan.Quarantined plan) {
        TableName name = plan.table();
        long tableId = name == null
                ? 0
                : new CatalogTables(services.catalog().snapshot()).require(name).tableId();
        return loop.resume(QuarantineRows.ask(services.router(), tableId, plan))
                .thenApply(found -> QuarantineRows.of(
                        found, plan.limit(), session.variables().timeZone()));
    }
}
