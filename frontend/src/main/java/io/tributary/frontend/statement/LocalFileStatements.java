package io.tributary.frontend.statement;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.execution.ExecutionServices;
import io.tributary.frontend.load.LoadDataRun;
import io.tributary.frontend.write.InsertExecutor;
import io.tributary.frontend.write.PartialUpdates;
import io.tributary.frontend.write.SessionPlanner;
import io.tributary.frontend.write.SessionTransaction;
import io.tributary.planner.plan.LoadDataPlan;
import io.tributary.session.Session;

/** LOAD DATA of one connection, which asks the client for its file. Event loop of the connection. */
final class LocalFileStatements {
    private final ExecutionServices services;
    private final Session session;
    private final ConnectionLoop loop;
    private final SessionPlanner planner;
    private final SessionTransaction transaction;
    private final InsertExecutor inserts;

    LocalFileStatements(
            ExecutionServices services,
            Session session,
            ConnectionLoop loop,
            SessionPlanner planner,
            SessionTransaction transaction,
            InsertExecutor inserts) {
        this.services = services;
        this.session = session;
        this.loop = loop;
        this.planner = planner;
        this.transaction = transaction;
        this.inserts = inserts;
    }

    /** @throws TributaryException for what is refused before the file is asked for */
    Answer.LocalFile begin(LoadDataPlan plan) {
        String idempotencyKey = session.variables().takeIdempotencyKey();
        transaction.requireWritable();
        boolean allowed = session.variables()
                .getGlobal("local_infile", services.catalog().snapshot().globalVariables())
                .equals("ON");
        if (!allowed || !session.sendsLocalFiles()) {
            throw new TributaryException(
                    ErrorCode.LOCAL_FILES_DISABLED,
                    "Loading local data is disabled; this must be enabled on both the client and server sides");
        }
        PartialUpdates.requireWholeRows(session, plan.target());
        inserts.requireStorable(plan.target());
        LoadDataRun run = LoadDataRun.of(
                plan,
                planner.writer(plan.target()),
                session,
                transaction,
                inserts,
                services.loadRoom(),
                loop,
                idempotencyKey);
        return new Answer.LocalFile(plan.file(), run);
    }
}
