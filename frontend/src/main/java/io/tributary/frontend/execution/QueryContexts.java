package io.tributary.frontend.execution;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.QueryContext.Meaning;
import io.tributary.session.Session;
import io.tributary.session.SessionVariables;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;

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

    /** Returns a context for a SHOW that the server of a database answers, in no transaction. */
    public static QueryContext ofShow(Session session, String database) {
        return ofSelect(session, 0).in(database, session.variables().sqlMode());
    }

    /** Returns a context for all texts of a load, which begins now: its names are those of its table's database. */
    public static QueryContext ofLoad(Session session, String database, ZoneId zone) {
        return new QueryContext(
                meaning(session, database, zone),
                0,
                ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()),
                session.variables().limits().queryTimeMaxMillis(),
                session.variables().limits().insertVisibleTimeoutMillis());
    }

    private static QueryContext within(Session session, long transactionId, long millis) {
        SessionVariables variables = session.variables();
        return new QueryContext(
                meaning(session, session.databaseOfNames(), variables.timeZone()),
                transactionId,
                0,
                millis,
                variables.limits().insertVisibleTimeoutMillis());
    }

    private static Meaning meaning(Session session, String database, ZoneId zone) {
        SessionVariables variables = session.variables();
        return new Meaning(
                database,
                variables.sqlMode(),
                variables.collation(),
                zone.getId(),
                new QueryContext.Limits(
                        variables.limits().recursionStepsMax(),
                        variables.limits().concatenatedBytesMax()),
                variables.showsHiddenColumns(),
                session.countsFound());
    }
}
