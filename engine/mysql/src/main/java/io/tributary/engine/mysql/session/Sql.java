package io.tributary.engine.mysql.session;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Statements of our own with parameters: numbers, and texts as bytes. One connection, one thread. */
public final class Sql {
    /** What becomes of the rows of a query. */
    public interface Rows<T> {
        T read(ResultSet rows) throws SQLException;
    }

    private final Connection connection;

    public Sql(Connection connection) {
        this.connection = connection;
    }

    /** What is done with a connection. */
    public interface Work<T> {
        T run(Sql sql) throws SQLException;
    }

    /**
     * Does something on a connection of its own, each statement of which is a transaction.
     *
     * @throws io.tributary.contract.error.TributaryException as {@link ServerErrors} says
     */
    public static <T> T on(ServerConnections connections, Work<T> work) {
        try (Connection connection = connections.open()) {
            return work.run(new Sql(connection));
        } catch (SQLException e) {
            throw connections.translated(e);
        }
    }

    /** Runs a statement until it changes no row more; returns how many it changed. */
    public long updateRepeatedly(String sql, Object... parameters) throws SQLException {
        long all = 0;
        while (true) {
            long some = update(sql, parameters);
            if (some == 0) {
                return all;
            }
            all += some;
        }
    }

    /** Returns the number that a query gives. */
    public long number(String sql) throws SQLException {
        return query(sql, rows -> {
            rows.next();
            return rows.getLong(1);
        });
    }

    /** Runs a statement; returns how many rows it changed. */
    public long update(String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, parameters);
            return statement.executeLargeUpdate();
        }
    }

    public <T> T query(String sql, Rows<T> reader, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, parameters);
            try (ResultSet rows = statement.executeQuery()) {
                return reader.read(rows);
            }
        }
    }

    private static void bind(PreparedStatement statement, Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            if (parameters[i] instanceof String text) {
                statement.setBytes(i + 1, text.getBytes(StandardCharsets.UTF_8));
            } else {
                statement.setLong(i + 1, ((Number) parameters[i]).longValue());
            }
        }
    }

    /** Returns the text that {@link #update} has stored. */
    public static String text(ResultSet row, int column) throws SQLException {
        return new String(row.getBytes(column), StandardCharsets.UTF_8);
    }
}
