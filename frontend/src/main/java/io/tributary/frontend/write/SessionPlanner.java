package io.tributary.frontend.write;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.FilterLimits;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.row.encode.RowFilter;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.temporary.TemporaryName;
import io.tributary.contract.temporary.TemporaryTables;
import io.tributary.dialect.token.StatementSplitter;
import io.tributary.frontend.execution.ExecutionServices;
import io.tributary.frontend.execution.PreparedParameters;
import io.tributary.frontend.execution.SessionValues;
import io.tributary.planner.PlanCache;
import io.tributary.planner.PlanContext;
import io.tributary.planner.Planner;
import io.tributary.planner.Prepared;
import io.tributary.planner.catalog.Catalog;
import io.tributary.planner.catalog.NameResolver;
import io.tributary.planner.plan.ComputedRows;
import io.tributary.planner.plan.EngineRows;
import io.tributary.planner.plan.FallbackReason;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.Plan;
import io.tributary.planner.sql.TemporaryReferences;
import io.tributary.planner.sql.insert.EngineInsert;
import io.tributary.session.PreparedStatement;
import io.tributary.session.Session;
import io.tributary.session.SessionVariables;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Turns the texts of one session into plans and rows: what planning needs to know of the session, its plan cache, and the
 * encoders it reuses.
 *
 * <p>One thread at a time: the event loop of the connection, or the planning pool while the loop waits for it.
 */
public final class SessionPlanner {
    private final Planner planner;
    private final Catalog catalog;
    private final Session session;
    private final SessionValues values;
    private final PlanCache plans;
    private final LiteralRowEncoder literals = new LiteralRowEncoder();
    private final TableWriters writers = new TableWriters();
    private PlanContext planContext = new PlanContext("", SqlMode.DEFAULT);

    public SessionPlanner(ExecutionServices services, Session session) {
        this.planner = services.planning().planner();
        this.catalog = services.catalog();
        this.session = session;
        this.values = new SessionValues(
                session,
                services.clients().sessions(),
                services.catalog(),
                services.status().version());
        this.plans =
                new PlanCache(services.planning().cache(), services.planning().entriesPerSession());
    }

    public PlanCache.Stats planCache() {
        return plans.stats();
    }

    /** What stands for variables and session functions in the texts that it plans. */
    public SessionValues values() {
        return values;
    }

    public SqlMode sqlMode() {
        return context().sqlMode();
    }

    /** A query, UPDATE or DELETE of the session as its engine reads it, in which no name means a table of this session alone. */
    public String engineText(String sql) {
        return engineText(sql, session.temporary());
    }

    private String engineText(String sql, TemporaryTables names) {
        return TemporaryReferences.hiddenIn(sql, sqlMode(), session.databaseOfNames(), names);
    }

    /** An INSERT that goes as it is where the names of temporary tables are not known. */
    public String requireNoTemporary(String sql) {
        TemporaryReferences.requireNone(sql, sqlMode(), session.temporary());
        return sql;
    }

    /**
     * A table of the current database.
     *
     * @throws TributaryException 1046 or 1146
     */
    public TableSchema table(String name) {
        return new NameResolver(catalog.snapshot(), session.database(), session.temporary()).readableTable("", name);
    }

    public Plan plan(byte[] sql, int from, int to) {
        return planner.plan(sql, from, to, context(), plans);
    }

    public Prepared prepare(byte[] sql) {
        return planner.prepare(sql, 0, sql.length, context(), plans);
    }

    /** Plans again when the table of a prepared INSERT has another schema by now. */
    public void replanIfChanged(PreparedStatement statement) {
        if (statement.prepared().plan() instanceof InsertPlan plan
                && (Planner.current(plan, catalog.snapshot()).isEmpty() || !isMeantNow(plan.table()))) {
            byte[] sql = statement.sql();
            PlanContext context = new PlanContext(statement.database(), statement.sqlMode(), session.temporary());
            statement.replan(planner.prepare(sql, 0, sql.length, context, plans));
        }
    }

    /** Whether what the session calls the table is this one still. */
    private boolean isMeantNow(TableSchema table) {
        String shown = TemporaryName.shownIn(table.name());
        return session.temporary().hidden(table.database(), shown).orElse(shown).equals(table.name());
    }

    /** The one statement of a text to be prepared, without what stands around it. */
    public byte[] onlyStatement(byte[] text) {
        StatementSplitter.Range range = onlyRange(text, 0, text.length);
        return range.from() == 0 && range.to() == text.length
                ? text
                : Arrays.copyOfRange(text, range.from(), range.to());
    }

    /** The one statement of a text that may end with a semicolon. */
    public String only(byte[] sql, int from, int to) {
        StatementSplitter.Range only = onlyRange(sql, from, to);
        return new String(sql, only.from(), only.to() - only.from(), StandardCharsets.UTF_8);
    }

    private StatementSplitter.Range onlyRange(byte[] text, int from, int to) {
        List<StatementSplitter.Range> ranges = StatementSplitter.split(text, from, to, sqlMode());
        if (ranges.size() != 1) {
            throw new TributaryException(
                    ErrorCode.SYNTAX,
                    "You have an error in your SQL syntax; one statement is taken at a time, not " + ranges.size());
        }
        return ranges.get(0);
    }

