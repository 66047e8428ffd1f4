package io.tributary.frontend.statement;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.execution.ExecutionServices;
import io.tributary.frontend.execution.PreparedParameters;
import io.tributary.frontend.execution.QueryContexts;
import io.tributary.frontend.execution.SessionValues;
import io.tributary.frontend.show.BackendReports;
import io.tributary.frontend.show.LocalResults;
import io.tributary.frontend.write.InsertExecutor;
import io.tributary.frontend.write.OwnWrites;
import io.tributary.frontend.write.SessionPlanner;
import io.tributary.frontend.write.SessionTransaction;
import io.tributary.planner.GroupCommitDecision;
import io.tributary.planner.InsertExplanation;
import io.tributary.planner.Planner;
import io.tributary.planner.Prepared;
import io.tributary.planner.plan.AccountPlan;
import io.tributary.planner.plan.ChangeRowsPlan;
import io.tributary.planner.plan.DecommissionPlan;
import io.tributary.planner.plan.DefinitionPlan;
import io.tributary.planner.plan.DoNothingPlan;
import io.tributary.planner.plan.ExplainInsertPlan;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.KillPlan;
import io.tributary.planner.plan.LoadDataPlan;
import io.tributary.planner.plan.MaintenancePlan;
import io.tributary.planner.plan.NamedStatementPlan;
import io.tributary.planner.plan.PassThroughPlan;
import io.tributary.planner.plan.Plan;
import io.tributary.planner.plan.QuarantinePlan;
import io.tributary.planner.plan.SavepointPlan;
import io.tributary.planner.plan.SelectVariablesPlan;
import io.tributary.planner.plan.SetPlan;
import io.tributary.planner.plan.ShowPlan;
import io.tributary.planner.plan.SyncPlan;
import io.tributary.planner.plan.TransactionPlan;
import io.tributary.planner.plan.UsePlan;
import io.tributary.planner.sql.SystemQueries;
import io.tributary.session.Session;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Carries out the plans of one connection that are no INSERT of rows: one method for each kind.
 *
 * <p>Event loop of the connection.
 */
final class PlanExecutor implements Plan.Visitor<CompletableFuture<? extends Answer>> {
    private static final CompletableFuture<Answer.Done> NOTHING =
            CompletableFuture.completedFuture(Answer.Done.NOTHING);

    private final ExecutionServices services;
    private final Session session;
    private final ConnectionLoop loop;
    private final SessionPlanner planner;
    private final SessionTransaction transaction;
    private final InsertExecutor inserts;
    private final OwnWrites ownWrites;
    private final SessionValues values;
    private final Sleep sleep;
    private final SetExecutor sets;
    private final DefinitionExecutor definitions;
    private final TemporaryTableStatements temporary;
    private final DefinitionStatements statements;
    private final LocalResults localResults;
    private final BackendReports reports;
    private final NamedStatementExecutor named;
    private final LocalFileStatements files;
    private PreparedParameters parameters = PreparedParameters.NONE;

    PlanExecutor(
            ExecutionServices services,
            Session session,
            ConnectionLoop loop,
            SessionPlanner planner,
            SessionTransaction transaction,
            InsertExecutor inserts,
            OwnWrites ownWrites) {
        this.services = services;
        this.session = session;
        this.loop = loop;
        this.planner = planner;
        this.transaction = transaction;
        this.inserts = inserts;
        this.ownWrites = ownWrites;
        this.values = planner.values();
        this.sleep = new Sleep(session, values, loop, planner::sqlMode);
        EngineValues engineValues = new EngineValues(
                planner,
                sleep,
                services.router(),
                ownWrites,
                loop,
                () -> QueryContexts.of(session, session.transaction().seen()));
        this.sets = new SetExecutor(session, engineValues, transaction, services.router(), services.catalog(), loop);
        this.definitions = new DefinitionExecutor(services, session, loop);
        this.temporary = new TemporaryTableStatements(services, session, loop, transaction, definitions);
        this.statements = new DefinitionStatements(
                transaction,
                definitions,
                temporary,
                new TableFromQuery(planner, this, definitions, temporary, inserts, transaction, loop));
        this.named = new NamedStatementExecutor(session, values, loop);
        this.files = new LocalFileStatements(services, session, loop, planner, transaction, inserts);
        this.localResults = new LocalResults(services, session, values, planner::planCache);
        this.reports = new BackendReports(services, session, loop);
    }

    /** @param bound what stands for {@code ?} where the plan goes to the engine as text */
    CompletableFuture<? extends Answer> execute(Plan plan, PreparedParameters bound) {
        parameters = bound;
        return plan.accept(this);
    }

    /** Plans a statement with parameters, a long one off the loop. */
    CompletableFuture<Prepared> prepared(byte[] sql) {
        return sql.length <= ConnectionLoop.BYTES_MAX
                ? CompletableFuture.completedFuture(planner.prepare(sql))
                : loop.offLoop(() -> planner.prepare(sql));
    }

