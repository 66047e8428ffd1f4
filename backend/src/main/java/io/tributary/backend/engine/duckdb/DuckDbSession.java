package io.tributary.backend.engine.duckdb;

import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/**
 * One connection to the engine with the state that outlives a statement: where names without a database are looked for,
 * and the statement that records positions. Used by one thread at a time; closing it rolls back.
 */
final class DuckDbSession {
    /** Catalog name of the attached file; no database of a user can have it. */
    static final String STORE = "$store";

    private final DuckDBConnection connection;
    private @Nullable PreparedStatement insertPosition;
    private @Nullable String searched;

    DuckDbSession(DuckDBConnection connection) {
        this.connection = connection;
    }

    DuckDBConnection connection() {
        return connection;
    }

    void execute(String sql) throws SQLException {
        // A failed statement is closed by the driver, so none is kept for the next.
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /**
     * Names without a database are looked for in this one from now on, functions first among MySQL's (see {@link
     * MySqlFunctions}).
     */
    void useDatabase(String database) throws SQLException {
        if (database.equals(searched)) {
            return;
        }
        String functions = "memory." + MySqlFunctions.SCHEMA;
        // "main" is empty; it makes the store the place where databases are looked for.
        String path = schema(database.isEmpty() ? "main" : database) + "," + functions;
        try {
            execute("SET search_path = '" + path.replace("'", "''") + "'");
        } catch (SQLException e) {
            TributaryException translated = DuckDbErrors.translate(e);
            throw translated.code() == ErrorCode.ENGINE
                    ? new TributaryException(ErrorCode.UNKNOWN_DATABASE, "Unknown database '" + database + "'", e)
                    : translated;
        }
        searched = database;
    }

    void recordPosition(long tableId, long logEpoch, long position) throws SQLException {
        PreparedStatement statement = insertPosition;
        if (statement == null) {
            statement = connection.prepareStatement("INSERT INTO " + AppliedPositions.TABLE + " VALUES (?, ?, ?)");
            insertPosition = statement;
        }
        statement.setLong(1, tableId);
        statement.setLong(2, logEpoch);
        statement.setLong(3, position);
        statement.executeUpdate();
    }

    void close() throws SQLException {
        connection.close();
    }

    /** A database as the engine's schema, quoted. */
    static String schema(String database) {
        return quote(STORE) + "." + quote(database);
    }

    static String table(String database, String table) {
        return schema(database) + "." + quote(table);
    }

    static String quote(String identifier) {
        return "\"" + identifier.replace("\"", "\"\"") + "\"";
    }
}
