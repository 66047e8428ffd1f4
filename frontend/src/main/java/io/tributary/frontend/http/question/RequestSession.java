package io.tributary.frontend.http.question;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.memory.ByteBudget;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.execution.ExecutionServices;
import io.tributary.frontend.statement.StatementExecutor;
import io.tributary.planner.catalog.CatalogSnapshot;
import io.tributary.planner.plan.ExplainInsertPlan;
import io.tributary.planner.plan.PassThroughPlan;
import io.tributary.planner.plan.Plan;
import io.tributary.planner.plan.SelectVariablesPlan;
import io.tributary.planner.plan.ShowPlan;
import io.tributary.session.PreparedStatements;
import io.tributary.session.Session;
import io.tributary.session.SessionVariables;
import io.tributary.session.SystemVariables;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The session of one request: as that of a connection whose user has just logged in, with the rights of that user. It runs
 * one query and ends with its answer; no connection number is its own, so KILL does not find it. Event loop of the connection.
 */
public final class RequestSession {
    private final ExecutionServices services;
    private final Session session;
    private final ConnectionLoop loop;
    private final StatementExecutor executor;
    private @Nullable RowsReply asked;

    /** @param host of the client, as SQL tells it */
    public RequestSession(
            ExecutionServices services,
            SystemVariables variables,
            PreparedStatements.Limit statements,
            String user,
            String host,
            ConnectionLoop loop) {
        this.services = services;
        this.loop = loop;
        session = new Session(
                0,
                user,
                host,
                0,
                new SessionVariables(variables, services.catalog().snapshot().globalVariables()),
                new PreparedStatements(statements, 0),
                connection -> {});
        executor = new StatementExecutor(services, session, loop);
    }

    /**
     * A table or a view.
     *
     * @return fails with 1049 or 1146
     */
    CompletableFuture<TableSchema> table(String database, String table) {
        CatalogSnapshot snapshot = services.catalog().snapshot();
        Optional<TableSchema> found = snapshot.relation(database, table);
        return found.isPresent()
                ? CompletableFuture.completedFuture(found.get())
                // Another frontend may have made it.
                : loop.resume(services.catalog().refresh()).thenApply(newer -> newer.relation(database, table)
                        .orElseThrow(() -> unknown(newer, database, table)));
    }

    private static TributaryException unknown(CatalogSnapshot catalog, String database, String table) {
        return catalog.hasDatabase(database)
                ? new TributaryException(
                        ErrorCode.UNKNOWN_TABLE, "Table '" + database + "." + table + "' doesn't exist")
                : new TributaryException(ErrorCode.UNKNOWN_DATABASE, "Unknown database '" + database + "'");
    }

    /**
     * Runs a statement that answers with rows and changes nothing; once.
     *
     * @param database in which its names are looked up, or empty
     * @param rowsMax rows that are told; more are left out
     * @return fails with what the statement fails with, or with 1105 where it is another
     */
    CompletableFuture<Answer.LocalRows> query(String database, String sql, int rowsMax) {
        session.variables().set("sql_select_limit", Integer.toString(rowsMax));
        ByteBudget.Share memory = services.loadRoom().memory().share();
        RowsReply reply = new RowsReply(loop, memory, rowsMax);
        asked = reply;
        byte[] text = sql.getBytes(StandardCharsets.UTF_8);
        if (database.isEmpty()) {
            executor.execute(text, RequestSession::requireQuery, reply);
        } else {
            executor.use(database, reply.then(() -> executor.execute(text, RequestSession::requireQuery, reply)));
        }
        return reply.rows().whenComplete((rows, error) -> executor.close());
    }

    private static void requireQuery(Plan plan) {
        if (!(plan instanceof PassThroughPlan
                || plan instanceof ShowPlan
                || plan instanceof SelectVariablesPlan
                || plan instanceof ExplainInsertPlan)) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    "only a statement that answers with rows and changes nothing is taken by HTTP: SELECT, SHOW, DESCRIBE,"
                            + " EXPLAIN");
        }
    }

    /** The client is gone. */
    void abandon() {
        RowsReply reply = asked;
        if (reply != null) {
            reply.abandon();
        }
    }
}