    /** A writer for the rows of one statement planned as {@code plan}. */
    public RowBlockWriter writer(InsertPlan plan) {
        RowBlockWriter writer = writers.writer(
                plan.table(),
                plan.columns().contains(plan.table().deleteSignPosition()),
                session.variables().timeZone());
        FilterLimits filter = filterLimits(session);
        writer.filter(filter == null ? null : new RowFilter(filter));
        writer.partitions(plan.partitions());
        return writer;
    }

    /** What becomes of bad rows in this session; null where they are errors. */
    static @Nullable FilterLimits filterLimits(Session session) {
        SessionVariables variables = session.variables();
        return variables.insertStrict()
                ? null
                : new FilterLimits(
                        variables.limits().insertMaxFilterRatio(),
                        variables.limits().maxErrorCount());
    }

    /** The rows of an INSERT that came as text, or the queries that compute them when a value is more than a literal. */
    public InsertRows rows(InsertPlan plan, byte[] sql, int from, int to) {
        if (isComputed(plan)) {
            return computed(plan, sql, from, to, FallbackReason.PARTIAL_UPDATE);
        }
        RowBlockWriter writer = writer(plan);
        LiteralRows encoded = literals.encode(plan, sql, from, to, sqlMode(), writer);
        return switch (encoded.outcome()) {
            case LITERALS -> InsertRows.encoded(plan, encoded.blocks(), encoded.rowCount(), writer);
            case EXPRESSION -> computed(plan, sql, from, to, FallbackReason.EXPRESSION);
            case NOT_VALUES -> computed(plan, sql, from, to, FallbackReason.NOT_VALUES);
        };
    }

    /** Whether the engine computes the rows even if they are literals, since it needs to know what is there, or takes it away. */
    public boolean isComputed(InsertPlan plan) {
        return plan.overwrites() || PartialUpdates.isOne(session, plan);
    }

    private InsertRows computed(InsertPlan plan, byte[] sql, int from, int to, FallbackReason reason) {
        // The scanner has seen that nothing follows literals; other text must not take a second statement along.
        StatementSplitter.Range only = onlyRange(sql, from, to);
        return computed(plan, sql, only.from(), only.to(), reason, PreparedParameters.NONE);
    }

    /** A prepared INSERT that the engine computes, its parameters put in as literals. */
    public InsertRows computed(PreparedStatement statement, PreparedParameters parameters) {
        replanIfChanged(statement);
        InsertPlan plan = (InsertPlan) statement.prepared().plan();
        boolean literalForm = plan.form() == InsertPlan.Form.VALUES || plan.form() == InsertPlan.Form.SET;
        FallbackReason reason = literalForm ? FallbackReason.EXPRESSION : FallbackReason.NOT_VALUES;
        return computed(plan, statement.sql(), 0, statement.sql().length, reason, parameters);
    }

    /**
     * The rows of an INSERT of a query, whose table and query have names of different moments. Any thread.
     *
     * @param ofTarget temporary tables for which its table is looked up
     * @param ofQuery those that its query reads
     */
    public InsertRows rows(byte[] sql, TemporaryTables ofTarget, TemporaryTables ofQuery) {
        PlanContext context = new PlanContext(session.databaseOfNames(), sqlMode(), ofTarget);
        InsertPlan plan = (InsertPlan) planner.plan(sql, 0, sql.length, context, plans);
        StatementSplitter.Range only = onlyRange(sql, 0, sql.length);
        return computed(plan, sql, only.from(), only.to(), FallbackReason.NOT_VALUES, PreparedParameters.NONE, ofQuery);
    }

    private InsertRows computed(
            InsertPlan plan, byte[] sql, int from, int to, FallbackReason reason, PreparedParameters parameters) {
        return computed(plan, sql, from, to, reason, parameters, session.temporary());
    }

    private InsertRows computed(
            InsertPlan plan,
            byte[] sql,
            int from,
            int to,
            FallbackReason reason,
            PreparedParameters parameters,
            TemporaryTables names) {
        SqlMode mode = sqlMode();
        String source = values.substitute(EngineInsert.source(plan, sql, from, to, mode), mode, parameters);
        ComputedRows written = EngineInsert.computed(plan, source, mode);
        List<EngineRows> queries = written.queries().stream()
                .map(each -> new EngineRows(engineText(each.query(), names), each.rows()))
                .toList();
        if (written.onDuplicateKey() != null) {
            // Its queries read tables as they are stored.
            written.onDuplicateKey()
                    .assignments()
                    .forEach(each -> TemporaryReferences.requireNone(each.expression(), mode, names));
        }
        ComputedRows rows = new ComputedRows(queries, written.onDuplicateKey());
        if (rows.onDuplicateKey() == null && PartialUpdates.isOne(session, plan)) {
            rows = new ComputedRows(rows.queries(), PartialUpdates.rule(session, plan));
        }
        FallbackReason found = rows.onDuplicateKey() == null ? reason : FallbackReason.PARTIAL_UPDATE;
        // EXPLAIN says the same: what the beginning tells comes first.
        return InsertRows.computed(plan, Objects.requireNonNullElse(plan.reason(), found), rows);
    }

    private PlanContext context() {
        SqlMode mode = session.variables().sqlMode();
        boolean same = planContext.sqlMode().equals(mode)
                && planContext.database().equals(session.databaseOfNames())
                && planContext.temporary().equals(session.temporary());
        if (!same) {
            planContext = new PlanContext(session.databaseOfNames(), mode, session.temporary());
        }
        return planContext;
    }
}
