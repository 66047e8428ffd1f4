package io.tributary.engine.mysql;

import io.tributary.contract.calls.QueryContext;
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
}