    /** The columns that a plan's result set will have, without running it; empty for one without a result set. */
    CompletableFuture<List<ResultColumn>> describe(Plan plan) {
        if (plan instanceof PassThroughPlan query) {
            parameters = PreparedParameters.NONE;
            String described = query.sessionTokens() ? substituted(query.sql()) : query.sql();
            long of = session.transaction().backendId();
            return loop.resume(services.router()
                    .queriesOf(of)
                    .describe(planner.engineText(described), QueryContexts.of(session, of)));
        }
        if (plan instanceof ShowPlan.Report report) {
            return CompletableFuture.completedFuture(report.accept(reports).columns());
        }
        if (plan instanceof ShowPlan.OfServer show) {
            return loop.resume(services.router()
                    .queriesOf(0)
                    .describe(show.sql(), QueryContexts.ofShow(session, show.database())));
        }
        if (plan instanceof ShowPlan.Local show) {
            return CompletableFuture.completedFuture(localResults.show(show).columns());
        }
        if (plan instanceof SelectVariablesPlan select) {
            return CompletableFuture.completedFuture(localResults.select(select).columns());
        }
        if (plan instanceof MaintenancePlan maintenance) {
            return CompletableFuture.completedFuture(
                    localResults.maintenance(maintenance).columns());
        }
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletableFuture<? extends Answer> visitInsert(InsertPlan plan) {
        throw new IllegalStateException("an INSERT is run with its rows");
    }

    @Override
    public CompletableFuture<? extends Answer> visitExplainInsert(ExplainInsertPlan plan) {
        InsertPlan insert = plan.insert();
        TableSchema table =
                Planner.current(insert, services.catalog().snapshot()).orElse(insert.table());
        GroupCommitDecision decision = inserts.decide(insert, plan.reason(), table);
        return CompletableFuture.completedFuture(new Answer.LocalRows(
                Answer.LocalRows.texts(InsertExplanation.COLUMNS.toArray(String[]::new)),
                new ArrayList<>(InsertExplanation.rows(
                        plan, decision, session.variables().readsOwnWrites()))));
    }

    @Override
    public CompletableFuture<? extends Answer> visitPassThrough(PassThroughPlan plan) {
        String sql = plan.sessionTokens() || plan.parameterCount() > 0 ? substituted(plan.sql()) : plan.sql();
        if (plan.readsTables()) {
            transaction.statementEnded();
        }
        // Outside of a transaction it makes no difference, and is not looked for.
        boolean system = plan.readsTables()
                && transaction.isOpen()
                && SystemQueries.isOne(sql, session.databaseOfNames(), planner.sqlMode());
        CompletableFuture<Long> id = plan.readsTables()
                ? ownWrites
                        .beforeReading()
                        .thenCompose(
                                visible -> system ? CompletableFuture.completedFuture(0L) : transaction.forStatement())
                : transaction.forNoTable();
        String text = planner.engineText(sql);
        return id.thenApply(of -> new Answer.EngineQuery(text, QueryContexts.ofSelect(session, of), rowsMax()));
    }

    @Override
    public CompletableFuture<? extends Answer> visitChangeRows(ChangeRowsPlan plan) {
        String sql = plan.sessionTokens() || plan.parameterCount() > 0 ? substituted(plan.sql()) : plan.sql();
        return change(plan.table(), planner.engineText(sql));
    }

    /** An INSERT that the table's own server runs as it was written. */
    CompletableFuture<Answer.Done> insertAsText(TableSchema table, String sql, PreparedParameters bound) {
        parameters = bound;
        return change(table, planner.requireNoTemporary(substituted(sql)));
    }

    private CompletableFuture<Answer.Done> change(TableSchema table, String sql) {
        transaction.requireWritable();
        return ownWrites
                .beforeReading()
                .thenCompose(visible -> transaction.forChange("", table))
                .thenCompose(id -> transaction.within(services.router()
                        .ownerOf(table.tableId())
                        .execute(sql, table.tableId(), table.schemaVersion(), QueryContexts.of(session, id))))
                .thenApply(result -> {
                    Answer.Done done = transaction.isActive()
                            ? transaction.done(result.affectedRows())
                            : new Answer.Done(
                                    result.affectedRows(),
                                    new Answer.Load(result.label(), Answer.Status.VISIBLE, result.txnId()));
                    return done.withInsertId(result.lastInsertId());
                })
                .whenComplete((answer, error) -> transaction.statementEnded());
    }

    @Override
    public CompletableFuture<? extends Answer> visitDefinition(DefinitionPlan plan) {
        return statements.execute(plan);
    }

    @Override
    public CompletableFuture<? extends Answer> visitAccount(AccountPlan plan) {
        return transaction.commitBeforeWriting().thenCompose(committed -> definitions.execute(plan));
    }

    @Override
    public CompletableFuture<? extends Answer> visitTransaction(TransactionPlan plan) {
        return switch (plan.kind()) {
            case BEGIN -> transaction.begin(plan.label(), plan.access());
            case COMMIT -> transaction.commit();
            case ROLLBACK -> transaction.rollback();
        };
    }

    @Override
    public CompletableFuture<? extends Answer> visitSavepoint(SavepointPlan plan) {
        return transaction.savepoint(plan);
    }

    @Override
    public CompletableFuture<? extends Answer> visitSet(SetPlan plan) {
        return sets.execute(plan, parameters);
    }

    @Override
    public CompletableFuture<? extends Answer> visitUse(UsePlan plan) {
        session.use(plan.database());
        return NOTHING;
    }

    @Override
    public CompletableFuture<? extends Answer> visitShow(ShowPlan.Local plan) {
        return CompletableFuture.completedFuture(localResults.show(plan));
    }

    @Override
    public CompletableFuture<? extends Answer> visitReport(ShowPlan.Report plan) {
        return plan.accept(reports).rows();
    }

    @Override
    public CompletableFuture<? extends Answer> visitShowOfServer(ShowPlan.OfServer plan) {
        return CompletableFuture.completedFuture(
                new Answer.EngineQuery(plan.sql(), QueryContexts.ofShow(session, plan.database()), Long.MAX_VALUE));
    }

    @Override
    public CompletableFuture<? extends Answer> visitSelectVariables(SelectVariablesPlan plan) {
        return plan.rows() == 0
                ? CompletableFuture.completedFuture(localResults.select(plan))
                : sleep.before(plan, parameters).thenApply(localResults::select);
    }

    /** Ends what waits for nothing but time. */
    void interrupt() {
        sleep.interrupt();
    }

    /** What the session alone sees goes. */
    void reset() {
        temporary.forgetAll();
    }

    /** The session is gone, and its transaction before. */
    void close() {
        sleep.interrupt();
        temporary.close();
    }

    @Override
    public CompletableFuture<? extends Answer> visitSync(SyncPlan plan) {
        TableSchema table = plan.table();
        return (table == null ? ownWrites.sync() : ownWrites.sync(table)).thenApply(synced -> Answer.Done.NOTHING);
    }

    @Override
    public CompletableFuture<? extends Answer> visitQuarantine(QuarantinePlan plan) {
        return transaction
                .commitBeforeWriting()
                .thenCompose(committed -> loop.resume(QuarantineStatements.run(services.router(), plan)));
    }

    @Override
    public CompletableFuture<? extends Answer> visitKill(KillPlan plan) {
        if (plan.connectionId() >>> Integer.SIZE != 0) {
            throw new TributaryException(ErrorCode.NO_SUCH_THREAD, "Unknown thread id: " + plan.connectionId());
        }
        services.clients().sessions().kill((int) plan.connectionId(), !plan.queryOnly());
        return NOTHING;
    }

    @Override
    public CompletableFuture<? extends Answer> visitDecommission(DecommissionPlan plan) {
        CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
        for (String address : plan.backends()) {
            done = done.thenCompose(before -> services.router().at(address))
                    .thenCompose(backend -> backend.decommission(address, plan.cancelled()));
        }
        return loop.resume(done).thenApply(all -> Answer.Done.NOTHING);
    }

    @Override
    public CompletableFuture<? extends Answer> visitMaintenance(MaintenancePlan plan) {
        return CompletableFuture.completedFuture(localResults.maintenance(plan));
    }

    @Override
    public CompletableFuture<? extends Answer> visitDoNothing(DoNothingPlan plan) {
        return NOTHING;
    }

    @Override
    public CompletableFuture<? extends Answer> visitNamedStatement(NamedStatementPlan plan) {
        if (plan instanceof NamedStatementPlan.Prepare prepare) {
            byte[] sql = planner.onlyStatement(named.begin(prepare));
            return prepared(sql)
                    .thenCompose(prepared -> describe(prepared.plan()).thenApply(columns -> {
                        named.keep(prepare.name(), sql, prepared);
                        return Answer.Done.NOTHING;
                    }));
        }
        if (plan instanceof NamedStatementPlan.Deallocate deallocate) {
            named.deallocate(deallocate);
            return NOTHING;
        }
        throw new IllegalStateException("an EXECUTE is run as the statement it stands for");
    }

    @Override
    public CompletableFuture<? extends Answer> visitLoadData(LoadDataPlan plan) {
        return CompletableFuture.completedFuture(files.begin(plan));
    }

    /** The statement that an EXECUTE stands for. */
    CompletableFuture<byte[]> text(NamedStatementPlan.Execute plan) {
        return named.text(plan, planner);
    }

    /** Where the names of what an EXECUTE stands for are looked up. */
    String databaseOf(NamedStatementPlan.Execute plan) {
        return session.statements().named().get(plan.name(), "EXECUTE").database();
    }

    private String substituted(String sql) {
        return values.substitute(sql, planner.sqlMode(), parameters);
    }

    private long rowsMax() {
        String limit = session.variables().get("sql_select_limit", Map.of());
        return new BigInteger(limit).min(BigInteger.valueOf(Long.MAX_VALUE)).longValue();
    }
}
