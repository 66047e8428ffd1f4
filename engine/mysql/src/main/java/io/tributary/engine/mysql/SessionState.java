package io.tributary.engine.mysql;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.mysql.session.ServerErrors;
import java.sql.Connection;
import java.sql.SQLException;

/** What a statement's text is run with, on a connection of the server. */
final class SessionState {
    /** Where names without a database are looked for when there is none: nobody's tables are there. */
    private static final String NOWHERE = "information_schema";

    private SessionState() {}

    static void use(Connection connection, QueryContext context) throws SQLException {
        connection.setCatalog(context.database().isEmpty() ? NOWHERE : context.database());
    }

    /** Translates what a statement of a client has failed with. */
    static TributaryException translate(SQLException error, QueryContext context) {
        TributaryException translated = ServerErrors.translate(error);
        boolean nowhere = context.database().isEmpty()
                && String.valueOf(error.getMessage()).contains(NOWHERE)
                && (translated.code() == ErrorCode.UNKNOWN_TABLE_IN || translated.code() == ErrorCode.UNKNOWN_TABLE);
        return nowhere ? new TributaryException(ErrorCode.NO_DATABASE, "No database selected", error) : translated;
    }
}
