package io.tributary.frontend.statement;

import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.Reply;
import io.tributary.frontend.execution.RowLimit;
import io.tributary.frontend.routing.BackendRouter;
import io.tributary.frontend.write.SessionTransaction;
import io.tributary.session.Session;
import java.util.regex.Pattern;

/**
 * Sends answers, and notes in the session what each of them says of its statement: rows found or changed, rows that left a
 * transaction. The engine's result sets come from the backend that holds the transaction.
 *
 * <p>Event loop of the connection.
 */
final class AnswerDelivery {
    /** FOUND_ROWS() would be the number of rows without the LIMIT. */
    private static final Pattern WITHOUT_LIMIT =
            Pattern.compile("\\bSQL_CALC_FOUND_ROWS\\b.*\\bLIMIT\\b", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private final Session session;
    private final SessionTransaction transaction;
    private final BackendRouter router;

    AnswerDelivery(Session session, SessionTransaction transaction, BackendRouter router) {
        this.session = session;
        this.transaction = transaction;
        this.router = router;
    }

    void send(Answer answer, Reply reply) {
        if (answer instanceof Answer.Done done) {
            session.statementEnded(done.affectedRows(), done.insertId());
            reply.done(done);
        } else if (answer instanceof Answer.LocalRows rows) {
            trackRows(false);
            session.statementEnded(-1, 0);
            session.foundRowsCounted();
            session.rowsFound(rows.rows().size());
            reply.rows(rows);
        } else if (answer instanceof Answer.LocalFile file) {
            reply.file(file);
        } else {
            query((Answer.EngineQuery) answer, reply);
        }
    }

    private void query(Answer.EngineQuery query, Reply reply) {
        trackRows(true);
        session.statementEnded(-1, 0);
        if (WITHOUT_LIMIT.matcher(query.sql()).find()) {
            session.foundRowsNotCounted();
        } else {
            session.foundRowsCounted();
        }
        router.queriesOf(query.context().transactionId())
                .query(query.sql(), query.context(), new RowLimit(query.rowsMax(), reply.resultSet()));
    }

    private void trackRows(boolean ofTables) {
        if (transaction.isOpen()) {
            session.transactionTracker().sentRows();
            if (ofTables) {
                session.transactionTracker().read();
            }
        }
    }
}
