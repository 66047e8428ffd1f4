package io.tributary.engine.mysql.query;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.mysql.session.ServerConnections;
import io.tributary.engine.mysql.session.ServerErrors;
import io.tributary.engine.port.ResultCursor;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;

/** Queries of clients, each on a connection of its own that is first set up for what its session says. Blocks; any thread. */
public final class ServerQueries {
    private final ServerConnections connections;
    private final SetUp setUp;

    /** Makes a connection mean what a statement's session says. */
    public interface SetUp {
        void use(Connection connection, QueryContext context) throws SQLException;
    }

    public ServerQueries(ServerConnections connections, SetUp setUp) {
        this.connections = connections;
        this.setUp = setUp;
    }

    /**
     * Runs a query; the connection is given back with the cursor.
     *
     * @param translation of what the query itself fails with
     */
    public ResultCursor query(
            String sql, QueryContext context, Function<SQLException, TributaryException> translation) {
        Connection connection = connections.open();
        boolean opened = false;
        try {
            setUp.use(connection, context);
            ResultCursor cursor =
                    new ServerCursor(connections, connection, sql, translation, failed -> release(connection));
            opened = true;
            return cursor;
        } catch (SQLException e) {
            throw connections.translated(e);
        } finally {
            if (!opened) {
                release(connection);
            }
        }
    }

    private static void release(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            throw ServerErrors.translate(e);
        }
    }

    /** Tells the columns of a query without running it. */
    public List<ResultColumn> describe(String sql, QueryContext context) {
        try (Connection connection = connections.open()) {
            setUp.use(connection, context);
            return DescribedQuery.columns(connection, sql);
        } catch (SQLException e) {
            throw connections.translated(e);
        }
    }
}
