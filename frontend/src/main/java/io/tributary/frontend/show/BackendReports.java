package io.tributary.frontend.show;

import io.tributary.contract.calls.BackendClient;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.execution.ExecutionServices;
import io.tributary.planner.plan.ShowCondition.AllOf;
import io.tributary.planner.plan.ShowPlan;
import io.tributary.planner.plan.part.TableName;
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
