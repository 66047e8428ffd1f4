package io.tributary.frontend.statement;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.LeadingWith;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.SqlLiterals;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.ClientFile;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.execution.ExecutionServices;
import io.tributary.frontend.execution.PreparedParameters;
import io.tributary.frontend.execution.Reply;
import io.tributary.frontend.execution.StatementRun;
import io.tributary.frontend.write.InsertExecutor;
import io.tributary.frontend.write.InsertRows;
import io.tributary.frontend.write.KeyedLoads;
import io.tributary.frontend.write.OwnWrites;
import io.tributary.frontend.write.RefusedRows;
import io.tributary.frontend.write.SessionPlanner;
import io.tributary.frontend.write.SessionTransaction;
import io.tributary.planner.Prepared;
import io.tributary.planner.plan.ChangeRowsPlan;
import io.tributary.planner.plan.DefinitionPlan;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.NamedStatementPlan;
import io.tributary.planner.plan.Plan;
import io.tributary.session.PreparedStatement;
import io.tributary.session.Session;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs the statements of one connection, one at a time: plans the text, chooses the path of the plan, answers.
 *
 * <p>Event loop of the connection. Texts beyond {@link ConnectionLoop#BYTES_MAX} are planned and encoded on the planning pool;
 * meanwhile the connection runs nothing else, so that its state keeps one owner.
 */
public final class StatementExecutor {
    private final ExecutionServices services;
    private final Session session;
    private final ConnectionLoop loop;
    private final SessionPlanner planner;
    private final SessionTransaction transaction;
    private final InsertExecutor inserts;
    private final PlanExecutor plans;
    private final RefusedRows refused;
    private final AnswerDelivery delivery;

    /**
     * Answer to COM_STMT_PREPARE.
     *
     * @param columns of its result set, empty for a statement without one
     */
    public record Preparation(PreparedStatement statement, List<ResultColumn> columns) {}

    public StatementExecutor(ExecutionServices services, Session session, ConnectionLoop loop) {
        this.services = services;
        this.session = session;
        this.loop = loop;
        this.planner = new SessionPlanner(services, session);
        this.transaction = new SessionTransaction(services, session, loop);
        OwnWrites ownWrites = new OwnWrites(session, services.router(), services.catalog(), loop);
        this.inserts = new InsertExecutor(services, session, transaction, ownWrites, loop);
        this.plans = new PlanExecutor(services, session, loop, planner, transaction, inserts, ownWrites);
        this.refused = new RefusedRows(services.status());
        this.delivery = new AnswerDelivery(session, transaction, services.router());
    }

    /** Runs the one statement in {@code sql[from, to)}, which must stay as it is until the answer. */
    public void execute(byte[] sql, int from, int to, Reply reply) {
        answer(new TextStatement(sql, from, to, plan -> {}), reply);
    }

    /** Runs one whose plan passes a check, which throws what a client hears of any other; nothing is done before. */
    public void execute(byte[] sql, Consumer<Plan> check, Reply reply) {
        answer(new TextStatement(sql, 0, sql.length, check), reply);
    }

    /**
     * Takes the session's idempotency key for a text that is refused before it is planned: a load has taken its key whatever
     * becomes of it.
     */
    public void refused(byte[] sql) {
        String unused = KeyedLoads.takeKey(session, sql, 0, sql.length, sqlMode(), KeyedLoads.BEGINNINGS);
    }

    /**
     * Runs a prepared INSERT whose rows the caller encodes.
     *
     * @param plan as it was prepared
     * @param key the idempotency key that was taken for it, or empty
     */
    public void executeRows(InsertPlan plan, InsertRows.Source rows, String key, Reply reply) {
        session.diagnostics().clear();
        answer(StatementRun.Work.repeatable(() -> refused.of(plan, () -> inserts.execute(rows.encode(), key))), reply);
    }

    /**
     * Runs any other prepared statement; its parameters become literals where it goes to the engine as text.
     *
     * @param key the idempotency key that was taken for an INSERT, or empty
     */
    public void executePrepared(PreparedStatement statement, PreparedParameters bound, String key, Reply reply) {
        answer(new PreparedText(statement, bound, key), reply);
    }

    /** Answers a LOAD DATA whose file has ended. */
    public void finish(ClientFile run, Reply reply) {
        run(StatementRun.Work.once(run::finish), reply);
    }

    /** Plans a statement with parameters and keeps it. An INSERT that cannot be prepared has taken its idempotency key. */
    public void prepare(byte[] sql, Consumer<Preparation> done, Consumer<Throwable> failed) {
        session.databaseOfNames(null);
        Consumer<Throwable> refused = error -> {
            if (!KeyedLoads.isSentAsTextInstead(error)) {
                String unused = KeyedLoads.takeKey(session, sql, 0, sql.length, sqlMode(), KeyedLoads.PREPARABLE);
            }
            failed.accept(error);
        };
        new StatementRun<>(StatementRun.Work.repeatable(() -> prepared(sql)), services.catalog(), loop, done, refused)
                .run();
    }

    /** The rows of a prepared INSERT that the engine computes. */
    public InsertRows computed(PreparedStatement statement, PreparedParameters parameters) {
        return planner.computed(statement, parameters);
    }

    /** Whether the rows of an INSERT must go as text, for what the engine does with what is there. */
    public boolean computesRows(InsertPlan plan) {
        return planner.isComputed(plan) || inserts.isServers(plan, "");
    }

    /** Plans again when the table of a prepared INSERT has another schema by now. */
    public void replanIfChanged(PreparedStatement statement) {
        planner.replanIfChanged(statement);
    }

    /** COM_INIT_DB. */
    public void use(String database, Reply reply) {
        boolean known = services.catalog().snapshot().hasDatabase(database);
        String name = known ? database : Names.withoutCatalog(database);
        execute(("USE " + SqlLiterals.identifier(name)).getBytes(StandardCharsets.UTF_8), plan -> {}, reply);
    }

    /** Whether SERVER_STATUS_IN_TRANS is to be told. */
    public boolean inTransaction() {
        return transaction.isOpen();
    }

    /**
     * A table of the current database, for COM_FIELD_LIST.
     *
     * @throws TributaryException 1046 or 1146
     */
    public TableSchema table(String name) {
        return planner.table(name);
    }

    /** COM_RESET_CONNECTION and COM_CHANGE_USER: rolls back, and forgets all that a new session would not know. */
    public void reset(Runnable done) {
        CompletableFuture<?> unused = transaction.rollback().whenComplete((ignored, error) -> {
            plans.reset();
            session.reset(services.catalog().snapshot().globalVariables());
            done.run();
        });
    }

    /** KILL QUERY for a statement that only waits. */
    public void interrupt() {
        plans.interrupt();
    }

    /** The connection is gone. */
    public void close() {
        transaction.close();
        plans.close();
        session.statements().end();
    }

    /** A writer for the rows of one statement planned as {@code plan}. */
    public RowBlockWriter writer(InsertPlan plan) {
        return planner.writer(plan);
    }

    public SqlMode sqlMode() {
        return planner.sqlMode();
    }

    private void answer(StatementRun.Work<Answer> work, Reply reply) {
        services.clients().sessions().countQuestion();
        run(work, reply);
    }

    private void run(StatementRun.Work<Answer> work, Reply reply) {
        new StatementRun<>(work, services.catalog(), loop, answer -> delivery.send(answer, reply), reply::failed).run();
    }

    private CompletableFuture<Preparation> prepared(byte[] text) {
        SqlMode mode = planner.sqlMode();
        byte[] only = planner.onlyStatement(text);
        byte[] moved = LeadingWith.moved(only, 0, only.length, mode);
        byte[] sql = moved == null ? only : moved;
        return plans.prepared(sql).thenCompose(prepared -> described(sql, mode, prepared));
    }

    private CompletableFuture<Preparation> described(byte[] sql, SqlMode mode, Prepared prepared) {
        begin(prepared.plan());
        return plans.describe(prepared.plan())
                .thenApply(columns ->
                        new Preparation(session.statements().add(sql, session.database(), mode, prepared), columns));
    }

    /** What the diagnostics area holds from now on is of this statement. */
    private void begin(Plan plan) {
        if (!DiagnosticStatements.asksOnly(plan)) {
            session.diagnostics().clear();
        }
    }

    /** Whether nothing is left of it when it fails, or only the commit before a definition. */
    private static boolean canBeRepeated(Plan plan) {
        return plan instanceof InsertPlan
                || plan instanceof ChangeRowsPlan
                || plan instanceof DefinitionPlan.AlterTable
                || plan instanceof DefinitionPlan.AlterProperties
                || plan instanceof DefinitionPlan.RefreshTable
                || plan instanceof DefinitionPlan.TruncateTable
                || plan instanceof DefinitionPlan.TruncatePartitions;
    }

    /** A statement that came as text. */
    private final class TextStatement implements StatementRun.Work<Answer> {
        private byte[] sql;
        private int from;
        private int to;
        private boolean repeatable;
        /** The database in which an EXECUTE was prepared, null for any other text. */
        private @Nullable String database;
        /** Taken from the session, and given back where an EXECUTE turns out to be no load. */
        private final String key;

        private final Consumer<Plan> check;

        TextStatement(byte[] text, int begin, int end, Consumer<Plan> checkOfPlan) {
            check = checkOfPlan;
            byte[] moved = LeadingWith.moved(text, begin, end, planner.sqlMode());
            sql = moved == null ? text : moved;
            from = moved == null ? begin : 0;
            to = moved == null ? end : moved.length;
            key = KeyedLoads.takeKey(session, sql, from, to, planner.sqlMode(), KeyedLoads.BEGINNINGS);
        }

        @Override
        public CompletableFuture<? extends Answer> start() {
            session.databaseOfNames(database);
            if (to - from <= ConnectionLoop.BYTES_MAX) {
                return planned(planner.plan(sql, from, to));
            }
            repeatable = true;
            return loop.offLoop(() -> planner.plan(sql, from, to)).thenCompose(this::planned);
        }

        private CompletableFuture<? extends Answer> executed(byte[] text, String ofPrepare) {
            byte[] moved = LeadingWith.moved(text, 0, text.length, planner.sqlMode());
            database = ofPrepare;
            sql = moved == null ? text : moved;
            from = 0;
            to = sql.length;
            return start();
        }

        private CompletableFuture<? extends Answer> planned(Plan plan) {
            check.accept(plan);
            if (plan instanceof NamedStatementPlan.Execute execute) {
                // What was prepared is no EXECUTE itself, so this happens once.
                String ofPrepare = plans.databaseOf(execute);
                return plans.text(execute).thenCompose(text -> executed(text, ofPrepare));
            }
            begin(plan);
            repeatable = canBeRepeated(plan);
            if (!(plan instanceof InsertPlan ofInsert)) {
                session.variables().giveBackIdempotencyKey(key);
                return plans.execute(plan, PreparedParameters.NONE);
            }
            if (inserts.isServers(ofInsert, key)) {
                return asText(ofInsert);
            }
            return refused.of(ofInsert, () -> inserted(ofInsert));
        }

        private CompletableFuture<Answer.Done> inserted(InsertPlan plan) {
            if (to - from <= ConnectionLoop.BYTES_MAX) {
                return insert(planner.rows(plan, sql, from, to));
            }
            return loop.offLoop(() -> planner.rows(plan, sql, from, to)).thenCompose(this::insert);
        }

        private CompletableFuture<Answer.Done> insert(InsertRows rows) {
            return inserts.isServers(rows, key) ? asText(rows.plan()) : inserts.execute(rows, key);
        }

        private CompletableFuture<Answer.Done> asText(InsertPlan plan) {
            return plans.insertAsText(plan.table(), planner.only(sql, from, to), PreparedParameters.NONE);
        }

        @Override
        public boolean isRepeatable() {
            return repeatable;
        }
    }

    /** A prepared statement that is no INSERT of encoded rows. */
    private final class PreparedText implements StatementRun.Work<Answer> {
        private final PreparedStatement statement;
        private final PreparedParameters parameters;
        private final String key;
        private boolean repeatable;

        PreparedText(PreparedStatement statement, PreparedParameters parameters, String key) {
            this.statement = statement;
            this.parameters = parameters;
            this.key = key;
        }

        @Override
        public CompletableFuture<? extends Answer> start() {
            session.databaseOfNames(statement.database());
            repeatable = true;
            if (isInsert()) {
                session.diagnostics().clear();
                planner.replanIfChanged(statement);
                InsertPlan plan = (InsertPlan) statement.prepared().plan();
                if (inserts.isServers(plan, key)) {
                    return asText(plan);
                }
                return refused.of(plan, () -> inserted(plan));
            }
            // Names may mean other tables by now, and nothing of the old plan is worth keeping.
            Plan plan = planner.prepare(statement.sql()).plan();
            begin(plan);
            repeatable = canBeRepeated(plan);
            return plans.execute(plan, parameters);
        }

        private CompletableFuture<Answer.Done> inserted(InsertPlan plan) {
            InsertRows rows = planner.computed(statement, parameters);
            return inserts.isServers(rows, key) ? asText(plan) : inserts.execute(rows, key);
        }

        private CompletableFuture<Answer.Done> asText(InsertPlan plan) {
            String sql = planner.only(statement.sql(), 0, statement.sql().length);
            return plans.insertAsText(plan.table(), sql, parameters);
        }

        @Override
        public boolean isRepeatable() {
            return repeatable;
        }

        private boolean isInsert() {
            return statement.prepared().plan() instanceof InsertPlan;
        }
    }
}
