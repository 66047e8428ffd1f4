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
