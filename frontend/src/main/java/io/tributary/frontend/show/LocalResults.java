package io.tributary.frontend.show;

import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.ExecutionServices;
import io.tributary.frontend.execution.ProcessList;
import io.tributary.frontend.execution.SessionValues;
import io.tributary.planner.PlanCache;
import io.tributary.planner.plan.MaintenancePlan;
import io.tributary.planner.plan.SelectVariablesPlan;
import io.tributary.planner.plan.ShowPlan;
import io.tributary.session.Session;
import java.util.function.Supplier;

/**
 * Result sets that need no backend: SHOW, DESCRIBE, and SELECT of variables and session functions. Event loop of the
 * connection.
 */
public final class LocalResults implements ShowPlan.LocalVisitor<Answer.LocalRows> {
    private final ExecutionServices services;
    private final Session session;
    private final SessionValues values;
    private final StatusRows status;

    /** @param planCache of the session */
    public LocalResults(
            ExecutionServices services, Session session, SessionValues values, Supplier<PlanCache.Stats> planCache) {
        this.services = services;
        this.session = session;
        this.values = values;
        this.status = new StatusRows(session, services, planCache);
    }

    public Answer.LocalRows select(SelectVariablesPlan plan) {
        return SelectedVariables.of(plan, values);
    }

    public Answer.LocalRows maintenance(MaintenancePlan plan) {
        return MaintenanceRows.of(plan, tables());
    }

    public Answer.LocalRows show(ShowPlan.Local plan) {
        return plan.accept(this);
    }

    @Override
    public Answer.LocalRows visitDatabases(ShowPlan.Databases plan) {
        return ShowFilter.keep(new DatabaseRows(tables()).databases(), plan.filters());
    }

    @Override
    public Answer.LocalRows visitTables(ShowPlan.Tables plan) {
        return ShowFilter.keep(new DatabaseRows(tables()).tables(plan.database(), plan.full()), plan.filters());
    }

    @Override
    public Answer.LocalRows visitTableStatus(ShowPlan.TableStatus plan) {
        return ShowFilter.keep(new DatabaseRows(tables()).tableStatus(plan.database()), plan.filters());
    }

    @Override
    public Answer.LocalRows visitColumns(ShowPlan.Columns plan) {
        boolean hidden = session.variables().showsHiddenColumns();
        return ShowFilter.keep(TableRows.columns(tables().require(plan.table()), plan.full(), hidden), plan.filters());
    }

    @Override
    public Answer.LocalRows visitIndex(ShowPlan.Index plan) {
        return ShowFilter.keep(TableRows.index(tables().require(plan.table())), plan.filters());
    }

    @Override
    public Answer.LocalRows visitPartitions(ShowPlan.Partitions plan) {
        return PartitionRows.of(tables().require(plan.table()), plan);
    }

    @Override
    public Answer.LocalRows visitDynamicTables(ShowPlan.DynamicTables plan) {
        return ShowFilter.keep(DynamicTableRows.of(tables().of(plan.database())), plan.filters());
    }

    @Override
    public Answer.LocalRows visitCreateDatabase(ShowPlan.CreateDatabase plan) {
        return new DatabaseRows(tables()).createDatabase(plan.database());
    }

    @Override
    public Answer.LocalRows visitVariables(ShowPlan.Variables plan) {
        return ShowFilter.keep(
                VariableRows.of(
                        session.variables(), services.catalog().snapshot().globalVariables(), plan.global()),
                plan.filters());
    }

    @Override
    public Answer.LocalRows visitStatus(ShowPlan.Status plan) {
        return ShowFilter.keep(status.rows(plan.global()), plan.filters());
    }

    @Override
    public Answer.LocalRows visitConditions(ShowPlan.Conditions plan) {
        return ConditionRows.of(session.diagnostics(), plan.errorsOnly(), plan.limit());
    }

    @Override
    public Answer.LocalRows visitConditionCount(ShowPlan.ConditionCount plan) {
        return ConditionRows.count(session.diagnostics(), plan.errorsOnly());
    }

    @Override
    public Answer.LocalRows visitProcesses(ShowPlan.Processes plan) {
        return ShowFilter.keep(ProcessList.rows(services.clients().sessions(), plan.full()), plan.filters());
    }

    @Override
    public Answer.LocalRows visitGrants(ShowPlan.Grants plan) {
        return plan.user().isEmpty() ? GrantRows.of(session.user()) : GrantRows.of(plan.user(), services.catalog());
    }

    @Override
    public Answer.LocalRows visitAlterations(ShowPlan.Alterations plan) {
        return AlterRows.of(
                plan, services.status().alterJobs(), session.variables().timeZone());
    }

    @Override
    public Answer.LocalRows visitFixed(ShowPlan.Fixed plan) {
        return ShowFilter.keep(
                FixedRows.of(plan.kind(), services.catalog().snapshot().engines()), plan.filters());
    }

    @Override
    public Answer.LocalRows visitAbsent(ShowPlan.Absent plan) {
        return ShowFilter.keep(NoRows.of(plan.kind()), plan.filters());
    }

    @Override
    public Answer.LocalRows visitFrontends(ShowPlan.Frontends plan) {
        return ShowFilter.keep(
                FrontendRows.of(
                        services.status(),
                        services.catalog().snapshot().version(),
                        session.variables().timeZone()),
                plan.filters());
    }

    @Override
    public Answer.LocalRows visitData(ShowPlan.Data plan) {
        return DataRows.of(plan, tables());
    }

    @Override
    public Answer.LocalRows visitTableStats(ShowPlan.TableStats plan) {
        return DataRows.statistics(tables().require(plan.table()));
    }

    @Override
    public Answer.LocalRows visitProc(ShowPlan.Proc plan) {
        return ProcRows.of(plan.path(), tables(), services.clients().sessions());
    }

    @Override
    public Answer.LocalRows visitOrdered(ShowPlan.Ordered plan) {
        return RowOrder.of(show(plan.rows()), plan.order(), plan.limit());
    }

    private CatalogTables tables() {
        return new CatalogTables(services.catalog().snapshot(), session.temporary());
    }
}
