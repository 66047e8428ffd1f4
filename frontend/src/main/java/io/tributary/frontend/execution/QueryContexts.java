package io.tributary.frontend.execution;

import io.tributary.contract.calls.QueryContext;
import io.tributary.session.Session;

/** What the engine has to know of a session to run a text of it. */
public final class QueryContexts {
    private QueryContexts() {}

    /** @param transactionId the backend's, or 0 */
    public static QueryContext of(Session session, long transactionId) {
        return within(session, transactionId, session.variables().limits().queryTimeMaxMillis());
    }

    /** Returns a context like {@link #of}, for a SELECT. */
    public static QueryContext ofSelect(Session session, long transactionId) {
        return within(session, transactionId, session.variables().limits().selectTimeMaxMillis());
    }

    private static QueryContext within(Session session, long transactionId, long millis) {
        return new QueryContext(
                session.databaseOfNames(),
                session.variables().sqlMode(),
                session.variables().collation(),
                session.variables().timeZone().getId(),
                transactionId,
                0,
                millis,
                session.variables().limits().recursionStepsMax(),
                session.variables().limits().concatenatedBytesMax(),
                session.variables().limits().insertVisibleTimeoutMillis(),
                session.variables().showsHiddenColumns());
    }
}
