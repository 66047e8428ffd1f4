package io.tributary.cli.bench;

import io.tributary.cli.lineitem.JdbcUrl;
import io.tributary.cli.lineitem.LineItemTable;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Statements around the load itself, for servers that know Tributary's and for those that do not. */
final class BenchServer {
    private static final String DATABASE = "bench";
    private static final int UNKNOWN_VARIABLE = 1193;

    private final String url;
    private final Credentials credentials;

    BenchServer(String url, Credentials credentials) {
        this.url = url;
        this.credentials = credentials;
    }

    void createTable() throws SQLException {
        try (Connection connection = open(url);
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + DATABASE);
            statement.execute("CREATE DATABASE " + DATABASE);
            statement.execute("USE " + DATABASE);
            try {
                statement.execute(LineItemTable.CREATE);
            } catch (SQLException refused) {
                statement.execute(LineItemTable.CREATE_PLAIN);
            }
        }
    }

    /** @param mode of the session, or empty */
    Connection connect(String mode) throws SQLException {
        Connection connection = open(withDatabaseAndParameters());
        if (!mode.isEmpty()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET group_commit = " + mode);
            } catch (SQLException refused) {
                if (refused.getErrorCode() != UNKNOWN_VARIABLE) {
                    throw refused;
                }
            }
        }
        return connection;
    }

    /** Waits until everybody's rows can be read; a server without SYNC has nothing to wait for. */
    void sync(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SYNC " + DATABASE + "." + LineItemTable.NAME);
        } catch (SQLException refused) {
            if (!"42000".equals(refused.getSQLState())) {
                throw refused;
            }
        }
    }

    private Connection open(String address) throws SQLException {
        return DriverManager.getConnection(address, credentials.user(), credentials.password());
    }

    private String withDatabaseAndParameters() {
        int question = url.indexOf('?');
        String server = question < 0 ? url : url.substring(0, question);
        String own = question < 0 ? "" : "&" + url.substring(question + 1);
        int slash = server.indexOf('/', "jdbc:mysql://".length());
        String address = slash < 0 ? server : server.substring(0, slash);
        return address + "/" + DATABASE + "?" + JdbcUrl.PARAMETERS + own;
    }
}
