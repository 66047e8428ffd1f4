package io.tributary.cli.bench;

import io.tributary.cli.bench.load.Credentials;
import io.tributary.cli.bench.load.Dataset;
import io.tributary.cli.bench.load.ServerAddress;
import io.tributary.cli.bench.measure.RowSums;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The tables of a run, on servers that know Tributary's statements and on those that do not. One connection, one thread;
 * closing drops the tables, so that no server goes on working for a run that is over.
 */
final class BenchTables implements AutoCloseable {
    static final String DATABASE = "bench";

    private static final String SYNTAX_ERROR_OR_ACCESS_RULE = "42000";

    private final Connection connection;
    private final Dataset dataset;
    private final int tables;

    private BenchTables(Connection connection, Dataset dataset, int tables) {
        this.connection = connection;
        this.dataset = dataset;
        this.tables = tables;
    }

    /** Makes the database anew, with empty tables. */
    static BenchTables create(ServerAddress server, Credentials credentials, Cell cell) throws SQLException {
        Connection connection =
                DriverManager.getConnection(server.jdbcUrl("", ""), credentials.user(), credentials.password());
        BenchTables tables = new BenchTables(connection, cell.scenario().dataset(), cell.tables());
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + DATABASE);
            statement.execute("CREATE DATABASE " + DATABASE);
            statement.execute("USE " + DATABASE);
            boolean plain = false;
            for (int table = 0; table < cell.tables(); table++) {
                plain = plain || !tables.createAsManual(statement, table, cell.properties());
                if (plain) {
                    statement.execute(tables.dataset.createPlain(table));
                }
            }
            return tables;
        } catch (SQLException failed) {
            connection.close();
            throw failed;
        }
    }

    /** @return whether the server knows the manual's clauses */
    private boolean createAsManual(Statement statement, int table, List<String> properties) throws SQLException {
        try {
            statement.execute(dataset.create(table));
        } catch (SQLException refused) {
            return false;
        }
        if (!properties.isEmpty()) {
            statement.execute("ALTER TABLE " + dataset.table(table) + " SET (" + String.join(", ", properties) + ")");
        }
        return true;
    }

    /** Waits until everybody's rows can be read; a server without SYNC has nothing to wait for. */
    void sync() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (int table = 0; table < tables; table++) {
                statement.execute("SYNC " + DATABASE + "." + dataset.table(table));
            }
        } catch (SQLException refused) {
            if (!SYNTAX_ERROR_OR_ACCESS_RULE.equals(refused.getSQLState())) {
                throw refused;
            }
        }
    }

    /** What all rows that can be read add up to. */
    RowSums checksum() throws SQLException {
        RowSums sum = RowSums.none();
        for (int table = 0; table < tables; table++) {
            sum.add(dataset.sums(connection, table), 1);
        }
        return sum;
    }

    @Override
    public void close() throws SQLException {
        try (connection;
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + DATABASE);
        }
    }
}
