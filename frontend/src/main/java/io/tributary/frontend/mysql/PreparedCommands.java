package io.tributary.frontend.mysql;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.frontend.statement.StatementExecutor;
import io.tributary.frontend.write.InsertRows;
import io.tributary.planner.Prepared;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.part.RowTemplate;
import io.tributary.protocol.command.ExecuteBody;
import io.tributary.protocol.command.StmtExecute;
import io.tributary.session.PreparedStatement;
import io.tributary.session.Session;
import java.nio.charset.Charset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * COM_STMT_PREPARE and COM_STMT_EXECUTE: the statement's parameters on their way to rows, or to literals in a text.
 *
 * <p>Event loop of the connection.
 */
final class PreparedCommands {
    private static final int CURSOR_TYPES =
            StmtExecute.CURSOR_TYPE_READ_ONLY | StmtExecute.CURSOR_TYPE_FOR_UPDATE | StmtExecute.CURSOR_TYPE_SCROLLABLE;

    private final Session session;
    private final StatementExecutor executor;
    private final ReplyWriter reply;

    PreparedCommands(Session session, StatementExecutor executor, ReplyWriter reply) {
        this.session = session;
        this.executor = executor;
        this.reply = reply;
    }

    /**
     * @param info what SHOW PROCESSLIST tells of its executions
     * @param written called when the answer is
     */
    void prepare(byte[] sql, String info, Runnable written) {
        executor.prepare(
                sql,
                preparation -> {
                    PreparedStatement statement = preparation.statement();
                    statement.info(info);
                    reply.head()
                            .writePrepared(
                                    statement.id(),
                                    statement.prepared().parameterCount(),
                                    preparation.columns(),
                                    reply.text(false).status());
                    written.run();
                },
                reply::failed);
    }

    /** @param charset of text among the parameters */
    void execute(StmtExecute command, Charset charset) {
        // First of all: a load has taken its key whatever becomes of it, and a handle that is unknown may have been
        // one's.
        String key = session.variables().takeIdempotencyKey();
        PreparedStatement statement = session.statements().get(command.statementId(), "mysqld_stmt_execute");
        if (!(statement.prepared().plan() instanceof InsertPlan)) {
            session.variables().giveBackIdempotencyKey(key);
        }
        session.doing("Execute", statement.info());
        ExecuteBody body = command.body(statement.prepared().parameterCount(), statement.types());
        statement.types(body.typesToKeep());
        byte[] @Nullable [] longData = statement.takeLongData();
        reply.cursors().close(statement.id());
        boolean cursor = (command.flags() & CURSOR_TYPES) == StmtExecute.CURSOR_TYPE_READ_ONLY;
        reply.executed(statement.countExecution() > 0, cursor ? statement.id() : 0);
        if (statement.prepared().rows() != null
                && statement.prepared().plan() instanceof InsertPlan plan
                && !executor.computesRows(plan)) {
            executor.executeRows(plan, () -> encode(statement, body, longData, charset), key, reply);
        } else {
            executor.executePrepared(
                    statement, new BoundParameters(body, longData, charset, executor.sqlMode()), key, reply);
        }
    }

    private InsertRows encode(
            PreparedStatement statement, ExecuteBody body, byte[] @Nullable [] longData, Charset charset) {
        executor.replanIfChanged(statement);
        Prepared prepared = statement.prepared();
        InsertPlan plan = (InsertPlan) prepared.plan();
        RowTemplate rows = prepared.rows();
        if (rows == null || executor.computesRows(plan)) {
            // The table has changed since the path was chosen, and so has what the statement means for it.
            return executor.computed(statement, new BoundParameters(body, longData, charset, executor.sqlMode()));
        }
        PreparedRowEncoder encoder;
        if (statement.encoder() instanceof PreparedRowEncoder kept) {
            encoder = kept;
        } else {
            encoder = new PreparedRowEncoder(plan.columns(), rows, statement.sqlMode());
            statement.encoder(encoder);
        }
        RowBlockWriter writer = executor.writer(plan);
        List<RowBlock> blocks = encoder.encode(body, longData, charset, writer);
        return InsertRows.encoded(plan, blocks, rows.rowCount(), writer);
    }
}
